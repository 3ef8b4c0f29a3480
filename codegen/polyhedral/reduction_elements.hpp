/// The elements of ordered reductions (order_reductions.hpp) that a loop combines with different partial results:
///
///     t = x[k]; s = s + t     ->     t = x[32*r + k]; s_partial[k] = s_partial[k] + t
#pragma once

#include "codegen/ir/loop_tree.hpp"

#include <map>
#include <string>
#include <vector>

namespace chemora::polyhedral {

/// A scalar that an assignment of each element updates.
struct Sum {
  ir::Op op = ir::Op::add;
  ir::ExpressionPtr result{};
  std::string partial{}, pending{}; ///< arrays of partial results, and of results of complete subtrees of chunks

  ir::ExpressionPtr neutral() const;
  ir::ExpressionPtr element(std::string const& array, ir::LinearExpression const& subscript) const;
  /// Returns the assignment that combines partial result `part` with the one at a distance.
  ir::TreeNode combine_partial(ir::LinearExpression const& part, int distance) const;
};

/// The loop over the elements of the reductions, which is replaced.
struct ElementsLoop {
  ir::TreeNode const& loop;
  std::vector<Sum> const& sums;

  /// Whether the node is the update of a sum.
  bool is_update(ir::TreeNode const& node) const;
  /// Whether the elements can be lanes of vectors, and a few more evaluations take little time: there are no loops and
  /// no transcendental functions.
  bool is_simple() const;
};

/// The element of an iteration of another loop.
struct ElementOfIteration {
  ir::LinearExpression number{}; ///< for bounds of loops; unused if the elements are simple
  ir::ExpressionPtr value{};     ///< the same as expression
  ir::LinearExpression part{};   ///< number of the partial result
  /// Whether the element is combined with the partial result; null if it always is.
  ir::ExpressionPtr is_present{};
  bool starts = false;                         ///< whether the partial result is neutral before, and not yet stored
  std::map<std::string, std::string> arrays{}; ///< new names of private temporaries
};

/// Returns the body of the loop for the element.
std::vector<ir::TreeNode> body_for(ElementsLoop const& elements, ElementOfIteration const& element);

} // namespace chemora::polyhedral
