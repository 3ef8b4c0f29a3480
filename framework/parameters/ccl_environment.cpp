// Local names of parameters.
#include "framework/parameters/ccl_environment.hpp"

namespace chemora::parameters {

namespace {

ccl::Value to_ccl_value(TypedValue const& value) {
  if (auto const* const whole = std::get_if<std::int64_t>(&value)) return *whole;
  if (auto const* const real = std::get_if<double>(&value)) return *real;
  return std::get<std::string>(value);
}

} // namespace

Parameter const* find_local(CompiledThorn const& thorn, ParameterTable const& table, std::string const& name) {
  auto const colons = name.find("::");
  if (colons != std::string::npos) return table.find(name.substr(0, colons), name.substr(colons + 2));
  for (auto const& declaration : thorn.parameters.parameters) {
    if (!ccl::same_name(declaration.local_name(), name)) continue;
    bool const is_own = declaration.origin == ccl::ParameterOrigin::declared;
    return table.find(is_own ? thorn.name : declaration.shared_from, declaration.name.text);
  }
  return nullptr;
}

ccl::Environment ccl_environment(CompiledThorn const& thorn, ThornCatalogue const& catalogue,
                                 ParameterTable const& table) {
  ccl::Environment environment;
  environment.parameter = [&thorn, &table](std::string const& name) -> std::optional<ccl::Value> {
    auto const indexed = split_index(name);
    Parameter const* const parameter = indexed ? find_local(thorn, table, indexed->name) : nullptr;
    int const element = indexed && indexed->index > 0 ? indexed->index : 0;
    if (!parameter || element >= parameter->n_elements()) return std::nullopt;
    return to_ccl_value(parameter->value(element));
  };
  environment.is_thorn_active = [&catalogue](std::string const& name) {
    auto const* const found = catalogue.find_thorn(name);
    return found && found->is_active;
  };
  environment.is_implementation_active = [&catalogue](std::string const& name) {
    return catalogue.active_implementor(name) != nullptr;
  };
  for (auto const& declaration : thorn.parameters.parameters)
    environment.known_parameters.push_back(declaration.local_name());
  return environment;
}

} // namespace chemora::parameters
