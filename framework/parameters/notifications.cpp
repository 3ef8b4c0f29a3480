/// The C functions of cctk_Parameter.h for callbacks on changes of parameters.
#include "framework/include/cctk_Parameter.h"
#include "framework/parameters/parameter_table.hpp"

#include <regex.h>

#include <list>
#include <memory>

namespace chemora::parameters {

namespace {

struct FreeExpression {
  void operator()(regex_t* expression) const {
    regfree(expression);
    delete expression;
  }
};
using CompiledExpression = std::unique_ptr<regex_t, FreeExpression>;

/// Compiles a regular expression; returns nullptr for an invalid pattern.
CompiledExpression compile(char const* pattern) {
  auto* const expression = new regex_t;
  if (regcomp(expression, pattern, REG_EXTENDED | REG_ICASE | REG_NOSUB) != 0) {
    delete expression;
    return nullptr;
  }
  return CompiledExpression(expression);
}

struct Listener {
  std::string name;
  cParameterSetNotifyCallbackFn callback;
  void* data;
  CompiledExpression thorn, parameter; ///< nullptr matches all names
};

std::list<Listener>& listeners() {
  static std::list<Listener> listeners;
  return listeners;
}

bool matches(CompiledExpression const& expression, std::string const& text) {
  return !expression || regexec(expression.get(), text.c_str(), 0, nullptr, 0) == 0;
}

} // namespace

void connect_notifications(ParameterTable& table) {
  table.observe([](Parameter const& parameter, int element) {
    std::string const name =
        parameter.is_array() ? parameter.name() + "[" + std::to_string(element) + "]" : parameter.name();
    std::string const value = parameter.text(element);
    for (auto const& listener : listeners())
      if (matches(listener.thorn, parameter.thorn()) && matches(listener.parameter, parameter.name()))
        listener.callback(listener.data, parameter.thorn().c_str(), name.c_str(), value.c_str());
  });
}

} // namespace chemora::parameters

extern "C" int CCTK_ParameterSetNotifyRegister(cParameterSetNotifyCallbackFn callback, void* data, const char* name,
                                               const char* thorn_regex, const char* parameter_regex) {
  using namespace chemora::parameters;
  for (auto const& listener : listeners())
    if (listener.name == name) return -1;
  Listener listener{name, callback, data, nullptr, nullptr};
  if (thorn_regex && !(listener.thorn = compile(thorn_regex))) return -2;
  if (parameter_regex && !(listener.parameter = compile(parameter_regex))) return -2;
  listeners().push_back(std::move(listener));
  return 0;
}

extern "C" int CCTK_ParameterSetNotifyUnregister(const char* name) {
  using namespace chemora::parameters;
  return listeners().remove_if([&](Listener const& listener) { return listener.name == name; }) > 0 ? 0 : -1;
}
