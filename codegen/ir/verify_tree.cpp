/// Checks the invariants of loop trees after scheduling and parsing.
#include "codegen/ir/loop_tree.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::ir {

namespace {

class TreeVerifier {
public:
  TreeVerifier(LoopTree const& tree, std::string const& stage) : tree_(tree), stage_(stage) {
    for (TreeParameter const& parameter : tree.parameters) add_name(parameter.name);
    for (TypedArray const& array : tree.arrays) {
      add_name(array.name);
      arrays_.emplace(array.name, &array);
    }
  }

  void run() {
    for (TypedArray const& array : tree_.arrays)
      for (ArrayAxis const& axis : array.axes)
        for (auto const& [name, _] : axis.extent.factors)
          check(is_integer_parameter(name),
                fmt::format("the shape of `{}` names `{}`, which is no int32 parameter", array.name, name));
    check_nodes(tree_.body);
  }

private:
  void check(bool holds, std::string const& otherwise) const {
    if (!holds)
      throw base::InternalError(
          fmt::format("Loop tree `{}` violates a rule after stage `{}`: {}.", tree_.kernel, stage_, otherwise));
  }

  void add_name(std::string const& name) {
    check(names_.insert(name).second, fmt::format("the name `{}` is used twice", name));
  }

  bool is_integer_parameter(std::string const& name) const {
    return std::any_of(tree_.parameters.begin(), tree_.parameters.end(), [&](TreeParameter const& parameter) {
      return parameter.name == name && parameter.type == Type::int32;
    });
  }

  bool is_variable(std::string const& name) const {
    return std::any_of(loops_.begin(), loops_.end(), [&](TreeNode const* loop) { return loop->variable == name; });
  }

  bool is_inside(Mapping mapping) const {
    return std::any_of(loops_.begin(), loops_.end(), [&](TreeNode const* loop) { return loop->mapping == mapping; });
  }

  void check_nodes(std::vector<TreeNode> const& nodes) {
    for (TreeNode const& node : nodes) {
      switch (node.kind) {
      case NodeKind::loop:
        check_loop(node);
        loops_.push_back(&node);
        check_nodes(node.body);
        loops_.pop_back();
        break;
      case NodeKind::condition:
        check(node.condition && node.condition->type == Type::boolean, "a condition is not boolean");
        check_expression(node.condition);
        ++n_conditions_;
        check_nodes(node.body);
        --n_conditions_;
        break;
      case NodeKind::assignment:
        check_assignment(node);
        break;
      case NodeKind::barrier:
        check_barrier(node);
      }
    }
  }

  void check_loop(TreeNode const& loop) const {
    std::string const& name = loop.variable;
    check(!name.empty() && !names_.contains(name) && !is_variable(name),
          fmt::format("the loop variable `{}` is not unique", name));
    check(loop.step >= 1, fmt::format("the step of loop `{}` is {}; expected at least 1", name, loop.step));
    check(!loop.lower.empty() && !loop.upper.empty(), fmt::format("loop `{}` has no bounds", name));
    for (auto const* bounds : {&loop.lower, &loop.upper})
      for (Bound const& bound : *bounds) check_bound(bound, name);
    bool const has_extent = loop.mapping == Mapping::block || loop.mapping == Mapping::vector ||
                            loop.mapping == Mapping::unrolled || loop.mapping == Mapping::interleaved;
    check(!has_extent || loop.extent >= 1,
          fmt::format("the extent of loop `{}` is {}; expected at least 1", name, loop.extent));
    check(loop.axis >= 0 && loop.axis <= 2,
          fmt::format("the axis of loop `{}` is {}; expected 0 to 2", name, loop.axis));
    check_mapping(loop);
  }

  void check_bound(Bound const& bound, std::string const& loop) const {
    check(bound.divisor >= 1, fmt::format("a bound of loop `{}` is divided by {}", loop, bound.divisor));
    for (auto const& [name, _] : bound.numerator.factors) {
      auto const array = arrays_.find(name);
      bool const is_scalar =
          array != arrays_.end() && array->second->axes.empty() && array->second->type == Type::int32;
      check(is_scalar || is_integer_parameter(name) || is_variable(name),
            fmt::format("a bound of loop `{}` names `{}`, which is no enclosing loop, int32 parameter or int32 scalar",
                        loop, name));
    }
  }

