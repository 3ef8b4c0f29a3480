/// The transformation buffer_array: accesses to an array become accesses to a temporary, which is initialised before
/// the first access and stored after the last one.
///
///     buffer_array(f, "rhs", (), init_expression="0", store_expression="base + buffer")
///
///     [i, n] rhs[i] = rhs[i] + v[i, n]     =>     init_rhs: [i] rhs_buf = 0.0
///                                                 [i, n] rhs_buf = rhs_buf + v[i, n]
///                                                 store_rhs: [i] rhs[i] = rhs[i] + rhs_buf
///
/// With `0` and `base + buffer`, all accesses must be additive updates. Their sum is rounded in another order. With
/// `base` and `buffer` (the default), all accesses are allowed and results keep their bits.
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

std::string without_blanks(std::string text) {
  std::erase(text, ' ');
  return text;
}

/// An axis of the array: all accesses have the subscript `lower`, or the buffer has an axis for `lower` + subscript.
struct Axis {
  bool is_buffered = false;
  LinearExpression lower{};
  LinearExpression extent{};
  std::string name{};
};

class Buffer {
public:
  Buffer(LoopKernel kernel, Arguments const& arguments)
      : kernel_(std::move(kernel)), arguments_(arguments),
        array_(existing_array(kernel_, arguments, arguments.string("var_name"))) {}

  LoopKernel run() {
    read_expressions();
    collect_accesses();
    swept_ = arguments_.names_or("buffer_inames", {});
    for (std::string const& loop : swept_) existing_loop(kernel_, arguments_, loop);
    find_axes();
    find_outer_loops();
    kernel_ = with_own_bounds(std::move(kernel_), outer_, users_, arguments_);
    if (!accumulates_) check_separate_iterations();
    make_temporary();
    replace_accesses();
    make_copy("init", true);
    make_copy("store", false);
    if (accumulates_) kernel_.reassociated.insert({array_.name, buffer_});
    return std::move(kernel_);
  }

private:
  void read_expressions() {
    std::string const init = without_blanks(arguments_.string_or("init_expression", "base"));
    std::string const store = without_blanks(arguments_.string_or("store_expression", "buffer"));
    accumulates_ = (init == "0" || init == "0.0") && (store == "base+buffer" || store == "buffer+base");
    if (!accumulates_ && !(init == "base" && store == "buffer"))
      fail(fmt::format("`init_expression` and `store_expression` must be \"0\" and \"base + buffer\", or \"base\" and "
                       "\"buffer\"; found \"{}\" and \"{}\".",
                       init, store));
  }

  void collect_accesses() {
    for (loops::Constraint const& constraint : kernel_.constraints)
      if (constraint.expression.uses(array_.name))
        fail(fmt::format("`{}` cannot be buffered, because the range of a loop depends on it.", array_.name));
    for (Instruction const& instruction : kernel_.instructions) {
      bool has_access = false;
      for (loops::ArrayAccess const& access : loops::accesses_of(kernel_, instruction)) {
        if (access.element->name != array_.name) continue;
        has_access = true;
        subscripts_.push_back(linear_subscripts(instruction, *access.element));
        accessing_.push_back(instruction.id);
      }
      if (!has_access) continue;
      users_.push_back(instruction.id);
      if (accumulates_) check_update(instruction);
    }
    if (users_.empty()) fail(fmt::format("No instruction accesses `{}`.", array_.name));
    bool const is_written = std::any_of(users_.begin(), users_.end(), [&](std::string const& id) {
      return kernel_.instruction(id).target->name == array_.name;
    });
    if (!is_written) fail(fmt::format("No instruction writes `{}`; use `add_prefetch` instead.", array_.name));
  }

  std::vector<LinearExpression> linear_subscripts(Instruction const& instruction, ir::Expression const& element) const {
    std::vector<LinearExpression> result;
    for (ExpressionPtr const& subscript : element.operands) {
      std::optional<LinearExpression> const value = ir::as_linear(subscript);
      if (!value)
        fail(fmt::format("`{}` cannot be buffered, because the subscript `{}` in `{}` is not linear.", array_.name,
                         ir::to_text(subscript), instruction.id));
      result.push_back(*value);
    }
    return result;
  }

