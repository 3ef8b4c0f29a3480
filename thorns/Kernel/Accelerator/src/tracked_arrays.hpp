/// Variables, groups and scheduled functions of Cactus as arrays and parts of the validity core.
#pragma once

#include "Numerics/ThornTools/src/grid.hpp"
#include "cctk.h"
#include "validity/parts.hpp"
#include "validity/validity.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace accelerator {

using thorntools::refinement_level;

/// The validity of all arrays on this process.
Validity& validity();

/// A number that changes whenever storage or extents of arrays may have changed. Results that depend on these can be
/// cached until then. With drivers that do not call Accelerator_ArraysChanged it changes with every call.
std::uint64_t arrays_revision();

/// The division of a variable's arrays into parts on this process.
Partition const& partition_of(cGH const* cctkGH, int variable);

/// A region beside CCTK_VALID_*: the points next to the outer boundary, which conditions read.
constexpr int next_to_boundary = 8;
/// The parts in a sum of regions.
Parts parts_of(Partition const& partition, int regions);

/// True if the parts of its arrays are tracked separately: for up to three dimensions.
bool is_divided(int variable);

bool has_device(cGH const* cctkGH);

/// The accesses that a scheduled function declares in schedule.ccl.
struct DeclaredAccesses {
  Side side = Side::host;      ///< the device if it has the tag `Device=1` and this process has a device
  bool reports_itself = false; ///< has the tag `TellsAccelerator=1`: calls Accelerator_*, or uses no grid function
  bool is_undeclared = false;  ///< has neither READS nor WRITES
  std::vector<Access> reads, writes; ///< of grid functions that have storage now
  std::vector<Access> preserved;     ///< declared as written, but partly left unchanged (arrays that are not divided)

  /// True if the function runs on the host and may access any array there.
  bool has_unknown_accesses() const { return is_undeclared && !reports_itself && side == Side::host; }
};
std::shared_ptr<DeclaredAccesses const> declared(cGH const* cctkGH, cFunctionData const& function);

/// The current time level of all grid functions in the groups.
std::vector<ArrayId> arrays_of_groups(cGH const* cctkGH, CCTK_INT const* groups, CCTK_INT n);
/// All parts of all arrays that were accessed so far and have storage.
std::vector<Access> all_tracked_arrays(cGH const* cctkGH);

/// True if the array is a grid function with storage. Deletes the state of arrays that have lost their storage.
bool is_tracked(cGH const* cctkGH, ArrayId const& array);

/// "Wave::u (time level 1)"
std::string name_of(ArrayId const& array);

} // namespace accelerator
