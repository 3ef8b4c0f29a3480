/// Writes interface.ccl and configuration.ccl of a generated thorn.
#include "codegen/thorn_writer/thorn.hpp"

#include "framework/base/text.hpp"

#include <fmt/format.h>

namespace chemora::thorn_writer {

namespace {

constexpr char const* kernel_functions = R"(
# Kernels are registered as graphs at start-up and launched by name.
CCTK_INT FUNCTION CaKernel_RegisterKernel \
  (CCTK_STRING IN thorn, CCTK_STRING IN graph_text)
REQUIRES FUNCTION CaKernel_RegisterKernel

# Kernels for machines without a compiler: a compiled function for the kernel with this identity.
CCTK_INT FUNCTION CaKernel_RegisterBuiltIn \
  (CCTK_STRING IN thorn, CCTK_STRING IN identity, CCTK_STRING IN instructions, CCTK_POINTER_TO_CONST IN function)
REQUIRES FUNCTION CaKernel_RegisterBuiltIn

CCTK_INT FUNCTION CaKernel_LaunchKernel \
  (CCTK_POINTER_TO_CONST IN cctkGH, CCTK_STRING IN thorn, CCTK_STRING IN kernel)
REQUIRES FUNCTION CaKernel_LaunchKernel
)";

constexpr char const* evolution_functions = R"(
CCTK_INT FUNCTION MoLRegisterEvolved \
  (CCTK_INT IN EvolvedIndex, CCTK_INT IN RHSIndex)
REQUIRES FUNCTION MoLRegisterEvolved

CCTK_INT FUNCTION MoLDeclareSpeed (CCTK_REAL IN Speed)
USES FUNCTION MoLDeclareSpeed
)";

constexpr char const* boundary_function = R"(
CCTK_INT FUNCTION GetBoundarySpecification \
  (CCTK_INT IN size, CCTK_INT OUT ARRAY nboundaryzones, CCTK_INT OUT ARRAY is_internal, \
   CCTK_INT OUT ARRAY is_staggered, CCTK_INT OUT ARRAY shiftout)
USES FUNCTION GetBoundarySpecification
)";

constexpr char const* selection_function = R"(
CCTK_INT FUNCTION Boundary_SelectGroupForBC \
  (CCTK_POINTER_TO_CONST IN GH, CCTK_INT IN faces, CCTK_INT IN boundary_width, \
   CCTK_INT IN table_handle, CCTK_STRING IN group_name, CCTK_STRING IN bc_name)
{} FUNCTION Boundary_SelectGroupForBC
)";

constexpr char const* selection_of_variables = R"(
CCTK_INT FUNCTION Boundary_SelectVarForBC \
  (CCTK_POINTER_TO_CONST IN GH, CCTK_INT IN faces, CCTK_INT IN boundary_width, \
   CCTK_INT IN table_handle, CCTK_STRING IN var_name, CCTK_STRING IN bc_name)
REQUIRES FUNCTION Boundary_SelectVarForBC
)";

/// Returns the type of all groups. If a parameter selects the precision, the tag TypeParameter contains its name.
char const* type_of_groups(Thorn const& thorn) {
  return thorn.precisions == std::vector{ir::Type::real32} ? "CCTK_REAL4" : "CCTK_REAL";
}

std::string tags(tensor::ComponentGroup const& group, bool is_right_side, bool has_choice_of_precision) {
  std::string text;
  if (!group.tensor_type.empty()) text += "tensortypealias=\"" + group.tensor_type + "\"";
  if (!group.mirror_signs.empty()) text += fmt::format("mirrorsigns=\"{}\"", fmt::join(group.mirror_signs, " "));
  if (group.is_pseudo) text += " tensorparity=-1";
  // Right-hand sides are recomputed from the state, so they are neither prolongated nor written to checkpoints.
  if (is_right_side) text += std::string(text.empty() ? "" : " ") + "Prolongation=\"None\" Checkpoint=\"no\"";
  if (has_choice_of_precision)
    text += fmt::format("{}TypeParameter=\"{}\"", text.empty() ? "" : " ", tensor::precision_parameter);
  return text.empty() ? "" : " TAGS='" + text + "'";
}

std::string group_text(tensor::ComponentGroup const& group, bool is_right_side, Thorn const& thorn) {
  std::string text = fmt::format("\n{} {} TYPE=GF TIMELEVELS={}{}\n{{\n  ", type_of_groups(thorn), group.name,
                                 group.time_levels, tags(group, is_right_side, thorn.has_choice_of_precision()));
  return text + base::join(group.variables) + "\n} " +
         quoted(group.description.empty() ? group.name : group.description) + "\n";
}

} // namespace

std::string write_interface(Thorn const& thorn) {
  std::string text = first_line(thorn, "#") + "\nIMPLEMENTS: " + thorn.implementation + "\n";
  if (!thorn.inherited.empty()) text += "INHERITS: " + fmt::format("{}", fmt::join(thorn.inherited, " ")) + "\n";
  text += kernel_functions;
  if (thorn.has_evolution()) text += evolution_functions;
  if (thorn.has_evolution() || thorn.sets_zero_outside()) text += boundary_function;
  // The function is optional, because without thorn Boundary there are no symmetries.
  if (thorn.has_evolution() || thorn.fills_ghosts())
    text += fmt::format(selection_function, thorn.has_evolution() ? "REQUIRES" : "USES");
  if (!thorn.far_values.empty() || thorn.continues_outside()) text += selection_of_variables;
  text += "\nPUBLIC:\n";
  for (tensor::ComponentGroup const& group : thorn.groups) {
    bool is_right_side = false;
    for (tensor::ComponentGroup const& state : thorn.groups)
      is_right_side = is_right_side || state.right_sides == group.name || thorn.has_terms(group.name);
    text += group_text(group, is_right_side, thorn);
  }
  for (tensor::Scalar const& scalar : thorn.scalars)
    text += fmt::format("\nCCTK_REAL {} TYPE=SCALAR {}\n", scalar.name,
                        quoted(scalar.description.empty() ? scalar.name : scalar.description));
  return text;
}

std::string write_configuration(Thorn const& thorn) {
  std::string text = first_line(thorn, "#") + "\nREQUIRES CaKernel\n";
  if (thorn.has_evolution()) text += "REQUIRES Boundary\n";
  return text;
}

} // namespace chemora::thorn_writer
