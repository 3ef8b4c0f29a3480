/// The transformation collect_common_factors_on_increment: factors that all updates of a buffer have in common, and
/// that do not change while the buffer is updated, are multiplied when the buffer is read.
///
///     [i] b = 0.0                                         [i] b = 0.0
///     [i, n] b = b + J[i] * d[n] * f[n]         =>        [i, n] b = b + d[n] * f[n]
///     [i] y[i] = y[i] + b                                 [i] y[i] = y[i] + J[i] * b
#include "codegen/transform/checks.hpp"
#include "codegen/transform/execution_order.hpp"
#include "codegen/transform/rewrite_expanded.hpp"
#include "codegen/transform/transformations.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::transform {

namespace {

using ir::ExpressionPtr;
using loops::Instruction;
using loops::LoopKernel;

/// Appends the factors of a product. A rule whose body is a product contributes the factors of its body.
void append_factors(LoopKernel const& kernel, ExpressionPtr const& expression, std::vector<ExpressionPtr>& factors) {
  if (ir::is_operation(expression, ir::Op::multiply)) {
    for (ExpressionPtr const& operand : expression->operands) append_factors(kernel, operand, factors);
  } else if (expression->kind == ir::ExpressionKind::rule &&
             ir::is_operation(instantiated(kernel, *expression), ir::Op::multiply)) {
    append_factors(kernel, instantiated(kernel, *expression), factors);
  } else {
    factors.push_back(expression);
  }
}

ExpressionPtr product(std::vector<ExpressionPtr> const& factors, ir::Type type) {
  if (factors.empty()) return ir::make_number(type, 1);
  ExpressionPtr result = factors[0];
  for (std::size_t n = 1; n < factors.size(); ++n) result = ir::make_operation(ir::Op::multiply, {result, factors[n]});
  return result;
}

class Collection {
public:
  Collection(LoopKernel kernel, Arguments const& arguments)
      : kernel_(std::move(kernel)), arguments_(arguments),
        array_(existing_temporary(kernel_, arguments, arguments.string("var_name"))) {}

  LoopKernel run() {
    collect_updates();
    for (std::string const& id : readers_) {
      Instruction const& reader = kernel_.instruction(id);
      for (std::string const& loop : array_.copies)
        if (!reader.is_within(loop))
          fail(fmt::format("`{}` reads `{}` outside of the loop `{}`.", id, array_.name, loop));
    }
    find_common_factors();
    for (std::string const& id : updates_) check_reads(id);
    for (std::string const& id : updates_) remove_factors(kernel_.instruction(id));
    multiply_reads();
    kernel_.reassociated.insert(array_.name);
    return without_unused_rules(std::move(kernel_));
  }

private:
  void collect_updates() {
    for (Instruction const& instruction : kernel_.instructions) {
      bool const writes = instruction.target && instruction.target->name == array_.name;
      if (writes) {
        classify_write(instruction);
        continue;
      }
      for (loops::ArrayAccess const& access : loops::accesses_of(kernel_, instruction))
        if (access.element->name == array_.name && !base::contains(readers_, instruction.id))
          readers_.push_back(instruction.id);
    }
    if (updates_.empty()) fail(fmt::format("No instruction updates `{}`.", array_.name));
    if (readers_.empty()) fail(fmt::format("No instruction reads the sum in `{}`.", array_.name));
  }

  void classify_write(Instruction const& instruction) {
    std::optional<loops::Update> const update = loops::only_update_of(kernel_, instruction);
    std::vector<loops::ArrayAccess> const accesses = loops::accesses_of(kernel_, instruction);
    bool const reads = std::any_of(accesses.begin(), accesses.end(), [&](loops::ArrayAccess const& access) {
      return !access.is_write && access.element->name == array_.name;
    });
    bool const is_zero =
        instruction.value->kind == ir::ExpressionKind::number && instruction.value->number == 0 && !reads;
    if (is_zero) return;
    bool const is_additive = update && (update->op == ir::Op::add || update->op == ir::Op::subtract);
    if (!is_additive)
      fail(fmt::format("`{}` neither sets `{}` to 0 nor adds to it: `{} = {}`.", instruction.id, array_.name,
                       ir::to_text(instruction.target), ir::to_text(instruction.value)));
    updates_.push_back(instruction.id);
  }

