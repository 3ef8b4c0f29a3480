/// Ghost zone exchange between processes by MPI messages.
#pragma once

#include "accelerator.hpp"
#include "distribution.hpp"

#include <memory>
#include <mpi.h>
#include <vector>

namespace pugh {

/// A variable whose ghost zones an exchange fills.
struct Field {
  Distribution const* distribution;
  int variable;
  std::byte* data; ///< in host memory
  std::size_t point_size;
  bool is_on_device = false; ///< whether messages are packed and unpacked on the device instead of in `data`
};

/// The messages of one exchange, with their send and receive buffers.
struct Exchange;
struct DiscardExchange {
  void operator()(Exchange* exchange) const;
};
using ExchangeHandle = std::unique_ptr<Exchange, DiscardExchange>;

/// Exchanges ghost zones. There is one message per distribution and neighbour across a face, an edge or a corner, and
/// all messages are in flight at the same time. All processes must begin the same exchanges in the same order. Each
/// process may end its exchanges in any order.
class Messenger {
public:
  /// With `waits_before_exchange`, all processes synchronise before an exchange, so that the waiting time is measured
  /// separately.
  Messenger(cGH const* cctkGH, MPI_Comm communicator, bool waits_before_exchange);

  /// Packs and sends the messages. Afterwards the fields may change; end() overwrites the ghost zones.
  ExchangeHandle begin(std::vector<Field> fields);
  void end(ExchangeHandle exchange);
  /// The ghost zone boxes that end() fills. begin() has completed copies within this process.
  static accelerator::Boxes in_flight(Exchange const& exchange);

  double seconds() const { return seconds_; }         // time in begin() and end() without the waiting time
  double seconds_waiting() const { return waiting_; } // time of waiting for other processes before exchanges
  double seconds_between() const { return between_; } // time between the return of begin() and the call of end()
  double bytes_sent() const { return bytes_sent_; }   // bytes sent to other processes

private:
  ExchangeHandle prepare(std::vector<Field> fields);

  cGH const* cctkGH_;
  MPI_Comm communicator_;
  bool waits_before_exchange_;
  int rank_ = 0;
  std::vector<ExchangeHandle> idle_; ///< finished exchanges whose buffers are reused
  double seconds_ = 0, waiting_ = 0, between_ = 0, bytes_sent_ = 0;
};

} // namespace pugh
