// Names in a sentence, looked up in the table.
#include "framework/parameters/mentioned_parameters.hpp"

#include "framework/parameters/ccl_environment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace chemora::parameters {

namespace {

/// `a`, `a::b`, with `[n]` behind: what looks like the name of a parameter or of its element.
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

std::string assignment(Parameter const& parameter, int element) {
  std::string const index = parameter.is_array() ? fmt::format("[{}]", element) : "";
  std::string const text = fmt::format("{}{} = {}", parameter.full_name(), index, parameter.text(element));
  auto const* const where = parameter.where_set(element);
  return where ? base::to_text(*where) + ": " + text : text + " (not set: its default)";
}

} // namespace

std::vector<std::string> mentioned_assignments(ThornCatalogue const& catalogue, ParameterTable const& table,
                                               std::string const& thorn, std::string const& message) {
  std::vector<std::string> lines;
  auto const* const speaker = catalogue.find_thorn(thorn);
  for (auto const& name : names_in(message)) {
    auto const indexed = split_index(name);
    bool const is_full = name.find("::") != std::string::npos;
    if (!indexed || (!is_full && !speaker)) continue;
    Parameter const* const parameter = is_full ? table.find(indexed->name.substr(0, indexed->name.find("::")),
                                                            indexed->name.substr(indexed->name.find("::") + 2))
                                               : find_local(*speaker, table, indexed->name);
    if (!parameter || indexed->index >= parameter->n_elements()) continue;
    int const first = std::max(indexed->index, 0);
    int const end = indexed->index < 0 ? parameter->n_elements() : first + 1;
    for (int element = first; element < end; ++element) {
      bool const is_said = parameter->where_set(element) || (is_full && end - first == 1);
      std::string const line = assignment(*parameter, element);
      if (is_said && std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
    }
  }
  return lines;
}

} // namespace chemora::parameters
