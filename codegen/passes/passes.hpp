/// The passes and their order. A pass is a function from a graph to a graph. The comment on a pass shows the text of
/// the graph before and after the pass.
///
/// An exact pass preserves every bit of every result, for all operands including signed zeros and infinities. A NaN
/// remains a NaN, but its sign and payload may change. Passes that are not exact compute the same real numbers with
/// different rounding. Therefore edlc runs these passes once, before any plan is made.
#pragma once

#include "codegen/ir/graph.hpp"

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace chemora::passes {

/// Moves shifts to the loads, where they have no cost: there, a shift becomes the address of a neighbouring point.
/// Exact.
///
///     %2 = multiply %0 %1              %2 = shift %0 [1,0,0]
///     %3 = shift %2 [1,0,0]       ->   %3 = shift %1 [1,0,0]
///                                      %4 = multiply %2 %3
///
/// The operations are repeated for every displacement. Shifts of shifts are added, and shifts by zero are removed. A
/// shifted index becomes index + offset, a shifted coordinate origin + (index + offset) * spacing. Afterwards every
/// shift has a non-zero offset and a load as operand.
ir::Graph push_shifts_to_loads(ir::Graph const& graph);

/// Evaluates operations on immediates with ir::evaluate, as the interpreter does. Exact.
///
///     %0 = immediate real64 2
///     %1 = sqrt %0                ->   %0 = immediate real64 1.4142135623730951
///
/// A select with a known condition becomes the chosen alternative. A logical operation with one known operand becomes
/// either operand.
ir::Graph fold_constants(ir::Graph const& graph);

/// Replaces equal operations on equal values by one value. Exact.
///
///     %1 = sin %0                      %1 = sin %0
///     %2 = sin %0                 ->   %2 = add %1 %1
///     %3 = add %1 %2
///
/// The operands of commutative operations are ordered by their ids first, so that a + b and b + a are equal.
ir::Graph eliminate_common_subexpressions(ir::Graph const& graph);

/// Removes the values on which no store depends, and renumbers the remaining values without gaps. Exact.
///
///     %0 = load u                      %0 = load u
///     %1 = sqrt %0                ->   store v %0 interior
///     store v %0 interior
///
/// Afterwards the graph lists only the inputs and parameters that the stores depend on.
ir::Graph eliminate_dead_values(ir::Graph graph);

/// Removes the stores of all other regions and the values that only these stores need. Kernels are launched region by
/// region. Exact.
///
///     store u %1 interior         ->   store u %1 interior
///     store u %2 boundary
ir::Graph extract_region(ir::Graph const& graph, ir::Region region);

/// Returns the regions that the graph stores, in the order interior, boundary, everywhere.
std::vector<ir::Region> stored_regions(ir::Graph const& graph);

/// Applies algebraic rules that preserve every bit. Exact.
///
///     x * 1, x / 1, x - 0, x + -0 -> x         x * -1, x / -1      -> negate x
///     x / 4                       -> x * 0.25  (if the reciprocal is a power of two and a normal number)
///     x - (negate y)              -> x + y     x + (negate y)      -> x - y
///     (negate x) * y              -> negate (x * y), also for division and fused multiply-add
///     negate negate x             -> x         absolute negate x   -> absolute x
///     fma(x, 1, y)                -> x + y     fma(x, -1, y)       -> y - x
///     minimum x x, select c x x   -> x         select (not c) x y  -> select c y x
///
/// For integers, x * 0, x + 0 and x - x are replaced too. Operations on immediates are folded as by fold_constants.
/// Afterwards no negation is an operand of a product or quotient.
ir::Graph simplify_exactly(ir::Graph const& graph);

/// Applies algebraic rules that may change the last bits or replace a NaN by a number.
///
///     x + 0, 0 + x                -> x              (a negative zero may become positive)
///     0 - x, negate (x - y)       -> negate x, y - x  (the sign of a zero may change)
///     x * 0, 0 / x, x - x         -> 0              (infinities and NaNs are hidden)
///     c1 * (c2 * x)               -> (c1 c2) * x    (c1, c2 immediates)
///     x / c                       -> x * (1 / c)    (x varies over the grid and c does not: 1 / c leaves the loop)
///     power x n                   -> x * x * ...    (n whole, at most 16, by repeated squaring; 1 / ... for n < 0)
///     power x (n + 1/2)           -> power x n * sqrt x
///     power x (n + 1/3)           -> x < 0 ? NaN : power x n * cbrt x   (2/3: the square of cbrt x)
///     power x (n + 1/6)           -> power x n * sqrt (cbrt x)          (5/6: times the square of cbrt x)
///
/// A power of a negative number with a fractional exponent remains NaN. C's pow and exponents that are known at run
/// time only give NaN too. To obtain the real root, an equation uses cbrt(x). At -0 and -infinity the results are those
/// of sqrt and cbrt, which may differ from those of pow.
///
/// Each rule changes a result by a few units in the last place of the replaced value. A term with coefficient zero is
/// removed even if its other factor is infinite, because equations expanded from tensors contain many such terms.
ir::Graph canonicalise(ir::Graph const& graph);

/// Brings sums and products to a normal form. Like terms are collected, and values that differ only in the order of
/// terms or factors are computed once. Changes rounding, and may replace an infinity or a NaN by a number.
///
///     (a + b) - b - a             -> 0
///     u + u + u - 3 * u           -> 0
///     2 * a + b - a               -> a + b
///     (w + 1/3) + 1/6             -> w + 1/2       (an immediate is read as the fraction that it was rounded from)
///     (2 * x) * (3 * y)           -> 6 * (x * y)
///     (A * x) * B                 -> (A * B) * x   (A, B do not vary over the grid)
///     x * y * x * y               -> square (x * y)
///     (a + b) + c, (c + b) + a    -> one value
///
/// A sum is a list of products with rational coefficients. A product is a list of factors with integer powers. Sums
/// within sums and products within products are expanded, even if other values use them. Products are not distributed
/// over sums, except for a rational factor. A value is rewritten only if this saves operations; operations that other
/// values still need are not saved. Values that are not rewritten keep their operations in the same order. The terms of
/// a rewritten sum are added in the order of the graph's operands, and terms that do not vary over the grid are added
/// last.
ir::Graph collect_terms(ir::Graph const& graph);

/// Replaces products that are used only in one sum by fused multiply-adds, which round once. Changes rounding.
///
///     %2 = multiply %0 %1
///     %4 = add %2 %3              ->   %4 = fma %0 %1 %3
///
/// x - y * z becomes fma(negate y, z, x), and x * y - z becomes fma(x, y, negate z); an immediate factor is negated
/// instead of y. If both operands are such products, the product with the greater id is fused. A product that does not
/// vary over the grid remains if the sum varies, because it is computed outside the loops. The graph contains every fma
/// explicitly: no later stage contracts operations.
///
/// Displaced copies of an expression (ir::shifted_equivalents) are fused in the same way: a product is not fused if one
/// of its copies has several uses. The copies therefore remain equal expressions, which a plan can compute once.
ir::Graph form_fma(ir::Graph const& graph);

/// Run-time values that are known before a kernel is compiled.
struct KnownValues {
  /// Values of reals and integers, keyword indices, and booleans as 0 or 1.
  std::map<std::string, double> parameters{};
  std::optional<std::array<double, 3>> spacing{};
  std::optional<std::array<double, 3>> origin{};
  std::optional<std::array<int, 3>> global_size{};
  std::optional<double> time_step{};
};

/// Replaces known run-time values by immediates that are bitwise equal to the values that the kernel would receive.
/// Exact.
///
///     %0 = parameter eps          ->   %0 = immediate real64 0.1
///     %1 = spacing x              ->   %1 = immediate real64 0.0125
///
/// Coordinates and parameters without a known value are unchanged. Throws base::InternalError if a known value is not
/// representable in the type of its parameter.
ir::Graph substitute_known_values(ir::Graph const& graph, KnownValues const& known);

/// Removes the axes along which the grid has a single point: all variables are constant along these axes. A value at a
/// displaced point is replaced by the value at the point itself, and the result is compiled again, so that derivatives
/// along these axes vanish and cost nothing. Changes rounding, and hides infinities and NaNs that vanish.
///
///     %1 = shift %0 [0,0,1]
///     %2 = shift %0 [0,0,-1]
///     %3 = subtract %1 %2         ->   %3 = immediate real64 0        (for the size 64 x 64 x 1)
///
/// Coordinates along such an axis are those of its only point. A graph that reads no neighbours along these axes on
/// this grid is returned unchanged. Throws base::InternalError as compile() does.
ir::Graph omit_axes(ir::Graph const& graph, std::array<int, 3> const& global_size);

/// Returns whether the graph reads neighbours along an axis along which the grid has a single point.
bool reads_omitted_axes(ir::Graph const& graph, std::array<int, 3> const& global_size);

/// A pass of one of the two pipelines below. The first pipeline runs when equations are compiled, the second when a
/// kernel is specialised for known run-time values.
struct Pass {
  std::string name;        ///< name in `edlc --dump-after=NAME`
  std::string establishes; ///< condition that the graph satisfies after the pass
  bool is_exact;           ///< whether every bit of the results is preserved
  std::function<ir::Graph(ir::Graph const&)> run;
};

/// A function that is called after every pass with the name of the pass and its result.
using Observer = std::function<void(std::string const& pass, ir::Graph const& graph)>;

/// The passes that edlc runs once. These passes determine the order of operations and therefore all rounding; some of
/// these passes change rounding.
std::vector<Pass> const& compile_time_passes();

/// The passes that run for every specialised kernel. All of these passes are exact, so that the results depend neither
/// on the plan nor on the set of known values.
std::vector<Pass> run_time_passes(KnownValues const& known);

/// Runs the passes in order and verifies the graph after each.
ir::Graph run(std::vector<Pass> const& passes, ir::Graph const& graph, Observer const& observer = {});

/// Runs compile_time_passes in rounds until a round changes nothing; for almost every graph one round suffices. The
/// function is idempotent. Throws base::InternalError if the graph still changes after ten rounds.
ir::Graph compile(ir::Graph const& graph, Observer const& observer = {});

/// Runs run_time_passes, after omit_axes() if the size of the grid is known. The result lists only the parameters and
/// inputs that the specialised graph needs.
ir::Graph specialise(ir::Graph const& graph, KnownValues const& known, Observer const& observer = {});

} // namespace chemora::passes
