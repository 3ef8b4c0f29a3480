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
  bool is_on_device = false; ///< if so, it is packed and filled on the device instead of in `data`
};

/// The messages of one exchange, with their send and receive buffers.
struct Exchange;
struct DiscardExchange {
  void operator()(Exchange* exchange) const;
};
using ExchangeHandle = std::unique_ptr<Exchange, DiscardExchange>;

/// Fills the ghost zones of fields. There is one message per distribution and neighbour across a face, an edge or a
/// corner, and all are in flight at once. Every process begins the same exchanges in the same order. It may end them in
/// any order and at any time.
class Messenger {
public:
  /// With `waits_before_exchange`, all processes wait for each other before an exchange, so that the waiting time is
  /// measured separately.
  Messenger(cGH const* cctkGH, MPI_Comm communicator, bool waits_before_exchange);

  /// Packs and sends. The interior and the ghost zones of the fields may change afterwards; `end` overwrites the
  /// latter.
  ExchangeHandle begin(std::vector<Field> fields);
  void end(ExchangeHandle exchange);
  /// The boxes that arrive only with `end`. Copies within this process are complete when `begin` returns.
  static accelerator::Boxes in_flight(Exchange const& exchange);

  double seconds() const { return seconds_; }         // in begin() and end(), without the waiting time
  double seconds_waiting() const { return waiting_; } // for other processes before exchanges
  double seconds_between() const { return between_; } // from the return of `begin` to the call of `end`
  double bytes_sent() const { return bytes_sent_; }   // to other processes

private:
  ExchangeHandle prepare(std::vector<Field> fields);

  cGH const* cctkGH_;
  MPI_Comm communicator_;
  bool waits_before_exchange_;
  int rank_ = 0;
  std::vector<ExchangeHandle> idle_; ///< finished exchanges, whose buffers are used again
  double seconds_ = 0, waiting_ = 0, between_ = 0, bytes_sent_ = 0;
};

} // namespace pugh
