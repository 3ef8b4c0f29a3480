#include "codegen/polyhedral/polyhedral.hpp"
#include "codegen/transform/fuse_orders.hpp"
#include "codegen/transform/loop_edits.hpp"
#include "codegen/transform/transform.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::transform {

namespace {

using loops::LoopKernel;

[[noreturn]] void fail(base::SourcePosition const& where, std::string const& message) {
  throw base::UserError(where, message);
}

/// Returns the names that are private to a kernel: temporaries, rules and ids.
std::set<std::string> local_names(LoopKernel const& kernel) {
  std::set<std::string> names;
  for (ir::TypedArray const& array : kernel.arrays)
    if (!array.is_argument) names.insert(array.name);
  for (loops::Rule const& rule : kernel.rules) names.insert(rule.name);
  for (loops::Instruction const& instruction : kernel.instructions) names.insert(instruction.id);
  return names;
}

ir::ExpressionPtr with_new_names(ir::ExpressionPtr const& expression, std::map<std::string, std::string> const& names) {
  return ir::transformed(expression, [&](ir::ExpressionPtr const& part) {
    auto const found = names.find(part->name);
    if (found == names.end()) return part;
    if (part->kind == ir::ExpressionKind::element) return ir::make_element(part->type, found->second, part->operands);
    if (part->kind == ir::ExpressionKind::rule) return ir::make_rule(part->type, found->second, part->operands);
    return part;
  });
}

LoopKernel with_new_names(LoopKernel kernel, std::map<std::string, std::string> const& names) {
  auto const rename = [&](std::string& name) {
    if (auto const found = names.find(name); found != names.end()) name = found->second;
  };
  auto const rename_all = [&](std::set<std::string>& set) {
    std::set<std::string> result;
    for (std::string name : set) {
      rename(name);
      result.insert(name);
    }
    set = result;
  };
  for (ir::TypedArray& array : kernel.arrays)
    if (!array.is_argument) rename(array.name);
  for (loops::Constraint& constraint : kernel.constraints)
    for (auto const& [old_name, new_name] : names)
      constraint.expression = constraint.expression.with(old_name, ir::linear(new_name));
  for (loops::Rule& rule : kernel.rules) {
    rename(rule.name);
    rule.body = with_new_names(rule.body, names);
  }
  for (loops::Instruction& instruction : kernel.instructions) {
    rename(instruction.id);
    rename_all(instruction.after);
    for (ir::ExpressionPtr& condition : instruction.conditions) condition = with_new_names(condition, names);
    if (!instruction.target) continue;
    instruction.target = with_new_names(instruction.target, names);
    instruction.value = with_new_names(instruction.value, names);
  }
  rename_all(kernel.reassociated);
  rename_all(kernel.ordered);
  return kernel;
}

/// Gives the suffix of their kernel to local names that occur in another kernel, and to shared storage.
std::vector<LoopKernel> with_suffixes(std::vector<LoopKernel> const& kernels,
                                      std::vector<std::string> const& suffixes) {
  std::map<std::string, int> n_kernels_of_name;
  for (LoopKernel const& kernel : kernels) {
    std::set<std::string> names = local_names(kernel);
    for (ir::TypedArray const& array : kernel.arrays) names.insert(array.name);
    for (loops::Loop const& loop : kernel.loops) names.insert(loop.name);
    for (loops::Parameter const& parameter : kernel.parameters) names.insert(parameter.name);
    for (std::string const& name : names) ++n_kernels_of_name[name];
  }
  std::vector<LoopKernel> result;
  for (std::size_t n = 0; n < kernels.size(); ++n) {
    std::map<std::string, std::string> new_names;
    for (std::string const& name : local_names(kernels[n]))
      if (n_kernels_of_name[name] > 1) new_names[name] = name + suffixes[n];
    result.push_back(with_new_names(kernels[n], new_names));
    for (ir::TypedArray& array : result.back().arrays)
      if (!array.storage.empty()) array.storage += suffixes[n];
  }
  return result;
}

/// Returns the kernels in an order in which each array is written before it is read, otherwise that of the list.
std::vector<std::size_t> order_of_kernels(std::vector<LoopKernel> const& kernels,
                                          std::vector<DataFlow> const& data_flow, base::SourcePosition const& where) {
  for (DataFlow const& flow : data_flow) {
    if (flow.from >= kernels.size() || flow.to >= kernels.size() || flow.from == flow.to)
      fail(where,
           fmt::format("The data flow of `{}` from kernel {} to kernel {} must name two of the {} kernels, which "
                       "are numbered from 0.",
                       flow.array, flow.from, flow.to, kernels.size()));
    for (std::size_t kernel : {flow.from, flow.to})
      if (!kernels[kernel].find_array(flow.array))
        fail(where, fmt::format("The kernel `{}` has no array `{}`, which `data_flow` names.", kernels[kernel].name,
                                flow.array));
  }
  std::vector<std::size_t> order;
  while (order.size() < kernels.size()) {
    std::size_t next = 0;
    auto const is_ready = [&](std::size_t kernel) {
      return !base::contains(order, kernel) &&
             std::all_of(data_flow.begin(), data_flow.end(),
                         [&](DataFlow const& flow) { return flow.to != kernel || base::contains(order, flow.from); });
    };
    while (next < kernels.size() && !is_ready(next)) ++next;
    if (next == kernels.size()) fail(where, "`data_flow` has a cycle: no kernel can be the first one.");
    order.push_back(next);
  }
  return order;
}

/// Adds the items of `second` to those of `first`. Items of the same name must be equal.
template <typename Item>
void merge(std::vector<Item>& first, std::vector<Item> const& second, base::SourcePosition const& where,
           std::string const& what, std::string (*text)(Item const&)) {
  for (Item const& item : second) {
    auto const existing =
        std::find_if(first.begin(), first.end(), [&](Item const& other) { return other.name == item.name; });
    if (existing == first.end())
      first.push_back(item);
    else if (!(*existing == item))
      fail(where, fmt::format("The kernels declare the {} `{}` differently: {} and {}.", what, item.name,
                              text(*existing), text(item)));
  }
}

template <typename Item>
void add_missing(std::vector<Item>& first, std::vector<Item> const& second) {
  for (Item const& item : second)
    if (!base::contains(first, item)) first.push_back(item);
}

/// Returns the loops of both kernels that enclose an instruction of one of them, for each instruction.
std::set<std::vector<std::string>> common_nests(LoopKernel const& first, LoopKernel const& second) {
  std::set<std::vector<std::string>> nests;
  for (LoopKernel const* kernel : {&first, &second})
    for (loops::Instruction const& instruction : kernel->instructions) {
      std::set<std::string> loops = reduction_loops(*kernel, instruction);
      loops.insert(instruction.within.begin(), instruction.within.end());
      std::erase_if(loops, [&](std::string const& loop) { return !first.find_loop(loop) || !second.find_loop(loop); });
      nests.insert({loops.begin(), loops.end()});
    }
  return nests;
}

void require_equal_ranges(LoopKernel const& first, LoopKernel const& second, base::SourcePosition const& where) {
  std::vector<std::string> common;
  for (loops::Loop const& loop : first.loops)
    if (second.find_loop(loop.name)) common.push_back(loop.name);
  std::set<std::vector<std::string>> const nests = common_nests(first, second);
  if (std::all_of(nests.begin(), nests.end(),
                  [&](auto const& nest) { return polyhedral::have_equal_ranges(first, second, nest); }))
    return;
  for (std::string const& loop : common)
    if (!polyhedral::have_equal_ranges(first, second, {loop}))
      fail(where,
           fmt::format("The loop `{}` has different ranges in the kernels `{}` and `{}`. Rename it in one of them, "
                       "or fix the parameters of both.",
                       loop, first.name, second.name));
  fail(where, fmt::format("The loops {} have different ranges in the kernels `{}` and `{}`. Rename them in one of the "
                          "kernels.",
                          base::list_in_words(common), first.name, second.name));
}

void require_distinct_names(LoopKernel const& kernel, base::SourcePosition const& where) {
  std::map<std::string, std::string> kinds;
  auto const add = [&](std::string const& name, std::string const& kind) {
    auto const [existing, is_new] = kinds.emplace(name, kind);
    if (!is_new)
      fail(where, fmt::format("The fused kernel would have two meanings of `{}`: {} and {}. Rename one, or use other "
                              "suffixes.",
                              name, existing->second, kind));
  };
  for (loops::Parameter const& parameter : kernel.parameters) add(parameter.name, "a parameter");
  for (loops::Loop const& loop : kernel.loops) add(loop.name, "a loop");
  for (ir::TypedArray const& array : kernel.arrays) add(array.name, "an array");
  for (loops::Rule const& rule : kernel.rules) add(rule.name, "a rule");
  std::set<std::string> ids;
  for (loops::Instruction const& instruction : kernel.instructions)
    if (!ids.insert(instruction.id).second)
      fail(where,
           fmt::format("The fused kernel would have two instructions `{}`. Use other suffixes.", instruction.id));
}

std::string parameter_text(loops::Parameter const& parameter) {
  return fmt::format("`{}`", ir::to_text(parameter.type));
}
std::string loop_text(loops::Loop const& loop) { return fmt::format("with the tag `{}`", to_text(loop)); }
std::string array_text(ir::TypedArray const& array) { return fmt::format("`{}`", ir::to_text(array)); }

/// Returns the kernel with all declarations, and without instructions.
LoopKernel merged_declarations(LoopKernel first, LoopKernel const& second, base::SourcePosition const& where) {
  require_equal_ranges(first, second, where);
  merge(first.parameters, second.parameters, where, "parameter", parameter_text);
  merge(first.loops, second.loops, where, "loop", loop_text);
  merge(first.arrays, second.arrays, where, "array", array_text);
  first.rules.insert(first.rules.end(), second.rules.begin(), second.rules.end());
  add_missing(first.assumptions, second.assumptions);
  add_missing(first.constraints, second.constraints);
  add_missing(first.priorities, second.priorities);
  first.reassociated.insert(second.reassociated.begin(), second.reassociated.end());
  first.ordered.insert(second.ordered.begin(), second.ordered.end());
  first.plan.insert(first.plan.end(), second.plan.begin(), second.plan.end());
  first.name += "_" + second.name;
  first.instructions.clear();
  return first;
}

std::vector<loops::Instruction> both(std::vector<loops::Instruction> first,
                                     std::vector<loops::Instruction> const& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

/// Whether both instructions are updates of the array that commute if rounding is ignored.
bool are_commuting_updates(LoopKernel const& kernel, polyhedral::Dependence const& dependence) {
  auto const is_sum = [](ir::Op op) { return op == ir::Op::add || op == ir::Op::subtract; };
  auto const from = loops::only_update_of(kernel, kernel.instruction(dependence.from));
  auto const to = loops::only_update_of(kernel, kernel.instruction(dependence.to));
  return from && to && (from->op == to->op || (is_sum(from->op) && is_sum(to->op))) &&
         kernel.instruction(dependence.from).target->name == dependence.array &&
         kernel.instruction(dependence.to).target->name == dependence.array;
}

LoopKernel fuse_two(LoopKernel const& first, LoopKernel const& second, base::SourcePosition const& where) {
  LoopKernel sequence = merged_declarations(first, second, where);
  LoopKernel fused = sequence;
  auto a = first.instructions, b = second.instructions;
  append_orders(a, b);
  sequence.instructions = both(a, b);
  a = first.instructions, b = second.instructions;
  fuse_orders(a, b);
  fused.instructions = both(a, b);
  require_distinct_names(fused, where);
  while (auto const dependence = polyhedral::violated(sequence, fused)) {
    if (!are_commuting_updates(fused, *dependence) || sequence.reassociated.contains(dependence->array))
      fail(where,
           fmt::format("The kernels `{}` and `{}` cannot be fused: {}. Rename the loops in one of them to execute "
                       "it after the other.",
                       first.name, second.name, dependence->description()));
    sequence.reassociated.insert(dependence->array);
    fused.reassociated.insert(dependence->array);
  }
  return fused;
}

std::string statement(std::vector<LoopKernel> const& kernels, std::vector<std::string> const& suffixes) {
  return fmt::format("f = fuse_kernels([{}], suffixes=[{}])",
                     base::join(kernels, ", ", [](LoopKernel const& kernel) { return kernel.name; }),
                     base::join(suffixes, ", ", [](std::string const& suffix) { return "\"" + suffix + "\""; }));
}

} // namespace

loops::LoopKernel fuse_kernels(std::vector<loops::LoopKernel> const& kernels, std::vector<std::string> const& suffixes,
                               base::SourcePosition const& where, std::vector<DataFlow> const& data_flow) {
  if (kernels.empty()) fail(where, "`fuse_kernels` needs at least one kernel.");
  if (!suffixes.empty() && suffixes.size() != kernels.size())
    fail(where, fmt::format("`suffixes` needs one suffix for each of the {} kernels; found {}.", kernels.size(),
                            suffixes.size()));
  std::vector<std::string> used_suffixes = suffixes;
  for (std::size_t n = used_suffixes.size(); n < kernels.size(); ++n) used_suffixes.push_back(fmt::format("_{}", n));
  std::vector<LoopKernel> const parts = with_suffixes(kernels, used_suffixes);
  std::vector<std::size_t> const order = order_of_kernels(kernels, data_flow, where);
  LoopKernel result = parts[order.front()];
  for (std::size_t n = 1; n < order.size(); ++n) result = fuse_two(result, parts[order[n]], where);
  if (kernels.size() > 1) result.plan.push_back(statement(kernels, used_suffixes));
  loops::verify(result, "fuse_kernels");
  return result;
}

} // namespace chemora::transform
