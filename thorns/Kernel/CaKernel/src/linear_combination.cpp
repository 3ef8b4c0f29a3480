// The graph as text, and the aliased function LinearCombination.
#include "linear_combination.hpp"

#include "cctk.h"
#include "codegen/ahead/built_in_kernels.hpp"
#include "compile_only.hpp"
#include "framework/base/errors.hpp"
#include "kernel_data.hpp"
#include "kernels/launch/linear_combination.hpp"
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

struct Term {
  CCTK_INT variable, time_level;
};

} // namespace

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

// Parameters stay parameters: one kernel for each number of sources, whatever the time step.
extern "C" CCTK_INT CaKernelThorn_LinearCombination(CCTK_POINTER_TO_CONST gh, CCTK_INT var, CCTK_INT rl, CCTK_INT tl,
                                                    CCTK_REAL scale, CCTK_INT const* srcs, CCTK_INT const* tls,
                                                    CCTK_REAL const* facts, CCTK_INT nsrcs) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  try {
    bool const keeps_target = scale != 0;
    std::map<std::string, Term> arrays{{"target", {var, tl}}};
    std::map<std::string, double> parameters{{"scale", scale}};
    std::vector<CCTK_INT> read_variables, read_levels;
    for (CCTK_INT i = 0; i < nsrcs; ++i) {
      arrays[fmt::format("source{}", i)] = {srcs[i], tls[i]};
      parameters[fmt::format("factor{}", i)] = facts[i];
    }
    for (auto const& [name, term] : arrays) {
      require_type(term.variable);
      if (name == "target" && !keeps_target) continue;
      read_variables.push_back(term.variable);
      read_levels.push_back(term.time_level);
    }
    CCTK_INT const on_device = runs_on_device(cctkGH);
    std::vector<CCTK_INT> const levels(read_variables.size(), rl);
    bool const tells_accelerator = has_accelerator() && !CCTK_CompilesOnly();
    if (tells_accelerator)
      Accelerator_RequireValidData(cctkGH, read_variables.data(), levels.data(), read_levels.data(),
                                   static_cast<CCTK_INT>(read_variables.size()), on_device);
    if (tells_accelerator) announce_writing(cctkGH, var, tl, CCTK_VALID_EVERYWHERE);
    Runtime::instance().launch_generic(cctkGH, known_combination(nsrcs, keeps_target), grid_of(cctkGH, var), parameters,
                                       [&](std::string const& name) {
                                         Term const& term = arrays.at(name);
                                         return Device_Array(cctkGH, term.variable, rl, term.time_level);
                                       });
    if (tells_accelerator) Accelerator_NotifyDataModified(cctkGH, &var, &rl, &tl, 1, on_device);
  } catch (std::exception const& error) {
    CCTK_VERROR("%s", error.what());
  }
  return 0;
}
