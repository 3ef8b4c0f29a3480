// Asks CoordBase through the aliased function.
#include "boundary_widths.hpp"

#include "Numerics/ThornTools/src/boundary_widths.hpp"

namespace device_arrays {

namespace {

std::optional<std::array<std::array<int, 2>, 3>> ask() {
  auto const zones = thorntools::coordbase_widths();
  if (!zones) return {};
  std::array<std::array<int, 2>, 3> widths;
  for (std::size_t d = 0; d < 3; ++d) widths[d] = {(*zones)[2 * d], (*zones)[2 * d + 1]};
  return widths;
}

} // namespace

// Its parameters cannot change during a run.
std::optional<std::array<std::array<int, 2>, 3>> boundary_widths() {
  static auto const widths = ask();
  return widths;
}

} // namespace device_arrays
