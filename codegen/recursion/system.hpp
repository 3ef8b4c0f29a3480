/// Systems of recurrence equations: what a file of recursions (docs/recursions.md) computes, after names and types are
/// resolved. Each function is a table over a box of integers. Each element of a table follows from other elements.
///
///     int d(seq[en] s, index[s] i, seq[en] t, index[t] j) =
///       if i == 0 then j else if j == 0 then i
///       else if s[i - 1] == t[j - 1] then d(i - 1, j - 1)
///       else (d(i - 1, j) min d(i, j - 1) min d(i - 1, j - 1)) + 1
///
/// becomes the function d with the dimensions i: 0 to length_s and j: 0 to length_t, and three cases:
///
///     i = 0:                         j
///     i >= 1 and j = 0:              i
///     i >= 1 and j >= 1:             select(s[i - 1] == t[j - 1], d[i - 1, j - 1],
///                                           min(min(d[i - 1, j], d[i, j - 1]), d[i - 1, j - 1]) + 1)
///
/// **Sizes.** Integer names that are constant during a run occur in ranges, conditions and expressions: `length_s` for
/// a sequence `s`, `n_states_h` and `n_transitions_h` for a hidden Markov model `h`, `length_p` for a profile `p`, the
/// name itself for an integer that is only a calling parameter, `initial_n` for the first value of a recursive integer
/// `n`, and `points_x`, `points_y`, `points_z` for the numbers of points of the global grid.
#pragma once

#include "codegen/ir/expression.hpp"
#include "codegen/loops/loop_kernel.hpp"
#include "codegen/recursion/wide_number.hpp"
#include "framework/base/source_text.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace chemora::recursion {

/// Returns the first item with this name, or null.
template <class Items>
auto const* find_in(Items const& items, std::string const& name) {
  auto const found = std::find_if(items.begin(), items.end(), [&](auto const& item) { return item.name == name; });
  return found == items.end() ? nullptr : &*found;
}

/// The type of a value. In expressions, `integer` and `character` have the type int32; `real` and `probability` are
/// real64. Infinite integers occur as numbers of type int32 with the value +infinity or -infinity: they are neutral in
/// minima and maxima, and stay infinite in sums.
enum class ValueType { integer, real, probability, boolean, character };
std::string_view to_text(ValueType type);
/// The largest magnitude of finite integers: 2^53 - 1, so that real64 represents all of them.
constexpr double max_integer = 9007199254740991;
ir::Type ir_type(ValueType type);

/// What a recursive parameter ranges over. Every range is mapped to the integers from `lower` to `upper`.
enum class DimensionKind {
  integer,  ///< 0 to its first value
  index,    ///< 0 to the length of a sequence
  state,    ///< states of a hidden Markov model, in any order; the first is the start state and the last the end state
  position, ///< 0 to the length of a profile + 1
  axis      ///< points of the global grid along an axis
};

struct Dimension {
  std::string name{};
  DimensionKind kind = DimensionKind::integer;
  ir::LinearExpression lower{}, upper{}; ///< included; in terms of sizes
  std::string of{};                      ///< the sequence, model or profile; for an axis `x`, `y` or `z`
};

/// An array that expressions read: a calling parameter or a part of one. Elements are named `array[subscripts]`.
struct InputArray {
  /// Names after which the arrays of a parameter `p` are called:
  ///     letters      `p`             seq: codes of the letters by position from 0
  ///     matrix       `p`             [row letter, column letter]
  ///     model        `p_first`       [state] number of the first transition to (`p_first_to`) or from (`p_first_from`)
  ///                                  the state; with n_states + 1 elements
  ///                  `p_order_to`    transitions ordered by their end (`p_order_from`: by their start)
  ///                  `p_start`, `p_end`, `p_prob`   [transition]
  ///                  `p_emission`    [state, letter]
  ///     profile      `p_match`, `p_insert` [position, letter]; `p_entry`, `p_mm`, `p_mi`, `p_md`, `p_im`, `p_ii`,
  ///                  `p_dm`, `p_dd` [position]; with length_p + 2 positions
  ///     grid         `p`             [x, y, z] global indices, a grid function
  enum class Kind { letters, matrix, model, profile, grid };
  std::string name{};
  Kind kind = Kind::letters;
  std::string parameter{}; ///< the calling parameter, or the grid function of the statement `grid`
  ir::Type type = ir::Type::int32;
  /// In terms of sizes. The extent of an axis of letters is the number of letters; 0 if the alphabet is not known.
  std::vector<ir::LinearExpression> extents{};
  std::optional<std::string> alphabet{}; ///< of letters, and of the axes of a matrix and of emissions
};

/// The range of a variable of a reduction. For transitions of a state, the bounds are elements of `p_first_to`.
struct Range {
  std::string variable{};
  ir::ExpressionPtr first{}, last{}; ///< both included; linear for ranges of integers
  base::SourcePosition where{};
};

