#include "parameters_text.hpp"

#include <cctk.h>

#include <cstdlib>

namespace iotools {
namespace {

std::string type_name(int type) {
  switch (type) {
  case PARAMETER_KEYWORD:
    return "KEYWORD";
  case PARAMETER_STRING:
  case PARAMETER_SENTENCE:
    return "STRING";
  case PARAMETER_INT:
    return "INT";
  case PARAMETER_BOOLEAN:
    return "BOOLEAN";
  default:
    return "REAL";
  }
}

/// Copies a text and frees it.
std::string take(char* owned) {
  std::string const text = owned == nullptr ? "" : owned;
  std::free(owned);
  return text;
}

std::string local_name(std::string const& full_name) {
  auto const at = full_name.find("::");
  return at == std::string::npos ? full_name : full_name.substr(at + 2);
}

void add_parameters(char const* thorn, std::vector<ParameterValue>& parameters) {
  char* name = nullptr;
  cParamData const* data = nullptr;
  for (int first = 1; CCTK_ParameterWalk(first, thorn, &name, &data) == 0; first = 0) {
    auto const full_name = take(name), parameter = local_name(full_name);
    char* const value = CCTK_ParameterValString(parameter.c_str(), data->thorn);
    if (value == nullptr) continue; // the name of an array; its elements follow
    parameters.push_back({.full_name = full_name,
                          .thorn = data->thorn,
                          .name = parameter,
                          .value = take(value),
                          .type = type_name(data->type),
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
    bool const is_quoted = parameter.type == "KEYWORD" || parameter.type == "STRING" || parameter.type == "BOOLEAN";
    char const* const quote = is_quoted ? "\"" : "";
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
