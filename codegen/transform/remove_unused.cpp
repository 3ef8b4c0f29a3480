/// The transformations remove_unused_inames and remove_instructions, which remove what has no effect on the result.
#include "codegen/transform/checks.hpp"
#include "codegen/transform/loop_edits.hpp"
#include "codegen/transform/match.hpp"
#include "codegen/transform/transformations.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

namespace chemora::transform {

namespace {

void require_unused(loops::LoopKernel const& kernel, Arguments const& arguments, std::set<std::string> const& removed,
                    loops::Instruction const& instruction) {
  if (!instruction.target) return;
  std::string const& array = instruction.target->name;
  if (kernel.array(array).is_argument)
    arguments.fail(fmt::format("`{}` cannot be removed: it assigns the argument `{}`.", instruction.id, array));
  for (loops::Instruction const& other : kernel.instructions) {
    if (removed.contains(other.id)) continue;
    for (loops::ArrayAccess const& access : loops::accesses_of(kernel, other))
      if (!access.is_write && access.element->name == array)
        arguments.fail(
            fmt::format("`{}` cannot be removed: `{}` reads `{}`, which it assigns.", instruction.id, other.id, array));
  }
}

/// Whether the value of the scalar determines a range of a loop.
bool is_used_in_constraints(loops::LoopKernel const& kernel, std::string const& name) {
  for (loops::Constraint const& constraint : kernel.constraints)
    if (constraint.expression.uses(name)) return true;
  return false;
}

} // namespace

loops::LoopKernel remove_unused_inames(loops::LoopKernel kernel, Arguments const& arguments) {
  std::vector<std::string> all;
  for (loops::Loop const& loop : kernel.loops) all.push_back(loop.name);
  std::set<std::string> const used = used_loops(kernel);
  for (std::string const& name : arguments.names_or("inames", all)) {
    existing_loop(kernel, arguments, name);
    if (!used.contains(name)) remove_loop(kernel, name);
  }
  return kernel;
}

loops::LoopKernel remove_instructions(loops::LoopKernel kernel, Arguments const& arguments) {
  std::set<std::string> const removed = selected_instructions(kernel, arguments, "insn_ids");
  std::set<std::string> arrays;
  for (std::string const& id : removed) {
    loops::Instruction const& instruction = kernel.instruction(id);
    require_unused(kernel, arguments, removed, instruction);
    if (!instruction.target) continue;
    arrays.insert(instruction.target->name);
    if (is_used_in_constraints(kernel, instruction.target->name))
      arguments.fail(fmt::format("`{}` cannot be removed: the range of a loop depends on `{}`, which it assigns.", id,
                                 instruction.target->name));
  }
  std::erase_if(kernel.instructions,
                [&](loops::Instruction const& instruction) { return removed.contains(instruction.id); });
  for (loops::Instruction& instruction : kernel.instructions)
    std::erase_if(instruction.after, [&](std::string const& id) { return removed.contains(id); });
  std::erase_if(kernel.arrays, [&](ir::TypedArray const& array) {
    return arrays.contains(array.name) && find_instructions(kernel, Match("writes:" + array.name)).empty();
  });
  return kernel;
}

} // namespace chemora::transform
