#include "codegen/emit/simplify_tree.hpp"

#include "codegen/emit/tree_questions.hpp"

#include <set>

namespace chemora::emit {

namespace {

using ir::NodeKind;
using ir::TreeNode;

/// Returns whether an assignment was removed.
bool remove_unread(std::vector<TreeNode>& nodes, std::set<std::string> const& unread) {
  bool result = std::erase_if(nodes, [&](TreeNode const& node) {
                  return node.kind == NodeKind::assignment && unread.contains(node.target->name);
                }) > 0;
  for (TreeNode& node : nodes) result |= remove_unread(node.body, unread);
  return result;
}

bool changes_its_value(TreeNode const& condition) {
  bool result = false;
  for_each_element(condition.body, [&](ir::ExpressionPtr const& element, bool is_written) {
    result |= is_written && reads(condition.condition, element->name);
  });
  return result;
}

std::vector<TreeNode> fused(std::vector<TreeNode> nodes) {
  std::vector<TreeNode> result;
  for (TreeNode& node : nodes) {
    TreeNode* const last = result.empty() ? nullptr : &result.back();
    bool const is_same = last && node.kind == NodeKind::condition && last->kind == NodeKind::condition &&
                         ir::equal(last->condition, node.condition) && !changes_its_value(*last);
    if (is_same)
      last->body.insert(last->body.end(), node.body.begin(), node.body.end());
    else
      result.push_back(std::move(node));
  }
  for (TreeNode& node : result) node.body = fused(std::move(node.body));
  return result;
}

} // namespace

ir::LoopTree without_dead_assignments(ir::LoopTree tree) {
  bool is_changed = true;
  while (is_changed) {
    std::set<std::string> read, unread;
    collect_names_in_bounds(tree.body, read);
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

ir::LoopTree with_fused_conditions(ir::LoopTree tree) {
  tree.body = fused(std::move(tree.body));
  return tree;
}

} // namespace chemora::emit