/// A call of a function in a case, with the values of its recursive arguments.
struct Call {
  std::string caller{}, callee{};
  std::size_t case_number = 0;
  /// The arguments as linear expressions of the caller's dimensions, sizes and variables of ranges. Empty for an
  /// argument that may have any value, such as the start of a transition.
  std::vector<std::optional<ir::LinearExpression>> arguments{};
  ir::ExpressionPtr element{}; ///< the call in the value of the case
  /// Constraints under which the call happens, besides the ranges of the caller's dimensions: the domain of the case
  /// and the linear ranges of variables. The paper's criteria do not use them (R5).
  std::vector<loops::Constraint> domain{};
  std::string text{}; ///< as in the file, for messages: `d(i - 1, j)`
  base::SourcePosition where{};
};

/// The value of the elements of a table in a part of its domain. The domains of the cases of a function are disjoint
/// and cover the box of the dimensions.
struct Case {
  std::vector<loops::Constraint> domain{}; ///< in terms of dimensions and sizes
  /// Names are dimensions, sizes, scalar parameters and variables of ranges. Calls are elements of arrays that have
  /// the names of functions. Choices that depend on data are selections. Sums and extrema over ranges are reductions
  /// with one loop.
  ir::ExpressionPtr value{};
};

/// The text of a call in the file, `d(i - 1, j)`, and its position.
struct CallSite {
  ir::ExpressionPtr element{}; ///< as in the values of cases
  std::string text{};
  base::SourcePosition where{};
};

struct Function {
  std::string name{};
  ValueType type = ValueType::integer;
  std::vector<std::string> calling{}; ///< calling parameters in the order of the declaration
  std::vector<Dimension> dimensions{};
  std::vector<Case> cases{};
  std::vector<CallSite> call_sites{};
  std::vector<Range> ranges{}; ///< of the variables of reductions, which have different names in a system
  /// The schedule that the user specifies with `schedule d: 2*i + j`, in terms of dimensions.
  std::optional<ir::LinearExpression> schedule{};
  base::SourcePosition where{};
};

/// A reduction of a table or one element of it, of which a result is computed.
struct TableValue {
  std::string name{};                 ///< the name that stands for the value in Result::value
  std::optional<ir::Op> over{};       ///< minimum, maximum or add over all `domain` points; nothing: a single element
  std::vector<Dimension> variables{}; ///< variables of the reduction, outermost first
  std::vector<loops::Constraint> domain{}; ///< restricts the variables
  std::string function{};
  std::vector<ir::LinearExpression> arguments{}; ///< in terms of the variables and sizes
};

/// What a function without recursive parameters returns, or the call of a recursive function with the last values of
/// its dimensions: index = length, integer = first value, state = end state.
struct Result {
  std::string name{};
  ValueType type = ValueType::integer;
  std::vector<std::string> calling{};
  std::vector<TableValue> tables{};
  /// An expression of the names of `tables`, sizes and scalars. Logarithms of probabilities are natural.
  ir::ExpressionPtr value{};
};

/// The functions that one result needs. A system without results belongs to a statement `sweep`.
struct System {
  std::string name{};
  std::vector<Function> functions{}; ///< functions that call each other, callees of other functions first
  std::vector<InputArray> arrays{};
  std::vector<std::string> sizes{};          ///< all integer names
  std::map<std::string, ir::Type> scalars{}; ///< scalar parameters that are not sizes, for example a gap cost
  std::optional<Result> result{};
  base::SourcePosition where{};

  /// Return the item with this name. Throw base::InternalError if there is none; `find_` returns null instead.
  Function const& function(std::string const& name) const;
  Function const* find_function(std::string const& name) const;
  InputArray const& array(std::string const& name) const;
};

/// Returns all calls between functions of the system, in the order of the file.
std::vector<Call> calls(System const& system);

/// Returns a readable text of the system, for the report and for tests.
std::string to_text(System const& system);

/// Values of everything that a run of a system reads.
struct Inputs {
  std::map<std::string, long> sizes{};
  std::map<std::string, double> scalars{};
  std::map<std::string, std::vector<double>> arrays{}; ///< last axis fastest
};

/// The value of a result. A probability is its natural logarithm.
struct Value {
  double number = 0;
  std::vector<long> position{}; ///< of the first extremum in lexicographic order, for a result that is one reduction
};

/// Computes the result by recursion with memory, in long double for probabilities and reals: the oracle of all plans.
/// Integers are exact; an integer beyond max_integer is an error. Throws base::UserError for an element outside of an
/// array or a table, and for a recursion that does not end.
Value interpret(System const& system, Inputs const& inputs);

struct TableElement {
  std::string function{};
  std::vector<long> position{};
};

/// Returns the elements from which the result follows by minima and maxima, from an element without calls to the
/// element of the result. Of several alternatives with equal values, the path follows the first; real numbers are equal
/// if they differ by rounding errors. Throws base::UserError
/// if the result follows from several tables, sums or combinations of calls, and as interpret() does.
std::vector<TableElement> interpret_path(System const& system, Inputs const& inputs);

/// Returns an element of the table of a function; the elements are numbered from 0, the last dimension fastest.
using ReadElement = std::function<WideNumber(std::string const& function, std::size_t number)>;

/// The same for tables that are already computed.
std::vector<TableElement> path_in_tables(System const& system, Inputs const& inputs, ReadElement const& read);

} // namespace chemora::recursion
