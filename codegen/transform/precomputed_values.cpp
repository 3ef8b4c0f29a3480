// The computation of the values of a rule into a temporary.
#include "codegen/transform/checks.hpp"
#include "codegen/transform/execution_order.hpp"
#include "codegen/transform/inside_arrays.hpp"
#include "codegen/transform/precompute.hpp"
#include "codegen/transform/rewrite_expanded.hpp"
#include "codegen/transform/transformations.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::transform {

namespace {

using ir::ExpressionPtr;
using ir::LinearExpression;
using loops::Instruction;
using loops::LoopKernel;

/// A use of the rule, in loop variables of the instruction.
struct Use {
  std::string instruction{};
  std::vector<LinearExpression> arguments{};
};

/// An axis of the temporary: the value of a parameter of the rule is `lower` + subscript.
struct TemporaryAxis {
  std::size_t parameter = 0;
  std::string loop{};
  std::string name{};
  LinearExpression lower{};
  LinearExpression extent{};
};

bool is_thread_axis(loops::Loop const& loop) { return loop.tag == loops::Tag::thread_axis; }

class Precompute {
public:
  Precompute(LoopKernel kernel, Precomputation const& request, Arguments const& arguments)
      : kernel_(with_merged_rules(with_closed_rules(std::move(kernel)), request.rule)), request_(request),
        arguments_(arguments), rule_(kernel_.rule(request.rule)) {}

  LoopKernel run() {
    collect_uses();
    check_sweep();
    find_outer_loops();
    kernel_ = with_own_bounds(std::move(kernel_), outer_, users_, arguments_);
    find_axes();
    make_loops();
    make_temporary();
    make_instruction();
    for (Use const& use : uses_) check_use(use);
    return without_unused_rules(with_replaced_uses());
  }

private:
  void collect_uses() {
    for_each_part(kernel_, {rule_.name}, [&](Instruction const& instruction, ExpressionPtr const& part) {
      if (part->kind != ir::ExpressionKind::rule || part->name != rule_.name) return;
      uses_.push_back({instruction.id, linear_arguments(instruction, *part)});
    });
    if (uses_.empty()) fail(fmt::format("No instruction uses the rule `{}`.", rule_.name));
    for (Use const& use : uses_)
      if (!base::contains(users_, use.instruction)) users_.push_back(use.instruction);
  }

  std::vector<LinearExpression> linear_arguments(Instruction const& instruction, ir::Expression const& use) const {
    std::vector<LinearExpression> result;
    for (ExpressionPtr const& argument : use.operands) {
      std::optional<LinearExpression> const value = ir::as_linear(loops::expanded(kernel_, argument));
      if (!value)
        fail(fmt::format("`{}` cannot be computed in advance, because the argument `{}` in `{}` is not linear.",
                         rule_.name, ir::to_text(argument), instruction.id));
      result.push_back(*value);
    }
    return result;
  }
  bool is_swept(LinearExpression const& expression) const {
    return std::any_of(request_.sweep.begin(), request_.sweep.end(),
                       [&](std::string const& loop) { return expression.uses(loop); });
  }
  void check_sweep() const {
    for (std::string const& loop : request_.sweep) {
      existing_loop(kernel_, arguments_, loop);
      bool is_used = false;
      for (Use const& use : uses_)
        is_used = is_used || std::any_of(use.arguments.begin(), use.arguments.end(),
                                         [&](LinearExpression const& argument) { return argument.uses(loop); });
      if (!is_used)
        fail(fmt::format("The sweep over `{}` has no effect: no use of `{}` depends on this loop.", loop, rule_.name));
    }
  }

  /// Returns whether the temporary has an axis for this parameter of the rule.
  bool has_axis(std::size_t parameter) const {
    return request_.whole_axes.contains(parameter) ||
           std::any_of(uses_.begin(), uses_.end(), [&](Use const& use) { return is_swept(use.arguments[parameter]); });
  }

