/// Plans of sweeps over the grid: how points are divided among lanes, tiles, threads and launches. A plan changes no
/// bit of the results.
#pragma once

#include "framework/base/box.hpp"
#include "framework/base/source_text.hpp"

#include <string>

namespace chemora::wavefront {

struct SweepPlan {
  bool is_device = false;
  bool is_fused = false;          ///< one kernel for all passes, with tables of a tile in its memory
  int lanes = 8;                  ///< rows side by side; a power of two
  base::Index3 tile{256, 32, 16}; ///< points of a tile along each axis that is divided into tiles
  int blocks = 0;                 ///< of a process in a pipeline; 0: chosen by the number of points and processes

  bool operator==(SweepPlan const&) const = default;
};

/// The text form, for reports and for Recursions::sweep_plan: `tile 256 32 16 lanes 8 fused`, or with `blocks 4` at its
/// end. It does not contain is_device.
std::string to_text(SweepPlan const& plan);
/// Inverse of to_text. Properties that the text omits have the values of `plan`. Throws base::UserError.
SweepPlan parse_sweep_plan(base::SourceText const& text, SweepPlan plan = {});

} // namespace chemora::wavefront
