/// The transformation join_inames: `join_inames(f, "i, j", "ij")` makes one loop of two, the last varying fastest.
///
/// before: `loop i: 0 <= i <= n - 1`, `loop j: 0 <= j <= 7`, after: also `loop ij` and `ij == 8*i + j`. The loops `i`
/// and `j` remain, with a single iteration for each value of `ij`, so that subscripts need no divisions.
#include "codegen/transform/checks.hpp"
#include "codegen/transform/loop_edits.hpp"
#include "codegen/transform/parallel.hpp"
#include "codegen/transform/transformations.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace chemora::transform {

namespace {

struct ConstantRange {
  long lower = 0, upper = 0;
  long length() const { return upper - lower + 1; }
};

/// Returns the largest multiple of `divisor` that is not greater than `value`, divided by `divisor`.
long floor_quotient(long value, long divisor) { return value / divisor - (value % divisor < 0 ? 1 : 0); }

/// Returns the range that the constraints with no other name imply.
ConstantRange constant_range(loops::LoopKernel const& kernel, Arguments const& arguments, std::string const& loop) {
  std::optional<long> lower, upper;
  for (loops::Constraint const& constraint : kernel.constraints) {
    if (!constraint.expression.uses(loop) || constraint.expression.factors.size() != 1) continue;
    for (int sign : constraint.is_equality ? std::vector{1, -1} : std::vector{1}) {
      long const factor = sign * constraint.expression.factor(loop);
      long const bound = floor_quotient(sign * constraint.expression.constant, std::abs(factor));
      if (factor > 0) lower = std::max(lower.value_or(-bound), -bound);
      if (factor < 0) upper = std::min(upper.value_or(bound), bound);
    }
  }
  if (!lower || !upper)
    arguments.fail(
        fmt::format("The range of the loop `{}` is not constant. Only the first of the joined loops may have "
                    "a range that depends on parameters or loops; `fix_parameters` makes ranges constant.",
                    loop));
  if (*upper < *lower) arguments.fail(fmt::format("The loop `{}` has no iterations.", loop));
  return {*lower, *upper};
}

/// Adds the range of the joined loop that follows from the constraints on the first loop alone: with
/// `joined = length*first + r` and `0 <= r < length`, `a*first + b >= 0` implies `a*joined + length*b - a*r >= 0`.
void add_range(loops::LoopKernel& kernel, std::string const& joined, std::string const& first, long length) {
  std::vector<loops::Constraint> const constraints = kernel.constraints;
  for (loops::Constraint const& constraint : constraints) {
    if (!constraint.expression.uses(first)) continue;
    for (int sign : constraint.is_equality ? std::vector{1, -1} : std::vector{1}) {
      ir::LinearExpression expression = length * (sign * constraint.expression);
      long const factor = sign * constraint.expression.factor(first);
      expression.factors.erase(first);
      expression += factor * ir::linear(joined) + ir::linear(factor < 0 ? -factor * (length - 1) : 0);
      kernel.constraints.push_back({expression});
    }
  }
}

/// Puts all instructions of the loops within the joined loop, which determines their order.
void add_loop(loops::LoopKernel& kernel, std::string const& joined, std::vector<std::string> const& loops,
              Arguments const& arguments) {
  std::optional<std::size_t> common_place;
  for (loops::Instruction& instruction : kernel.instructions) {
    auto const is_joined = [&](std::string const& loop) { return base::contains(loops, loop); };
    auto const first = std::find_if(instruction.within.begin(), instruction.within.end(), is_joined);
    if (first == instruction.within.end()) continue;
    for (std::string const& loop : loops)
      if (!instruction.is_within(loop))
        arguments.fail(fmt::format("`{}` is within the loop `{}`, but not within `{}`. Rename `{}` in this instruction "
                                   "first.",
                                   instruction.id, *first, loop, *first));
    std::string const outermost = *first;
    instruction.within.insert(first, joined);
    auto const entry = std::find_if(instruction.order.begin(), instruction.order.end(), [&](auto const& expression) {
      return std::any_of(loops.begin(), loops.end(), [&](std::string const& loop) { return expression.uses(loop); });
    });
    auto const place = static_cast<std::size_t>(entry - instruction.order.begin());
    if (common_place.value_or(place) != place)
      arguments.fail(fmt::format("The loop `{}` has another position in the nest of `{}` than in those of other "
                                 "instructions. Rename it there first.",
                                 outermost, instruction.id));
    common_place = place;
    instruction.order.insert(entry, ir::linear(joined));
  }
}

void require_joinable(loops::LoopKernel const& kernel, Arguments const& arguments,
                      std::vector<std::string> const& loops) {
  if (loops.size() < 2) arguments.fail("`join_inames` needs at least two loops.");
  for (std::string const& name : loops) {
    loops::Loop const& loop = existing_loop(kernel, arguments, name);
    if (std::count(loops.begin(), loops.end(), name) > 1)
      arguments.fail(fmt::format("The loop `{}` occurs twice in the list.", name));
    if (loop.tag != loops::Tag::sequential)
      arguments.fail(fmt::format("The loop `{}` has the tag `{}`. Tag the joined loop instead.", name, to_text(loop)));
  }
}

} // namespace

loops::LoopKernel join_inames(loops::LoopKernel kernel, Arguments const& arguments) {
  std::vector<std::string> const loops = arguments.names("inames");
  require_joinable(kernel, arguments, loops);
  std::string const name = arguments.string_or("new_iname", base::join(loops, "_"));
  require_new_name(kernel, arguments, name);
  loops::LoopKernel result = kernel;
  constexpr long max_length = 1 << 30;
  ir::LinearExpression value;
  long length = 1;
  for (std::size_t n = loops.size(); n-- > 1;) {
    ConstantRange const range = constant_range(kernel, arguments, loops[n]);
    value += length * (ir::linear(loops[n]) - ir::linear(range.lower));
    length *= range.length();
    if (length > max_length) arguments.fail(fmt::format("The joined loop has more than {} iterations.", max_length));
  }
  value += length * ir::linear(loops.front());
  add_range(result, name, loops.front(), length);
  result.constraints.push_back({.expression = ir::linear(name) - value, .is_equality = true});
  result.loops.insert(std::find_if(result.loops.begin(), result.loops.end(),
                                   [&](loops::Loop const& loop) { return base::contains(loops, loop.name); }),
                      {.name = name});
  add_loop(result, name, loops, arguments);
  if (auto const dependence = polyhedral::violated(kernel, result))
    reject(arguments, fmt::format("The loops {} cannot be joined in this order", base::list_in_words(loops)),
           *dependence);
  if (arguments.has("tag")) {
    set_tag(result, name, parse_tag(arguments, arguments.string("tag")));
    require_legal_tags(result, {name}, arguments);
  }
  return result;
}

} // namespace chemora::transform
