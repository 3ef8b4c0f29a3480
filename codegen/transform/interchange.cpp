/// The transformation interchange: `interchange(f, "i", "k")` nests the loop `k` outside of the loop `i`, which was
/// outside of `k`.
#include "codegen/transform/checks.hpp"
#include "codegen/transform/loop_edits.hpp"
#include "codegen/transform/transformations.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::transform {

loops::LoopKernel interchange(loops::LoopKernel kernel, Arguments const& arguments) {
  std::string first = arguments.string("outer_iname");
  std::string second = arguments.string("inner_iname");
  existing_loop(kernel, arguments, first);
  existing_loop(kernel, arguments, second);
  if (first == second) arguments.fail("`interchange` needs two different loops.");
  for (loops::Instruction const& instruction : kernel.instructions) {
    if (!instruction.is_within(first) || !instruction.is_within(second)) continue;
    auto const& within = instruction.within;
    if (std::find(within.begin(), within.end(), first) > std::find(within.begin(), within.end(), second))
      arguments.fail(fmt::format("The loop `{}` is inside of `{}` already.", first, second));
    break;
  }
  return with_nesting(kernel, {second, first}, arguments,
                      fmt::format("The loops `{}` and `{}` cannot be interchanged", first, second));
}

} // namespace chemora::transform
