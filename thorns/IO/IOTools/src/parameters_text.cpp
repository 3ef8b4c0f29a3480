#include "parameters_text.hpp"

#include "text.hpp"

#include <cctk.h>

namespace iotools {
namespace {

std::string local_name(std::string const& full_name) {
  auto const at = full_name.find("::");
  return at == std::string::npos ? full_name : full_name.substr(at + 2);
}

void add_parameters(char const* thorn, std::vector<ParameterValue>& parameters) {
  char* name = nullptr;
  cParamData const* data = nullptr;
  for (int first = 1; CCTK_ParameterWalk(first, thorn, &name, &data) == 0; first = 0) {
    auto const full_name = take_text(name), parameter = local_name(full_name);
    char* const value = CCTK_ParameterValString(parameter.c_str(), data->thorn);
    if (value == nullptr) continue; // the name of an array; its elements follow
    parameters.push_back({.full_name = full_name,
                          .thorn = data->thorn,
                          .name = parameter,
                          .value = take_text(value),
                          .is_quoted = data->type != PARAMETER_INT && data->type != PARAMETER_REAL,
                          .times_set = data->n_set});
  }
}

} // namespace

std::vector<ParameterValue> all_parameters() {
  std::vector<ParameterValue> parameters;
  for (int i = 0; i < CCTK_NumCompiledThorns(); ++i)
    if (char const* const thorn = CCTK_CompiledThorn(i); CCTK_IsThornActive(thorn)) add_parameters(thorn, parameters);
  return parameters;
}

std::string parameters_text(std::vector<ParameterValue> const& parameters, Selection selection) {
  std::string text;
  for (auto const& parameter : parameters) {
    if (selection == Selection::only_set && parameter.times_set == 0) continue;
    char const* const quote = parameter.is_quoted ? "\"" : "";
    text += parameter.thorn + "::" + parameter.name + " = " + quote + parameter.value + quote + "\n";
  }
  return text;
}

std::string active_thorns_text() {
  std::string text = "ActiveThorns = \"";
  char const* separator = "";
  for (int i = 0; i < CCTK_NumCompiledThorns(); ++i)
    if (char const* const thorn = CCTK_CompiledThorn(i); CCTK_IsThornActive(thorn)) {
      text += separator + std::string(thorn);
      separator = " ";
    }
  return text + "\"\n";
}

} // namespace iotools
