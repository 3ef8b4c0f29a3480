// The conditions of this thorn, ready to be applied to one variable: what each reads and writes, on the host and as
// kernels.
#pragma once

#include "conditions.hpp"

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace boundary {

// What is read of an array: of each zone the points themselves, and some points beside it along its normal.
struct Read {
  CCTK_INT variable, time_level;
  int inside; // how many points beside the zone
  bool at_boundary;
};

// One face of a condition for a device: a kernel that sets a layer of points. Its text is a graph
// (codegen/ir/graph.hpp) with array0, array1, ... and parameter0, ...; array0 is the variable. The same operations as
// on the host.
struct FaceKernel {
  std::string const* graph; // equal ones are one text
  int thin_axis;            // the direction of all faces that it sets; -1: several
  std::vector<CCTK_INT> variables, time_levels;
};

// Tells conditions apart whose reads or kernels are others: a name, and numbers that they depend on.
struct Kind {
  std::string_view condition;
  std::array<CCTK_INT, 2> numbers{};
  bool operator==(Kind const&) const = default;
};

struct Update {
  Kind kind;
  Target target;
  std::vector<Read> reads;
  std::function<void(Target const&)> on_host;
  std::function<FaceKernel(int face)> on_device; // x lower, x upper, y lower, ...; empty: on the host only
  std::function<std::vector<CCTK_REAL>(int face)> parameters{}; // of these kernels, now; empty: they have none

  // Points beside a zone that are read.
  int inside() const;
  // Other variables than its own, but for coordinates, which stay as they are.
  bool reads_others = false;
  // So many operations that kernels pay even where variables are on the host.
  bool is_costly = false;
};

Update scalar_update(Target const& target, double value);
Update flat_update(Target const& target);
Update extrapolation_update(Target const& target);
Update copy_update(Target const& target, int from_variable);
Update static_update(Target const& target);
Update radiation_update(Target const& target, Radiation const& options);
Update robin_update(Target const& target, Robin const& options);

// For --compile-only: the kernels of a condition by its name, whatever they will be applied to.
struct Graphs {
  struct Graph {
    std::string text;
    int thin_axis; // as FaceKernel::thin_axis
  };
  std::vector<Graph> texts;
  bool are_costly = false; // as Update::is_costly
};
Graphs graphs_of(std::string const& condition);

} // namespace boundary
