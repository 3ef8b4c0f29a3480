#include "codegen/emit/unroll_tree.hpp"

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

/// One iteration of a loop: the value of its variable, and new names of arrays.
struct Iteration {
  std::string variable{};
  LinearExpression value{};
  std::map<std::string, std::string> arrays{};
};

ExpressionPtr copied(ExpressionPtr const& expression, Iteration const& iteration) {
  if (!expression) return expression;
  ExpressionPtr const result = ir::with_names(expression, {{iteration.variable, ir::make_linear(iteration.value)}});
  if (iteration.arrays.empty()) return result;
  return ir::transformed(result, [&](ExpressionPtr const& e) {
    auto const renamed = iteration.arrays.find(e->name);
    if (e->kind != ir::ExpressionKind::element || renamed == iteration.arrays.end()) return e;
    return ir::make_element(e->type, renamed->second, e->operands);
  });
}

TreeNode copied(TreeNode node, Iteration const& iteration) {
  node.condition = copied(node.condition, iteration);
  node.target = copied(node.target, iteration);
  node.value = copied(node.value, iteration);
  for (auto* bounds : {&node.lower, &node.upper})
    for (ir::Bound& bound : *bounds) {
      bound.numerator = bound.numerator.with(iteration.variable, iteration.value);
      for (auto const& [old_name, new_name] : iteration.arrays)
        bound.numerator = bound.numerator.with(old_name, ir::linear(new_name));
    }
  for (TreeNode& inner : node.body) inner = copied(std::move(inner), iteration);
  return node;
}

std::vector<Iteration> iterations_of(TreeNode const& loop, long extent) {
  std::vector<Iteration> iterations;
  for (long n = 0; n < extent; ++n)
    iterations.push_back({loop.variable, loop.lower[0].numerator + ir::linear(n * loop.step), {}});
  return iterations;
}

bool uses(TreeNode const& node, std::string const& variable) {
  if (node.condition && ir::names_in(node.condition).contains(variable)) return true;
  for (auto const* bounds : {&node.lower, &node.upper})
    for (ir::Bound const& bound : *bounds)
      if (bound.numerator.uses(variable)) return true;
  return false;
}

/// Returns whether one of the names of `arrays` occurs in the head of a loop or condition.
bool uses_arrays(TreeNode const& node, std::map<std::string, std::string> const& arrays) {
  bool result = false;
  if (node.condition) ir::for_each(node.condition, [&](ExpressionPtr const& e) { result |= arrays.contains(e->name); });
  return result ||
         std::any_of(arrays.begin(), arrays.end(), [&](auto const& names) { return uses(node, names.first); });
}

/// Writes each node for all iterations before the next node.
std::vector<TreeNode> interleaved(std::vector<TreeNode> const& nodes, std::vector<Iteration> const& iterations) {
  std::vector<TreeNode> result;
  for (TreeNode const& node : nodes) {
    bool const has_common_head = (node.kind == NodeKind::loop || node.kind == NodeKind::condition) &&
                                 !uses(node, iterations.front().variable) &&
                                 !uses_arrays(node, iterations.front().arrays);
    if (has_common_head) {
      result.push_back(node);
      result.back().body = interleaved(node.body, iterations);
      continue;
    }
    for (Iteration const& iteration : iterations) result.push_back(copied(node, iteration));
  }
  return result;
}

void count_accesses(std::vector<TreeNode> const& nodes, std::map<std::string, long>& counts) {
  for (TreeNode const& node : nodes) {
    for (ExpressionPtr const& expression : {node.condition, node.target, node.value})
      if (expression)
        ir::for_each(expression, [&](ExpressionPtr const& e) {
          if (e->kind == ir::ExpressionKind::element) ++counts[e->name];
        });
    for (auto const* bounds : {&node.lower, &node.upper})
      for (ir::Bound const& bound : *bounds)
        for (auto const& [name, factor] : bound.numerator.factors) ++counts[name];
    count_accesses(node.body, counts);
  }
}

class Interleaver {
public:
  explicit Interleaver(ir::LoopTree& tree) : tree_(tree) { count_accesses(tree.body, counts_); }

