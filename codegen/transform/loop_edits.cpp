#include "codegen/transform/loop_edits.hpp"
#include "codegen/transform/checks.hpp"
#include "codegen/transform/rewrite.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::transform {

namespace {

bool accesses(loops::LoopKernel const& kernel, loops::Instruction const& instruction, std::string const& array) {
  std::vector<loops::ArrayAccess> const all = loops::accesses_of(kernel, instruction);
  return std::any_of(all.begin(), all.end(), [&](auto const& access) { return access.element->name == array; });
}

/// Puts `loops` in place of `old`, without repetitions.
void replace_in(std::vector<std::string>& names, std::string const& old, std::vector<std::string> const& loops) {
  auto const place = std::find(names.begin(), names.end(), old);
  if (place == names.end()) return;
  auto next = names.erase(place);
  for (std::string const& loop : loops) {
    if (base::contains(names, loop)) continue;
    next = names.insert(next, loop) + 1;
  }
}

void replace_copies(loops::LoopKernel& kernel, std::set<std::string> const& ids, LoopReplacement const& replacement,
                    Arguments const& arguments) {
  for (ir::TypedArray& array : kernel.arrays) {
    if (!base::contains(array.copies, replacement.old)) continue;
    std::string selected, remaining;
    for (loops::Instruction const& instruction : kernel.instructions)
      if (accesses(kernel, instruction, array.name))
        (ids.contains(instruction.id) ? selected : remaining) = instruction.id;
    if (selected.empty()) continue;
    if (!remaining.empty())
      arguments.fail(
          fmt::format("`{}` has a copy for each iteration of `{}`, and both `{}`, which leaves this loop, and "
                      "`{}`, which does not, use it. Select all instructions that use it.",
                      array.name, replacement.old, selected, remaining));
    replace_in(array.copies, replacement.old, replacement.loops);
  }
}

void add_constraints(loops::LoopKernel& kernel, LoopReplacement const& replacement) {
  std::vector<loops::Constraint> const constraints = kernel.constraints;
  for (loops::Constraint constraint : constraints) {
    if (!constraint.expression.uses(replacement.old)) continue;
    constraint.expression = constraint.expression.with(replacement.old, replacement.value);
    if (!base::contains(kernel.constraints, constraint)) kernel.constraints.push_back(constraint);
  }
}

/// Gives each of the variables an entry of its own, those with the largest factors first.
std::vector<ir::LinearExpression> separate_entries(std::vector<ir::LinearExpression> const& order,
                                                   std::vector<std::string> const& loops) {
  std::vector<ir::LinearExpression> result;
  for (ir::LinearExpression const& entry : order) {
    bool const is_affected = entry.factors.size() > 1 && std::any_of(loops.begin(), loops.end(), [&](auto const& loop) {
                               return entry.uses(loop);
                             });
    if (!is_affected) {
      result.push_back(entry);
      continue;
    }
    std::vector<std::pair<std::string, long>> factors(entry.factors.begin(), entry.factors.end());
    std::stable_sort(factors.begin(), factors.end(), [](auto const& left, auto const& right) {
      return std::abs(left.second) > std::abs(right.second);
    });
    for (auto const& [name, factor] : factors) result.push_back((factor > 0 ? 1 : -1) * ir::linear(name));
  }
  return result;
}

std::optional<std::size_t> place_of(std::vector<ir::LinearExpression> const& order, std::string const& loop) {
  for (std::size_t n = 0; n < order.size(); ++n)
    if (order[n].uses(loop)) return n;
  return std::nullopt;
}

/// The entries of the orders that the loops to be nested occupy, ascending.
using Places = std::vector<std::size_t>;

void require_all_or_none(loops::LoopKernel const& kernel, std::vector<std::string> const& loops,
                         Arguments const& arguments) {
  for (loops::Instruction const& instruction : kernel.instructions) {
    auto const is_within = [&](std::string const& loop) { return instruction.is_within(loop); };
    auto const inside = std::find_if(loops.begin(), loops.end(), is_within);
    auto const missing = std::find_if_not(loops.begin(), loops.end(), is_within);
    if (inside != loops.end() && missing != loops.end())
      arguments.fail(fmt::format("`{}` is within the loop `{}`, but not within `{}`. Rename `{}` in this instruction "
                                 "first.",
                                 instruction.id, *inside, *missing, *inside));
  }
}

Places common_places(loops::LoopKernel const& kernel, std::vector<std::string> const& loops,
                     Arguments const& arguments) {
  std::map<std::string, std::pair<std::size_t, std::string>> found;
  for (loops::Instruction const& instruction : kernel.instructions) {
    for (std::string const& loop : loops) {
      std::optional<std::size_t> const place = place_of(instruction.order, loop);
      if (!place) continue;
      auto const [existing, is_new] = found.emplace(loop, std::pair{*place, instruction.id});
      if (!is_new && existing->second.first != *place)
        arguments.fail(fmt::format("The loop `{}` has different positions in the nests of `{}` and `{}`. Rename it in "
                                   "one of them first.",
                                   loop, existing->second.second, instruction.id));
    }
  }
  Places places;
  for (auto const& [loop, place] : found) places.push_back(place.first);
  std::sort(places.begin(), places.end());
  bool const has_all = places.size() == loops.size();
  if (!has_all || std::adjacent_find(places.begin(), places.end()) != places.end())
    arguments.fail(fmt::format("The loops {} are not one inside another.", base::list_in_words(loops)));
  return places;
}

void nest(loops::Instruction& instruction, std::vector<std::string> const& loops, Places const& places) {
  if (!instruction.is_within(loops.front())) return;
  auto next = loops.begin();
  for (std::string& loop : instruction.within)
    if (base::contains(loops, loop)) loop = *next++;
  for (std::size_t n = 0; n < loops.size(); ++n) instruction.order[places[n]] = ir::linear(loops[n]);
}

/// Puts the loops into the same order in all lists of priorities.
void nest_priorities(loops::LoopKernel& kernel, std::vector<std::string> const& loops) {
  for (std::vector<std::string>& list : kernel.priorities) {
    std::vector<std::string> present;
    for (std::string const& loop : loops)
      if (base::contains(list, loop)) present.push_back(loop);
    auto next = present.begin();
    for (std::string& loop : list)
      if (base::contains(loops, loop)) loop = *next++;
  }
}

} // namespace

