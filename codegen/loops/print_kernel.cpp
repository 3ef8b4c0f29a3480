/// Prints loop kernels in their text form.
#include "codegen/ir/expression_parser.hpp"
#include "codegen/loops/loop_kernel.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace chemora::loops {

namespace {

using ir::name_text;

template <typename Names>
std::string names_text(Names const& names) {
  return base::join(names, ", ", name_text);
}

/// Returns a text without negative terms on either side, such as `i >= j + 1` or `m <= 10`. Loops are on the left side
/// if possible.
std::string constraint_text(LoopKernel const& kernel, Constraint const& constraint) {
  ir::LinearExpression positive, negative;
  for (auto const& [name, factor] : constraint.expression.factors)
    (factor > 0 ? positive : negative).factors[name] = factor > 0 ? factor : -factor;
  long const constant = constraint.expression.constant;
  auto const has_loop = [&](ir::LinearExpression const& sum) {
    return std::any_of(sum.factors.begin(), sum.factors.end(),
                       [&](auto const& term) { return kernel.find_loop(term.first); });
  };
  bool const is_upper_bound =
      !negative.is_constant() && (positive.is_constant() || (has_loop(negative) && !has_loop(positive)));
  (is_upper_bound ? positive : negative).constant = is_upper_bound ? constant : -constant;
  if (is_upper_bound) std::swap(positive, negative);
  return fmt::format("{} {} {}", to_text(positive),
                     constraint.is_equality ? "=="
                     : is_upper_bound       ? "<="
                                            : ">=",
                     to_text(negative));
}

class KernelPrinter {
public:
  explicit KernelPrinter(LoopKernel const& kernel) : kernel_(kernel), is_printed_(kernel.constraints.size(), false) {}

  std::string print() {
    for (Parameter const& parameter : kernel_.parameters)
      add(fmt::format("parameter {} {}", to_text(parameter.type), name_text(parameter.name)));
    for (Constraint const& assumption : kernel_.assumptions) add("assume " + constraint_text(kernel_, assumption));
    for (Loop const& loop : kernel_.loops) print_loop(loop);
    for (std::size_t n = 0; n < is_printed_.size(); ++n)
      if (!is_printed_[n]) add("where " + constraint_text(kernel_, kernel_.constraints[n]));
    for (ir::TypedArray const& array : kernel_.arrays) add("array " + to_text(array));
    for (Rule const& rule : kernel_.rules)
      add(fmt::format("rule {}({}) = {}", name_text(rule.name), names_text(rule.parameters), to_text(rule.body)));
    for (Instruction const& instruction : kernel_.instructions) print_instruction(instruction);
    for (auto const& names : kernel_.priorities) add("priority " + names_text(names));
    if (!kernel_.reassociated.empty()) add("reassociated " + names_text(kernel_.reassociated));
    if (!kernel_.ordered.empty()) add("ordered " + names_text(kernel_.ordered));
    for (std::string const& statement : kernel_.plan) add("plan " + ir::quoted(statement));
    return fmt::format("kernel {} {{\n{}}}\n", name_text(kernel_.name), text_);
  }

private:
  void add(std::string const& line) { text_ += "  " + line + "\n"; }

  /// Prints the loop with its first lower and upper bound that name no later loop.
  void print_loop(Loop const& loop) {
    std::string tag = to_text(loop);
    std::string text = "loop " + name_text(loop.name) + (loop.tag == Tag::sequential ? "" : " " + tag);
    std::optional<std::size_t> const lower = bound(loop, 1), upper = bound(loop, -1);
    if (lower && upper) {
      is_printed_[*lower] = is_printed_[*upper] = true;
      ir::LinearExpression const first = ir::linear(loop.name) - kernel_.constraints[*lower].expression;
      ir::LinearExpression const last = ir::linear(loop.name) + kernel_.constraints[*upper].expression;
      text += fmt::format(": {} <= {} <= {}", to_text(first), name_text(loop.name), to_text(last));
    }
    add(text);
  }

  std::optional<std::size_t> bound(Loop const& loop, long factor) const {
    for (std::size_t n = 0; n < kernel_.constraints.size(); ++n) {
      Constraint const& constraint = kernel_.constraints[n];
      if (!is_printed_[n] && !constraint.is_equality && constraint.expression.factor(loop.name) == factor &&
          names_no_later_loop(constraint, loop))
        return n;
    }
    return std::nullopt;
  }

  bool names_no_later_loop(Constraint const& constraint, Loop const& loop) const {
    auto const after = kernel_.loops.begin() + (&loop - kernel_.loops.data()) + 1;
    return std::none_of(after, kernel_.loops.end(),
                        [&](Loop const& later) { return constraint.expression.uses(later.name); });
  }

  void print_instruction(Instruction const& instruction) {
    std::string text = fmt::format("{}: [{}] ", name_text(instruction.id), names_text(instruction.within));
    if (instruction.barrier)
      text += "barrier " + to_text(*instruction.barrier);
    else
      text += fmt::format("{} = {}", to_text(instruction.target), to_text(instruction.value));
    auto const linear_text = [](ir::LinearExpression const& expression) { return to_text(expression); };
    auto const condition_text = [](ir::ExpressionPtr const& expression) { return to_text(expression); };
    if (!instruction.conditions.empty()) text += " if " + base::join(instruction.conditions, ", ", condition_text);
    if (!instruction.order.empty()) text += " order " + base::join(instruction.order, ", ", linear_text);
    if (!instruction.after.empty()) text += " after " + names_text(instruction.after);
    if (!instruction.tags.empty()) text += " tags " + names_text(instruction.tags);
    add(text);
  }

  LoopKernel const& kernel_;
  std::vector<bool> is_printed_; ///< whether each constraint is printed with a loop
  std::string text_;
};

} // namespace

std::string to_text(LoopKernel const& kernel) { return KernelPrinter(kernel).print(); }

} // namespace chemora::loops
