/// Writes the C++ source of a generated thorn, which registers its kernels and checks its parameters.
#include "codegen/ir/graph.hpp"
#include "codegen/thorn_writer/thorn.hpp"
#include "codegen/thorn_writer/write_thorn.hpp"
#include "framework/base/generated_code.hpp"

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
// Reports one direction for each kernel, the direction that needs most ghost zones. Derivatives vanish in a direction
// with a single point.
void require_ghost_zones(cGH const* cctkGH, char const* kernel, int const (&widths)[3]) {
  int worst = -1;
  for (int d = 0; d < cctkGH->cctk_dim; ++d)
    if (cctkGH->cctk_gsh[d] > 1 && cctkGH->cctk_nghostzones[d] < widths[d] && (worst < 0 || widths[d] > widths[worst]))
      worst = d;
  if (worst < 0) return;
  int const width = widths[worst], n_points = cctkGH->cctk_gsh[worst];
  char const axis = "xyz"[worst];
  if (n_points <= 2 * width)
    CCTK_VParamWarn(CCTK_THORNSTRING,
                    "%s needs %d ghost zones in direction %c, but there are %d, and the grid has only %d points there: "
                    "set driver::ghost_size = %d, and driver::global_n%c to at least %d, or to 1 to leave the "
                    "direction out.",
                    kernel, width, axis, static_cast<int>(cctkGH->cctk_nghostzones[worst]), n_points, width, axis,
                    2 * width + 1);
  else
    CCTK_VParamWarn(CCTK_THORNSTRING,
                    "%s needs %d ghost zones in direction %c, but there are %d: set driver::ghost_size = %d.", kernel,
                    width, axis, static_cast<int>(cctkGH->cctk_nghostzones[worst]), width);
}
)";

constexpr char const* range_function = R"(
// Reports a parameter that calculations in real32 would round to 0 or to an infinity.
void require_real32(char const* name, CCTK_REAL value) {
  CCTK_REAL const magnitude = value < 0 ? -value : value;
  if (value != 0 && !(magnitude >= 1.4e-45 && magnitude <= 3.4e38))
    CCTK_VParamWarn(CCTK_THORNSTRING, "%s = %g is outside the range of real32, whose magnitudes are 1.4e-45 to 3.4e38.",
                    name, static_cast<double>(value));
}
)";

/// Returns a graph as a string literal with a seal. A run therefore parses only the graphs that it uses.
std::string embedded(ir::Graph const& graph) {
  return base::cpp_literal("\n" + ir::sealed(ir::to_text(graph)), "    ");
}

std::string graphs(Thorn const& thorn) {
  std::string text = "// The kernels as data-flow graphs. Graphs with equal names are variants for the values of a\n"
                     "// parameter.\nchar const* const graphs[] = {\n";
  for (discretisation::Kernel const& kernel : thorn.kernels)
    for (ir::Graph const& graph : kernel.variants) text += "    " + embedded(graph) + ",\n";
  return text + "};\n";
}

constexpr char const* add_built_in_function = R"(
void add_built_in(char const* identity, char const* instructions, void const* function) {
  if (CaKernel_RegisterBuiltIn(CCTK_THORNSTRING, identity, instructions, function) != 0)
    CCTK_VError(__LINE__, __FILE__, CCTK_THORNSTRING, "CaKernel did not accept the built-in kernel %s.", identity);
}
)";

/// Returns one line for each source with built-in kernels.
std::string lines_for_built_in(Thorn const& thorn, int n_sources, std::string const& before, std::string const& after) {
  std::string text;
  for (int n = 1; n <= n_sources; ++n) text += fmt::format("{}{}_{}{}", before, built_in_prefix(thorn.name), n, after);
  return text;
}

std::string registration(Thorn const& thorn, int n_built_in_sources) {
  return lines_for_built_in(thorn, n_built_in_sources, "\nextern \"C\" void ",
                            "(void (*add)(char const* identity, char const* instructions, void const* function));") +
         fmt::format(R"(
extern "C" int {}_RegisterKernels() {{
  for (char const* graph : graphs)
    if (CaKernel_RegisterKernel(CCTK_THORNSTRING, graph) != 0)
      CCTK_VError(__LINE__, __FILE__, CCTK_THORNSTRING, "CaKernel did not accept this graph:%s", graph);
{}  return 0;
}}
)",
                     thorn.name, lines_for_built_in(thorn, n_built_in_sources, "  ", "(add_built_in);\n"));
}

