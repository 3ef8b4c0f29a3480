/// Writes the registration of evolved variables and the boundary conditions in the source of a generated thorn.
#include "codegen/thorn_writer/thorn.hpp"

#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::thorn_writer {

namespace {

constexpr char const* widths_function = R"(
bool coordinates_follow_coordbase() {
  char const* const grid = CCTK_ActivatingThorn("grid");
  if (!grid || !CCTK_IsFunctionAliased("GetBoundarySpecification")) return false;
  int type = 0;
  void const* const value = CCTK_ParameterGet("type", grid, &type);
  return value && CCTK_EQUALS(*static_cast<char const* const*>(value), "coordbase");
}

CCTK_INT const width_from_table = -1;

// Creates a table with the number of points that boundary conditions set at each face. This is the number of ghost
// zones, because no right-hand side is computed there. If CoordBase determines the coordinates, it specifies the number
// instead.
int table_with_widths(cGH const* cctkGH) {
  CCTK_INT widths[6], is_internal[6], is_staggered[6], shift_out[6];
  for (int face = 0; face < 6; ++face) widths[face] = cctkGH->cctk_nghostzones[face / 2];
  if (coordinates_follow_coordbase() &&
      GetBoundarySpecification(6, widths, is_internal, is_staggered, shift_out) != 0)
    CCTK_VError(__LINE__, __FILE__, CCTK_THORNSTRING, "GetBoundarySpecification failed; check the parameters of CoordBase.");
  int const table = Util_TableCreate(UTIL_TABLE_FLAGS_DEFAULT);
  Util_TableSetIntArray(table, 6, widths, "BOUNDARY_WIDTH");
  return table;
}

// Returns a table that contains widths only. All conditions then have their defaults: value 0, speed 1, limit 0. The
// table is never destroyed, because conditions are applied later.
int widths_only(cGH const* cctkGH) {
  static int const table = table_with_widths(cctkGH);
  return table;
}
)";

constexpr char const* register_function = R"(
void register_evolved(char const* variable, char const* right_side) {
  if (MoLRegisterEvolved(CCTK_VarIndex(variable), CCTK_VarIndex(right_side)) != 0)
    CCTK_VError(__LINE__, __FILE__, CCTK_THORNSTRING, "MoL did not accept the evolved variable %s.", variable);
}

// If MoL has the function MoLDeclareSpeed, it compares the time step with the fastest declared speed.
[[maybe_unused]] void declare_speed(CCTK_REAL speed) {
  if (speed < 0)
    CCTK_VParamWarn(CCTK_THORNSTRING, "The block `boundaries` states a wave speed of %g, which must not be negative.",
                    static_cast<double>(speed));
  if (CCTK_IsFunctionAliased("MoLDeclareSpeed") && MoLDeclareSpeed(speed) < 0)
    CCTK_VParamWarn(CCTK_THORNSTRING, "The equations state a wave speed of %g, which is not finite.",
                    static_cast<double>(speed));
}
)";

constexpr char const* select_boundary_function = R"(
void select_boundary(cGH const* cctkGH, int table, char const* group, char const* kind) {
  char const* const condition = condition_now(cctkGH, kind);
  if (Boundary_SelectGroupForBC(cctkGH, CCTK_ALL_FACES, width_from_table, table, group, condition) < 0)
    CCTK_VError(__LINE__, __FILE__, CCTK_THORNSTRING, "The boundary condition %s was not accepted for %s.", condition,
                group);
}
)";

constexpr char const* mirrors_function = R"(
// Applies symmetries only. Other points of the boundary zone retain their values.
void select_mirrors(cGH const* cctkGH, char const* group) {
  CCTK_INT const width = 1, no_table = -1;
  if (CCTK_IsFunctionAliased("Boundary_SelectGroupForBC") &&
      Boundary_SelectGroupForBC(cctkGH, CCTK_ALL_FACES, width, no_table, group, "None") < 0)
    CCTK_VError(__LINE__, __FILE__, CCTK_THORNSTRING, "The boundary condition None was not accepted for %s.", group);
}
)";

constexpr char const* zero_function = R"(
// Sets the boundary zone to 0, because no values are computed there.
void select_zero(cGH const* cctkGH, char const* group) {
  if (CCTK_IsFunctionAliased("Boundary_SelectGroupForBC") &&
      Boundary_SelectGroupForBC(cctkGH, CCTK_ALL_FACES, width_from_table, widths_only(cctkGH), group, "Scalar") < 0)
    CCTK_VError(__LINE__, __FILE__, CCTK_THORNSTRING, "The boundary condition Scalar was not accepted for %s.", group);
}
)";

