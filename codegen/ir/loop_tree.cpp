#include "codegen/ir/loop_tree.hpp"

#include <algorithm>

namespace chemora::ir {

namespace {

void collect_written(std::vector<TreeNode> const& nodes, std::set<std::string>& written) {
  for (TreeNode const& node : nodes) {
    if (node.kind == NodeKind::assignment) written.insert(node.target->name);
    collect_written(node.body, written);
  }
}

void collect_threads(std::vector<TreeNode> const& nodes, base::Index3& threads) {
  for (TreeNode const& node : nodes) {
    if (node.kind == NodeKind::loop && node.mapping == Mapping::block)
      threads[node.axis] = std::max(threads[node.axis], node.extent);
    collect_threads(node.body, threads);
  }
}

} // namespace

TreeArguments arguments_of(LoopTree const& tree) {
  std::set<std::string> written;
  collect_written(tree.body, written);
  TreeArguments arguments;
  for (TypedArray const& array : tree.arrays)
    if (array.is_argument) (written.contains(array.name) ? arguments.outputs : arguments.inputs).push_back(array.name);
  return arguments;
}

std::vector<std::vector<TreeNode>> phases_of(LoopTree const& tree) {
  std::vector<std::vector<TreeNode>> phases(1);
  for (TreeNode const& node : tree.body)
    if (node.kind == NodeKind::barrier && node.barrier == Scope::grid)
      phases.emplace_back();
    else
      phases.back().push_back(node);
  return phases;
}

base::Index3 threads_of(LoopTree const& tree) {
  base::Index3 threads{1, 1, 1};
  collect_threads(tree.body, threads);
  return threads;
}

} // namespace chemora::ir
