#include "reduction.hpp"

#include "grid_slab.hpp"
#include "text.hpp"

#include "Numerics/ThornTools/src/variable_type.hpp"

#include <algorithm>

namespace iotools {
namespace {

bool reduces_grid(OutputList const& variables) {
  auto const& requests = variables.requests();
  return std::any_of(requests.begin(), requests.end(),
                     [](Request const& request) { return !is_scalar(request.variable); });
}

} // namespace

std::vector<std::string> unknown_reductions(std::string const& list) {
  std::vector<std::string> sentences;
  for (auto const& name : words(list))
    if (CCTK_LocalArrayReductionHandle(name.c_str()) < 0)
      sentences.push_back("there is no reduction `" + name + "`; " +
                          (CCTK_NumLocalArrayReduceOperators() == 0
                               ? "no active thorn registers reductions. Activate LocalReduce."
                               : "common ones are minimum, maximum, sum, average, norm1, norm2, norm_inf."));
  return sentences;
}

void check_reductions(std::string const& thorn, std::string const& parameter, char const* list,
                      OutputList const& variables) {
  auto const& requests = variables.requests();
  bool const is_used = requests.empty() || std::any_of(requests.begin(), requests.end(), [](Request const& request) {
                         return !request.options.reductions && !is_scalar(request.variable);
                       });
  if (reduces_grid(variables) && CCTK_NumGridArrayReductionOperators() == 0)
    report_parameter_error(thorn, parameter + ": no active thorn reduces grid functions and arrays. Add PUGHReduce to "
                                              "ActiveThorns.");
  for (auto const& sentence : unknown_reductions(list))
    if (is_used)
      CCTK_ParamWarn(thorn.c_str(), (parameter + ": " + sentence).c_str());
    else if (CCTK_MyProc(nullptr) == 0)
      CCTK_VWarn(1, __LINE__, __FILE__, thorn.c_str(), "%s: %s Grid scalars need no reductions", parameter.c_str(),
                 sentence.c_str());
  for (auto const& request : variables.requests())
    if (request.options.reductions)
      for (auto const& sentence : unknown_reductions(*request.options.reductions))
        CCTK_ParamWarn(thorn.c_str(), ("the options of `" + full_name(request.variable) + "`: " + sentence).c_str());
}

std::optional<double> reduce(cGH const* cctkGH, std::string const& reduction, int variable) {
  require_on_host(cctkGH, variable);
  CCTK_REAL result = 0;
  CCTK_INT const input[] = {variable};
  CCTK_INT const type[] = {CCTK_VARIABLE_REAL};
  void* output[] = {&result};
  int const handle = CCTK_LocalArrayReductionHandle(reduction.c_str());
  if (handle >= 0 && CCTK_ReduceGridArrays(cctkGH, -1, handle, -1, 1, input, 1, type, output) == 0) return result;
  CCTK_VWarn(1, __LINE__, __FILE__, CCTK_THORNSTRING, "The reduction `%s` of `%s` failed%s", reduction.c_str(),
             full_name(variable).c_str(), handle < 0 ? ": no active thorn provides it." : ".");
  return std::nullopt;
}

bool is_scalar(int variable) { return CCTK_GroupTypeFromVarI(variable) == CCTK_SCALAR; }

bool is_integer(int variable) { return thorntools::is_integer_type(CCTK_VarTypeI(variable)); }

bool is_real(int variable) { return thorntools::is_real_type(CCTK_VarTypeI(variable)); }

std::optional<double> scalar(cGH const* cctkGH, int variable) {
  auto const data = scalar_value(cctkGH, variable);
  if (!data) return std::nullopt;
  return number_at(*data, CCTK_VarTypeI(variable), 0);
}

std::string not_numeric_reason(int variable) {
  if (is_integer(variable) || is_real(variable)) return "";
  return std::string("is of type ") + CCTK_VarTypeName(CCTK_VarTypeI(variable)) + ", neither integer nor real";
}

} // namespace iotools
