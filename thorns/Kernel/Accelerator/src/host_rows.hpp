/// Access to the rows of arrays on the host.
#pragma once

#include "cctk.h"
#include "validity/validity.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace accelerator {

/// Calls visit(first byte, number of bytes) for each row of the boxes. Skips arrays that are not accessible at this
/// time. Directions beyond the third count as further planes.
template <class Visit>
void for_rows(cGH const* cctkGH, ArrayId const& array, std::vector<Box> const& boxes, Visit const& visit) {
  auto* const values = static_cast<std::byte*>(CCTK_VarDataPtrI(cctkGH, array.time_level, array.variable));
  cGroupDynamicData data;
  if (!values || CCTK_GroupDynamicData(cctkGH, CCTK_GroupIndexFromVarI(array.variable), &data) < 0) return;
  std::array<std::size_t, 3> allocated{1, 1, 1};
  for (int d = 0; d < data.dim; ++d)
    allocated[static_cast<std::size_t>(d < 3 ? d : 2)] *= static_cast<std::size_t>(data.ash[d]);
  auto const size = static_cast<std::size_t>(CCTK_VarTypeSize(CCTK_VarTypeI(array.variable)));
  for (auto const& box : boxes)
    for (int z = box.lower[2]; z < box.upper[2]; ++z)
      for (int y = box.lower[1]; y < box.upper[1]; ++y) {
        std::size_t const row = static_cast<std::size_t>(z) * allocated[1] + static_cast<std::size_t>(y);
        std::size_t const first = row * allocated[0] + static_cast<std::size_t>(box.lower[0]);
        visit(values + size * first, size * static_cast<std::size_t>(box.upper[0] - box.lower[0]));
      }
}

} // namespace accelerator