  void check_mapping(TreeNode const& loop) const {
    for (TreeNode const* outer : loops_) {
      check(loop.mapping != Mapping::blocks || outer->mapping == Mapping::blocks,
            fmt::format("the loop `{}` over blocks is inside loop `{}`, which is not over blocks", loop.variable,
                        outer->variable));
      bool const has_axis = loop.mapping == Mapping::blocks || loop.mapping == Mapping::block;
      check(!has_axis || outer->mapping != loop.mapping || outer->axis != loop.axis,
            fmt::format("the loops `{}` and `{}` have the same axis {}", outer->variable, loop.variable, loop.axis));
    }
  }

  void check_barrier(TreeNode const& node) const {
    check(node.barrier != Scope::registers, "a barrier has the scope of registers");
    if (node.barrier == Scope::grid) {
      check(loops_.empty() && n_conditions_ == 0, "a barrier of scope grid is inside a loop or a condition");
      return;
    }
    for (Mapping const mapping : {Mapping::block, Mapping::unrolled, Mapping::interleaved, Mapping::vector})
      check(!is_inside(mapping),
            "a barrier of scope tile is inside a loop over threads of a block, or an unrolled, interleaved or vector "
            "loop");
  }

  void check_assignment(TreeNode const& node) const {
    check(node.target && node.value && node.target->kind == ExpressionKind::element, "the target is no element");
    check(node.target->type == node.value->type,
          fmt::format("the value of type {} is assigned to `{}` of type {}", to_text(node.value->type),
                      node.target->name, to_text(node.target->type)));
    check_expression(node.target);
    check_expression(node.value);
    TypedArray const& array = *arrays_.at(node.target->name);
    check(!array.is_argument || !array.axes.empty(), fmt::format("the scalar argument `{}` is assigned", array.name));
  }

  void check_expression(ExpressionPtr const& expression) const {
    for_each(expression, [&](ExpressionPtr const& part) { check_part(*part); });
  }

  void check_part(Expression const& part) const {
    switch (part.kind) {
    case ExpressionKind::number:
      return;
    case ExpressionKind::name:
      check(is_parameter(part) || (is_variable(part.name) && part.type == Type::int32),
            fmt::format("`{}` is no parameter of type {} and no variable of an enclosing loop", part.name,
                        to_text(part.type)));
      return;
    case ExpressionKind::element: {
      auto const array = arrays_.find(part.name);
      check(array != arrays_.end() && array->second->type == part.type,
            fmt::format("`{}` is no array of type {}", part.name, to_text(part.type)));
      check(part.operands.size() == array->second->axes.size(),
            fmt::format("an element of `{}` has {} subscripts; expected {}", part.name, part.operands.size(),
                        array->second->axes.size()));
      for (ExpressionPtr const& subscript : part.operands)
        check(subscript->type == Type::int32,
              fmt::format("a subscript of `{}` has type {}; expected int32", part.name, to_text(subscript->type)));
      return;
    }
    case ExpressionKind::operation: {
      std::vector<Type> types;
      for (ExpressionPtr const& operand : part.operands) types.push_back(operand->type);
      check(!types.empty() && part.op != Op::shift && accepts_operands(part.op, types, part.type),
            fmt::format("`{}` is applied to operands of wrong type", info(part.op).name));
      return;
    }
    case ExpressionKind::rule:
    case ExpressionKind::reduction:
      check(false, fmt::format("`{}` is a rule or a reduction, which a tree must not have", to_text(part.type)));
    }
  }

  bool is_parameter(Expression const& part) const {
    return std::any_of(tree_.parameters.begin(), tree_.parameters.end(), [&](TreeParameter const& parameter) {
      return parameter.name == part.name && parameter.type == part.type;
    });
  }

  LoopTree const& tree_;
  std::string const& stage_;
  std::set<std::string> names_; ///< of parameters and arrays
  std::map<std::string, TypedArray const*> arrays_;
  std::vector<TreeNode const*> loops_; ///< the enclosing loops, outermost first
  int n_conditions_ = 0;               ///< number of enclosing conditions
};

} // namespace

void verify(LoopTree const& tree, std::string const& stage) { TreeVerifier(tree, stage).run(); }

} // namespace chemora::ir
