#include "communicate.hpp"

#include <algorithm>

namespace iotools {
namespace {

constexpr std::size_t chunk_bytes = std::size_t{1} << 30; ///< maximum size of a message, because MPI counts are ints

template <class Move>
void in_chunks(std::size_t size, Move move) {
  for (std::size_t offset = 0; offset < size; offset += chunk_bytes)
    move(offset, static_cast<int>(std::min(chunk_bytes, size - offset)));
}

} // namespace

MPI_Comm communicator() {
  static MPI_Comm const duplicate = [] {
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    return copy;
  }();
  return duplicate;
}

int my_rank() {
  int rank = 0;
  MPI_Comm_rank(communicator(), &rank);
  return rank;
}

int n_ranks() {
  int size = 1;
  MPI_Comm_size(communicator(), &size);
  return size;
}

bool is_root() { return my_rank() == 0; }

std::string broadcast_from_root(std::string text) {
  auto length = static_cast<unsigned long>(text.size());
  MPI_Bcast(&length, 1, MPI_UNSIGNED_LONG, 0, communicator());
  text.resize(length);
  in_chunks(length,
            [&](std::size_t offset, int n) { MPI_Bcast(text.data() + offset, n, MPI_CHAR, 0, communicator()); });
  return text;
}

std::vector<std::string> gather_from_all(std::string const& text) {
  auto const n = static_cast<std::size_t>(n_ranks());
  auto const length = static_cast<int>(text.size());
  std::vector<int> lengths(n), offsets(n);
  MPI_Allgather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, communicator());
  for (std::size_t rank = 1; rank < n; ++rank) offsets[rank] = offsets[rank - 1] + lengths[rank - 1];
  std::string all(static_cast<std::size_t>(offsets.back() + lengths.back()), ' ');
  MPI_Allgatherv(text.data(), length, MPI_CHAR, all.data(), lengths.data(), offsets.data(), MPI_CHAR, communicator());
  std::vector<std::string> texts;
  for (std::size_t rank = 0; rank < n; ++rank)
    texts.push_back(all.substr(static_cast<std::size_t>(offsets[rank]), static_cast<std::size_t>(lengths[rank])));
  return texts;
}

void send(std::vector<std::byte> const& bytes, int rank) {
  auto const size = static_cast<unsigned long>(bytes.size());
  MPI_Send(&size, 1, MPI_UNSIGNED_LONG, rank, 0, communicator());
  in_chunks(size,
            [&](std::size_t offset, int n) { MPI_Send(bytes.data() + offset, n, MPI_BYTE, rank, 0, communicator()); });
}

std::vector<std::byte> receive(int rank) {
  unsigned long size = 0;
  MPI_Recv(&size, 1, MPI_UNSIGNED_LONG, rank, 0, communicator(), MPI_STATUS_IGNORE);
  std::vector<std::byte> bytes(size);
  in_chunks(size, [&](std::size_t offset, int n) {
    MPI_Recv(bytes.data() + offset, n, MPI_BYTE, rank, 0, communicator(), MPI_STATUS_IGNORE);
  });
  return bytes;
}

} // namespace iotools