  void check_update(Instruction const& instruction) const {
    Instruction whole = instruction;
    whole.value = loops::expanded(kernel_, instruction.value);
    std::optional<loops::Update> const update = loops::update_of(whole);
    bool const is_additive = update && (update->op == ir::Op::add || update->op == ir::Op::subtract);
    bool reads_in_condition = false;
    for (ExpressionPtr const& condition : instruction.conditions)
      ir::for_each(loops::expanded(kernel_, condition), [&](ExpressionPtr const& part) {
        reads_in_condition |= part->kind == ir::ExpressionKind::element && part->name == array_.name;
      });
    if (instruction.target->name == array_.name && is_additive && !reads_in_condition) return;
    fail(fmt::format("`{}` cannot be accumulated in a buffer, because `{}` is no additive update of it: `{} = {}`. "
                     "Allowed are `{} = {} + ...` and `- ...`.",
                     array_.name, instruction.id, ir::to_text(instruction.target), ir::to_text(instruction.value),
                     array_.name, array_.name));
  }

  void find_axes() {
    axes_.resize(array_.axes.size());
    std::vector<std::size_t> buffered;
    for (std::size_t n = 0; n < axes_.size(); ++n) {
      axes_[n].lower = subscripts_[0][n];
      axes_[n].name = array_.axes[n].name;
      for (auto const& subscript : subscripts_)
        axes_[n].is_buffered = axes_[n].is_buffered || subscript[n] != axes_[n].lower || is_swept(subscript[n]);
      if (axes_[n].is_buffered) buffered.push_back(n);
    }
    if (buffered.empty()) return;
    std::vector<UsedSubscripts> uses;
    for (std::size_t use = 0; use < subscripts_.size(); ++use) {
      uses.push_back({accessing_[use], {}});
      for (std::size_t const n : buffered) uses.back().subscripts.push_back(subscripts_[use][n]);
    }
    polyhedral::Footprint const box =
        joint_footprint(kernel_, uses, swept_, arguments_, fmt::format("the accesses to `{}`", array_.name));
    is_exact_ = box.is_exact;
    if (!box.is_exact && !arguments_.boolean_or("fetch_bounding_box", false))
      fail(fmt::format("The accesses to `{}` do not touch all elements of the smallest box that contains them. Use "
                       "fetch_bounding_box=True to buffer the box.",
                       array_.name));
    for (std::size_t n = 0; n < buffered.size(); ++n) {
      axes_[buffered[n]].lower = box.lower[n];
      axes_[buffered[n]].extent = box.extent[n];
    }
  }

  bool is_swept(LinearExpression const& expression) const {
    return std::any_of(swept_.begin(), swept_.end(), [&](std::string const& loop) { return expression.uses(loop); });
  }

  /// The buffer has a copy for each iteration of the loops that determine its place in the array.
  void find_outer_loops() {
    std::set<std::string> outer(array_.copies.begin(), array_.copies.end());
    for (Axis const& axis : axes_)
      for (auto const& [name, _] : axis.lower.factors)
        if (kernel_.find_loop(name)) outer.insert(name);
    add_loops_of_ranges(kernel_, outer);
    Instruction const& first = kernel_.instruction(users_[0]);
    for (std::string const& loop : first.within) {
      bool const is_shared = std::all_of(
          users_.begin(), users_.end(), [&](std::string const& id) { return kernel_.instruction(id).is_within(loop); });
      if (is_shared && kernel_.loop(loop).tag == loops::Tag::block_axis) outer.insert(loop);
    }
    for (std::string const& loop : outer)
      for (std::string const& id : users_)
        if (!kernel_.instruction(id).is_within(loop))
          fail(fmt::format("`{}` cannot be buffered for each iteration of `{}`, because `{}` accesses it outside of "
                           "this loop.",
                           array_.name, loop, id));
    for (std::string const& loop : first.within)
      if (outer.contains(loop)) outer_.push_back(loop);
  }

