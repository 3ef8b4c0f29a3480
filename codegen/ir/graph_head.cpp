// Parses the lines that count as a graph of their own, one that holds nothing.
#include "codegen/ir/graph_head.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace chemora::ir {

namespace {

std::string_view first_word(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return line.substr(0, line.find_first_of(" \t\r"));
}

} // namespace

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
