// The form of graph that plans apply to.
#pragma once

#include "codegen/ir/graph.hpp"

namespace chemora::plan {

/// Throws base::InternalError unless shifts stand on loads only (so that what a kernel leaves for the next is read at
/// the point itself) and every variable is stored in one region.
void check_form(ir::Graph const& graph);

} // namespace chemora::plan
