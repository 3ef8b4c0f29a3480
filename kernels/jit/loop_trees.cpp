#include "kernels/jit/loop_trees.hpp"

#include "codegen/emit/emit.hpp"
#include "codegen/emit/tree_printer.hpp"

#include <algorithm>

namespace chemora::jit {

namespace {

using ir::Mapping;
using ir::NodeKind;
using ir::TreeNode;

/// The smallest and the largest value of a name.
struct Range {
  long first = 0, last = 0;
};
using Ranges = std::map<std::string, Range>;

/// Returns the smallest and the largest value of an expression whose names have these ranges.
Range range_of(ir::LinearExpression const& expression, Ranges const& ranges) {
  Range sum{expression.constant, expression.constant};
  for (auto const& [name, factor] : expression.factors) {
    Range const range = ranges.at(name);
    sum.first += factor * (factor > 0 ? range.first : range.last);
    sum.last += factor * (factor > 0 ? range.last : range.first);
  }
  return sum;
}

long floor_quotient(long numerator, long divisor) { return numerator / divisor - (numerator % divisor < 0 ? 1 : 0); }

Range range_of(TreeNode const& loop, Ranges const& ranges) {
  std::vector<long> first, last;
  for (ir::Bound const& bound : loop.lower)
    first.push_back(-floor_quotient(-range_of(bound.numerator, ranges).first, bound.divisor));
  for (ir::Bound const& bound : loop.upper)
    last.push_back(floor_quotient(range_of(bound.numerator, ranges).last, bound.divisor));
  return {*std::max_element(first.begin(), first.end()), *std::min_element(last.begin(), last.end())};
}

void count_blocks(std::vector<TreeNode> const& nodes, Ranges& ranges, base::Index3& blocks) {
  for (TreeNode const& node : nodes) {
    if (node.kind != NodeKind::loop || node.mapping != Mapping::blocks) continue;
    Range const range = range_of(node, ranges);
    int& n = blocks[static_cast<std::size_t>(node.axis)];
    n = std::max(n, static_cast<int>(floor_quotient(range.last - range.first, node.step) + 1));
    ranges[node.variable] = range;
    count_blocks(node.body, ranges, blocks);
    ranges.erase(node.variable);
  }
}

} // namespace

Lowered lower_to_source(ir::LoopTree const& tree, plan::Language language) {
  int const n_parameters = static_cast<int>(tree.parameters.size()) + (emit::has_phases(tree) ? 1 : 0);
  return {ir::to_text(tree),
          emit::emit(tree, language),
          {.tile = {1, 1, 1}, .block = ir::threads_of(tree), .n_parameters = n_parameters}};
}

base::Index3 number_of_blocks(ir::LoopTree const& tree, std::map<std::string, double> const& parameters) {
  Ranges ranges;
  for (ir::TreeParameter const& parameter : tree.parameters)
    if (parameter.type == ir::Type::int32) {
      long const value = static_cast<long>(parameters.at(parameter.name));
      ranges[parameter.name] = {value, value};
    }
  base::Index3 blocks{1, 1, 1};
  count_blocks(tree.body, ranges, blocks);
  return blocks;
}

} // namespace chemora::jit
