// The schedule of a ghost zone exchange, and moving points between arrays and messages.
#include "exchange.hpp"

#include <cstring>

namespace pugh {
namespace {

// Below this, starting threads costs more than copying.
constexpr long bytes_worth_threads = 1 << 18;

Transfer make_transfer(LocalBox const& box, int direction, int side, int width, int peer) {
  Transfer transfer;
  transfer.peer = peer;
  transfer.send_tag = 2 * direction + (1 - side);
  transfer.receive_tag = 2 * direction + side;
  for (int d = 0; d < max_dimension; ++d) transfer.send.upper[d] = transfer.receive.upper[d] = box.shape[d];
  int const begin = box.owned.lower[direction], end = box.owned.upper[direction];
  transfer.send.lower[direction] = side == 0 ? begin : end - width;
  transfer.send.upper[direction] = side == 0 ? begin + width : end;
  transfer.receive.lower[direction] = side == 0 ? begin - width : end;
  transfer.receive.upper[direction] = side == 0 ? begin : end + width;
  return transfer;
}

// Calls copy(offset in the array, offset in the message, bytes) for each line of the range.
template <typename Copy>
void for_each_line(Index const& shape, Range const& range, std::size_t point_size, Copy copy) {
  std::size_t const line = range.extent(0) * point_size;
  long const ny = range.extent(1), nz = range.extent(2), nw = range.extent(3);
  long const lines = ny * nz * nw;
#pragma omp parallel for schedule(static) if (lines * static_cast <long>(line) > bytes_worth_threads)
  for (long n = 0; n < lines; ++n) {
    long const j = range.lower[1] + n % ny, k = range.lower[2] + n / ny % nz, l = range.lower[3] + n / (ny * nz);
    std::size_t const point = range.lower[0] + shape[0] * (j + shape[1] * (k + shape[2] * l));
    copy(point * point_size, n * line, line);
  }
}

} // namespace

std::vector<Phase> make_exchange(Decomposition const& decomposition, int rank) {
  std::vector<Phase> phases;
  Shape const& shape = decomposition.shape();
  LocalBox const box = decomposition.local_box(rank);
  for (int d = 0; d < shape.dimension; ++d) {
    Phase phase;
    for (int side = 0; side < 2 && shape.is_exchanged(d); ++side) {
      int const peer = decomposition.neighbour(rank, d, side);
      if (peer >= 0) phase.push_back(make_transfer(box, d, side, shape.ghosts[d], peer));
    }
    phases.push_back(phase);
  }
  return phases;
}

void pack(std::byte const* array, Index const& shape, Range const& range, std::size_t point_size, std::byte* message) {
  for_each_line(shape, range, point_size, [=](std::size_t in_array, std::size_t in_message, std::size_t bytes) {
    std::memcpy(message + in_message, array + in_array, bytes);
  });
}

void unpack(std::byte const* message, Index const& shape, Range const& range, std::size_t point_size,
            std::byte* array) {
  for_each_line(shape, range, point_size, [=](std::size_t in_array, std::size_t in_message, std::size_t bytes) {
    std::memcpy(array + in_array, message + in_message, bytes);
  });
}

} // namespace pugh