  void find_outer_loops() {
    std::set<std::string> outer(request_.outer.begin(), request_.outer.end());
    for (std::string const& loop : request_.outer) existing_loop(kernel_, arguments_, loop);
    for (std::size_t n = 0; n < rule_.parameters.size(); ++n) {
      if (request_.whole_axes.contains(n)) continue;
      if (!has_axis(n)) check_equal_arguments(n);
      for (Use const& use : uses_) add_loops(use.arguments[n], outer);
    }
    for (std::string const& loop : copies_of_reads()) outer.insert(loop);
    add_loops_of_ranges(kernel_, outer);
    Instruction const& first = kernel_.instruction(uses_[0].instruction);
    for (std::string const& loop : first.within) {
      bool const is_shared = std::all_of(uses_.begin(), uses_.end(), [&](Use const& use) {
        return kernel_.instruction(use.instruction).is_within(loop);
      });
      bool const is_block = kernel_.loop(loop).tag == loops::Tag::block_axis;
      if (is_shared && is_block && request_.scope != ir::Scope::grid) outer.insert(loop);
    }
    for (std::string const& loop : outer) check_outer(loop);
    for (std::string const& loop : first.within)
      if (outer.contains(loop)) outer_.push_back(loop);
  }
  void add_loops(LinearExpression const& argument, std::set<std::string>& outer) const {
    for (auto const& [name, _] : argument.factors)
      if (kernel_.find_loop(name) && !base::contains(request_.sweep, name)) outer.insert(name);
  }

  /// Returns the copies of the temporaries that the rule reads.
  std::set<std::string> copies_of_reads() const {
    ExpressionPtr const body = loops::expanded(kernel_, rule_.body);
    std::set<std::string> result;
    ir::for_each(body, [&](ExpressionPtr const& part) {
      if (part->kind != ir::ExpressionKind::element) return;
      for (std::string const& loop : kernel_.array(part->name).copies) {
        result.insert(loop);
        if (base::contains(request_.sweep, loop))
          fail(fmt::format("`{}` cannot be computed for all iterations of `{}` at once, because it reads the temporary "
                           "`{}`, which each iteration of `{}` assigns. Apply assignment_to_subst to `{}` before.",
                           rule_.name, loop, part->name, loop, part->name));
      }
    });
    return result;
  }

  void check_equal_arguments(std::size_t parameter) const {
    for (Use const& use : uses_)
      if (use.arguments[parameter] != uses_[0].arguments[parameter])
        fail(fmt::format("The uses of `{}` have different values of the parameter `{}`, which is not swept: `{}` in "
                         "`{}` and `{}` in `{}`.",
                         rule_.name, rule_.parameters[parameter], ir::to_text(uses_[0].arguments[parameter]),
                         uses_[0].instruction, ir::to_text(use.arguments[parameter]), use.instruction));
  }

  void check_outer(std::string const& loop) const {
    if (base::contains(request_.sweep, loop))
      fail(fmt::format("The loop `{}` cannot be swept and enclose the computation.", loop));
    for (Use const& use : uses_)
      if (!kernel_.instruction(use.instruction).is_within(loop))
        fail(fmt::format("`{}` cannot be computed for each iteration of `{}`, because `{}` uses it outside of this "
                         "loop.",
                         rule_.name, loop, use.instruction));
  }

  /// Determines the axes in the order of the swept loops on which the parameters depend.
  void find_axes() {
    std::vector<std::pair<std::size_t, std::size_t>> order; // position among the swept loops, parameter
    for (std::size_t n = 0; n < rule_.parameters.size(); ++n) {
      if (!has_axis(n)) continue;
      std::size_t first = request_.sweep.size();
      for (std::size_t loop = 0; loop < request_.sweep.size(); ++loop)
        for (Use const& use : uses_)
          if (use.arguments[n].uses(request_.sweep[loop])) first = std::min(first, loop);
      order.emplace_back(first, n);
    }
    std::stable_sort(order.begin(), order.end());
    for (auto const& [_, parameter] : order) axes_.push_back({.parameter = parameter});
    if (!request_.new_loops.empty() && request_.new_loops.size() != axes_.size())
      fail(fmt::format("The values of `{}` have {} swept axes; found {} names of loops.", rule_.name, axes_.size(),
                       request_.new_loops.size()));
    find_footprint();
  }

  void find_footprint() {
    std::vector<UsedSubscripts> swept;
    for (Use const& use : uses_) {
      swept.push_back({use.instruction, {}});
      for (TemporaryAxis const& axis : axes_)
        if (!request_.whole_axes.contains(axis.parameter))
          swept.back().subscripts.push_back(use.arguments[axis.parameter]);
    }
    polyhedral::Footprint const box = swept[0].subscripts.empty()
                                          ? polyhedral::Footprint{}
                                          : joint_footprint(kernel_, swept, loops_inside(), arguments_,
                                                            fmt::format("the values of `{}`", rule_.name));
    is_exact_ = box.is_exact;
    std::size_t n = 0;
    for (TemporaryAxis& axis : axes_) {
      auto const whole = request_.whole_axes.find(axis.parameter);
      axis.lower = whole == request_.whole_axes.end() ? box.lower[n] : LinearExpression{};
      axis.extent = whole == request_.whole_axes.end() ? box.extent[n++] : whole->second;
    }
  }

