/// The transformation privatize_temporaries_with_inames: `privatize_temporaries_with_inames(f, "i", "s")` gives the
/// temporary `s` a copy for each iteration of `i`, so that these iterations do not depend on each other because of it.
#include "codegen/transform/checks.hpp"
#include "codegen/transform/loop_edits.hpp"
#include "codegen/transform/transformations.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::transform {

namespace {

bool equal_subscripts(ir::ExpressionPtr const& left, ir::ExpressionPtr const& right) {
  return std::equal(left->operands.begin(), left->operands.end(), right->operands.begin(), right->operands.end(),
                    [](auto const& a, auto const& b) { return ir::equal(a, b); });
}

/// Whether each instance of `reader` is preceded by an instance of `writer` with the same values of the loops of
/// `writer`, without an instance of another iteration of `loops` between the two.
bool is_preceded_by(loops::Instruction const& reader, loops::Instruction const& writer,
                    std::vector<std::string> const& loops) {
  for (std::string const& loop : writer.within)
    if (!reader.is_within(loop)) return false;
  std::set<std::string> equal_loops;
  for (std::size_t n = 0; n < std::max(writer.order.size(), reader.order.size()); ++n) {
    ir::LinearExpression const a = n < writer.order.size() ? writer.order[n] : ir::linear(0);
    ir::LinearExpression const b = n < reader.order.size() ? reader.order[n] : ir::linear(0);
    if (a != b)
      return a.is_constant() && b.is_constant() && a.constant < b.constant &&
             std::all_of(loops.begin(), loops.end(), [&](auto const& loop) { return equal_loops.contains(loop); });
    for (auto const& [name, factor] : a.factors) equal_loops.insert(name);
  }
  return false;
}

/// Whether every element that `reader` reads has been written in the same iteration of `loops`.
bool is_initialised(loops::LoopKernel const& kernel, loops::Instruction const& reader, ir::ExpressionPtr const& read,
                    std::vector<std::string> const& loops) {
  return std::any_of(kernel.instructions.begin(), kernel.instructions.end(), [&](loops::Instruction const& writer) {
    return writer.id != reader.id && writer.target && writer.target->name == read->name && writer.conditions.empty() &&
           equal_subscripts(writer.target, read) && is_preceded_by(reader, writer, loops);
  });
}

void require_private(loops::LoopKernel const& kernel, Arguments const& arguments, std::string const& array,
                     std::vector<std::string> const& loops) {
  for (loops::Instruction const& instruction : kernel.instructions) {
    for (loops::ArrayAccess const& access : loops::accesses_of(kernel, instruction)) {
      if (access.element->name != array) continue;
      for (std::string const& loop : loops)
        if (!instruction.is_within(loop))
          arguments.fail(fmt::format("`{}` cannot have a copy for each iteration of `{}`: `{}` uses it outside of this "
                                     "loop.",
                                     array, loop, instruction.id));
      if (access.is_write || is_initialised(kernel, instruction, access.element, loops)) continue;
      arguments.fail(fmt::format("`{}` cannot have a copy for each iteration of {}: `{}` reads `{}`, which no "
                                 "instruction is known to assign before in the same iteration.",
                                 array, base::list_in_words(loops), instruction.id, ir::to_text(access.element)));
    }
  }
}

bool is_used_within(loops::LoopKernel const& kernel, std::string const& array, std::vector<std::string> const& loops) {
  return std::any_of(
      kernel.instructions.begin(), kernel.instructions.end(), [&](loops::Instruction const& instruction) {
        std::vector<loops::ArrayAccess> const accesses = loops::accesses_of(kernel, instruction);
        bool const is_inside =
            std::all_of(loops.begin(), loops.end(), [&](auto const& loop) { return instruction.is_within(loop); });
        return is_inside && std::any_of(accesses.begin(), accesses.end(),
                                        [&](auto const& access) { return access.element->name == array; });
      });
}

} // namespace

loops::LoopKernel privatize_temporaries_with_inames(loops::LoopKernel kernel, Arguments const& arguments) {
  std::vector<std::string> const loops = arguments.names("privatizing_inames");
  if (loops.empty()) arguments.fail("`privatize_temporaries_with_inames` needs at least one loop.");
  for (std::string const& loop : loops) existing_loop(kernel, arguments, loop);
  std::vector<std::string> candidates;
  for (ir::TypedArray const& array : kernel.arrays)
    if (!array.is_argument && is_used_within(kernel, array.name, loops)) candidates.push_back(array.name);
  for (std::string const& name : arguments.names_or("only_var_names", candidates)) {
    existing_temporary(kernel, arguments, name);
    require_private(kernel, arguments, name, loops);
    std::vector<std::string>& copies = kernel.array(name).copies;
    for (std::string const& loop : loops)
      if (!base::contains(copies, loop)) copies.push_back(loop);
  }
  return kernel;
}

} // namespace chemora::transform
