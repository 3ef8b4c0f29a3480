// src/<Thorn>.cpp.
#include "codegen/thorn_writer/conditions.hpp"
#include "codegen/thorn_writer/write_files.hpp"
#include "codegen/thorn_writer/write_thorn.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace chemora::thorn_writer {

namespace {

constexpr char const* includes = R"(
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"

)";

constexpr char const* launch_function = R"(
void launch(cGH const* cctkGH, char const* kernel) {
  if (CaKernel_LaunchKernel(cctkGH, CCTK_THORNSTRING, kernel) != 0)
    CCTK_VError(__LINE__, __FILE__, CCTK_THORNSTRING, "The kernel %s could not be launched.", kernel);
}
)";

constexpr char const* check_function = R"(
// One message per kernel: about the direction that needs most.
void require_ghost_zones(cGH const* cctkGH, char const* kernel, int const (&widths)[3]) {
  int worst = -1;
  for (int d = 0; d < cctkGH->cctk_dim; ++d)
    if (cctkGH->cctk_nghostzones[d] < widths[d] && (worst < 0 || widths[d] > widths[worst])) worst = d;
  if (worst < 0) return;
  CCTK_VParamWarn(CCTK_THORNSTRING,
                  "%s needs %d ghost zones in direction %c, there are %d: set driver::ghost_size = %d.", kernel,
                  widths[worst], "xyz"[worst], static_cast<int>(cctkGH->cctk_nghostzones[worst]), widths[worst]);
}
)";

constexpr char const* register_function = R"(
void register_evolved(char const* variable, char const* right_side) {
  if (MoLRegisterEvolved(CCTK_VarIndex(variable), CCTK_VarIndex(right_side)) != 0)
    CCTK_VError(__LINE__, __FILE__, CCTK_THORNSTRING, "MoL did not accept %s.", variable);
}

void select_boundary(cGH const* cctkGH, CCTK_INT width, char const* group, char const* condition) {
  // No table: scalar means 0; radiative means speed 1 and the limit 0.
  CCTK_INT const no_table = -1;
  if (Boundary_SelectGroupForBC(cctkGH, CCTK_ALL_FACES, width, no_table, group, condition) < 0)
    CCTK_VError(__LINE__, __FILE__, CCTK_THORNSTRING, "The boundary condition %s was not accepted for %s.", condition,
                group);
}

bool coordinates_follow_coordbase() {
  char const* const grid = CCTK_ActivatingThorn("grid");
  if (!grid || !CCTK_IsFunctionAliased("GetBoundarySpecification")) return false;
  int type = 0;
  void const* const value = CCTK_ParameterGet("type", grid, &type);
  return value && CCTK_EQUALS(*static_cast<char const* const*>(value), "coordbase");
}

// Points of the outer boundary zone, where no right-hand side is calculated: as many as ghost zones, unless the
// coordinates come from CoordBase, which then says how many.
CCTK_INT boundary_width(cGH const* cctkGH) {
  CCTK_INT width = 0;
  if (!coordinates_follow_coordbase()) {
    for (int d = 0; d < cctkGH->cctk_dim; ++d)
      if (cctkGH->cctk_nghostzones[d] > width) width = cctkGH->cctk_nghostzones[d];
    return width;
  }
  CCTK_INT zones[6], is_internal[6], is_staggered[6], shift_out[6];
  if (GetBoundarySpecification(6, zones, is_internal, is_staggered, shift_out) != 0)
    CCTK_VError(__LINE__, __FILE__, CCTK_THORNSTRING, "GetBoundarySpecification failed; check CoordBase's parameters.");
  for (CCTK_INT zone : zones)
    if (zone > width) width = zone;
  return width;
}
)";

/// A graph as a raw string; its text cannot hold the closing mark, because names and strings cannot hold `)graph"`.
std::string embedded(ir::Graph const& graph) { return "R\"graph(\n" + ir::to_text(graph) + ")graph\""; }

