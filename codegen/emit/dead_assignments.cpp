#include "codegen/emit/dead_assignments.hpp"

#include "codegen/emit/tree_questions.hpp"

#include <set>

namespace chemora::emit {

namespace {

using ir::NodeKind;
using ir::TreeNode;

/// Adds the names in the bounds of loops, some of which are arrays.
void collect_bounds(std::vector<TreeNode> const& nodes, std::set<std::string>& names) {
  for (TreeNode const& node : nodes) {
    for (auto const* bounds : {&node.lower, &node.upper})
      for (ir::Bound const& bound : *bounds)
        for (auto const& [name, factor] : bound.numerator.factors) names.insert(name);
    collect_bounds(node.body, names);
  }
}

/// Returns whether an assignment was removed.
bool remove_unread(std::vector<TreeNode>& nodes, std::set<std::string> const& unread) {
  bool result = std::erase_if(nodes, [&](TreeNode const& node) {
                  return node.kind == NodeKind::assignment && unread.contains(node.target->name);
                }) > 0;
  for (TreeNode& node : nodes) result |= remove_unread(node.body, unread);
  return result;
}

} // namespace

ir::LoopTree without_dead_assignments(ir::LoopTree tree) {
  bool is_changed = true;
  while (is_changed) {
    std::set<std::string> read, unread;
    collect_bounds(tree.body, read);
    for_each_element(tree.body, [&](ir::ExpressionPtr const& element, bool is_written) {
      if (!is_written) read.insert(element->name);
    });
    for (ir::TypedArray const& array : tree.arrays)
      if (!array.is_argument && array.scope == ir::Scope::registers && !read.contains(array.name))
        unread.insert(array.name);
    is_changed = remove_unread(tree.body, unread);
  }
  return tree;
}

} // namespace chemora::emit