void replace_loop(loops::LoopKernel& kernel, std::set<std::string> const& ids, LoopReplacement const& replacement,
                  Arguments const& arguments) {
  replace_copies(kernel, ids, replacement, arguments);
  replace_names(kernel, ids, {{replacement.old, replacement.value}});
  for (loops::Instruction& instruction : kernel.instructions)
    if (ids.contains(instruction.id)) replace_in(instruction.within, replacement.old, replacement.loops);
  add_constraints(kernel, replacement);
  std::vector<std::vector<std::string>> const priorities = kernel.priorities;
  for (std::vector<std::string> list : priorities) {
    if (!base::contains(list, replacement.old)) continue;
    replace_in(list, replacement.old, replacement.loops);
    if (!base::contains(kernel.priorities, list)) kernel.priorities.push_back(list);
  }
  if (!used_loops(kernel).contains(replacement.old)) {
    std::erase_if(kernel.priorities, [&](auto const& list) { return base::contains(list, replacement.old); });
    remove_loop(kernel, replacement.old);
  }
}

std::set<std::string> reduction_loops(loops::LoopKernel const& kernel, loops::Instruction const& instruction) {
  std::set<std::string> loops;
  auto const visit = [&](ir::ExpressionPtr const& expression) {
    ir::for_each(loops::expanded(kernel, expression), [&](ir::ExpressionPtr const& part) {
      if (part->kind == ir::ExpressionKind::reduction) loops.insert(part->loops.begin(), part->loops.end());
    });
  };
  for (ir::ExpressionPtr const& condition : instruction.conditions) visit(condition);
  if (instruction.value) visit(instruction.value);
  return loops;
}

std::set<std::string> instructions_of_loop(loops::LoopKernel const& kernel, std::set<std::string> const& ids,
                                           std::string const& loop, Arguments const& arguments) {
  std::set<std::string> result;
  for (loops::Instruction const& instruction : kernel.instructions)
    if (ids.contains(instruction.id) &&
        (instruction.is_within(loop) || reduction_loops(kernel, instruction).contains(loop)))
      result.insert(instruction.id);
  if (result.empty()) arguments.fail(fmt::format("No selected instruction is within the loop `{}`.", loop));
  return result;
}

std::set<std::string> used_loops(loops::LoopKernel const& kernel) {
  std::set<std::string> used;
  for (loops::Instruction const& instruction : kernel.instructions) {
    used.insert(instruction.within.begin(), instruction.within.end());
    used.merge(reduction_loops(kernel, instruction));
  }
  for (ir::TypedArray const& array : kernel.arrays) used.insert(array.copies.begin(), array.copies.end());
  return used;
}

void remove_loop(loops::LoopKernel& kernel, std::string const& loop) {
  std::erase_if(kernel.loops, [&](loops::Loop const& candidate) { return candidate.name == loop; });
  std::erase_if(kernel.constraints,
                [&](loops::Constraint const& constraint) { return constraint.expression.uses(loop); });
  for (std::vector<std::string>& list : kernel.priorities) std::erase(list, loop);
  std::erase_if(kernel.priorities, [](auto const& list) { return list.empty(); });
}

loops::LoopKernel with_nesting(loops::LoopKernel const& kernel, std::vector<std::string> const& loops,
                               Arguments const& arguments, std::string const& request) {
  require_all_or_none(kernel, loops, arguments);
  loops::LoopKernel result = kernel;
  for (loops::Instruction& instruction : result.instructions)
    instruction.order = separate_entries(instruction.order, loops);
  Places const places = common_places(result, loops, arguments);
  for (loops::Instruction& instruction : result.instructions) nest(instruction, loops, places);
  nest_priorities(result, loops);
  if (auto const dependence = polyhedral::violated(kernel, result)) reject(arguments, request, *dependence);
  return result;
}

loops::LoopKernel accesses_to(loops::LoopKernel const& kernel, std::string const& array) {
  loops::LoopKernel result = kernel;
  result.instructions.clear();
  for (loops::Instruction instruction : kernel.instructions) {
    ir::ExpressionPtr target, value;
    for (loops::ArrayAccess const& access : loops::accesses_of(kernel, instruction)) {
      if (access.element->name != array) continue;
      if (access.is_write)
        target = access.element;
      else
        value = value ? ir::make_operation(ir::Op::minimum, {value, access.element}) : access.element;
    }
    if (!target && !value) continue;
    if (!target) {
      std::string const name = loops::unused_name(kernel, "read_by_" + instruction.id);
      result.arrays.push_back({.name = name, .type = value->type, .copies = instruction.within});
      target = ir::make_element(value->type, name, {});
    }
    std::optional<loops::Update> const update = loops::update_of(instruction);
    instruction.target = target;
    instruction.value = update  ? ir::make_operation(update->op, {target, ir::make_number(target->type, 0)})
                        : value ? value
                                : ir::make_number(target->type, 0);
    result.instructions.push_back(std::move(instruction));
  }
  for (loops::Instruction& instruction : result.instructions)
    std::erase_if(instruction.after, [&](std::string const& id) { return !result.find_instruction(id); });
  return result;
}

} // namespace chemora::transform