std::string graphs(Thorn const& thorn) {
  std::string text =
      "// What each kernel calculates, as data flow over the grid; several of one name are variants for\n"
      "// values of a parameter.\nchar const* const graphs[] = {\n";
  for (discretisation::Kernel const& kernel : thorn.kernels)
    for (ir::Graph const& graph : kernel.variants) text += embedded(graph) + ",\n";
  return text + "};\n";
}

constexpr char const* add_built_in_function = R"(
void add_built_in(char const* identity, char const* instructions, void const* function) {
  if (CaKernel_RegisterBuiltIn(CCTK_THORNSTRING, identity, instructions, function) != 0)
    CCTK_VError(__LINE__, __FILE__, CCTK_THORNSTRING, "CaKernel did not accept the built-in kernel %s.", identity);
}
)";

/// A line for each function of the further sources.
std::string for_built_in(Thorn const& thorn, int n_sources, std::string const& before, std::string const& after) {
  std::string text;
  for (int n = 1; n <= n_sources; ++n) text += fmt::format("{}{}_{}{}", before, built_in_prefix(thorn.name), n, after);
  return text;
}

std::string registration(Thorn const& thorn, int n_built_in_sources) {
  return for_built_in(thorn, n_built_in_sources, "\nextern \"C\" void ",
                      "(void (*add)(char const* identity, char const* instructions, void const* function));") +
         fmt::format(R"(
extern "C" int {}_RegisterKernels() {{
  for (char const* graph : graphs)
    if (CaKernel_RegisterKernel(CCTK_THORNSTRING, graph) != 0)
      CCTK_VError(__LINE__, __FILE__, CCTK_THORNSTRING, "CaKernel did not accept this graph:%s", graph);
{}  return 0;
}}
)",
                     thorn.name, for_built_in(thorn, n_built_in_sources, "  ", "(add_built_in);\n"));
}

std::string launcher(std::string const& kernel) {
  return fmt::format("\nextern \"C\" void {0}(CCTK_ARGUMENTS) {{ launch(cctkGH, \"{0}\"); }}\n", kernel);
}

constexpr char const* mirrors_function = R"(
// No condition but those of symmetries: what is outside keeps its values.
void select_mirrors(cGH const* cctkGH, char const* group) {
  CCTK_INT const width = 1, no_table = -1;
  if (CCTK_IsFunctionAliased("Boundary_SelectGroupForBC") &&
      Boundary_SelectGroupForBC(cctkGH, CCTK_ALL_FACES, width, no_table, group, "None") < 0)
    CCTK_VError(__LINE__, __FILE__, CCTK_THORNSTRING, "The boundary condition None was not accepted for %s.", group);
}
)";

constexpr char const* flat_function = R"(
// Alone: the other variables of its group keep what they have outside.
void select_flat(cGH const* cctkGH, char const* variable) {
  CCTK_INT const no_table = -1;
  if (Boundary_SelectVarForBC(cctkGH, CCTK_ALL_FACES, boundary_width(cctkGH), no_table, variable, "Flat") < 0)
    CCTK_VError(__LINE__, __FILE__, CCTK_THORNSTRING, "The boundary condition Flat was not accepted for %s.", variable);
}
)";

std::string selection(ScheduledFunction const& function) {
  std::string text = fmt::format("\nextern \"C\" void {}(CCTK_ARGUMENTS) {{\n", selection_name(function.name));
  if (function.is_flat_outside)
    for (Access const& variable : function.writes)
      text += fmt::format("  select_flat(cctkGH, \"{}\");\n", variable.name);
  else
    for (std::string const& group : function.synchronised)
      text += fmt::format("  select_mirrors(cctkGH, \"{}\");\n", group);
  return text + "}\n";
}

bool selects_mirrors_only(Thorn const& thorn) {
  return std::any_of(thorn.calculations.begin(), thorn.calculations.end(),
                     [](auto const& one) { return one.fills_ghosts() && !one.is_flat_outside; });
}

std::string guard_text(ir::Guard const& guard, Thorn const& thorn) {
  for (tensor::Parameter const& parameter : thorn.parameters) {
    if (parameter.name != guard.name) continue;
    if (parameter.type == tensor::ValueType::keyword)
      return "CCTK_EQUALS(" + guard.name + ", " + quoted(guard.value) + ")";
    if (parameter.type == tensor::ValueType::boolean) return guard.value == "yes" ? guard.name : "!" + guard.name;
  }
  return guard.name + " == " + guard.value;
}