constexpr char const* flat_function = R"(
// Selects a single variable. Other variables of its group retain their values in the boundary zone.
void select_flat(cGH const* cctkGH, char const* variable) {
  if (Boundary_SelectVarForBC(cctkGH, CCTK_ALL_FACES, width_from_table, widths_only(cctkGH), variable, "Flat") < 0)
    CCTK_VError(__LINE__, __FILE__, CCTK_THORNSTRING, "The boundary condition Flat was not accepted for %s.", variable);
}
)";

constexpr char const* radiative_function = R"(
// Each variable has a table, which is never destroyed because the condition is applied later.
void select_radiative(cGH const* cctkGH, char const* variable, CCTK_REAL limit, CCTK_REAL speed) {
  static std::map<std::string, int> tables;
  if (!tables.count(variable)) tables[variable] = table_with_widths(cctkGH);
  int const table = tables[variable];
  Util_TableSetReal(table, limit, "LIMIT");
  Util_TableSetReal(table, speed, "SPEED");
  if (Boundary_SelectVarForBC(cctkGH, CCTK_ALL_FACES, width_from_table, table, variable,
                              condition_now(cctkGH, "Radiation")) < 0)
    CCTK_VError(__LINE__, __FILE__, CCTK_THORNSTRING, "The radiative boundary was not accepted for %s.", variable);
}
)";

constexpr char const* extrapolation_function = R"(
void select_extrapolation(cGH const* cctkGH, char const* variable) {
  if (Boundary_SelectVarForBC(cctkGH, CCTK_ALL_FACES, width_from_table, widths_only(cctkGH), variable,
                              condition_now(cctkGH, "Extrapolation")) < 0)
    CCTK_VError(__LINE__, __FILE__, CCTK_THORNSTRING,
                "The boundary condition Extrapolation was not accepted for %s: the active thorn Boundary does not provide "
                "it. Use Chemora's thorn Boundary.",
                variable);
}
)";

std::string selection(Thorn const& thorn, ScheduledFunction const& function) {
  std::string text = fmt::format("\nextern \"C\" void {}(CCTK_ARGUMENTS) {{\n", selection_name(function.name));
  if (function.is_flat_outside)
    for (Access const& variable : function.writes)
      text += fmt::format("  select_flat(cctkGH, \"{}\");\n", variable.name);
  else
    for (std::string const& group : function.synchronised)
      text += fmt::format("  {}(cctkGH, \"{}\");\n", thorn.is_zero_outside(group) ? "select_zero" : "select_mirrors",
                          group);
  return text + "}\n";
}

bool selects_mirrors_only(Thorn const& thorn) {
  return std::any_of(thorn.calculations.begin(), thorn.calculations.end(), [&](ScheduledFunction const& function) {
    return !function.is_flat_outside && std::any_of(function.synchronised.begin(), function.synchronised.end(),
                                                    [&](auto const& group) { return !thorn.is_zero_outside(group); });
  });
}

/// Writes the selection of a condition for each variable, according to the block `boundaries`.
std::string radiative_selection(Thorn const& thorn, EvolvedGroups const& evolved) {
  std::string text;
  for (tensor::ComponentGroup const& group : evolved.groups)
    for (std::string const& variable : group.variables) {
      std::string const name = thorn.full_name(variable);
      std::string limit = "0.0", speed = "1.0";
      bool is_extrapolated = false;
      for (tensor::ComponentFarValue const& value : thorn.far_values)
        if (value.variable == variable) {
          limit = c_value(value.limit, thorn.parameters);
          if (value.speed) speed = c_value(*value.speed, thorn.parameters);
          is_extrapolated = value.is_extrapolated;
        }
      text += is_extrapolated ? fmt::format("    ::select_extrapolation(cctkGH, \"{}\");\n", name)
                              : fmt::format("    ::select_radiative(cctkGH, \"{}\", {}, {});\n", name, limit, speed);
    }
  return text;
}

bool is_extrapolated(tensor::ComponentFarValue const& value) { return value.is_extrapolated; }

/// Returns whether an evolved variable is not extrapolated at the boundary `radiative`.
bool has_radiating_variables(Thorn const& thorn) {
  auto const& values = thorn.far_values;
  std::size_t n_evolved = 0;
  for (tensor::ComponentGroup const& group : thorn.groups) n_evolved += group.is_evolved ? group.variables.size() : 0;
  return static_cast<std::size_t>(std::count_if(values.begin(), values.end(), is_extrapolated)) < n_evolved;
}

/// Writes the function that delays some conditions until the first step. Initial data have no past time level, and
/// extrapolation would amplify their unresolved features.
std::string condition_now_function() {
  std::string needs_step = "CCTK_EQUALS(condition, \"Extrapolation\")";
  for (tensor::BoundaryCondition const& condition : tensor::boundary_conditions)
    if (condition.needs_step)
      needs_step += fmt::format(" ||\n                          CCTK_EQUALS(condition, \"{}\")", condition.name);
  return fmt::format(R"(
// Conditions that need a past time level start with the first step, and so does Extrapolation.
char const* condition_now(cGH const* cctkGH, char const* condition) {{
  bool const needs_step = {};
  return needs_step && cctkGH->cctk_iteration == 0 ? "None" : condition;
}}
)",
                     needs_step);
}

