/// Maps the variables, groups and scheduled functions of Cactus to the arrays and parts of src/validity.
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

/// The record of which array parts are valid on the host and on the device, for all arrays on this process.
Validity& validity();

/// A revision that changes whenever storage or extents of arrays may have changed. Results that depend on storage or
/// extents can be cached per revision. With drivers that do not call Accelerator_ArraysChanged, every call returns a
/// new revision.
std::uint64_t arrays_revision();

/// The division of a variable's arrays into parts on this process.
Partition const& partition_of(cGH const* cctkGH, int variable);

/// A region in addition to CCTK_VALID_*: the points next to the outer boundary, which boundary conditions read.
constexpr int next_to_boundary = 8;
/// The array parts in `regions`, a sum of CCTK_VALID_* and next_to_boundary.
Parts parts_of(Partition const& partition, int regions);

/// True if the parts of the variable's arrays are tracked separately, which requires at most three dimensions.
bool is_divided(int variable);

bool has_device(cGH const* cctkGH);

/// The accesses that a scheduled function declares in schedule.ccl.
struct DeclaredAccesses {
  Side side = Side::host;      ///< the device if the function has the tag `Device=1` and this process has a device
  bool reports_itself = false; ///< the function has the tag `TellsAccelerator=1`; all other
                               ///< members then keep their defaults
  bool is_undeclared = false;  ///< the function has neither READS nor WRITES
  std::vector<Access> reads, writes; ///< only grid functions and arrays with storage at present
  std::vector<Access> preserved;     ///< declared writes to a region of an undivided array, whose other points stay
                                     ///< unchanged

  /// True if the function runs on the host and may access any array there.
  bool has_unknown_accesses() const { return is_undeclared && !reports_itself && side == Side::host; }
};
std::shared_ptr<DeclaredAccesses const> declared(cGH const* cctkGH, cFunctionData const& function);

/// The current time level of all grid functions in the groups.
std::vector<ArrayId> arrays_of_groups(cGH const* cctkGH, CCTK_INT const* groups, CCTK_INT n);
/// All parts of all arrays that were accessed so far and have storage.
std::vector<Access> all_tracked_arrays(cGH const* cctkGH);

/// True for grid functions and grid arrays, which kernels may access on a device.
bool may_be_tracked(int variable);

/// True if the array is a grid function or grid array with storage. Deletes the state of arrays that have lost their
/// storage.
bool is_tracked(cGH const* cctkGH, ArrayId const& array);

/// "Wave::u (time level 1)"
std::string name_of(ArrayId const& array);

} // namespace accelerator
