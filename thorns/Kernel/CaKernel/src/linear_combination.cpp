// The graph as text, and the aliased function LinearCombination.
#include "linear_combination.hpp"

#include "cctk.h"
#include "codegen/ahead/built_in_kernels.hpp"
#include "compile_only.hpp"
#include "framework/base/errors.hpp"
#include "kernel_data.hpp"
#include "kernels/launch/linear_combination.hpp"
#include "local_grid.hpp"
#include "mpi_exchange.hpp"
#include "runtime.hpp"

#include <algorithm>
#include <exception>
#include <fmt/format.h>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ca_kernel {

namespace ir = chemora::ir;
namespace base = chemora::base;
namespace launch = chemora::launch;

namespace {

std::string listed(char const* before_each, std::set<std::string> const& names, char const* after_each) {
  std::string text;
  for (auto const& name : names) text += before_each + name + after_each;
  return text;
}

} // namespace

ir::Graph linear_combination(int n_sources, bool keeps_target) {
  std::set<std::string> parameters, inputs;
  std::string values;
  int n_values = 0, sum = -1;
  auto const add_term = [&](std::string const& array, std::string const& parameter) {
    inputs.insert(array);
    parameters.insert(parameter);
    int const first = n_values;
    values += fmt::format("  %{} = load {}\n  %{} = parameter {}\n  %{} = multiply %{} %{}\n", first, array, first + 1,
                          parameter, first + 2, first + 1, first);
    if (sum >= 0) values += fmt::format("  %{} = add %{} %{}\n", first + 3, sum, first + 2);
    n_values = first + (sum >= 0 ? 4 : 3);
    sum = n_values - 1;
  };
  if (keeps_target) add_term("target", "scale");
  for (int i = 0; i < n_sources; ++i) add_term(fmt::format("source{}", i), fmt::format("factor{}", i));
  if (sum < 0) values = "  %0 = immediate real64 0\n", sum = 0;
  std::string const in = inputs.empty() ? "" : "  in" + listed(" ", inputs, "") + "\n";
  return ir::parse_graph(fmt::format("graph LinearCombination{}{} {{\n  grid 3\n{}{}  out target\n{}  store target %{} "
                                     "everywhere\n}}\n",
                                     n_sources, keeps_target ? "_kept" : "",
                                     listed("  param real64 ", parameters, "\n"), in, values, sum),
                         "LinearCombination");
}

namespace {

/// The whole of an array as a grid without ghost zones; directions beyond the third are more planes along z.
launch::LocalGrid grid_of(cGH const* cctkGH, int variable) {
  cGroupDynamicData data;
  if (CCTK_GroupDynamicData(cctkGH, CCTK_GroupIndexFromVarI(variable), &data) < 0)
    throw base::UserError(std::string("The driver does not know the size of ") + CCTK_FullVarName(variable) + ".");
  launch::LocalGrid grid;
  for (int d = 0; d < data.dim; ++d) grid.extent[static_cast<std::size_t>(d < 3 ? d : 2)] *= data.ash[d];
  grid.allocated = grid.extent;
  return grid;
}

void require_type(int variable) {
  int const type = CCTK_VarTypeI(variable);
  if (CCTK_GroupTypeFromVarI(variable) == CCTK_GF && (type == CCTK_VARIABLE_REAL || type == CCTK_VARIABLE_REAL8))
    return;
  throw base::UserError(std::string("LinearCombination takes grid functions of type CCTK_REAL; ") +
                        CCTK_FullVarName(variable) + " is none.");
}

/// Made once for each number of sources, and what does the same without a compiler.
ir::Graph const& known_combination(int n_sources, bool keeps_target) {
  static std::map<std::pair<int, bool>, ir::Graph> graphs;
  auto const found = graphs.find({n_sources, keeps_target});
  if (found != graphs.end()) return found->second;
  ir::Graph const& graph =
      graphs.emplace(std::pair(n_sources, keeps_target), linear_combination(n_sources, keeps_target)).first->second;
  for (auto const& part : chemora::ahead::built_in_parts(graph))
    for (auto const& kernel : part.kernels)
      Runtime::instance().built_in_functions().add(
          kernel.identity, {"any", [=] { return launch::make_linear_combination(n_sources, keeps_target); }});
  return graph;
}

chemora::base::Box whole(launch::LocalGrid const& grid) { return {{0, 0, 0}, grid.extent}; }

void before_writing(cGH const* cctkGH, GridArray const& array) {
  if (has_accelerator() && !CCTK_CompilesOnly()) announce_writing(cctkGH, array, CCTK_VALID_EVERYWHERE);
}

void notify(cGH const* cctkGH, int level, GridArray const& array) {
  if (!has_accelerator() || CCTK_CompilesOnly()) return;
  CCTK_INT const variable = array.variable, time_level = array.time_level, rl = level;
  Accelerator_NotifyDataModified(cctkGH, &variable, &rl, &time_level, 1, runs_on_device(cctkGH));
}

} // namespace

