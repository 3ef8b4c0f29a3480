// Variables as the driver and the schedule name them, as places of the validity core.
#pragma once

#include "cctk.h"
#include "validity/validity.hpp"

#include <vector>

namespace accelerator {

/// The state of this process.
Validity& validity();

/// A function runs on the device if its tags say so and this process has one.
Side side_of(cGH const* cctkGH, cFunctionData const& function);

/// What a scheduled function declares of grid functions that have storage now.
struct Declared {
  std::vector<Place> reads;
  std::vector<Place> writes;         ///< in whole or in part
  std::vector<Place> partial_writes; ///< not everywhere: the rest must be kept
  bool declares_nothing = false;     ///< no clause at all, grid functions or not
};
Declared declared(cGH const* cctkGH, cFunctionData const& function);

std::vector<Place> places(cGH const* cctkGH, CCTK_INT const* variables, CCTK_INT const* levels,
                          CCTK_INT const* time_levels, CCTK_INT n);
/// Current time level of all grid functions in the groups.
std::vector<Place> places_of_groups(cGH const* cctkGH, CCTK_INT const* groups, CCTK_INT n);

int refinement_level(cGH const* cctkGH);

/// Whether the place is a grid function with storage; what lost its storage is forgotten.
bool is_tracked(cGH const* cctkGH, Place const& place);

/// "Wave::u (time level 1)"
std::string name_of(Place const& place);

} // namespace accelerator
