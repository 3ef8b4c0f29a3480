#include "kernels/recursions/interpreted_path.hpp"

#include "framework/base/errors.hpp"

#include <fmt/format.h>

namespace chemora::recursions {

std::vector<PathStep> interpreted_path(recursion::System const& system, recursion::Inputs const& inputs,
                                       MemoryLimit& memory) {
  double bytes = 0;
  constexpr double bytes_per_element = 33; // a long double, its scale, and a state
  for (recursion::Function const& function : system.functions) {
    double elements = 1;
    for (recursion::Dimension const& dimension : function.dimensions)
      elements *= static_cast<double>(dimension.upper.value(inputs.sizes) - dimension.lower.value(inputs.sizes) + 1);
    bytes += bytes_per_element * elements;
  }
  if (bytes > static_cast<double>(memory.max_bytes()))
    throw base::UserError(fmt::format("The tables of `{}` for a path need {:.0f} bytes; the limit is {}. Raise the "
                                      "limit, or omit the alignments.",
                                      system.name, bytes, memory.max_bytes()));
  memory.provide(bytes);
  std::vector<PathStep> steps;
  for (recursion::TableElement const& element : recursion::interpret_path(system, inputs))
    steps.push_back({element.function, element.position});
  return steps;
}

} // namespace chemora::recursions
