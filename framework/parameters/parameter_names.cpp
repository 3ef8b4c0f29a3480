/// Names of parameters in CCL expressions and in messages of thorns.
#include "framework/parameters/parameter_table.hpp"

#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

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
    auto const* const entry = catalogue.find_thorn(name);
    return entry && entry->is_active;
  };
  environment.is_implementation_active = [&catalogue](std::string const& name) {
    return catalogue.active_implementor(name) != nullptr;
  };
  for (auto const& declaration : thorn.parameters.parameters)
    environment.known_parameters.push_back(declaration.local_name());
  return environment;
}

namespace {

/// Returns the words of the message that may be parameter names: `a` or `a::b`, with or without `[n]`.
std::vector<std::string> names_in(std::string const& message) {
  std::vector<std::string> names;
  auto const is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (std::size_t at = 0; at < message.size(); ++at) {
    if (!is_word(message[at])) continue;
    std::size_t end = at;
    while (end < message.size() && (is_word(message[end]) || message.compare(end, 2, "::") == 0))
      end += is_word(message[end]) ? 1 : 2;
    std::size_t after = end;
    if (after < message.size() && message[after] == '[')
      while (after < message.size() && message[after] != ']') ++after;
    if (after > end && after < message.size()) end = after + 1;
    names.push_back(message.substr(at, end - at));
    at = end;
  }
  return names;
}

/// A value in a message, cut if it is long: a message about each name of a long list would repeat the whole list.
std::string excerpt(std::string const& value) {
  constexpr std::size_t max_length = 60;
  return value.size() <= max_length ? value : value.substr(0, max_length) + "...";
}

std::string assignment(Parameter const& parameter, int element) {
  std::string const index = parameter.is_array() ? fmt::format("[{}]", element) : "";
  std::string const text = fmt::format("{}{} = {}", parameter.full_name(), index, excerpt(parameter.text(element)));
  auto const* const where = parameter.where_set(element);
  return where ? base::to_text(*where) + ": " + text : text + " (not set: its default)";
}

} // namespace

std::vector<std::string> mentioned_assignments(ThornCatalogue const& catalogue, ParameterTable const& table,
                                               std::string const& thorn, std::string const& message) {
  std::vector<std::string> lines;
  auto const* const thorn_entry = catalogue.find_thorn(thorn);
  for (auto const& name : names_in(message)) {
    auto const indexed = split_index(name);
    bool const is_full = name.find("::") != std::string::npos;
    if (!indexed || (!is_full && !thorn_entry)) continue;
    Parameter const* const parameter = is_full ? table.find(indexed->name.substr(0, indexed->name.find("::")),
                                                            indexed->name.substr(indexed->name.find("::") + 2))
                                               : find_local(*thorn_entry, table, indexed->name);
    if (!parameter || indexed->index >= parameter->n_elements()) continue;
    int const first = std::max(indexed->index, 0);
    int const end = indexed->index < 0 ? parameter->n_elements() : first + 1;
    for (int element = first; element < end; ++element) {
      bool const is_listed = parameter->where_set(element) || (is_full && end - first == 1);
      std::string const line = assignment(*parameter, element);
      if (is_listed && !base::contains(lines, line)) lines.push_back(line);
    }
  }
  return lines;
}

} // namespace chemora::parameters