  void run(std::vector<TreeNode>& nodes) {
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      run(nodes[n].body);
      if (nodes[n].kind != NodeKind::loop || nodes[n].mapping != Mapping::interleaved) continue;
      nodes[n].mapping = Mapping::sequential;
      auto const extent = constant_extent(nodes[n]);
      if (!extent || *extent < 1) continue;
      std::vector<Iteration> iterations = iterations_of(nodes[n], *extent);
      if (!separate_copies(nodes[n], iterations)) continue;
      std::vector<TreeNode> const copies = interleaved(nodes[n].body, iterations);
      nodes.erase(nodes.begin() + static_cast<long>(n));
      nodes.insert(nodes.begin() + static_cast<long>(n), copies.begin(), copies.end());
      n += copies.size() - 1;
    }
  }

private:
  /// Gives each iteration its own temporaries. Returns false if the copies are used outside of the loop too.
  bool separate_copies(TreeNode const& loop, std::vector<Iteration>& iterations) {
    std::map<std::string, long> inside;
    count_accesses(loop.body, inside);
    std::vector<TypedArray> separate;
    for (TypedArray const& array : tree_.arrays)
      if (!array.is_argument && base::contains(array.copies, loop.variable) && inside.contains(array.name)) {
        if (inside.at(array.name) != counts_.at(array.name)) return false;
        separate.push_back(array);
      }
    for (TypedArray const& array : separate) {
      std::erase_if(tree_.arrays, [&](TypedArray const& other) { return other.name == array.name; });
      for (std::size_t n = 0; n < iterations.size(); ++n) {
        TypedArray copy = array;
        copy.name = fmt::format("{}.{}", array.name, n);
        std::erase(copy.copies, loop.variable);
        if (!copy.storage.empty()) copy.storage += fmt::format(".{}", n);
        counts_[copy.name] = inside.at(array.name);
        iterations[n].arrays[array.name] = copy.name;
        tree_.arrays.push_back(std::move(copy));
      }
    }
    return true;
  }

  ir::LoopTree& tree_;
  std::map<std::string, long> counts_;
};

void unroll(std::vector<TreeNode>& nodes, long max_statements) {
  std::vector<TreeNode> result;
  for (TreeNode& node : nodes) {
    unroll(node.body, max_statements);
    auto const extent = node.mapping == Mapping::unrolled ? constant_extent(node) : std::nullopt;
    // A loop without iterations remains, because its accesses determine the arguments of the kernel.
    bool const is_replaced = extent && *extent > 0 && *extent * count_statements(node.body) <= max_statements;
    if (node.kind != NodeKind::loop || !is_replaced) {
      result.push_back(std::move(node));
      continue;
    }
    for (Iteration const& iteration : iterations_of(node, *extent))
      for (TreeNode const& inner : node.body) result.push_back(copied(inner, iteration));
  }
  nodes = std::move(result);
}

} // namespace

std::optional<long> constant_extent(TreeNode const& loop) {
  if (loop.lower.size() != 1 || loop.upper.size() != 1) return std::nullopt;
  return max_iterations(loop);
}

std::optional<long> max_iterations(TreeNode const& loop) {
  std::optional<long> result;
  for (ir::Bound const& lower : loop.lower)
    for (ir::Bound const& upper : loop.upper) {
      LinearExpression const distance = upper.numerator - lower.numerator;
      if (lower.divisor != 1 || upper.divisor != 1 || !distance.is_constant()) continue;
      long const n = distance.constant < 0 ? 0 : distance.constant / loop.step + 1;
      if (!result || n < *result) result = n;
    }
  return result;
}

long count_statements(std::vector<TreeNode> const& nodes) {
  long n = 0;
  for (TreeNode const& node : nodes) n += 1 + count_statements(node.body);
  return n;
}

ir::LoopTree with_interleaved_copies(ir::LoopTree tree) {
  Interleaver(tree).run(tree.body);
  return tree;
}

ir::LoopTree with_unrolled_loops(ir::LoopTree tree, long max_statements) {
  unroll(tree.body, max_statements);
  return tree;
}

} // namespace chemora::emit
