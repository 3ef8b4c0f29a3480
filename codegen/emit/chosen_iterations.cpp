#include "codegen/emit/chosen_iterations.hpp"

#include "codegen/emit/tree_questions.hpp"
#include "codegen/emit/unroll_tree.hpp"
#include "codegen/ir/expression_evaluator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <set>

namespace chemora::emit {

namespace {

using ir::ExpressionPtr;
using ir::linear;
using ir::NodeKind;
using ir::Op;
using ir::TreeNode;

constexpr int min_lanes = 256; ///< the list takes as much time as a few vectors
constexpr long max_iterations_in_list = 64;

TreeNode assignment(ExpressionPtr const& target, ExpressionPtr const& value) {
  return {.kind = NodeKind::assignment, .target = target, .value = value};
}

TreeNode condition(ExpressionPtr const& holds, TreeNode node) {
  return {.kind = NodeKind::condition, .condition = holds, .body = {std::move(node)}};
}

/// Returns the selection in an assignment `x = x op select(c, y, neutral)`, where `x op neutral` has the bits of x.
ExpressionPtr selection_of(TreeNode const& node) {
  if (node.kind != NodeKind::assignment || node.value->kind != ir::ExpressionKind::operation) return nullptr;
  Op const op = node.value->op;
  ir::Type const type = node.value->type;
  bool const is_exact = op == Op::minimum || op == Op::maximum || (op == Op::add && type == ir::Type::int32);
  if (!is_exact || !ir::equal(node.value->operands[0], node.target)) return nullptr;
  ExpressionPtr const& selection = node.value->operands[1];
  if (!is_operation(selection, Op::select)) return nullptr;
  ExpressionPtr const neutral = ir::make_number(type, ir::neutral_element(op, type));
  return ir::equal(selection->operands[2], neutral) ? selection : nullptr;
}

class Chooser {
public:
  explicit Chooser(ir::LoopTree& tree) : tree_(tree) {
    collect_variables(tree.body, names_);
    for (ir::TypedArray const& array : tree.arrays) names_.insert(array.name);
    for (ir::TreeParameter const& parameter : tree.parameters) names_.insert(parameter.name);
  }

  void run(std::vector<TreeNode>& nodes) {
    std::vector<TreeNode> result;
    for (TreeNode& node : nodes) {
      if (is_vector_loop(node) && node.extent >= min_lanes && node.lower == std::vector<ir::Bound>{{}})
        for (TreeNode& inner : node.body)
          if (can_choose(inner, node)) choose(inner, node, result);
      run(node.body);
      result.push_back(std::move(node));
    }
    nodes = std::move(result);
  }

private:
  std::string new_name(std::string const& base) {
    std::string name = base;
    for (int n = 0; !names_.insert(name).second; ++n) name = fmt::format("{}_{}", base, n);
    return name;
  }

  /// Returns whether the iterations of the loop are the same for all lanes, and whether the vectors do not change which
  /// of them have a value.
  static bool can_choose(TreeNode const& loop, TreeNode const& vectors) {
    long const n = max_iterations(loop).value_or(LONG_MAX);
    bool const is_short = loop.kind == NodeKind::loop && loop.mapping == ir::Mapping::sequential && loop.step == 1 &&
                          n > 0 && n <= max_iterations_in_list;
    ExpressionPtr const selection = is_short && loop.body.size() == 1 ? selection_of(loop.body.front()) : nullptr;
    if (!selection) return false;
    std::set<std::string> changing{vectors.variable};
    for_each_element(vectors.body, [&](ExpressionPtr const& element, bool is_written) {
      if (is_written) changing.insert(element->name);
    });
    bool is_changed = depends_on(loop, changing);
    ir::for_each(selection->operands[0], [&](ExpressionPtr const& e) { is_changed |= changing.contains(e->name); });
    return !is_changed;
  }

  /// Declares a temporary with the copies of another one that belong to loops around the vectors.
  void declare(std::string const& name, std::string const& like, std::set<std::string> const& inside, long extent) {
    ir::TypedArray array{.name = name, .type = ir::Type::int32};
    array.copies = std::ranges::find(tree_.arrays, like, &ir::TypedArray::name)->copies;
    std::erase_if(array.copies, [&](std::string const& loop) { return inside.contains(loop); });
    if (extent > 0) array.axes.push_back({.extent = linear(extent)});
    tree_.arrays.push_back(std::move(array));
  }

  /// Replaces the loop by one over the list, and adds the nodes that make the list to `before`.
  void choose(TreeNode& loop, TreeNode const& vectors, std::vector<TreeNode>& before) {
    TreeNode& update = loop.body.front();
    ExpressionPtr const selection = selection_of(update);
    std::set<std::string> inside{vectors.variable};
    collect_variables(vectors.body, inside);
    std::string const count_name = new_name(loop.variable + "_count"), list = new_name(loop.variable + "_list");
    declare(count_name, update.target->name, inside, 0);
    declare(list, update.target->name, inside, *max_iterations(loop));
    ExpressionPtr const count = ir::make_element(ir::Type::int32, count_name, {});
    ExpressionPtr const number = ir::make_name(ir::Type::int32, loop.variable);
    auto const element = [&](ExpressionPtr const& place) { return ir::make_element(ir::Type::int32, list, {place}); };

    TreeNode filling = loop;
    ExpressionPtr const next = ir::make_operation(Op::add, {count, ir::make_integer(1)});
    filling.body = {condition(selection->operands[0], assignment(element(count), number)),
                    condition(selection->operands[0], assignment(count, next))};
    TreeNode once{.kind = NodeKind::loop, .variable = new_name(loop.variable + "_once")};
    once.lower = vectors.lower;
    once.upper = vectors.upper;
    once.upper.push_back({});
    once.body.push_back(std::move(filling));
    before.push_back(assignment(count, ir::make_integer(0)));
    before.push_back(std::move(once));

    ExpressionPtr const value = ir::with_names(selection->operands[1], {{loop.variable, element(number)}});
    update.value = ir::make_operation(update.value->op, {update.target, value});
    loop.lower = {{}};
    loop.upper = {{linear(count_name) - linear(1)}};
  }

  ir::LoopTree& tree_;
  std::set<std::string> names_{};
};

} // namespace

ir::LoopTree with_chosen_iterations(ir::LoopTree tree) {
  Chooser(tree).run(tree.body);
  return tree;
}

} // namespace chemora::emit
