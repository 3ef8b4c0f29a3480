#include "codegen/emit/fuse_conditions.hpp"

#include "codegen/emit/tree_questions.hpp"

namespace chemora::emit {

namespace {

using ir::NodeKind;
using ir::TreeNode;

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

ir::LoopTree with_fused_conditions(ir::LoopTree tree) {
  tree.body = fused(std::move(tree.body));
  return tree;
}

} // namespace chemora::emit