  /// Two iterations of the outer loops must not access the same element, because each has its own copy of it.
  void check_separate_iterations() const {
    std::set<std::string> determined(array_.copies.begin(), array_.copies.end());
    for (Axis const& axis : axes_) {
      bool const is_loop = axis.lower.factors.size() == 1 && std::abs(axis.lower.factors.begin()->second) == 1;
      if (!axis.is_buffered && is_loop) determined.insert(axis.lower.factors.begin()->first);
    }
    for (std::string const& loop : outer_) {
      if (determined.contains(loop)) continue;
      if (base::contains(swept_, loop))
        fail(
            fmt::format("`{}` cannot be buffered during all iterations of `{}`, because different blocks execute them. "
                        "Remove `{}` from the buffered loops, or its tag.",
                        array_.name, loop, loop));
      fail(fmt::format("`{}` cannot be buffered for each iteration of `{}`, because several iterations may access "
                       "the same element. Add `{}` to the buffered loops.",
                       array_.name, loop, loop));
    }
  }

  void make_temporary() {
    bool is_shared = false;
    for (std::string const& id : users_)
      for (std::string const& loop : kernel_.instruction(id).within)
        is_shared = is_shared || (kernel_.loop(loop).tag == loops::Tag::thread_axis && !base::contains(outer_, loop));
    buffer_ = loops::unused_name(kernel_, arguments_.string_or("temporary_name", array_.name + "_buf"));
    ir::TypedArray buffer{.name = buffer_, .type = array_.type};
    buffer.scope = is_shared ? ir::Scope::tile : ir::Scope::registers;
    buffer.copies = outer_;
    for (Axis const& axis : axes_)
      if (axis.is_buffered)
        buffer.axes.push_back(
            {.name = axis.name, .extent = axis.extent, .nesting = static_cast<int>(buffer.axes.size())});
    kernel_.arrays.push_back(buffer);
  }

  ExpressionPtr buffered(ExpressionPtr const& element) const {
    std::vector<ExpressionPtr> subscripts;
    for (std::size_t n = 0; n < axes_.size(); ++n)
      if (axes_[n].is_buffered)
        subscripts.push_back(
            ir::make_linear(*ir::as_linear(loops::expanded(kernel_, element->operands[n])) - axes_[n].lower));
    return ir::make_element(element->type, buffer_, subscripts);
  }

  void replace_accesses() {
    LoopKernel result = rewritten(kernel_, {array_.name}, [&](Instruction const&, ExpressionPtr const& part) {
      return part->kind == ir::ExpressionKind::element ? buffered(part) : part;
    });
    for (Instruction& instruction : result.instructions)
      if (instruction.target && instruction.target->name == array_.name)
        instruction.target = buffered(instruction.target);
    kernel_ = std::move(result);
  }

  /// Makes the loops of a copy between the array and the buffer, and returns the subscripts of both.
  std::pair<std::vector<ExpressionPtr>, std::vector<ExpressionPtr>> make_loops(std::string const& verb,
                                                                               std::vector<std::string>& inner) {
    std::vector<ExpressionPtr> of_array, of_buffer;
    for (std::size_t n = 0; n < axes_.size(); ++n) {
      Axis const& axis = axes_[n];
      if (!axis.is_buffered) {
        of_array.push_back(ir::make_linear(axis.lower));
        continue;
      }
      std::string const suffix = axis.name.empty() ? std::to_string(n) : axis.name;
      std::string const loop = loops::unused_name(kernel_, fmt::format("{}_{}_{}", array_.name, verb, suffix));
      std::string const tag = arguments_.string_or("default_tag", "for");
      loops::Loop tagged = tag == "l.auto" ? loops::Loop{} : parse_tag(arguments_, tag);
      tagged.name = loop;
      kernel_.loops.push_back(tagged);
      kernel_.constraints.push_back({.expression = ir::linear(loop)});
      kernel_.constraints.push_back({.expression = axis.extent - ir::linear(loop) - ir::linear(1)});
      inner.push_back(loop);
      of_buffer.push_back(ir::make_name(ir::Type::int32, loop));
      of_array.push_back(ir::make_linear(axis.lower + ir::linear(loop)));
    }
    return {of_array, of_buffer};
  }

