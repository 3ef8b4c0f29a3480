/// The transformation set_loop_priority: `set_loop_priority(f, "k,i")` requests that the loop `k` is outside of `i`.
#include "codegen/transform/checks.hpp"
#include "codegen/transform/transformations.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::transform {

loops::LoopKernel set_loop_priority(loops::LoopKernel kernel, Arguments const& arguments) {
  std::vector<std::string> const names = arguments.names("loop_priority");
  if (names.empty()) arguments.fail("`set_loop_priority` needs the name of at least one loop.");
  for (std::size_t n = 0; n < names.size(); ++n) {
    existing_loop(kernel, arguments, names[n]);
    if (std::count(names.begin(), names.end(), names[n]) > 1)
      arguments.fail(fmt::format("The loop `{}` occurs twice in the priority.", names[n]));
  }
  loops::LoopKernel result = kernel;
  result.priorities.push_back(names);
  require_schedule_remains(kernel, result, arguments,
                           fmt::format("The loops cannot be nested in the order `{}`", base::join(names)));
  return result;
}

} // namespace chemora::transform
