// The schedule of a ghost zone exchange, and moving points between arrays and messages.
#include "exchange.hpp"

#include "rows.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace pugh {
namespace {

// -1, 0 or +1 per direction: where a neighbour is.
using Offset = Index;

int number_of(Offset const& offset) {
  int number = 0;
  for (int d = max_dimension - 1; d >= 0; --d) number = 3 * number + offset[d] + 1;
  return number;
}

Offset opposite(Offset offset) {
  for (int& o : offset) o = -o;
  return offset;
}

Transfer make_transfer(LocalBox const& box, Shape const& shape, Offset const& offset, int peer) {
  Transfer transfer;
  transfer.peer = peer;
  transfer.send_tag = number_of(opposite(offset)); // where the receiver has us
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

// Calls visit(offset) for all neighbours there may be: faces, edges and corners in exchanged directions.
template <typename Visit>
void for_each_neighbour(Shape const& shape, Visit visit) {
  Offset most{}, offset{};
  for (int d = 0; d < max_dimension; ++d) most[d] = d < shape.dimension && shape.is_exchanged(d) ? 1 : 0;
  for (offset[3] = -most[3]; offset[3] <= most[3]; ++offset[3])
    for (offset[2] = -most[2]; offset[2] <= most[2]; ++offset[2])
      for (offset[1] = -most[1]; offset[1] <= most[1]; ++offset[1])
        for (offset[0] = -most[0]; offset[0] <= most[0]; ++offset[0])
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

Transfer const& received_of(std::vector<Transfer> const& transfers, Transfer const& sent) {
  auto const found = std::find_if(transfers.begin(), transfers.end(), [&](Transfer const& transfer) {
    return transfer.peer == sent.peer && transfer.receive_tag == sent.send_tag;
  });
  if (found == transfers.end())
    throw std::logic_error("Process " + std::to_string(sent.peer) + " sends itself message " +
                           std::to_string(sent.send_tag) + ", which it does not receive.");
  return *found;
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

} // namespace pugh
