/// Reductions of sweeps in programs on arrays (array_sweep.hpp).
#pragma once

#include "codegen/patterns/grid_program.hpp"

#include <functional>
#include <limits>

namespace chemora::patterns {

/// An exact sum has this many numbers, whose sum it is, and a truth value: whether these cannot represent it.
constexpr std::size_t max_parts = 6;

constexpr int no_point = std::numeric_limits<int>::max(); ///< instead of the number of a point

/// The number of fields of a result in the structures of partial_results().
std::size_t n_fields_of(Sweep::Result const& result);

/// Whether a result is the position of an extremum.
bool is_position(Sweep::Kind kind);

/// Returns the result of no points, for results that are one number.
double neutral_number(Sweep::Kind kind, bool is_real);

/// The contributions of a point to the results.
struct PointTerms {
  NodePtr number{};              ///< of the point
  std::vector<NodePtr> values{}; ///< of each result; null if it counts all points
};
using UseTerms = std::function<NodePtr(PointTerms const& terms)>;

/// Returns an array of `n` structures, of which number t has the results of the elements t, t + n, t + 2 n and so on of
/// a list of `n_points` points. Threads compute them without an exchange. `terms` makes the contributions of the point
/// at a position of the list, and returns what `use` makes of them. The fields of the structure, which `program`
/// receives, are for each result
///
/// - sum: an exact sum
/// - arg_min, arg_max: the number of the first point, the value there, the number of the first point with the best
///   value, and this value; no_point as number if there is none
/// - others: the result. `min` and `max` ignore NaN.
NodePtr partial_results(Program& program, std::vector<Sweep::Result> const& results, int n, NodePtr const& n_points,
                        std::function<NodePtr(NodePtr const& position, UseTerms const& use)> const& terms);

/// Returns an operation on operands of equal types.
NodePtr operation(ir::Op op, NodePtr const& a, NodePtr const& b);
NodePtr make_pattern(Type const& type, Pattern pattern, std::vector<NodePtr> extents = {});

/// Returns `let name = value; body`, where `body` receives the variable.
NodePtr let_in(Program& program, std::string const& name, NodePtr const& value,
               std::function<NodePtr(NodePtr const& variable)> const& body);

} // namespace chemora::patterns