  /// Returns the loops that do not enclose the computation: the swept ones, and those whose iteration follows from the
  /// iterations of others.
  std::vector<std::string> loops_inside() const {
    std::vector<std::string> result;
    for (loops::Loop const& loop : kernel_.loops)
      if (!base::contains(outer_, loop.name)) result.push_back(loop.name);
    return result;
  }

  void make_loops() {
    for (std::size_t n = 0; n < axes_.size(); ++n) {
      TemporaryAxis& axis = axes_[n];
      auto const generated = request_.loop_names.find(axis.parameter);
      std::string const base = generated != request_.loop_names.end()
                                   ? generated->second
                                   : fmt::format("{}_{}", request_.temporary, rule_.parameters[axis.parameter]);
      axis.loop = request_.new_loops.empty() ? loops::unused_name(kernel_, base) : request_.new_loops[n];
      auto const name = request_.axis_names.find(axis.parameter);
      axis.name = name == request_.axis_names.end() ? axis.loop : name->second;
      make_loop(axis);
    }
  }
  void make_loop(TemporaryAxis const& axis) {
    std::vector<loops::Constraint> const range = {
        {.expression = ir::linear(axis.loop)},
        {.expression = axis.extent - ir::linear(axis.loop) - ir::linear(1)},
    };
    if (kernel_.find_loop(axis.loop)) {
      check_existing_loop(axis, range);
      return;
    }
    require_new_name(kernel_, arguments_, axis.loop);
    loops::Loop loop = default_loop(axis);
    loop.name = axis.loop;
    kernel_.loops.push_back(loop);
    kernel_.constraints.insert(kernel_.constraints.end(), range.begin(), range.end());
  }

  void check_existing_loop(TemporaryAxis const& axis, std::vector<loops::Constraint> const& range) const {
    if (base::contains(outer_, axis.loop))
      fail(fmt::format("The loop `{}` encloses the computation of `{}` already; use the name of another loop.",
                       axis.loop, rule_.name));
    LoopKernel other = kernel_;
    std::erase_if(other.constraints,
                  [&](loops::Constraint const& constraint) { return constraint.expression.uses(axis.loop); });
    other.constraints.insert(other.constraints.end(), range.begin(), range.end());
    std::vector<std::string> within = outer_;
    for (std::string const& loop : request_.new_loops) within.push_back(loop);
    if (has_range(axis.loop, range) || polyhedral::have_equal_ranges(kernel_, other, within)) return;
    fail(fmt::format("The loop `{}` exists and has another range; the computation of `{}` needs a loop from 0 to {}.",
                     axis.loop, rule_.name, ir::to_text(axis.extent - ir::linear(1))));
  }
  bool has_range(std::string const& loop, std::vector<loops::Constraint> const& range) const {
    std::vector<loops::Constraint> existing;
    for (loops::Constraint const& constraint : kernel_.constraints)
      if (constraint.expression.uses(loop)) existing.push_back(constraint);
    return existing == range || (existing.size() == 2 && existing[0] == range[1] && existing[1] == range[0]);
  }

  /// Returns the loop with the default tag. `l.auto` is the first free axis of threads with at least this extent.
  loops::Loop default_loop(TemporaryAxis const& axis) const {
    if (request_.default_tag.empty()) return {};
    if (request_.default_tag != "l.auto") return parse_tag(arguments_, request_.default_tag);
    for (loops::Loop const& loop : kernel_.loops) {
      if (!is_thread_axis(loop) || base::contains(outer_, loop.name) || !is_free(loop)) continue;
      std::vector<loops::Constraint> const range = {
          {.expression = ir::linear(loop.name)},
          {.expression = axis.extent - ir::linear(loop.name) - ir::linear(1)},
      };
      if (has_range(loop.name, range)) return {.tag = loop.tag, .axis = loop.axis};
    }
    return {};
  }

  /// Returns whether neither an enclosing loop nor another loop of the computation is the axis of the threads.
  bool is_free(loops::Loop const& loop) const {
    auto const uses_axis = [&](std::string const& name) {
      loops::Loop const* other = kernel_.find_loop(name);
      return other && is_thread_axis(*other) && other->axis == loop.axis;
    };
    return std::none_of(outer_.begin(), outer_.end(), uses_axis) &&
           std::none_of(axes_.begin(), axes_.end(), [&](TemporaryAxis const& axis) { return uses_axis(axis.loop); });
  }
  void make_temporary() {
    require_new_name(kernel_, arguments_, request_.temporary);
    ir::TypedArray temporary{.name = request_.temporary, .type = rule_.body->type, .scope = scope(), .copies = outer_};
    for (TemporaryAxis const& axis : axes_)
      temporary.axes.push_back(
          {.name = axis.name, .extent = axis.extent, .nesting = static_cast<int>(temporary.axes.size())});
    kernel_.arrays.push_back(temporary);
  }

