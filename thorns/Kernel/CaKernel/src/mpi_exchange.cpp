#include "mpi_exchange.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <thread>

namespace ca_kernel {

namespace {

void check(int code, char const* call) {
  if (code == MPI_SUCCESS) return;
  char words[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, words, &length);
  throw std::runtime_error(std::string(call) + " failed: " + words);
}

/// Waits without using a processor for long. Another process may be running a compiler meanwhile, and MPI_Wait would
/// take processor time from it.
void wait_for(MPI_Request request) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::microseconds busy{200}, pause{200}; // short messages arrive within `busy`
  auto const start = Clock::now();
  for (int is_done = 0;;) {
    check(MPI_Test(&request, &is_done, MPI_STATUS_IGNORE), "MPI_Test");
    if (is_done) return;
    if (Clock::now() - start > busy) std::this_thread::sleep_for(pause);
  }
}

MPI_Comm communicator_of(cGH const* cctkGH) {
  if (!CCTK_IsFunctionAliased("GetMPICommWorld")) return MPI_COMM_WORLD;
  return *static_cast<MPI_Comm const*>(GetMPICommWorld(cctkGH));
}

} // namespace

MpiExchange::MpiExchange(cGH const* cctkGH) : communicator_(communicator_of(cctkGH)) {}

int MpiExchange::rank() const {
  int rank = 0;
  check(MPI_Comm_rank(communicator_, &rank), "MPI_Comm_rank");
  return rank;
}

int MpiExchange::size() const {
  int size = 1;
  check(MPI_Comm_size(communicator_, &size), "MPI_Comm_size");
  return size;
}

// The lengths of the texts are exchanged first.
std::vector<std::string> MpiExchange::all_gather(std::string const& local) {
  auto const n = static_cast<std::size_t>(size());
  int const length = static_cast<int>(local.size());
  std::vector<int> lengths(n), starts(n);
  MPI_Request request;
  check(MPI_Iallgather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, communicator_, &request), "MPI_Iallgather");
  wait_for(request);
  int total = 0;
  for (std::size_t i = 0; i < n; ++i) {
    starts[i] = total;
    total += lengths[i];
  }
  std::string gathered(static_cast<std::size_t>(total), '\0');
  check(MPI_Iallgatherv(local.data(), length, MPI_CHAR, gathered.data(), lengths.data(), starts.data(), MPI_CHAR,
                        communicator_, &request),
        "MPI_Iallgatherv");
  wait_for(request);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < n; ++i)
    texts.push_back(gathered.substr(static_cast<std::size_t>(starts[i]), static_cast<std::size_t>(lengths[i])));
  return texts;
}

void MpiExchange::broadcast(std::string& bytes, int root) {
  unsigned long long length = bytes.size();
  MPI_Request request;
  check(MPI_Ibcast(&length, 1, MPI_UNSIGNED_LONG_LONG, root, communicator_, &request), "MPI_Ibcast");
  wait_for(request);
  bytes.resize(length);
  constexpr std::size_t max_bytes = std::size_t{1} << 30; // MPI counts are ints
  for (std::size_t done = 0; done < bytes.size(); done += max_bytes) {
    auto const n = static_cast<int>(std::min(max_bytes, bytes.size() - done));
    check(MPI_Ibcast(bytes.data() + done, n, MPI_CHAR, root, communicator_, &request), "MPI_Ibcast");
    wait_for(request);
  }
}

int MpiExchange::n_on_node() {
  MPI_Comm node;
  check(MPI_Comm_split_type(communicator_, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node), "MPI_Comm_split_type");
  int size = 1;
  MPI_Comm_size(node, &size);
  MPI_Comm_free(&node);
  return size;
}

} // namespace ca_kernel
