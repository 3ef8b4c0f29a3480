// Pieces of the dialects' preambles.
#include "codegen/emit/kernel_arguments.hpp"

#include "codegen/emit/c_expressions.hpp"

#include <fmt/format.h>

namespace chemora::emit {

using ir::Type;

namespace {

std::string arguments_struct(std::string const& name, std::string const& parameters) {
  return fmt::format(R"(struct {} {{
  int lower[3];        // box to compute: first local index per axis
  int upper[3];        // one past the last
  int lower_global[3]; // global index of local point 0
  int global_size[3];
  double spacing[3];
  double origin[3];    // coordinate of global point 0
  double time;
  double time_step;
  int iteration;
  int allocated[3];    // extents of the arrays in memory
{}}};
)",
                     name, parameters);
}

} // namespace

std::string host_arguments_struct() {
  return arguments_struct("chemora_kernel_arguments",
                          "  double const* parameters;\n"
                          "  int box_spans_rows;  // the box ends where the arrays do along x\n");
}

std::string device_arguments_struct(ir::Loops const& loops) {
  std::size_t const n = loops.parameters.size();
  return arguments_struct("chemora_device_arguments", n == 0 ? "" : fmt::format("  double parameters[{}];\n", n));
}

int threads_along(ir::Loops const& loops, int axis) {
  for (ir::Loop const& loop : loops.nest)
    if (loop.mapping == ir::Mapping::block && loop.axis == axis) return loop.lanes;
  return 1;
}

std::string single_precision_functions(std::set<NeededFunction> const& functions, std::string const& qualifiers) {
  std::string text;
  for (auto const& [op, type] : functions) {
    if (!info(op).is_transcendental() || type != Type::real32) continue;
    bool const has_two = info(op).arity == 2;
    text += fmt::format("{0}float library_{1}(float a{2}) {{ return (float){1}((double)a{3}); }}\n", qualifiers,
                        info(op).c_function, has_two ? ", float b" : "", has_two ? ", (double)b" : "");
  }
  return text;
}

} // namespace chemora::emit