constexpr char const* reduce_function = R"(
// Stores the result of a reduction over the grid in a scalar, on all processes.
void reduce(cGH const* cctkGH, char const* operation, char const* terms, char const* scalar) {
  CCTK_REAL value = 0;
  if (CCTK_Reduce(cctkGH, -1, CCTK_ReductionHandle(operation), 1, CCTK_VARIABLE_REAL, &value, 1,
                  CCTK_VarIndex(terms)) < 0)
    CCTK_VError(__LINE__, __FILE__, CCTK_THORNSTRING, "The reduction \"%s\" of %s failed.", operation, scalar);
  *static_cast<CCTK_REAL*>(CCTK_VarDataPtr(cctkGH, 0, scalar)) = value;
}

void require_reduction(char const* operation) {
  if (CCTK_ReductionHandle(operation) < 0)
    CCTK_VParamWarn(CCTK_THORNSTRING, "The equations need the reduction \"%s\". Activate PUGHReduce.", operation);
}
)";

/// Writes the functions that perform reductions, and the function that sets scalars to 0 at the start.
std::string reductions(Thorn const& thorn) {
  std::string text = fmt::format("\nextern \"C\" void {}_ClearScalars(CCTK_ARGUMENTS) {{\n", thorn.name);
  for (tensor::Scalar const& scalar : thorn.scalars)
    text += fmt::format("  *static_cast<CCTK_REAL*>(CCTK_VarDataPtr(cctkGH, 0, \"{}\")) = 0;\n",
                        thorn.full_name(scalar.name));
  text += "}\n";
  for (ScheduledFunction const& function : thorn.calculations) {
    if (function.reductions.empty()) continue;
    text += fmt::format("\nextern \"C\" void {}(CCTK_ARGUMENTS) {{\n", reduction_name(function.name));
    for (tensor::Reduction const& reduction : function.reductions)
      text += fmt::format("  ::reduce(cctkGH, \"{}\", \"{}\", \"{}\");\n", reduction.operation,
                          thorn.full_name(reduction.terms), thorn.full_name(reduction.scalar));
    text += "}\n";
  }
  return text;
}

std::string launcher(std::string const& kernel) {
  return fmt::format("\nextern \"C\" void {0}(CCTK_ARGUMENTS) {{ launch(cctkGH, \"{0}\"); }}\n", kernel);
}

std::string guard_text(ir::Guard const& guard, Thorn const& thorn) {
  for (tensor::Parameter const& parameter : thorn.parameters) {
    if (parameter.name != guard.name) continue;
    if (parameter.type == tensor::ValueType::keyword)
      return "CCTK_EQUALS(" + guard.name + ", " + base::cpp_literal(guard.value) + ")";
    if (parameter.type == tensor::ValueType::boolean) return guard.value == "yes" ? guard.name : "!" + guard.name;
  }
  return guard.name + " == " + guard.value;
}

bool is_shared(tensor::Expression const& expression, Thorn const& thorn) {
  auto const has_name = [&](tensor::Parameter const& parameter) {
    return parameter.name == expression.name && parameter.is_shared();
  };
  return std::any_of(thorn.parameters.begin(), thorn.parameters.end(), has_name) ||
         std::any_of(expression.operands.begin(), expression.operands.end(),
                     [&](tensor::Expression const& operand) { return is_shared(operand, thorn); });
}

/// Returns whether the guards of the calculation's graphs contain the whole condition.
bool is_in_guards(tensor::Expression const& condition) {
  using tensor::Kind;
  auto const& operands = condition.operands;
  if (condition.kind == Kind::parameter) return true;
  if (condition.name == "and") return is_in_guards(operands[0]) && is_in_guards(operands[1]);
  if (condition.name == "not") return operands[0].kind == Kind::parameter;
  return condition.name == "==" && operands[0].kind == Kind::parameter && operands[1].kind == Kind::keyword;
}

