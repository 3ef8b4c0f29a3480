// Transfers whose peer is the process itself, by the rows they touch.
#include "own_copies.hpp"

#include "rows.hpp"

#include <algorithm>

namespace pugh {
namespace {

bool has_same_rows(Range const& a, Range const& b) {
  return std::equal(a.lower.begin() + 1, a.lower.end(), b.lower.begin() + 1) &&
         std::equal(a.upper.begin() + 1, a.upper.end(), b.upper.begin() + 1) && a.extent(0) == b.extent(0);
}

std::ptrdiff_t first_point(Index const& shape, Range const& range) {
  auto const& l = range.lower;
  return l[0] +
         static_cast<std::ptrdiff_t>(shape[0]) *
             (l[1] + static_cast<std::ptrdiff_t>(shape[1]) * (l[2] + static_cast<std::ptrdiff_t>(shape[2]) * l[3]));
}

} // namespace

std::vector<RowCopies> own_copies(std::vector<Transfer> const& transfers, int rank) {
  std::vector<RowCopies> all;
  for (Transfer const& sent : transfers) {
    if (sent.peer != rank) continue;
    Copy const copy{sent.send, received_of(transfers, sent).receive};
    auto const same = std::find_if(all.begin(), all.end(), [&](RowCopies const& others) {
      return has_same_rows(others.front().from, copy.from) && has_same_rows(others.front().to, copy.to);
    });
    if (same == all.end())
      all.push_back({copy});
    else
      same->push_back(copy);
  }
  return all;
}

namespace {

bool is_along(Copy const& copy, int direction) {
  for (int d = 0; d < max_dimension; ++d)
    if ((copy.from.lower[d] == copy.to.lower[d]) == (d == direction)) return false;
  return true;
}

} // namespace

// A process that is its own neighbour across a face is so across the edges and corners of such faces.
std::vector<Copy> own_sweeps(std::vector<Transfer> const& transfers, int rank) {
  std::vector<Copy> sweeps;
  Index below{}, above{}; // ghost zones filled by earlier directions
  for (int direction = 0; direction < max_dimension; ++direction) {
    std::size_t const first = sweeps.size();
    for (Transfer const& sent : transfers) {
      if (sent.peer != rank) continue;
      Copy copy{sent.send, received_of(transfers, sent).receive};
      if (!is_along(copy, direction)) continue;
      for (Range* const range : {&copy.from, &copy.to})
        for (int d = 0; d < direction; ++d) {
          range->lower[d] -= below[d];
          range->upper[d] += above[d];
        }
      sweeps.push_back(copy);
    }
    for (std::size_t i = first; i < sweeps.size(); ++i) {
      bool const is_below = sweeps[i].to.lower[direction] < sweeps[i].from.lower[direction];
      (is_below ? below : above)[direction] = sweeps[i].to.extent(direction);
    }
  }
  return sweeps;
}

namespace {

// Rows of ghost zones along x lie in a line of memory each, which no processor fetches ahead by itself.
constexpr std::size_t bytes_of_short_row = 64;
constexpr std::ptrdiff_t rows_ahead = 16;

void ask_for(std::byte const* place) {
#if defined(__GNUC__)
  __builtin_prefetch(place, 1);
#endif
}

} // namespace

// Distances in memory are the same for all rows.
void copy_rows(std::byte* array, Index const& shape, std::span<Copy const> copies, std::size_t point_size) {
  Range const& to = copies.front().to;
  std::ptrdiff_t const first = first_point(shape, to);
  struct Distances {
    std::ptrdiff_t to, from;
  };
  std::vector<Distances> distances;
  for (Copy const& copy : copies)
    distances.push_back({(first_point(shape, copy.to) - first) * static_cast<std::ptrdiff_t>(point_size),
                         (first_point(shape, copy.from) - first) * static_cast<std::ptrdiff_t>(point_size)});
  std::size_t const bytes = static_cast<std::size_t>(to.extent(0)) * point_size;
  std::ptrdiff_t const ahead = rows_ahead * shape[0] * static_cast<std::ptrdiff_t>(point_size);
  bool const asks = bytes < bytes_of_short_row;
  with_copy(bytes, [&](auto copy) {
    for_each_row(shape, to, copies.size() * bytes, [&](long, std::size_t point) {
      std::byte* const row = array + point * point_size;
      for (auto const& [target, source] : distances) {
        if (asks) ask_for(row + target + ahead);
        copy(row + target, row + source);
      }
    });
  });
}

} // namespace pugh
