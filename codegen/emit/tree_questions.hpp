/// Questions about the nodes of loop trees, for the printer for the host, and changes of all their expressions.
#pragma once

#include "codegen/ir/loop_tree.hpp"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace chemora::emit {

/// Returns whether the iterations of the node, a loop, are divided among threads of the host.
bool is_divided(ir::TreeNode const& node);

/// Returns whether the iterations of the node, a loop, are the lanes of vectors.
bool is_vector_loop(ir::TreeNode const& node);

/// Returns whether a bound of the loop uses one of the names.
bool depends_on(ir::TreeNode const& loop, std::set<std::string> const& names);

/// Returns whether a loop whose bounds are values of `scalars` contains another loop, so that the iterations of the
/// enclosing loops have much work, and different amounts of it.
bool has_unequal_work(std::vector<ir::TreeNode> const& nodes, std::set<std::string> const& scalars);

/// Returns whether a linear expression is at least 0.
using Holds = std::function<bool(ir::LinearExpression const& non_negative)>;

/// Returns a subscript such as `maximum(i - 1, 0)` without those minima and maxima of linear expressions of which one
/// operand contains the variable and is the result, which `holds` decides.
ir::ExpressionPtr without_limits(ir::ExpressionPtr const& subscript, std::string const& variable, Holds const& holds);

/// Adds the variables of all loops.
void collect_variables(std::vector<ir::TreeNode> const& nodes, std::set<std::string>& variables);

/// Adds the names in the bounds of loops: loop variables, parameters and scalars.
void collect_names_in_bounds(std::vector<ir::TreeNode> const& nodes, std::set<std::string>& names);

/// Calls `visit` for every element, and whether it is the target of an assignment.
void for_each_element(std::vector<ir::TreeNode> const& nodes,
                      std::function<void(ir::ExpressionPtr const&, bool)> const& visit);

/// Replaces the expressions of the nodes and of all nodes inside them, as ir::transformed().
void transform_expressions(std::vector<ir::TreeNode>& nodes,
                           std::function<ir::ExpressionPtr(ir::ExpressionPtr const&)> const& replace);

/// Returns the size of the elements that determines the number of lanes: that of the narrowest integer type in which
/// the nodes compute, otherwise that of the widest type. Copies and conversions do not count as computations;
/// assignments of elements whose subscripts are read from arrays do.
int bytes_of_lanes(std::vector<ir::TreeNode> const& nodes);

/// Returns whether the expression contains an element of the array.
bool reads(ir::ExpressionPtr const& expression, std::string const& array);

/// Returns whether the first node of the loop's body that accesses a private scalar sets it.
bool sets_first(ir::TreeNode const& loop, std::string const& scalar);

constexpr long max_statements_to_repeat = 64; ///< largest body that is emitted for vectors of every width

/// Returns whether a vector loop is short enough to repeat its body, and has all of its iterations in most cases.
bool is_often_complete(ir::TreeNode const& loop);

/// Returns the vector loop of this kind that is the body of the loop, if its range does not change between the
/// iterations; otherwise null.
ir::TreeNode const* loop_of_often_complete_vectors(ir::TreeNode const& loop);

/// Returns the condition under which all nodes of the loop's body are executed, if the body assigns an array that the
/// condition reads; null otherwise. As soon as the condition is false, further iterations have no effect.
ir::ExpressionPtr condition_of_iterations(ir::TreeNode const& loop);

} // namespace chemora::emit
