#include "codegen/emit/host_tree.hpp"

#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace chemora::emit {

namespace {

using ir::ExpressionPtr;
using ir::LinearExpression;
using ir::Mapping;
using ir::NodeKind;
using ir::TreeNode;
using ir::TypedArray;

/// The loops around an access, outermost first.
using Path = std::vector<TreeNode*>;
using Paths = std::map<std::string, std::vector<Path>>;

void add_accesses(ExpressionPtr const& expression, Path const& path, Paths& paths) {
  if (!expression) return;
  ir::for_each(expression, [&](ExpressionPtr const& e) {
    if (e->kind == ir::ExpressionKind::element) paths[e->name].push_back(path);
  });
}

void find_accesses(std::vector<TreeNode>& nodes, Path& path, Paths& paths) {
  for (TreeNode& node : nodes) {
    for (ExpressionPtr const& expression : {node.condition, node.target, node.value})
      add_accesses(expression, path, paths);
    for (auto const* bounds : {&node.lower, &node.upper}) // bounds may use scalar temporaries by name
      for (ir::Bound const& bound : *bounds)
        for (auto const& [name, factor] : bound.numerator.factors) paths[name].push_back(path);
    if (node.kind == NodeKind::loop) path.push_back(&node);
    find_accesses(node.body, path, paths);
    if (node.kind == NodeKind::loop) path.pop_back();
  }
}

bool is_thread_loop(TreeNode const& loop) { return loop.mapping == Mapping::block || loop.mapping == Mapping::vector; }

/// Returns the number of loops that enclose all accesses and of which each iteration has its own copy of the array.
/// Blocks always have their own copies.
std::size_t depth_of_declaration(TypedArray const& array, std::vector<Path> const& paths) {
  std::size_t depth = 0;
  for (; depth < paths.front().size(); ++depth) {
    TreeNode const* const loop = paths.front()[depth];
    for (Path const& path : paths)
      if (path.size() <= depth || path[depth] != loop) return depth;
    if (loop->mapping != Mapping::blocks && !base::contains(array.copies, loop->variable)) return depth;
  }
  return depth;
}

/// Returns the loops over threads inside the declaration of which each iteration has its own copy of the array, by
/// variable. Axis 0 is first.
std::vector<TreeNode const*> loops_to_expand(TypedArray const& array, std::vector<Path> const& paths,
                                             std::size_t depth) {
  std::vector<TreeNode const*> loops;
  for (Path const& path : paths)
    for (std::size_t n = depth; n < path.size(); ++n) {
      TreeNode const* const loop = path[n];
      bool const is_new = std::none_of(loops.begin(), loops.end(),
                                       [&](TreeNode const* other) { return other->variable == loop->variable; });
      if (is_new && is_thread_loop(*loop) && base::contains(array.copies, loop->variable)) loops.push_back(loop);
    }
  std::stable_sort(loops.begin(), loops.end(),
                   [](TreeNode const* left, TreeNode const* right) { return left->axis < right->axis; });
  return loops;
}

/// Returns the first value of a loop over threads, which must be the same in all its occurrences.
LinearExpression lower_of(TreeNode const& loop) {
  if (loop.lower.size() != 1 || loop.lower[0].divisor != 1) return {};
  return loop.lower[0].numerator;
}

void replace_elements(std::vector<TreeNode>& nodes, std::string const& array,
                      std::vector<ExpressionPtr> const& subscripts) {
  auto const replace = [&](ExpressionPtr const& e) {
    if (e->kind != ir::ExpressionKind::element || e->name != array) return e;
    auto all = e->operands;
    all.insert(all.end(), subscripts.begin(), subscripts.end());
    return ir::make_element(e->type, array, all);
  };
  for (TreeNode& node : nodes) {
    for (ExpressionPtr* expression : {&node.condition, &node.target, &node.value})
      if (*expression) *expression = ir::transformed(*expression, replace);
    replace_elements(node.body, array, subscripts);
  }
}

/// Adds an axis to the array for each loop, and the corresponding subscript to its elements. The axes of the array
/// itself are between those of axis 0 and those of the other axes.
void expand(ir::LoopTree& tree, TypedArray& array, std::vector<TreeNode const*> const& loops) {
  bool const has_first = loops.front()->axis == 0;
  int nesting = 1;
  for (ir::ArrayAxis& axis : array.axes) {
    axis.layout = ir::AxisLayout::nested;
    axis.nesting = nesting++;
  }
  std::vector<ExpressionPtr> subscripts;
  for (TreeNode const* loop : loops) {
    bool const is_first = loop == loops.front() && has_first;
    array.axes.push_back(
        {.name = loop->variable, .extent = ir::linear(loop->extent), .nesting = is_first ? 0 : nesting++});
    subscripts.push_back(ir::make_linear(ir::linear(loop->variable) - lower_of(*loop)));
  }
  replace_elements(tree.body, array.name, subscripts);
}

} // namespace

HostTree::HostTree(ir::LoopTree tree_for_devices) : tree(std::move(tree_for_devices)) {
  Paths paths;
  Path path;
  find_accesses(tree.body, path, paths);
  for (TypedArray& array : tree.arrays) {
    if (array.is_argument || array.scope == ir::Scope::grid || !paths.contains(array.name)) continue;
    auto const& accesses = paths.at(array.name);
    bool const is_private = array.scope == ir::Scope::registers;
    std::size_t depth = depth_of_declaration(array, accesses);
    if (!is_private) // threads of a block share a tile
      for (std::size_t n = 0; n < depth; ++n)
        if (is_thread_loop(*accesses.front()[n])) depth = n;
    temporaries[depth == 0 ? nullptr : accesses.front()[depth - 1]].push_back(array.name);
    if (!is_private) continue;
    auto const loops = loops_to_expand(array, accesses, depth);
    if (loops.empty()) continue;
    if (loops.front()->axis == 0) expanded[array.name] = {array.axes.size(), loops.front()->extent};
    expand(tree, array, loops);
  }
}

std::vector<TypedArray const*> HostTree::temporaries_of(TreeNode const* loop) const {
  std::vector<TypedArray const*> arrays;
  if (auto const found = temporaries.find(loop); found != temporaries.end())
    for (TypedArray const& array : tree.arrays)
      if (base::contains(found->second, array.name)) arrays.push_back(&array);
  return arrays;
}

} // namespace chemora::emit
