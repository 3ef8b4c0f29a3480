#include "codegen/emit/expand_copies.hpp"

#include "codegen/emit/tree_questions.hpp"
#include "framework/base/text.hpp"

#include <algorithm>
#include <optional>

namespace chemora::emit {

namespace {

using ir::ExpressionPtr;
using ir::LinearExpression;
using ir::Mapping;
using ir::NodeKind;
using ir::TreeNode;
using ir::TypedArray;

using Paths = std::map<std::string, std::vector<AccessPath>>;

void find_accesses(std::vector<TreeNode> const& nodes, AccessPath& path, Paths& paths) {
  for (TreeNode const& node : nodes) {
    for (ExpressionPtr const& expression : {node.condition, node.target, node.value})
      if (expression)
        ir::for_each(expression, [&](ExpressionPtr const& e) {
          if (e->kind == ir::ExpressionKind::element) paths[e->name].push_back(path);
        });
    for (auto const* bounds : {&node.lower, &node.upper}) // bounds may use scalar temporaries by name
      for (ir::Bound const& bound : *bounds)
        for (auto const& [name, factor] : bound.numerator.factors) paths[name].push_back(path);
    if (node.kind == NodeKind::loop) path.push_back(&node);
    find_accesses(node.body, path, paths);
    if (node.kind == NodeKind::loop) path.pop_back();
  }
}

/// A loop variable, and its values in all loops with this variable.
struct ExpandedLoop {
  std::string variable{};
  Mapping mapping = Mapping::block;
  int axis = 0;
  LinearExpression first{};
  long extent = 0;
};

bool is_fastest(ExpandedLoop const& loop) {
  return loop.mapping == Mapping::vector || (loop.mapping == Mapping::block && loop.axis == 0);
}

std::optional<long> constant_lower(TreeNode const& loop) {
  std::optional<long> result;
  for (ir::Bound const& bound : loop.lower)
    if (bound.divisor == 1 && bound.numerator.is_constant())
      result = std::max(result.value_or(bound.numerator.constant), bound.numerator.constant);
  return result;
}

/// Extends the values by those of another loop with the same variable. The smallest constant is the first value;
/// without constants, the loops have the same lower bound.
void include(ExpandedLoop& expanded, TreeNode const& loop) {
  auto const lower = constant_lower(loop);
  long const n_values = static_cast<long>(loop.extent - 1) * loop.step + 1;
  if (expanded.extent == 0) {
    if (lower)
      expanded.first = ir::linear(*lower);
    else if (loop.lower.size() == 1 && loop.lower[0].divisor == 1)
      expanded.first = loop.lower[0].numerator;
  }
  if (lower && expanded.first.is_constant()) {
    long const old_first = expanded.first.constant, first = std::min(old_first, *lower);
    expanded.extent = std::max(old_first + expanded.extent, *lower + n_values) - first;
    expanded.first = ir::linear(first);
  } else if (lower) {
    expanded.first = ir::linear(*lower);
    expanded.extent = std::max(expanded.extent, n_values);
  } else {
    expanded.extent = std::max(expanded.extent, n_values);
  }
}

std::vector<ExpandedLoop> loops_to_expand(TypedArray const& array, std::vector<AccessPath> const& paths,
                                          ExpandOptions const& options) {
  std::size_t const depth = depth_of_declaration(array, paths);
  std::vector<ExpandedLoop> loops;
  for (AccessPath const& path : paths)
    for (std::size_t n = 0; n < path.size(); ++n) {
      TreeNode const& loop = *path[n];
      bool const is_concurrent =
          options.has_concurrent_threads && array.scope == ir::Scope::tile && loop.mapping == Mapping::block;
      bool const is_expanded = is_concurrent || (n >= depth && options.mappings.contains(loop.mapping));
      if (!is_expanded || !base::contains(array.copies, loop.variable)) continue;
      auto found = std::find_if(loops.begin(), loops.end(),
                                [&](ExpandedLoop const& other) { return other.variable == loop.variable; });
      if (found == loops.end())
        found = loops.insert(loops.end(), ExpandedLoop{loop.variable, loop.mapping, loop.axis, {}, 0});
      include(*found, loop);
    }
  std::stable_sort(loops.begin(), loops.end(), [](ExpandedLoop const& left, ExpandedLoop const& right) {
    return is_fastest(left) > is_fastest(right);
  });
  return loops;
}

void add_subscripts(std::vector<TreeNode>& nodes, std::string const& array,
                    std::vector<ExpressionPtr> const& subscripts) {
  transform_expressions(nodes, [&](ExpressionPtr const& e) {
    if (e->kind != ir::ExpressionKind::element || e->name != array) return e;
    auto all = e->operands;
    all.insert(all.end(), subscripts.begin(), subscripts.end());
    return ir::make_element(e->type, array, all);
  });
}

ExpandedArray expand(ir::LoopTree& tree, TypedArray& array, std::vector<ExpandedLoop> const& loops) {
  bool const has_fastest = is_fastest(loops.front());
  ExpandedArray const expanded{array.axes.size(), has_fastest ? loops.front().extent : 0};
  int nesting = 1;
  for (ir::ArrayAxis& axis : array.axes) {
    axis.layout = ir::AxisLayout::nested;
    axis.nesting += nesting;
  }
  nesting += static_cast<int>(array.axes.size()) + 1;
  std::vector<ExpressionPtr> subscripts;
  for (ExpandedLoop const& loop : loops) {
    bool const is_first = has_fastest && subscripts.empty();
    array.axes.push_back(
        {.name = loop.variable, .extent = ir::linear(loop.extent), .nesting = is_first ? 0 : nesting++});
    subscripts.push_back(ir::make_linear(ir::linear(loop.variable) - loop.first));
    std::erase(array.copies, loop.variable);
  }
  add_subscripts(tree.body, array.name, subscripts);
  return expanded;
}

} // namespace

Paths access_paths(ir::LoopTree const& tree) {
  Paths paths;
  AccessPath path;
  find_accesses(tree.body, path, paths);
  return paths;
}

std::size_t depth_of_declaration(TypedArray const& array, std::vector<AccessPath> const& paths) {
  std::size_t depth = 0;
  for (; depth < paths.front().size(); ++depth) {
    TreeNode const* const loop = paths.front()[depth];
    for (AccessPath const& path : paths)
      if (path.size() <= depth || path[depth] != loop) return depth;
    if (loop->mapping != Mapping::blocks && !base::contains(array.copies, loop->variable)) return depth;
  }
  return depth;
}

std::map<std::string, ExpandedArray> expand_copies(ir::LoopTree& tree, ExpandOptions const& options) {
  Paths const paths = access_paths(tree);
  std::map<std::string, ExpandedArray> expanded;
  for (TypedArray& array : tree.arrays) {
    if (array.is_argument || array.scope == ir::Scope::grid || !paths.contains(array.name)) continue;
    auto const loops = loops_to_expand(array, paths.at(array.name), options);
    if (!loops.empty()) expanded[array.name] = expand(tree, array, loops);
  }
  return expanded;
}

} // namespace chemora::emit
