// Boundary conditions that copy values: Flat, Copy, Static. Types matter by their size only.
#include "conditions.hpp"

#include <cstring>

namespace boundary {
namespace {

// Calls body(size) with the size as a constant, so that memcpy becomes one instruction.
template <class Body>
void with_size(int size, Body const& body) {
  switch (size) {
  case 1:
    return body(std::integral_constant<std::size_t, 1>());
  case 2:
    return body(std::integral_constant<std::size_t, 2>());
  case 4:
    return body(std::integral_constant<std::size_t, 4>());
  case 8:
    return body(std::integral_constant<std::size_t, 8>());
  case 16:
    return body(std::integral_constant<std::size_t, 16>());
  default:
    return body(std::integral_constant<std::size_t, 32>());
  }
}

// Each boundary point `to` takes the value that `from` holds at source(inner, to).
template <class SourcePoint>
void copy_points(Target const& target, void* to, void const* from, SourcePoint const& source) {
  with_size(CCTK_VarTypeSize(CCTK_VarTypeI(target.variable)), [&](auto size) {
    auto* const to_bytes = static_cast<char*>(to);
    auto const* const from_bytes = static_cast<char const*>(from);
    for (Zone const& zone : target.zones)
      for_each_line(target.box, zone, [&](std::ptrdiff_t inner, std::ptrdiff_t outward, int n) {
        for (int layer = 1; layer <= n; ++layer) {
          std::ptrdiff_t const point = inner + layer * outward;
          std::memcpy(to_bytes + point * size(), from_bytes + source(inner, point) * size(), size());
        }
      });
  });
}

} // namespace

void apply_flat(Target const& target) {
  void* const data = target.raw(0);
  copy_points(target, data, data, [](std::ptrdiff_t inner, std::ptrdiff_t) { return inner; });
}

void apply_copy(Target const& target, int from_variable) {
  void const* const from = CCTK_VarDataPtrI(target.cctkGH, 0, from_variable);
  if (!from || CCTK_VarTypeI(from_variable) != CCTK_VarTypeI(target.variable))
    CCTK_VERROR("The boundary of %s cannot be copied from %s: %s.", CCTK_FullVarName(target.variable),
                CCTK_FullVarName(from_variable), from ? "their types differ" : "it has no storage");
  copy_points(target, target.raw(0), from, [](std::ptrdiff_t, std::ptrdiff_t point) { return point; });
}

void apply_static(Target const& target) {
  void const* const past = target.raw(1);
  if (!past)
    CCTK_VERROR("The boundary of %s cannot be static: it takes two time levels with storage.",
                CCTK_FullVarName(target.variable));
  copy_points(target, target.raw(0), past, [](std::ptrdiff_t, std::ptrdiff_t point) { return point; });
}

} // namespace boundary
