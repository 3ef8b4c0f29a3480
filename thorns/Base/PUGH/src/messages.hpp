// Sends packed ghost zones between processes.
#pragma once

#include "distribution.hpp"

#include <mpi.h>
#include <span>
#include <vector>

namespace pugh {

// A variable whose ghost zones are to be filled.
struct Field {
  Distribution const* distribution;
  std::byte* data;
  std::size_t point_size;
};

// Fills the ghost zones of all fields: one message per neighbour, phase and distribution, all of a phase in flight at
// once. Collective: every process passes the same fields in the same order. Keeps its buffers between calls.
class Messenger {
public:
  explicit Messenger(MPI_Comm communicator);

  void exchange(std::span<Field const> fields);
  double seconds() const { return seconds_; }       // spent in exchange
  double bytes_sent() const { return bytes_sent_; } // to other processes

private:
  struct Message;
  std::vector<Message> prepare(std::span<Field const> fields, std::size_t phase);
  void run_phase(std::span<Field const> fields, std::size_t phase);

  MPI_Comm communicator_;
  int rank_ = 0;
  std::vector<std::byte> buffer_;
  double seconds_ = 0, bytes_sent_ = 0;
};

} // namespace pugh
