// A plan can be slow, never wrong: what is refused before anything is compiled.
#pragma once

#include "codegen/plan/plan.hpp"

namespace chemora::plan {

/// Throws base::UserError naming every variable that the graph stores and reads at other points: what it then reads
/// there would depend on the order of points.
void check_order_of_points(ir::Graph const& graph);

/// Throws base::UserError naming what is illegal about the plan for any graph: tile extents, lanes, unknown device,
/// blocks of threads where there are none, values named twice.
void check_values(Plan const& plan);

/// Throws base::UserError naming all of both for this graph and plan, and what does not fit between them: kernels that
/// store what there is not, twice or nothing, outputs that none stores, values that cannot be stored, inputs that an
/// earlier kernel has overwritten.
void check_legality(ir::Graph const& graph, Plan const& plan);

/// The same for one kernel that does the whole of `graph`.
void check_legality(ir::Graph const& graph, KernelPlan const& kernel);

} // namespace chemora::plan