  /// Registers are private to a thread: all uses of a value must be in the thread that computes it.
  ir::Scope scope() const {
    if (request_.scope) return *request_.scope;
    for (std::string const& user : users_)
      for (std::string const& loop : kernel_.instruction(user).within)
        if (is_thread_axis(kernel_.loop(loop)) && !base::contains(outer_, loop)) return ir::Scope::tile;
    bool const is_shared = std::any_of(
        axes_.begin(), axes_.end(), [&](TemporaryAxis const& axis) { return is_thread_axis(kernel_.loop(axis.loop)); });
    return is_shared ? ir::Scope::tile : ir::Scope::registers;
  }

  void make_instruction() {
    Instruction result;
    result.id = loops::unused_name(kernel_, request_.instruction);
    result.within = outer_;
    std::vector<std::string> inner;
    std::vector<ExpressionPtr> subscripts;
    std::map<std::string, ExpressionPtr> values;
    for (std::size_t n = 0; n < rule_.parameters.size(); ++n)
      values[rule_.parameters[n]] = ir::make_linear(uses_[0].arguments[n]);
    for (TemporaryAxis const& axis : axes_) {
      inner.push_back(axis.loop);
      subscripts.push_back(ir::make_name(ir::Type::int32, axis.loop));
      values[rule_.parameters[axis.parameter]] = ir::make_linear(axis.lower + ir::linear(axis.loop));
    }
    result.within.insert(result.within.end(), inner.begin(), inner.end());
    result.target = ir::make_element(rule_.body->type, request_.temporary, subscripts);
    result.value = ir::with_names(rule_.body, values);
    result.where = arguments_.where();
    result.order = order_before(kernel_, users_, outer_, inner);
    kernel_.instructions.push_back(result);
    definition_ = result.id;
    if (!is_exact_ || are_partly_executed(kernel_, users_, outer_)) add_conditions();
  }

  /// Restricts the computation to values that read inside of arrays. Others are not used.
  void add_conditions() {
    Instruction& instruction = kernel_.instruction(definition_);
    std::vector<ExpressionPtr> elements;
    for (loops::ArrayAccess const& access : loops::accesses_of(kernel_, instruction))
      if (!access.is_write) elements.push_back(access.element);
    instruction.conditions = inside_arrays(kernel_, elements);
  }

  void check_use(Use const& use) const {
    polyhedral::LoopValues values;
    for (std::string const& loop : outer_) values[loop] = ir::linear(loop);
    for (TemporaryAxis const& axis : axes_) values[axis.loop] = use.arguments[axis.parameter] - axis.lower;
    auto const dependence = broken_by_evaluation_at(kernel_, kernel_.instruction(definition_),
                                                    kernel_.instruction(use.instruction), values);
    if (!dependence) return;
    reject(arguments_,
           fmt::format("`{}` cannot be computed before `{}`, because its value changes", rule_.name, use.instruction),
           *dependence);
  }

  LoopKernel with_replaced_uses() const {
    return rewritten(kernel_, {rule_.name}, [&](Instruction const& instruction, ExpressionPtr const& part) {
      if (part->kind != ir::ExpressionKind::rule || part->name != rule_.name) return part;
      std::vector<LinearExpression> const values = linear_arguments(instruction, *part);
      std::vector<ExpressionPtr> subscripts;
      for (TemporaryAxis const& axis : axes_)
        subscripts.push_back(ir::make_linear(values[axis.parameter] - axis.lower));
      return ir::make_element(part->type, request_.temporary, subscripts);
    });
  }
  [[noreturn]] void fail(std::string const& message) const { arguments_.fail(message); }

  LoopKernel kernel_;
  Precomputation const& request_;
  Arguments const& arguments_;
  loops::Rule const rule_;
  std::vector<Use> uses_;
  std::vector<std::string> users_; ///< instructions that use the rule
  std::vector<std::string> outer_; ///< loops that enclose the computation
  std::vector<TemporaryAxis> axes_;
  bool is_exact_ = true;
  std::string definition_; ///< id of the new instruction
};

} // namespace

LoopKernel precomputed(LoopKernel kernel, Precomputation const& request, Arguments const& arguments) {
  return Precompute(std::move(kernel), request, arguments).run();
}

} // namespace chemora::transform
