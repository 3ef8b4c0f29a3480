// Parses the lines that count as a graph of their own, one that holds nothing.
#include "codegen/ir/graph_head.hpp"

#include "framework/base/hash.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace chemora::ir {

namespace {

std::string_view first_word(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return line.substr(0, line.find_first_of(" \t\r"));
}

constexpr std::string_view blanks = " \t\r\n";

std::string_view without_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

std::string seal_of(std::string_view text) {
  return fmt::format("\n# intact {:016x}", base::hash(without_blanks(text)));
}

} // namespace

std::string sealed(std::string const& text) {
  return text.substr(0, text.find_last_not_of(blanks) + 1) + seal_of(text) + "\n";
}

bool is_intact(std::string_view text) {
  text = without_blanks(text);
  std::size_t const length = seal_of({}).size(); // of any seal
  return text.size() > length && text.substr(text.size() - length) == seal_of(text.substr(0, text.size() - length));
}

GraphHead read_graph_head(std::string const& text, std::string const& source_name) {
  std::string head;
  std::size_t n_skipped = 0; // lines, which are kept as empty ones so that messages name the right line
  for (std::string_view rest = text; !rest.empty();) {
    std::string_view const line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    std::string_view const word = first_word(line);
    if (word == "graph" || word == "when") head.append(std::exchange(n_skipped, 0), '\n').append(line);
    ++n_skipped;
  }
  Graph graph = parse_graph(head + "\n}\n", source_name);
  return {std::move(graph.name), std::move(graph.guards)};
}

} // namespace chemora::ir
