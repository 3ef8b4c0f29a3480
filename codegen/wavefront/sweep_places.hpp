/// Parts of the grid in which all conditions on single axes are decided, so that kernels have no conditions there.
#pragma once

#include "codegen/loops/loop_kernel.hpp"
#include "codegen/wavefront/sweep_passes.hpp"
#include "codegen/wavefront/sweep_plan.hpp"

namespace chemora::wavefront {

/// A range of global indices along an axis in which all conditions on this axis alone have one value.
struct Segment {
  long lower = 0, upper = 0; ///< included
  bool operator==(Segment const&) const = default;
};

/// Returns the segments of an axis with this number of points, from low to high indices.
std::vector<Segment> segments_of(recursion::System const& system, int axis, std::map<std::string, long> const& sizes);

/// The segments of a part of the grid, by axis; nothing: the whole axis.
using Place = std::array<std::optional<Segment>, 3>;

/// Returns whether no point of the place is in the domain of the case.
bool excludes(recursion::Function const& function, recursion::Case const& each, Place const& place,
              std::map<std::string, long> const& sizes);
/// Returns the conditions of the case that do not have the same value at all points of the place.
std::vector<loops::Constraint> undecided(recursion::Function const& function, recursion::Case const& each,
                                         Place const& place, std::map<std::string, long> const& sizes);

/// Throws base::UserError with all elements outside of the grid that points read, for these sizes.
void check_reads(recursion::Sweep const& sweep, SweepPasses const& passes, std::map<std::string, long> const& sizes);

/// Returns the longest segment of each axis, where all conditions on single axes are decided. Axes that the plan
/// computes as a whole have no segment.
Place main_place(recursion::Sweep const& sweep, SweepPasses const& passes, SweepPlan const& plan,
                 std::map<std::string, long> const& sizes);

struct SweepPart {
  base::Box box{};
  bool is_main = false; ///< whether the box is inside main_place()
};

/// Divides a box into parts inside and outside of main_place(), in an order in which the pass may compute them. `lower`
/// is the global index of the local point 0.
std::vector<SweepPart> parts_of(SweepPasses const& passes, std::size_t pass, Place const& main, base::Box const& box,
                                base::Index3 const& lower);

} // namespace chemora::wavefront