  std::vector<ExpressionPtr> factors_of(Instruction const& instruction) const {
    std::vector<ExpressionPtr> factors;
    append_factors(kernel_, loops::update_of(instruction)->value, factors);
    return factors;
  }

  bool same(ExpressionPtr const& left, ExpressionPtr const& right) const {
    return ir::equal(loops::expanded(kernel_, left), loops::expanded(kernel_, right));
  }

  std::ptrdiff_t count(std::vector<ExpressionPtr> const& factors, ExpressionPtr const& factor) const {
    return std::count_if(factors.begin(), factors.end(),
                         [&](ExpressionPtr const& other) { return same(other, factor); });
  }

  bool is_constant_for_buffer(ExpressionPtr const& factor) const {
    std::set<std::string> const loops = dependent_loops(kernel_, factor);
    return std::all_of(loops.begin(), loops.end(),
                       [&](std::string const& loop) { return base::contains(array_.copies, loop); });
  }

  void find_common_factors() {
    std::string reason;
    for (ExpressionPtr const& factor : factors_of(kernel_.instruction(updates_[0]))) {
      if (!is_constant_for_buffer(factor)) {
        reason += fmt::format(" `{}` depends on a loop inside.", ir::to_text(factor));
        continue;
      }
      auto const other = std::find_if(updates_.begin(), updates_.end(), [&](std::string const& id) {
        return count(factors_of(kernel_.instruction(id)), factor) <= count(common_, factor);
      });
      if (other == updates_.end())
        common_.push_back(factor);
      else
        reason += fmt::format(" `{}` is not a factor in `{}`.", ir::to_text(factor), *other);
    }
    if (common_.empty())
      fail(fmt::format("The updates of `{}` have no common factor that is constant for each copy of it.{}", array_.name,
                       reason));
  }

  /// Throws if a factor has another value where the buffer is read than in the update.
  void check_reads(std::string const& id) const {
    Instruction definition = kernel_.instruction(id);
    definition.value = product(common_, array_.type);
    definition.conditions.clear();
    polyhedral::LoopValues loops;
    for (std::string const& loop : array_.copies) loops[loop] = ir::linear(loop);
    // The value does not depend on the loops inside of the copies, so that each of their iterations is an example.
    definition.within = array_.copies;
    for (ir::LinearExpression& entry : definition.order)
      std::erase_if(entry.factors, [&](auto const& factor) { return !base::contains(array_.copies, factor.first); });
    for (std::string const& reader : readers_)
      if (auto const dependence = broken_by_evaluation_at(kernel_, definition, kernel_.instruction(reader), loops))
        reject(arguments_,
               fmt::format("The factor `{}` of `{}` changes before `{}` reads the sum", ir::to_text(definition.value),
                           id, reader),
               *dependence);
  }

  void remove_factors(Instruction& instruction) const {
    std::vector<ExpressionPtr> factors = factors_of(instruction);
    for (ExpressionPtr const& factor : common_)
      factors.erase(std::find_if(factors.begin(), factors.end(),
                                 [&](ExpressionPtr const& other) { return same(other, factor); }));
    ir::Op const op = loops::update_of(instruction)->op;
    instruction.value = ir::make_operation(op, {instruction.target, product(factors, array_.type)});
  }

  void multiply_reads() {
    ExpressionPtr const factor = product(common_, array_.type);
    kernel_ =
        rewritten(std::move(kernel_), {array_.name}, [&](Instruction const& instruction, ExpressionPtr const& part) {
          bool const is_sum = part->kind == ir::ExpressionKind::element && base::contains(readers_, instruction.id);
          return is_sum ? ir::make_operation(ir::Op::multiply, {factor, part}) : part;
        });
  }

  [[noreturn]] void fail(std::string const& message) const { arguments_.fail(message); }

  LoopKernel kernel_;
  Arguments const& arguments_;
  ir::TypedArray const array_;
  std::vector<std::string> updates_, readers_;
  std::vector<ExpressionPtr> common_;
};

} // namespace

LoopKernel collect_common_factors_on_increment(LoopKernel kernel, Arguments const& arguments) {
  return Collection(std::move(kernel), arguments).run();
}

} // namespace chemora::transform