/// Writes the function that selects boundary conditions. The function declares no parameters, because users choose
/// names of parameters, which could equal the names of the function's variables.
std::string boundary_selection(Thorn const& thorn, EvolvedGroups const& evolved) {
  std::string groups, name;
  for (tensor::BoundaryCondition const& condition : tensor::boundary_conditions)
    name += fmt::format("CCTK_EQUALS(kind, \"{}\")\n             ? \"{}\"\n             : ", condition.keyword,
                        condition.name);
  for (tensor::ComponentGroup const& group : evolved.groups)
    groups += fmt::format("  select_boundary(cctkGH, table, \"{}\", condition);\n", thorn.full_name(group.name));
  return fmt::format(R"(
void select_boundaries{}(cGH const* cctkGH, char const* kind) {{
  char const* const condition = {}kind;
  int const table = widths_only(cctkGH);
{}}}
)",
                     evolved.suffix, name, groups);
}

/// Writes declarations of the speeds in the block `boundaries`. Default speeds are not declared, because MoL would then
/// reject stable time steps of slower waves. No speed is declared without derivatives, because nothing propagates. No
/// speed is declared with a metric either, because the speeds of the block hold only far away.
std::string speed_declarations(Thorn const& thorn) {
  if (!thorn.reads_neighbours() || thorn.has_metric) return "";
  std::vector<std::string> speeds;
  for (tensor::ComponentFarValue const& value : thorn.far_values) {
    if (!value.speed) continue;
    std::string const speed = c_value(*value.speed, thorn.parameters);
    if (!base::contains(speeds, speed)) speeds.push_back(speed);
  }
  std::string text;
  for (std::string const& speed : speeds) text += fmt::format("  ::declare_speed({});\n", speed);
  return text;
}

std::string evolution(Thorn const& thorn, EvolvedGroups const& evolved) {
  std::string variables;
  for (tensor::ComponentGroup const& group : evolved.groups)
    for (tensor::ComponentGroup const& right_sides : thorn.groups) {
      if (right_sides.name != group.right_sides) continue;
      for (std::string const& right_side : right_sides.variables) {
        std::string const variable = right_side.substr(0, right_side.size() - std::string("rhs").size());
        variables += fmt::format("  ::register_evolved(\"{}\", \"{}\");\n", thorn.full_name(variable),
                                 thorn.full_name(right_side));
      }
    }
  if (std::string const speeds = speed_declarations(thorn); !speeds.empty())
    variables = "  DECLARE_CCTK_PARAMETERS;\n" + variables + speeds;
  return fmt::format("\nextern \"C\" void {0}_RegisterVariables{3}(CCTK_ARGUMENTS) {{\n{1}}}\n"
                     "\nextern \"C\" void {0}_SelectBoundaries{3}(CCTK_ARGUMENTS) {{\n  DECLARE_CCTK_PARAMETERS;\n"
                     "{2}  ::select_boundaries{3}(cctkGH, boundary);\n}}\n",
                     thorn.name, variables,
                     thorn.far_values.empty() ? ""
                                              : "  if (CCTK_EQUALS(boundary, \"radiative\")) {\n" +
                                                    radiative_selection(thorn, evolved) + "    return;\n  }\n",
                     evolved.suffix);
}

} // namespace

std::string boundary_functions(Thorn const& thorn) {
  std::string text;
  if (thorn.has_evolution() || thorn.sets_zero_outside()) text += widths_function;
  if (thorn.has_evolution()) text += register_function + condition_now_function() + select_boundary_function;
  for (EvolvedGroups const& evolved : thorn.evolved_groups()) text += boundary_selection(thorn, evolved);
  if (thorn.sets_zero_outside()) text += zero_function;
  if (selects_mirrors_only(thorn)) text += mirrors_function;
  if (thorn.continues_outside()) text += flat_function;
  auto const& values = thorn.far_values;
  if (!values.empty() && has_radiating_variables(thorn)) text += radiative_function;
  if (std::any_of(values.begin(), values.end(), is_extrapolated)) text += extrapolation_function;
  return text;
}

std::string scheduled_boundaries(Thorn const& thorn) {
  std::string text;
  for (ScheduledFunction const& function : thorn.calculations)
    if (function.fills_ghosts()) text += selection(thorn, function);
  for (EvolvedGroups const& evolved : thorn.evolved_groups()) text += evolution(thorn, evolved);
  return text;
}

} // namespace chemora::thorn_writer