  /// Returns the conditions that the element is inside of the array, without those that the loops imply.
  std::vector<ExpressionPtr> needed_conditions(Instruction copy, ExpressionPtr const& element) const {
    copy.conditions = inside_arrays(kernel_, {element});
    LoopKernel only = kernel_;
    only.instructions = {copy};
    return polyhedral::simplified(std::move(only)).instructions.at(0).conditions;
  }

  void make_copy(std::string const& verb, bool is_init) {
    std::vector<std::string> inner;
    auto const [of_array, of_buffer] = make_loops(verb, inner);
    ExpressionPtr const base = ir::make_element(array_.type, array_.name, of_array);
    ExpressionPtr const buffer = ir::make_element(array_.type, buffer_, of_buffer);
    Instruction copy;
    copy.id = loops::unused_name(kernel_, fmt::format("{}_{}", verb, array_.name));
    copy.within = outer_;
    copy.within.insert(copy.within.end(), inner.begin(), inner.end());
    copy.target = is_init ? buffer : base;
    if (is_init)
      copy.value = accumulates_ ? ir::make_number(array_.type, 0) : base;
    else
      copy.value = accumulates_ ? ir::make_operation(ir::Op::add, {base, buffer}) : buffer;
    bool const is_restricted = !is_exact_ || are_partly_executed(kernel_, users_, outer_);
    if (is_restricted && !(is_init && accumulates_)) copy.conditions = needed_conditions(copy, base);
    copy.where = arguments_.where();
    copy.order = is_init ? order_before(kernel_, users_, outer_, inner) : order_after(kernel_, users_, outer_, inner);
    kernel_.instructions.push_back(copy);
    check_ranges(copy, inner);
  }

  /// Throws if the loops around a copy have other ranges at its place than around the accesses.
  void check_ranges(Instruction copy, std::vector<std::string> const& inner) const {
    if (loops::scalars_in_ranges(kernel_, outer_).empty()) return;
    copy.within = outer_;
    copy.value = ir::make_number(copy.target->type, 0);
    copy.conditions.clear();
    std::erase_if(copy.order, [&](LinearExpression const& entry) {
      return std::any_of(inner.begin(), inner.end(), [&](std::string const& loop) { return entry.uses(loop); });
    });
    polyhedral::LoopValues values;
    for (std::string const& loop : outer_) values[loop] = ir::linear(loop);
    for (std::string const& id : users_)
      if (auto const dependence = broken_by_evaluation_at(kernel_, copy, kernel_.instruction(id), values))
        reject(arguments_,
               fmt::format("`{}` cannot be buffered, because the range of a loop around `{}` changes", array_.name, id),
               *dependence);
  }

  [[noreturn]] void fail(std::string const& message) const { arguments_.fail(message); }

  LoopKernel kernel_;
  Arguments const& arguments_;
  ir::TypedArray const array_;
  bool accumulates_ = false;
  bool is_exact_ = true; ///< whether each element of the buffered box is accessed
  std::vector<std::string> swept_;
  std::vector<std::string> users_;                        ///< instructions that access the array
  std::vector<std::vector<LinearExpression>> subscripts_; ///< of each access
  std::vector<std::string> accessing_;                    ///< instruction of each access
  std::vector<Axis> axes_;
  std::vector<std::string> outer_;
  std::string buffer_;
};

} // namespace

LoopKernel buffer_array(LoopKernel kernel, Arguments const& arguments) {
  return Buffer(std::move(kernel), arguments).run();
}

} // namespace chemora::transform
