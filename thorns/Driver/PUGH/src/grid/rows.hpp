// Rows of a range of points in memory, and copies of them: those of ghost zones along x are but a few points long.
#pragma once

#include "shape.hpp"

#include <cstddef>
#include <cstring>

namespace pugh {

// Below this, starting threads costs more than copying.
inline constexpr long bytes_worth_threads = 1 << 18;

// Calls visit(number of the row, its first point in an array of shape `shape`) for each row of the range, in order in
// each thread.
template <typename Visit>
void for_each_row(Index const& shape, Range const& range, std::size_t bytes_of_row, Visit visit) {
  long const ny = range.extent(1), nz = range.extent(2), nw = range.extent(3);
  long const rows = ny * nz * nw, planes = nz * nw;
  auto const visit_row = [&](long k, long j) {
    long const z = range.lower[2] + k % nz, w = range.lower[3] + k / nz;
    visit(k * ny + j, range.lower[0] + shape[0] * (range.lower[1] + j + shape[1] * (z + shape[2] * w)));
  };
  if (rows * static_cast<long>(bytes_of_row) <= bytes_worth_threads || planes == 0) {
    for (long k = 0; k < planes; ++k)
      for (long j = 0; j < ny; ++j) visit_row(k, j);
    return;
  }
#pragma omp parallel for collapse(2) schedule(static)
  for (long k = 0; k < planes; ++k)
    for (long j = 0; j < ny; ++j) visit_row(k, j);
}

template <std::size_t bytes>
struct CopyShort {
  void operator()(std::byte* to, std::byte const* from) const { std::memcpy(to, from, bytes); }
};
struct CopyLong {
  std::size_t bytes;
  void operator()(std::byte* to, std::byte const* from) const { std::memcpy(to, from, bytes); }
};

// Calls act(copy) with what copies rows of this length: without a call for the usual widths of ghost zones.
template <typename Act>
void with_copy(std::size_t bytes, Act act) {
  switch (bytes) {
  case 8:
    return act(CopyShort<8>());
  case 16:
    return act(CopyShort<16>());
  case 24:
    return act(CopyShort<24>());
  case 32:
    return act(CopyShort<32>());
  case 40:
    return act(CopyShort<40>());
  default:
    return act(CopyLong{bytes});
  }
}

} // namespace pugh
