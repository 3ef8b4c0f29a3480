// Variables as the driver and the schedule name them, as places and parts of the validity core.
#pragma once

#include "cctk.h"
#include "validity/validity.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace accelerator {

/// The state of this process.
Validity& validity();

/// Another number whenever storage or extents of arrays may have changed: what was worked out from them holds as long
/// as it stays. With drivers that do not tell of changes (Accelerator_ArraysChanged) it is another one each time.
std::uint64_t arrays_revision();

/// How the arrays of a variable's group are cut on this process.
Partition const& partition_of(cGH const* cctkGH, int variable);

/// Of what a part consists: bits CCTK_VALID_*, and this one, which is what conditions read beside the outer boundary.
constexpr int next_to_boundary = 8;
Parts parts_of(Partition const& partition, int regions);

/// Whether parts of its arrays are told apart: not of those with more than three dimensions.
bool is_divided(int variable);

bool has_device(cGH const* cctkGH);

/// What a scheduled function says of itself.
struct Declared {
  Side side = Side::host; ///< the device if its tags say `Device=1` and this process has one
  bool tells = false; ///< its tags say `TellsAccelerator=1`: it calls Accelerator_* itself, or needs no grid function
  bool is_silent = false;            ///< no READS and no WRITES at all
  std::vector<Access> reads, writes; ///< of grid functions that have storage now
  std::vector<Access> keeps;         ///< that it leaves partly as they are, though they count as written whole

  /// Whether nothing is known of what it reads and writes, except that it does so on the host.
  bool may_do_anything() const { return is_silent && !tells && side == Side::host; }
};
std::shared_ptr<Declared const> declared(cGH const* cctkGH, cFunctionData const& function);

/// Current time level of all grid functions in the groups.
std::vector<Place> places_of_groups(cGH const* cctkGH, CCTK_INT const* groups, CCTK_INT n);
/// All that anybody has read or written and that has storage, everywhere.
std::vector<Access> everything_known(cGH const* cctkGH);

int refinement_level(cGH const* cctkGH);

/// Whether the place is a grid function with storage; what lost its storage is forgotten.
bool is_tracked(cGH const* cctkGH, Place const& place);

/// "Wave::u (time level 1)"
std::string name_of(Place const& place);

} // namespace accelerator