// Parameters stay parameters: one kernel for each number of sources, whatever the time step.
void run_sum(cGH const* cctkGH, int refinement_level, Sum const& sum) {
  bool const keeps_target = sum.scale != 0;
  int const n_terms = static_cast<int>(sum.terms.size());
  std::map<std::string, GridArray> arrays{{"target", sum.target}};
  std::map<std::string, double> parameters{{"scale", sum.scale}};
  std::vector<CCTK_INT> read_variables, read_levels;
  for (std::size_t i = 0; i < sum.terms.size(); ++i) {
    arrays[fmt::format("source{}", i)] = sum.terms[i].source;
    parameters[fmt::format("factor{}", i)] = sum.terms[i].factor;
  }
  for (auto const& [name, array] : arrays) {
    require_type(array.variable);
    if (name == "target" && !keeps_target) continue;
    read_variables.push_back(array.variable);
    read_levels.push_back(array.time_level);
  }
  std::vector<CCTK_INT> const levels(read_variables.size(), refinement_level);
  if (has_accelerator() && !CCTK_CompilesOnly())
    Accelerator_RequireValidData(cctkGH, read_variables.data(), levels.data(), read_levels.data(),
                                 static_cast<CCTK_INT>(read_variables.size()), runs_on_device(cctkGH));
  before_writing(cctkGH, sum.target);
  auto const grid = grid_of(cctkGH, sum.target.variable);
  auto const all = whole(grid);
  Runtime::instance().launch_generic(cctkGH, known_combination(n_terms, keeps_target), grid, {&all, 1}, parameters,
                                     [&](std::string const& name) {
                                       GridArray const& array = arrays.at(name);
                                       return Device_Array(cctkGH, array.variable, refinement_level, array.time_level);
                                     });
  notify(cctkGH, refinement_level, sum.target);
}

// On the grid as it is: a box that is thin along x is not a range of points.
void run_zero(cGH const* cctkGH, int refinement_level, GridArray const& array,
              std::vector<chemora::base::Box> const& boxes) {
  require_type(array.variable);
  before_writing(cctkGH, array);
  auto const memory = [&](std::string const&) {
    return Device_Array(cctkGH, array.variable, refinement_level, array.time_level);
  };
  Runtime::instance().launch_generic(cctkGH, known_combination(0, false), local_grid(cctkGH), boxes, {}, memory);
  notify(cctkGH, refinement_level, array);
}

} // namespace ca_kernel

using namespace ca_kernel;

// Kernels are compiled by all processes together, also those whose variables are on the host.
extern "C" CCTK_INT CaKernelThorn_AnyProcessHasDevice(CCTK_POINTER_TO_CONST gh) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  try {
    static bool const any = [&] {
      auto const answers = MpiExchange(cctkGH).all_gather(runs_on_device(cctkGH) ? "yes" : "");
      return std::any_of(answers.begin(), answers.end(), [](std::string const& answer) { return !answer.empty(); });
    }();
    return any;
  } catch (std::exception const& error) {
    CCTK_VERROR("%s", error.what());
  }
}

extern "C" CCTK_INT CaKernelThorn_LinearCombination(CCTK_POINTER_TO_CONST gh, CCTK_INT var, CCTK_INT rl, CCTK_INT tl,
                                                    CCTK_REAL scale, CCTK_INT const* srcs, CCTK_INT const* tls,
                                                    CCTK_REAL const* facts, CCTK_INT nsrcs) {
  try {
    Sum sum{{var, tl}, scale, {}};
    for (CCTK_INT i = 0; i < nsrcs; ++i) sum.terms.push_back({{srcs[i], tls[i]}, facts[i]});
    run_sum(static_cast<cGH const*>(gh), rl, sum);
  } catch (std::exception const& error) {
    CCTK_VERROR("%s", error.what());
  }
  return 0;
}
