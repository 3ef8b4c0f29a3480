// Every decision that does not change the result: where values live and how loops map to the machine.
//
//     plan Wave_RHS on host
//       tile 64 8 8
//       vector x 4
//       threads tiles         # or: none
#pragma once

#include "codegen/ir/graph.hpp"
#include "framework/base/box.hpp"

#include <string>

namespace chemora::plan {

/// How one kernel is mapped to a device. Deepened later (placement per value, streaming, fission).
struct Plan {
  std::string kernel;
  std::string device = "host";
  base::Index3 tile{0, 0, 0}; ///< points per tile and axis, at least 1
  int vector_width = 1;       ///< lanes along x
  bool threads_over_tiles = true;

  bool operator==(Plan const&) const = default;
};

std::string to_text(Plan const& plan);

/// Inverse of to_text. Lines that are left out keep what `defaults` says, so that `tile 64 8 8` alone pins a tile.
/// Throws base::UserError with the position of every mistake.
Plan parse_plan(std::string const& text, Plan const& defaults, std::string const& source_name = "<plan>");

/// Plan for a kernel nobody chose one for: whole rows, all threads.
Plan default_plan(ir::Graph const& graph, base::Index3 const& extent, int vector_width);

/// Throws base::UserError naming every variable that the graph stores and reads at other points: what it then reads
/// there would depend on the order of points.
void check_order_of_points(ir::Graph const& graph);

/// Throws base::UserError naming what is illegal about the plan for any graph: tile extents, lanes, unknown device.
void check_values(Plan const& plan);

/// Throws base::UserError naming all of both for this graph and plan.
void check_legality(ir::Graph const& graph, Plan const& plan);

} // namespace chemora::plan
