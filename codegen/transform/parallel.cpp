#include "codegen/transform/parallel.hpp"
#include "codegen/transform/checks.hpp"
#include "codegen/transform/loop_edits.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::transform {

namespace {

using polyhedral::Dependence;

bool is_grid_barrier(loops::Instruction const& instruction) { return instruction.barrier == ir::Scope::grid; }

/// Whether a shorter order, filled up with zeros, is lexicographically smaller. Barriers of the grid have constants.
bool is_before(std::vector<ir::LinearExpression> const& left, std::vector<ir::LinearExpression> const& right) {
  for (std::size_t n = 0; n < std::max(left.size(), right.size()); ++n) {
    long const a = n < left.size() ? left[n].constant : 0;
    long const b = n < right.size() ? right[n].constant : 0;
    if (a != b) return a < b;
    bool const is_varying =
        (n < left.size() && !left[n].is_constant()) || (n < right.size() && !right[n].is_constant());
    if (is_varying) return false;
  }
  return false;
}

/// Returns a kernel for each part of the instructions between barriers of the grid.
std::vector<loops::LoopKernel> phases(loops::LoopKernel const& kernel) {
  std::vector<loops::LoopKernel> result;
  auto const phase_of = [&](loops::Instruction const& instruction) {
    return std::count_if(kernel.instructions.begin(), kernel.instructions.end(),
                         [&](loops::Instruction const& barrier) {
                           return is_grid_barrier(barrier) && is_before(barrier.order, instruction.order);
                         });
  };
  for (loops::Instruction const& instruction : kernel.instructions) {
    if (instruction.barrier) continue;
    auto const phase = static_cast<std::size_t>(phase_of(instruction));
    while (result.size() <= phase) {
      result.push_back(kernel);
      result.back().instructions.clear();
    }
    result[phase].instructions.push_back(instruction);
  }
  for (loops::LoopKernel& phase : result)
    for (loops::Instruction& instruction : phase.instructions)
      std::erase_if(instruction.after, [&](std::string const& id) { return !phase.find_instruction(id); });
  return result;
}

std::optional<Dependence> broken_by_blocks(loops::LoopKernel const& kernel, std::string const& loop) {
  for (loops::LoopKernel const& phase : phases(kernel))
    if (auto const dependence = polyhedral::carried_by(phase, loop)) return dependence;
  return std::nullopt;
}

/// Returns the kernel in which instances that differ only in their thread are not ordered.
loops::LoopKernel without_order_of_threads(loops::LoopKernel kernel) {
  for (loops::Instruction& instruction : kernel.instructions)
    for (ir::LinearExpression& entry : instruction.order)
      for (loops::Loop const& loop : kernel.loops)
        if (loop.tag == loops::Tag::thread_axis) entry.factors.erase(loop.name);
  return kernel;
}

std::optional<Dependence> broken_by_threads(loops::LoopKernel const& kernel, std::string const& loop) {
  // Threads that update the same element at the same time interfere even if the order of the updates is free.
  loops::LoopKernel ordered = kernel;
  ordered.reassociated.clear();
  if (auto const dependence = polyhedral::violated(ordered, without_order_of_threads(ordered))) return dependence;
  for (ir::TypedArray const& array : kernel.arrays) {
    if (array.is_argument || array.scope != ir::Scope::registers || base::contains(array.copies, loop)) continue;
    if (auto const dependence = polyhedral::carried_by(accesses_to(kernel, array.name), loop)) return dependence;
  }
  return std::nullopt;
}

/// Whether `outer` is outside of `inner` in the nest of all instructions that are within `inner`.
bool is_outside(loops::LoopKernel const& kernel, loops::Loop const& outer, std::string const& inner) {
  if (loops::is_hardware_axis(outer)) return true;
  auto const place = [](std::vector<std::string> const& names, std::string const& name) {
    return std::find(names.begin(), names.end(), name);
  };
  for (std::vector<std::string> const& list : kernel.priorities)
    if (base::contains(list, outer.name) && base::contains(list, inner))
      return place(list, outer.name) < place(list, inner);
  return std::all_of(kernel.instructions.begin(), kernel.instructions.end(),
                     [&](loops::Instruction const& instruction) {
                       return !instruction.is_within(inner) ||
                              (instruction.is_within(outer.name) &&
                               place(instruction.within, outer.name) < place(instruction.within, inner));
                     });
}

std::optional<Dependence> broken_by_lanes(loops::LoopKernel const& kernel, std::string const& loop) {
  std::vector<std::string> outer;
  for (loops::Loop const& candidate : kernel.loops)
    if (candidate.name != loop && is_outside(kernel, candidate, loop)) outer.push_back(candidate.name);
  return polyhedral::carried_by(kernel, loop, outer);
}

std::optional<Dependence> broken_by_tag(loops::LoopKernel const& kernel, loops::Loop const& loop) {
  switch (loop.tag) {
  case loops::Tag::sequential:
  case loops::Tag::unrolled:
    return std::nullopt;
  case loops::Tag::vector:
  case loops::Tag::interleaved:
    return broken_by_lanes(kernel, loop.name);
  case loops::Tag::block_axis:
    return broken_by_blocks(kernel, loop.name);
  case loops::Tag::thread_axis:
    return broken_by_threads(kernel, loop.name);
  }
  return std::nullopt;
}

void require_one_loop_per_axis(loops::LoopKernel const& kernel, std::string const& loop, Arguments const& arguments) {
  loops::Loop const& tagged = kernel.loop(loop);
  if (!loops::is_hardware_axis(tagged)) return;
  for (loops::Instruction const& instruction : kernel.instructions) {
    if (!instruction.is_within(loop)) continue;
    for (std::string const& name : instruction.within) {
      loops::Loop const& candidate = kernel.loop(name);
      if (name != loop && candidate.tag == tagged.tag && candidate.axis == tagged.axis)
        arguments.fail(fmt::format("`{}` cannot be tagged `{}`: `{}` is also within the loop `{}`, which has this tag.",
                                   loop, to_text(tagged), instruction.id, name));
    }
  }
}

void require_no_reduction(loops::LoopKernel const& kernel, std::string const& loop, Arguments const& arguments) {
  if (!loops::is_parallel(kernel.loop(loop))) return;
  for (loops::Instruction const& instruction : kernel.instructions)
    if (reduction_loops(kernel, instruction).contains(loop))
      arguments.fail(fmt::format("`{}` cannot be tagged `{}`: `{}` reduces over it in a fixed order.", loop,
                                 to_text(kernel.loop(loop)), instruction.id));
}

} // namespace

void set_tag(loops::LoopKernel& kernel, std::string const& loop, loops::Loop const& tag) {
  kernel.loop(loop).tag = tag.tag;
  kernel.loop(loop).axis = tag.axis;
}

void require_legal_tags(loops::LoopKernel const& kernel, std::vector<std::string> const& loops,
                        Arguments const& arguments) {
  for (std::string const& loop : loops) {
    require_one_loop_per_axis(kernel, loop, arguments);
    require_no_reduction(kernel, loop, arguments);
  }
  for (std::string const& loop : loops)
    if (auto const dependence = broken_by_tag(kernel, kernel.loop(loop)))
      reject(arguments, fmt::format("`{}` cannot be tagged `{}`", loop, to_text(kernel.loop(loop))), *dependence);
}

} // namespace chemora::transform
