/// Makes and examines nodes of typed programs.
#pragma once

#include "codegen/ir/expression.hpp"
#include "codegen/patterns/pattern.hpp"

#include <functional>
#include <map>
#include <set>

namespace chemora::patterns {

/// The name of the result of a kernel, which no variable of a program has.
constexpr char const* kernel_result = ".result";
/// Returns the name of a further argument of a kernel: `.result.NAME`. NAME is the name of a variable, or begins with a
/// dot.
inline std::string result_argument(std::string const& name) { return std::string(kernel_result) + "." + name; }

/// Returns the type of scalars in kernels.
ir::Type ir_type(Kind kind);
/// Returns the type of elements of arrays in kernels; truth values are integers.
ir::Type memory_type(Kind kind);
/// Returns the type of elements of arrays in kernels: real64 if a field of a structure is real. Integers are then
/// stored as reals, which represent them exactly.
ir::Type memory_type(Program const& program, Type const& element);
/// Returns a value as an array in memory contains it, with 0 and 1 as truth values.
ir::ExpressionPtr in_memory(ir::ExpressionPtr const& value, ir::Type memory);
/// Returns the value that an array in memory contains.
ir::ExpressionPtr from_memory(ir::ExpressionPtr const& number, ir::Type type);
/// Returns the word of the language for a pattern, such as `map` or `sum`.
std::string pattern_word(Pattern const& pattern);

Type scalar_type(Kind kind);
Type structure_type(std::string const& name);
Type array_type(int rank, Type const& element, bool is_over_grid);

NodePtr make_number(Kind kind, double number, base::SourcePosition const& where);
inline NodePtr make_integer(long number, base::SourcePosition const& where) {
  return make_number(Kind::integer, static_cast<double>(number), where);
}
/// Operands of arithmetic and comparisons have equal types. Operations on numbers are evaluated.
NodePtr make_operation(ir::Op op, std::vector<NodePtr> operands, base::SourcePosition const& where);
/// Converts integers to reals and reals to integers (truncated).
NodePtr converted(NodePtr const& node, Kind kind);

/// Returns `let variable = value; body`.
NodePtr make_let(int variable, NodePtr const& value, NodePtr const& body);

/// Calls `visit` for the expressions that are parts of the node.
void for_each_part(Node const& node, std::function<void(NodePtr const&)> const& visit);
/// Calls `visit` for the expressions that are parts of the generator.
void for_each_part(Generator const& generator, std::function<void(NodePtr const&)> const& visit);

/// Returns whether the node or a part of it holds.
bool any_part(NodePtr const& node, std::function<bool(Node const&)> const& holds);

/// Adds the variables that are parts of the node or of its extents.
void add_variables(NodePtr const& node, std::set<int>& variables);

bool contains_pattern(NodePtr const& node);

/// Returns whether the node is a filter or groupBy.
bool is_selection(Node const& node);

/// Returns whether the node is an element of the array `first` of groups or of a sparse matrix.
bool is_first_of_groups(Node const& node, std::vector<Variable> const& variables);

/// Returns whether the node is an element of a grid function.
bool is_grid_element(Program const& program, Node const& node);

/// Returns whether an integer is a sum of multiples of variables and a number.
bool is_linear(Node const& integer);

/// Structural equality of expressions without patterns; nodes with patterns equal themselves only.
bool same_node(NodePtr const& a, NodePtr const& b);

/// Returns the node with `value` in place of the variable.
NodePtr with_variable(NodePtr const& node, int variable, NodePtr const& value);

/// Returns the node in which `replace` has replaced parts, innermost first. `replace` receives each node after its
/// parts have been replaced, and returns it or another one.
NodePtr transformed(NodePtr const& node, std::function<NodePtr(NodePtr const&)> const& replace);
Generator transformed(Generator generator, std::function<NodePtr(NodePtr const&)> const& replace);

/// Returns the statement with changed expressions.
Statement with_own_expressions(Statement statement, std::function<NodePtr(NodePtr const&)> const& change);
/// Returns the statement with changed expressions, also of the statements inside.
Statement with_expressions(Statement statement, std::function<NodePtr(NodePtr const&)> const& change);

/// Returns the expression without checks of subscripts, and without definitions that nothing uses.
NodePtr without_checks(NodePtr const& node);

/// Returns an array of an array of groups.
NodePtr make_group_part(NodePtr const& groups, GroupPart part, base::SourcePosition const& where);

/// Returns the number of elements of a range as integer; a negative number stands for none.
NodePtr count_of(Generator const& range);

/// Finds subscripts that are inside arrays for all inputs.
class SubscriptRanges {
public:
  /// The variables of the program, which must outlive this object.
  explicit SubscriptRanges(std::vector<Variable> const& variables) : variables_(&variables) {}

  void add(Generator const& generator);
  /// Returns the end of the range of an integer, which is a variable or an element of an array: the integer is at least
  /// 0 and less than the end. Null if no end is known.
  NodePtr end_of(NodePtr const& integer) const;
  /// Whether the subscript is the variable of a range over the whole extent, or limited to the extent as in
  /// `max(0, min(i, n - 1))`.
  bool are_inside(NodePtr const& subscript, NodePtr const& extent) const;
  /// Returns a number that is not larger than the integer; -infinity if none is known.
  double lower_bound(NodePtr const& integer) const;

private:
  bool is_below(NodePtr const& integer, NodePtr const& end) const;

  std::vector<Variable> const* variables_;
  std::map<int, NodePtr> counts_{}; ///< numbers of elements of ranges that begin with 0, by variable
};

} // namespace chemora::patterns
