// What must be known of a graph before it is worth parsing.
#pragma once

#include "codegen/ir/graph.hpp"

#include <string_view>

namespace chemora::ir {

struct GraphHead {
  std::string name;
  std::vector<Guard> guards;

  bool operator==(GraphHead const&) const = default;
};

/// The same as parse_graph's, without reading the values: a hundredth of its time. Throws base::UserError if the lines
/// `graph` and `when` are wrong.
GraphHead read_graph_head(std::string const& text, std::string const& source_name = "<graph>");

/// A graph's text with a last line `# intact 0123456789abcdef`, a sum over what stands before. Programs that write
/// graphs they have checked put it there: to know that they are right nobody needs to parse them all.
std::string sealed(std::string const& text);

/// Whether the text is as sealed() left it, blanks before and behind apart.
bool is_intact(std::string_view text);

} // namespace chemora::ir
