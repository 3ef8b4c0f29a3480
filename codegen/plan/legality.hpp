// Checks plans before anything is compiled: a legal plan can be slow, never wrong.
#pragma once

#include "codegen/plan/plan.hpp"

namespace chemora::plan {

/// Throws base::InternalError unless plans apply to the graph. All shifts must be shifts of loads, so that a kernel
/// reads the results of an earlier kernel only at the point itself. Every variable must be stored in one region.
void check_graph_form(ir::Graph const& graph);

/// Throws base::UserError naming every variable that the graph stores and reads at displaced points: the result would
/// depend on the order of points.
void check_order_of_points(ir::Graph const& graph);

/// Throws base::UserError naming everything that is illegal for any graph: tile extents, lanes, unknown devices, blocks
/// of threads on the host, values named twice.
void check_values(Plan const& plan);

/// Throws base::UserError with the errors of both, and with those of the combination: kernels that store an unknown
/// variable, a variable twice or nothing; outputs that no kernel stores; values that cannot be stored on the grid;
/// inputs that an earlier kernel has overwritten.
void check_legality(ir::Graph const& graph, Plan const& plan);

/// The same for one kernel that computes the whole graph.
void check_legality(ir::Graph const& graph, KernelPlan const& kernel);

} // namespace chemora::plan
