/// The transformation reassociate: `reassociate(f, "rhsq")` permits that updates of an array are executed in any order.
/// This changes the rounding of its elements.
#include "codegen/transform/checks.hpp"
#include "codegen/transform/transformations.hpp"

#include <fmt/format.h>

#include <optional>

namespace chemora::transform {

loops::LoopKernel reassociate(loops::LoopKernel kernel, Arguments const& arguments) {
  std::string const name = arguments.string("array");
  existing_array(kernel, arguments, name);
  bool has_update = false;
  for (loops::Instruction const& instruction : kernel.instructions)
    has_update = has_update ||
                 (instruction.target && instruction.target->name == name && loops::only_update_of(kernel, instruction));
  if (!has_update)
    arguments.fail(
        fmt::format("No instruction is an update `{} = {} + ...`, which could be reassociated.", name, name));
  kernel.reassociated.insert(name);
  return kernel;
}

} // namespace chemora::transform
