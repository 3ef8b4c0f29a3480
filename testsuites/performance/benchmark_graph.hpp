// Graphs for benchmarks, from what edlc prints.
#pragma once

#include "codegen/ir/graph.hpp"

#include <string>

namespace performance {

/// The graph of kernel `name` for this `fd_order` among the graphs in `text`, which follow one another. Throws
/// base::UserError when there is none.
chemora::ir::Graph find_graph(std::string const& text, std::string const& name, int order);

/// The same operations on another type of reals; immediates are rounded to it.
chemora::ir::Graph with_element_type(chemora::ir::Graph graph, chemora::ir::Type real);

/// real64 or real32; throws base::UserError for other words.
chemora::ir::Type element_type(std::string const& name);

} // namespace performance
