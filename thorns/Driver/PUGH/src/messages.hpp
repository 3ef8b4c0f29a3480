// Sends packed ghost zones between processes.
#pragma once

#include "accelerator.hpp"
#include "distribution.hpp"

#include <memory>
#include <mpi.h>
#include <vector>

namespace pugh {

// A variable whose ghost zones are to be filled.
struct Field {
  Distribution const* distribution;
  int variable;
  std::byte* data; // of the host
  std::size_t point_size;
  bool is_on_device = false; // packed and filled there, not in `data`
};

// Messages on their way, with the buffers that they leave from and arrive in.
struct Exchange;
struct DiscardExchange {
  void operator()(Exchange* exchange) const;
};
using BegunExchange = std::unique_ptr<Exchange, DiscardExchange>;

// Fills the ghost zones of fields: one message per neighbour (faces, edges and corners alike) and distribution, all in
// flight at once. Every process begins the same exchanges in the same order, and ends them in any order and at any
// time.
class Messenger {
public:
  // `waits_first`: all processes wait for each other before an exchange, so that waiting is measured separately.
  Messenger(cGH const* grid_hierarchy, MPI_Comm communicator, bool waits_first);

  // Packs the fields and sends; their values may change afterwards, their ghost zones too, until `end` fills these.
  BegunExchange begin(std::vector<Field> fields);
  void end(BegunExchange exchange);
  // What has not arrived before `end`; what a process sends to itself is there already.
  static accelerator::Boxes in_flight(Exchange const& exchange);

  double seconds() const { return seconds_; }         // spent here, without waiting first
  double seconds_waiting() const { return waiting_; } // for all processes, before exchanges
  double seconds_between() const { return between_; } // from the return of `begin` to the call of `end`
  double bytes_sent() const { return bytes_sent_; }   // to other processes

private:
  BegunExchange prepare(std::vector<Field> fields);

  cGH const* grid_hierarchy_;
  MPI_Comm communicator_;
  bool waits_first_;
  int rank_ = 0;
  std::vector<BegunExchange> idle_; // for their buffers
  double seconds_ = 0, waiting_ = 0, between_ = 0, bytes_sent_ = 0;
};

} // namespace pugh
