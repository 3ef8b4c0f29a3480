#include "mpi_processes.hpp"

#include <algorithm>
#include <climits>
#include <stdexcept>

namespace ca_recursions {

namespace {

MPI_Comm duplicate(MPI_Comm communicator) {
  MPI_Comm copy;
  MPI_Comm_dup(communicator, &copy);
  return copy;
}

int count_of(std::size_t bytes) {
  if (bytes > INT_MAX) throw std::runtime_error("A message of a sweep has more than 2 GiB. Use more processes.");
  return static_cast<int>(bytes);
}

} // namespace

MpiProcesses::MpiProcesses(MPI_Comm communicator) : communicator_(duplicate(communicator)), exchange_(communicator_) {}

void MpiProcesses::send(int to, std::vector<std::byte> message) {
  int const count = count_of(message.size());
  Sent& sent = sent_.emplace_back(Sent{std::move(message), MPI_REQUEST_NULL});
  MPI_Isend(sent.message.data(), count, MPI_BYTE, to, 0, communicator_, &sent.request);
}

void MpiProcesses::receive(int from, std::span<std::byte> message) {
  MPI_Recv(message.data(), count_of(message.size()), MPI_BYTE, from, 0, communicator_, MPI_STATUS_IGNORE);
}

void MpiProcesses::finish_sends() {
  for (Sent& sent : sent_) MPI_Wait(&sent.request, MPI_STATUS_IGNORE);
  sent_.clear();
}

} // namespace ca_recursions
