#include "exchange.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <string>

namespace pugh {

/// Copies of fewer bytes use one thread, because starting threads would cost more time than the copy.
constexpr long bytes_worth_threads = 1 << 18;

/// Calls visit(row, point) for each row of the range. `row` is the number of the row, and `point` is the index of its
/// first point in an array of shape `shape`. Each thread visits its rows in ascending order.
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

/// Calls act(copy) with a function object that copies rows of this length. For common ghost widths the length is a
/// compile-time constant, so that the compiler replaces memcpy by move instructions.
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

namespace {

/// The relative position of a neighbour: -1, 0 or +1 in each direction.
using Offset = Index;

int number_of(Offset const& offset) {
  int number = 0;
  for (int d = max_dimension - 1; d >= 0; --d) number = 3 * number + offset[d] + 1;
  return number;
}

Offset opposite(Offset offset) {
  for (int& component : offset) component = -component;
  return offset;
}

Transfer make_transfer(LocalBox const& box, Shape const& shape, Offset const& offset, int peer) {
  Transfer transfer;
  transfer.peer = peer;
  transfer.send_tag = number_of(opposite(offset)); // position of this rank relative to the receiver
  transfer.receive_tag = number_of(offset);
  transfer.send = transfer.receive = box.owned;
  for (int d = 0; d < max_dimension; ++d) {
    int const begin = box.owned.lower[d], end = box.owned.upper[d], width = shape.ghosts[d];
    if (offset[d] < 0) {
      transfer.send.upper[d] = begin + width;
      transfer.receive.lower[d] = begin - width;
      transfer.receive.upper[d] = begin;
    } else if (offset[d] > 0) {
      transfer.send.lower[d] = end - width;
      transfer.receive.lower[d] = end;
      transfer.receive.upper[d] = end + width;
    }
  }
  return transfer;
}

/// Calls visit(offset) for the relative positions of all possible neighbours across faces, edges and corners in
/// exchanged directions.
template <typename Visit>
void for_each_neighbour(Shape const& shape, Visit visit) {
  Offset limit{}, offset{};
  for (int d = 0; d < max_dimension; ++d) limit[d] = d < shape.dimension && shape.is_exchanged(d) ? 1 : 0;
  for (offset[3] = -limit[3]; offset[3] <= limit[3]; ++offset[3])
    for (offset[2] = -limit[2]; offset[2] <= limit[2]; ++offset[2])
      for (offset[1] = -limit[1]; offset[1] <= limit[1]; ++offset[1])
        for (offset[0] = -limit[0]; offset[0] <= limit[0]; ++offset[0])
          if (offset != Offset{}) visit(offset);
}

} // namespace

std::vector<Transfer> make_exchange(Decomposition const& decomposition, int rank) {
  std::vector<Transfer> transfers;
  LocalBox const box = decomposition.local_box(rank);
  for_each_neighbour(decomposition.shape(), [&](Offset const& offset) {
    int const peer = decomposition.neighbour(rank, offset);
    if (peer >= 0) transfers.push_back(make_transfer(box, decomposition.shape(), offset, peer));
  });
  return transfers;
}

Transfer const& matching_receive(std::vector<Transfer> const& transfers, Transfer const& sent) {
  auto const receive = std::find_if(transfers.begin(), transfers.end(), [&](Transfer const& transfer) {
    return transfer.peer == sent.peer && transfer.receive_tag == sent.send_tag;
  });
  if (receive == transfers.end())
    throw std::logic_error("Process " + std::to_string(sent.peer) + " sends message " + std::to_string(sent.send_tag) +
                           " to itself, but does not receive it.");
  return *receive;
}

void pack(std::byte const* array, Index const& shape, Range const& range, std::size_t point_size, std::byte* message) {
  std::size_t const bytes = static_cast<std::size_t>(range.extent(0)) * point_size;
  with_copy(bytes, [&](auto copy) {
    for_each_row(shape, range, bytes,
                 [=](long row, std::size_t point) { copy(message + row * bytes, array + point * point_size); });
  });
}

void unpack(std::byte const* message, Index const& shape, Range const& range, std::size_t point_size,
            std::byte* array) {
  std::size_t const bytes = static_cast<std::size_t>(range.extent(0)) * point_size;
  with_copy(bytes, [&](auto copy) {
    for_each_row(shape, range, bytes,
                 [=](long row, std::size_t point) { copy(array + point * point_size, message + row * bytes); });
  });
}

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

std::vector<RowCopies> periodic_row_copies(std::vector<Transfer> const& transfers, int rank) {
  std::vector<RowCopies> groups;
  for (Transfer const& sent : transfers) {
    if (sent.peer != rank) continue;
    Copy const copy{sent.send, matching_receive(transfers, sent).receive};
    auto const same = std::find_if(groups.begin(), groups.end(), [&](RowCopies const& group) {
      return has_same_rows(group.front().from, copy.from) && has_same_rows(group.front().to, copy.to);
    });
    if (same == groups.end())
      groups.push_back({copy});
    else
      same->push_back(copy);
  }
  return groups;
}

namespace {

bool is_along(Copy const& copy, int direction) {
  for (int d = 0; d < max_dimension; ++d)
    if ((copy.from.lower[d] == copy.to.lower[d]) == (d == direction)) return false;
  return true;
}

} // namespace

/// A process that is its own neighbour across two faces is also its own neighbour across their common edge.
std::vector<Copy> periodic_sweeps(std::vector<Transfer> const& transfers, int rank) {
  std::vector<Copy> sweeps;
  Index below{}, above{}; // widths of ghost zones that earlier directions have filled
  for (int direction = 0; direction < max_dimension; ++direction) {
    std::size_t const first = sweeps.size();
    for (Transfer const& sent : transfers) {
      if (sent.peer != rank) continue;
      Copy copy{sent.send, matching_receive(transfers, sent).receive};
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

/// Each row of a ghost zone at an x face is at most one cache line long, and the distances between rows are large.
/// Hardware prefetchers do not detect such accesses, so the copy loop prefetches rows of up to this length explicitly.
constexpr std::size_t bytes_of_short_row = 64;
constexpr std::ptrdiff_t rows_ahead = 16;

void prefetch_for_writing(std::byte const* address) {
#if defined(__GNUC__)
  __builtin_prefetch(address, 1);
#endif
}

} // namespace

/// In all rows, the ranges of the copies have the same distances in memory.
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
  bool const prefetches = bytes < bytes_of_short_row;
  with_copy(bytes, [&](auto copy) {
    for_each_row(shape, to, copies.size() * bytes, [&](long, std::size_t point) {
      std::byte* const row = array + point * point_size;
      for (auto const& [target, source] : distances) {
        if (prefetches) prefetch_for_writing(row + target + ahead);
        copy(row + target, row + source);
      }
    });
  });
}

} // namespace pugh