/// One line per variant that reads neighbours; empty when none does.
std::string ghost_zone_checks(Thorn const& thorn) {
  std::string text;
  for (discretisation::Kernel const& kernel : thorn.kernels)
    for (ir::Graph const& graph : kernel.variants) {
      ir::Reach const reach = ir::union_of(ir::stencils(graph));
      if (reach == ir::Reach{}) continue;
      std::string condition;
      std::string variant = kernel.name;
      for (ir::Guard const& guard : graph.guards) {
        variant += (condition.empty() ? " with " : " and ") + guard.name + " = " + guard.value;
        condition += (condition.empty() ? "" : " && ") + guard_text(guard, thorn);
      }
      std::array<int, 3> widths{};
      for (std::size_t axis = 0; axis < 3; ++axis) widths[axis] = std::max(reach.low[axis], reach.high[axis]);
      text += fmt::format("  {}require_ghost_zones(cctkGH, {}, {{{}, {}, {}}});\n",
                          condition.empty() ? "" : "if (" + condition + ") ", quoted(variant), widths[0], widths[1],
                          widths[2]);
    }
  return text;
}

std::string requirement_checks(Thorn const& thorn) {
  std::string text;
  for (tensor::Requirement const& one : thorn.requirements)
    text += fmt::format("  if (!({})) CCTK_VParamWarn(CCTK_THORNSTRING, \"%s\", {});\n",
                        c_value(one.condition, thorn.parameters), quoted(one.message));
  return text;
}

std::string parameter_check(Thorn const& thorn) {
  return fmt::format("\nextern \"C\" void {}_CheckParameters(CCTK_ARGUMENTS) {{\n  DECLARE_CCTK_PARAMETERS;\n{}{}}}\n",
                     thorn.name, requirement_checks(thorn), ghost_zone_checks(thorn));
}

constexpr char const* radiative_function = R"(
// Every variable keeps its table: the condition is applied later.
void select_radiative(cGH const* cctkGH, char const* variable, CCTK_REAL limit, CCTK_REAL speed) {
  static std::map<std::string, int> tables;
  if (!tables.count(variable)) tables[variable] = Util_TableCreate(UTIL_TABLE_FLAGS_DEFAULT);
  int const table = tables[variable];
  Util_TableSetReal(table, limit, "LIMIT");
  Util_TableSetReal(table, speed, "SPEED");
  if (Boundary_SelectVarForBC(cctkGH, CCTK_ALL_FACES, boundary_width(cctkGH), table, variable, "Radiation") < 0)
    CCTK_VError(__LINE__, __FILE__, CCTK_THORNSTRING, "The radiative boundary was not accepted for %s.", variable);
}
)";

constexpr char const* past_function = R"(
void fill_past(cGH const* cctkGH, char const* group) {
  std::size_t n_points = 1;
  for (int d = 0; d < cctkGH->cctk_dim; ++d) n_points *= static_cast<std::size_t>(cctkGH->cctk_ash[d]);
  int const first = CCTK_FirstVarIndex(group);
  for (int variable = first; variable < first + CCTK_NumVarsInGroupI(CCTK_GroupIndex(group)); ++variable)
    for (int level = 1; level < CCTK_ActiveTimeLevelsVI(cctkGH, variable); ++level)
      std::copy_n(static_cast<CCTK_REAL const*>(CCTK_VarDataPtrI(cctkGH, 0, variable)), n_points,
                  static_cast<CCTK_REAL*>(CCTK_VarDataPtrI(cctkGH, level, variable)));
}
)";

/// The radiative boundary needs a past from the beginning: that nothing has changed until then.
std::string past(Thorn const& thorn) {
  std::string text = fmt::format("\nextern \"C\" void {}_FillPast(CCTK_ARGUMENTS) {{\n", thorn.name);
  for (tensor::ComponentGroup const& group : thorn.groups)
    if (group.is_evolved) text += fmt::format("  fill_past(cctkGH, \"{}\");\n", thorn.full_name(group.name));
  return text + "}\n";
}