/// Returns one line for each variant that reads neighbouring points.
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
      auto const& scheduled = kernel.calculation.condition;
      if (scheduled && !is_in_guards(*scheduled) && !is_shared(*scheduled, thorn))
        condition += (condition.empty() ? "" : " && ") + c_value(*scheduled, thorn.parameters);
      std::array<int, 3> widths{};
      for (std::size_t axis = 0; axis < 3; ++axis) widths[axis] = std::max(reach.low[axis], reach.high[axis]);
      text += fmt::format("  {}::require_ghost_zones(cctkGH, {}, {{{}, {}, {}}});\n",
                          condition.empty() ? "" : "if (" + condition + ") ", base::cpp_literal(variant), widths[0],
                          widths[1], widths[2]);
    }
  return text;
}

std::string requirement_checks(Thorn const& thorn) {
  std::string text;
  for (tensor::Requirement const& requirement : thorn.requirements)
    text += fmt::format("  if (!({})) CCTK_VParamWarn(CCTK_THORNSTRING, \"%s\", {});\n",
                        c_value(requirement.condition, thorn.parameters), base::cpp_literal(requirement.message));
  return text;
}

/// Returns the source of a check that the framework evaluates the tag TypeParameter of the groups.
std::string precision_check(Thorn const& thorn) {
  if (!thorn.has_choice_of_precision()) return "";
  return fmt::format(R"(  if (CCTK_EQUALS({0}, "real32") && CCTK_VarTypeI(CCTK_VarIndex("{1}")) != CCTK_VARIABLE_REAL4)
    CCTK_VParamWarn(CCTK_THORNSTRING, "This framework does not support {0} = \"real32\", because it ignores the tag "
                    "TypeParameter of groups. Use {0} = \"real64\".");
)",
                     tensor::precision_parameter, thorn.full_name(thorn.groups.front().variables.front()));
}

/// Returns the source of a check for each parameter that calculations in real32 round.
std::string range_checks(Thorn const& thorn) {
  std::string const condition = thorn.has_choice_of_precision()
                                    ? fmt::format("if (CCTK_EQUALS({}, \"real32\")) ", tensor::precision_parameter)
                                    : "";
  std::string text;
  for (std::string const& name : thorn.parameters_of_real32())
    text += fmt::format("  {0}::require_real32(\"{1}\", {1});\n", condition, name);
  return text;
}

/// Returns the source of a check for each reduction operator that the calculations need.
std::string reduction_checks(Thorn const& thorn) {
  std::string text;
  for (char const* operation : {"minimum", "maximum", "sum"})
    for (ScheduledFunction const& function : thorn.calculations)
      if (std::any_of(function.reductions.begin(), function.reductions.end(),
                      [&](tensor::Reduction const& reduction) { return reduction.operation == operation; })) {
        text += fmt::format("  ::require_reduction(\"{}\");\n", operation);
        break;
      }
  return text;
}

std::string parameter_check(Thorn const& thorn) {
  return fmt::format(
      "\nextern \"C\" void {}_CheckParameters(CCTK_ARGUMENTS) {{\n  DECLARE_CCTK_PARAMETERS;\n{}{}{}}}\n", thorn.name,
      precision_check(thorn) + range_checks(thorn), requirement_checks(thorn),
      reduction_checks(thorn) + ghost_zone_checks(thorn));
}

} // namespace

std::string write_source(Thorn const& thorn, int n_built_in_sources) {
  std::string text = first_line(thorn, "//") + includes;
  if (thorn.has_evolution() || thorn.sets_zero_outside()) text += "#include \"util_Table.h\"\n\n";
  bool const has_far_values = !thorn.far_values.empty();
  if (has_far_values || !thorn.requirements.empty()) text += "#include <cmath>\n";
  if (has_far_values) text += "#include <map>\n#include <string>\n";
  if (has_far_values || !thorn.requirements.empty()) text += "\n";
  text += "namespace {\n\n" + graphs(thorn) + launch_function;
  if (n_built_in_sources > 0) text += add_built_in_function;
  if (thorn.reads_neighbours()) text += check_function;
  if (!thorn.parameters_of_real32().empty()) text += range_function;
  if (!thorn.scalars.empty()) text += reduce_function;
  text += boundary_functions(thorn);
  text += "\n} // namespace\n" + registration(thorn, n_built_in_sources);
  if (thorn.checks_parameters()) text += parameter_check(thorn);
  for (discretisation::Kernel const& kernel : thorn.kernels) text += launcher(kernel.name);
  text += scheduled_boundaries(thorn);
  if (!thorn.scalars.empty()) text += reductions(thorn);
  return text;
}

} // namespace chemora::thorn_writer
