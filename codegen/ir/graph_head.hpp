// What must be known of a graph before it is worth parsing.
#pragma once

#include "codegen/ir/graph.hpp"

namespace chemora::ir {

struct GraphHead {
  std::string name;
  std::vector<Guard> guards;

  bool operator==(GraphHead const&) const = default;
};

/// The same as parse_graph's, without reading the values: a hundredth of its time. Throws base::UserError if the lines
/// `graph` and `when` are wrong.
GraphHead read_graph_head(std::string const& text, std::string const& source_name = "<graph>");

} // namespace chemora::ir