/// Per variable where the equations give a limit and a speed.
std::string radiative_selection(Thorn const& thorn) {
  std::string text;
  for (tensor::ComponentGroup const& group : thorn.groups)
    for (std::string const& variable : group.variables) {
      if (!group.is_evolved) continue;
      std::string limit = "0.0", speed = "1.0";
      for (tensor::ComponentFarValue const& value : thorn.far_values)
        if (value.variable == variable) {
          limit = c_value(value.limit, thorn.parameters);
          speed = c_value(value.speed, thorn.parameters);
        }
      text += fmt::format("    select_radiative(cctkGH, \"{}\", {}, {});\n", thorn.full_name(variable), limit, speed);
    }
  return text;
}

/// Parameters are locals of the function that declares them: it has none of its own, for their names are the user's.
std::string boundary_selection(Thorn const& thorn) {
  std::string groups;
  for (tensor::ComponentGroup const& group : thorn.groups)
    if (group.is_evolved)
      groups += fmt::format("  select_boundary(cctkGH, width, \"{}\", condition);\n", thorn.full_name(group.name));
  return fmt::format(R"(
void select_boundaries(cGH const* cctkGH, char const* kind) {{
  char const* const condition = CCTK_EQUALS(kind, "radiative") ? "Radiation" : kind;
  CCTK_INT const width = boundary_width(cctkGH);
{}}}
)",
                     groups);
}

std::string evolution(Thorn const& thorn) {
  std::string variables;
  for (tensor::ComponentGroup const& group : thorn.groups) {
    if (!group.is_evolved) continue;
    for (tensor::ComponentGroup const& right_sides : thorn.groups) {
      if (right_sides.name != group.right_sides) continue;
      for (std::string const& right_side : right_sides.variables) {
        std::string const variable = right_side.substr(0, right_side.size() - std::string("rhs").size());
        variables += fmt::format("  register_evolved(\"{}\", \"{}\");\n", thorn.full_name(variable),
                                 thorn.full_name(right_side));
      }
    }
  }
  return fmt::format("\nextern \"C\" void {0}_RegisterVariables(CCTK_ARGUMENTS) {{\n{1}}}\n"
                     "\nextern \"C\" void {0}_SelectBoundaries(CCTK_ARGUMENTS) {{\n  DECLARE_CCTK_PARAMETERS;\n"
                     "{2}  select_boundaries(cctkGH, boundary);\n}}\n",
                     thorn.name, variables,
                     thorn.far_values.empty() ? ""
                                              : "  if (CCTK_EQUALS(boundary, \"radiative\")) {\n" +
                                                    radiative_selection(thorn) + "    return;\n  }\n");
}

} // namespace

std::string write_source(Thorn const& thorn, int n_built_in_sources) {
  std::string text = first_line(thorn, "//") + includes;
  if (!thorn.far_values.empty())
    text += "#include \"util_Table.h\"\n\n#include <algorithm>\n#include <cmath>\n#include <cstddef>\n#include "
            "<map>\n#include <string>\n\n";
  text += "namespace {\n\n" + graphs(thorn) + launch_function;
  if (n_built_in_sources > 0) text += add_built_in_function;
  if (thorn.reads_neighbours()) text += check_function;
  if (thorn.has_evolution()) text += register_function + boundary_selection(thorn);
  if (selects_mirrors_only(thorn)) text += mirrors_function;
  if (thorn.continues_outside()) text += flat_function;
  if (!thorn.far_values.empty()) text += std::string(radiative_function) + past_function;
  text += "\n} // namespace\n" + registration(thorn, n_built_in_sources);
  if (thorn.checks_parameters()) text += parameter_check(thorn);
  for (discretisation::Kernel const& kernel : thorn.kernels) text += launcher(kernel.name);
  for (ScheduledFunction const& function : thorn.calculations)
    if (function.fills_ghosts()) text += selection(function);
  if (thorn.has_evolution()) text += evolution(thorn);
  if (!thorn.far_values.empty()) text += past(thorn);
  return text;
}

} // namespace chemora::thorn_writer
