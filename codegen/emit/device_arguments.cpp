// Pieces of the devices' preambles.
#include "codegen/emit/device_arguments.hpp"

#include "codegen/emit/c_expressions.hpp"

#include <fmt/format.h>

namespace chemora::emit {

using ir::Op;
using ir::Type;

std::string device_arguments_struct(ir::Loops const& loops) {
  std::string text = R"(struct chemora_device_arguments {
  int lower[3];        // box to compute: first local index per axis
  int upper[3];        // one past the last
  int lower_global[3]; // global index of local point 0
  int global_size[3];
  double spacing[3];
  double origin[3];    // coordinate of global point 0
  double time;
  double time_step;
  int iteration;
)";
  if (!loops.parameters.empty()) text += fmt::format("  double parameters[{}];\n", loops.parameters.size());
  return text + "};\n";
}

int threads_along(ir::Loops const& loops, int axis) {
  for (ir::Loop const& loop : loops.nest)
    if (loop.mapping == ir::Mapping::block && loop.axis == axis) return loop.lanes;
  return 1;
}

std::string library_name(Op op) {
  if (op == Op::power) return "pow";
  return op == Op::absolute ? "fabs" : std::string(info(op).name);
}

std::string single_precision_functions(std::set<NeededFunction> const& functions, std::string const& qualifiers) {
  std::string text;
  for (auto const& [op, type] : functions) {
    if (!info(op).is_transcendental || type != Type::real32) continue;
    bool const has_two = info(op).arity == 2;
    text += fmt::format("{0}float library_{1}(float a{2}) {{ return (float){1}((double)a{3}); }}\n", qualifiers,
                        library_name(op), has_two ? ", float b" : "", has_two ? ", (double)b" : "");
  }
  return text;
}

} // namespace chemora::emit
