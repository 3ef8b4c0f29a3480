#include "messenger.hpp"

#include "Numerics/ThornTools/src/run_summary.hpp"
#include "grid/exchange.hpp"

#include <algorithm>
#include <climits>
#include <utility>

namespace pugh {
namespace {

int message_length(std::size_t bytes) {
  if (bytes > INT_MAX)
    CCTK_VERROR("A ghost zone message of %zu bytes is larger than MPI can send. Use more processes or exchange fewer "
                "variables at once.",
                bytes);
  return static_cast<int>(bytes);
}

/// The messages to and from one neighbour process, for all fields of one distribution. The send and the receive buffer
/// use the same offset.
struct Message {
  Distribution const* distribution;
  Transfer const* transfer;
  std::size_t bytes = 0, offset = 0;
};

} // namespace

struct Exchange {
  std::vector<Field> fields;
  std::vector<Message> messages;
  std::vector<MPI_Request> receives, sends;
  std::vector<std::byte> outgoing, incoming;
  double begin_time = 0; // time at which all messages had been posted

  // Calls visit(field, offset) for each field of the message, where offset is the position in the buffer.
  template <typename Visit>
  void for_each_field(Message const& message, Visit visit) const {
    std::size_t offset = message.offset;
    for (Field const& field : fields) {
      if (field.distribution != message.distribution) continue;
      visit(field, offset);
      offset += message.transfer->send.n_points() * field.point_size;
    }
  }

  // Calls move(boxes, offset) for the boxes on the device. One call covers all boxes that are contiguous in the buffer.
  template <typename Move>
  void for_device_boxes(Range Transfer::*range_of, Move move) const {
    accelerator::Boxes boxes;
    std::size_t begin = 0, end = 0;
    auto const flush = [&] {
      if (!boxes.variables.empty()) move(std::exchange(boxes, {}), begin);
    };
    for (Message const& message : messages)
      for_each_field(message, [&](Field const& field, std::size_t offset) {
        if (!field.is_on_device) return;
        Range const& range = message.transfer->*range_of;
        if (offset != end) flush();
        if (boxes.variables.empty()) begin = offset;
        boxes.add(field.variable, range);
        end = offset + range.n_points() * field.point_size;
      });
    flush();
  }

  void pack_on_host(Message const& message) {
    for_each_field(message, [&](Field const& field, std::size_t offset) {
      if (!field.is_on_device)
        pack(field.data, message.distribution->allocated(), message.transfer->send, field.point_size,
             outgoing.data() + offset);
    });
  }

  void unpack_on_host(Message const& message) {
    for_each_field(message, [&](Field const& field, std::size_t offset) {
      if (!field.is_on_device)
        unpack(incoming.data() + offset, message.distribution->allocated(), message.transfer->receive, field.point_size,
               field.data);
    });
  }

  // Fills ghost zones of a periodic grid whose source points are on this process, by copies within the array of the
  // field.
  void fill_periodic_ghosts(cGH const* cctkGH) const {
    accelerator::Boxes from, to;
    for (Field const& field : fields) {
      if (!field.is_on_device)
        for (RowCopies const& copies : field.distribution->periodic_row_copies())
          copy_rows(field.data, field.distribution->allocated(), copies, field.point_size);
      else
        for (Copy const& copy : field.distribution->periodic_sweeps()) {
          from.add(field.variable, copy.from);
          to.add(field.variable, copy.to);
        }
    }
    if (!from.variables.empty()) accelerator::copy_within(cctkGH, from, to);
  }
};

Messenger::Messenger(cGH const* cctkGH, MPI_Comm communicator, bool waits_before_exchange)
    : cctkGH_(cctkGH), communicator_(communicator), waits_before_exchange_(waits_before_exchange) {
  MPI_Comm_rank(communicator, &rank_);
}
void DiscardExchange::operator()(Exchange* exchange) const { delete exchange; }

/// Creates the messages in the order in which their distributions first occur in `fields`. This order is the same on
/// all processes.
ExchangeHandle Messenger::prepare(std::vector<Field> fields) {
  ExchangeHandle exchange = idle_.empty() ? ExchangeHandle(new Exchange) : std::move(idle_.back());
  if (!idle_.empty()) idle_.pop_back();
  exchange->fields = std::move(fields);
  exchange->messages.clear();
  std::size_t total = 0;
  std::vector<Distribution const*> distributions;
  for (Field const& first : exchange->fields) {
    Distribution const* const distribution = first.distribution;
    if (std::find(distributions.begin(), distributions.end(), distribution) != distributions.end()) continue;
    distributions.push_back(distribution);
    std::size_t point_size = 0;
    for (Field const& field : exchange->fields)
      if (field.distribution == distribution) point_size += field.point_size;
    for (Transfer const& transfer : distribution->exchange()) {
      if (transfer.peer == rank_) continue;
      exchange->messages.push_back({distribution, &transfer, transfer.send.n_points() * point_size, total});
      total += exchange->messages.back().bytes;
    }
  }
  exchange->outgoing.resize(std::max(exchange->outgoing.size(), total));
  exchange->incoming.resize(std::max(exchange->incoming.size(), total));
  exchange->receives.assign(exchange->messages.size(), MPI_REQUEST_NULL);
  exchange->sends.assign(exchange->messages.size(), MPI_REQUEST_NULL);
  return exchange;
}

ExchangeHandle Messenger::begin(std::vector<Field> fields) {
  double start = MPI_Wtime();
  if (waits_before_exchange_) {
    MPI_Barrier(communicator_);
    double const waiting = MPI_Wtime() - start;
    waiting_ += waiting;
    CCTK_AddRunTime("waiting", waiting);
    start = MPI_Wtime();
  }
  auto exchange = prepare(std::move(fields));
  auto const& messages = exchange->messages;
  for (std::size_t i = 0; i < messages.size(); ++i)
    MPI_Irecv(exchange->incoming.data() + messages[i].offset, message_length(messages[i].bytes), MPI_BYTE,
              messages[i].transfer->peer, messages[i].transfer->receive_tag, communicator_, &exchange->receives[i]);
  exchange->for_device_boxes(&Transfer::send, [&](accelerator::Boxes const& boxes, std::size_t offset) {
    accelerator::pack(cctkGH_, boxes, exchange->outgoing.data() + offset);
  });
  for (std::size_t i = 0; i < messages.size(); ++i) {
    exchange->pack_on_host(messages[i]);
    MPI_Isend(exchange->outgoing.data() + messages[i].offset, message_length(messages[i].bytes), MPI_BYTE,
              messages[i].transfer->peer, messages[i].transfer->send_tag, communicator_, &exchange->sends[i]);
    bytes_sent_ += static_cast<double>(messages[i].bytes);
  }
  exchange->fill_periodic_ghosts(cctkGH_);
  exchange->begin_time = MPI_Wtime();
  seconds_ += exchange->begin_time - start;
  return exchange;
}

accelerator::Boxes Messenger::in_flight(Exchange const& exchange) {
  accelerator::Boxes boxes;
  for (Message const& message : exchange.messages)
    exchange.for_each_field(
        message, [&](Field const& field, std::size_t) { boxes.add(field.variable, message.transfer->receive); });
  return boxes;
}

void Messenger::end(ExchangeHandle exchange) {
  double const start = MPI_Wtime();
  between_ += start - exchange->begin_time;
  double waiting = 0;
  for (int i = 0;;) {
    double const before = MPI_Wtime();
    MPI_Waitany(static_cast<int>(exchange->receives.size()), exchange->receives.data(), &i, MPI_STATUS_IGNORE);
    waiting += MPI_Wtime() - before;
    if (i == MPI_UNDEFINED) break; // all messages have arrived
    exchange->unpack_on_host(exchange->messages[static_cast<std::size_t>(i)]);
  }
  exchange->for_device_boxes(&Transfer::receive, [&](accelerator::Boxes const& boxes, std::size_t offset) {
    accelerator::unpack(cctkGH_, boxes, exchange->incoming.data() + offset);
  });
  double const before = MPI_Wtime();
  MPI_Waitall(static_cast<int>(exchange->sends.size()), exchange->sends.data(), MPI_STATUSES_IGNORE);
  CCTK_AddRunTime("waiting", waiting + MPI_Wtime() - before);
  idle_.push_back(std::move(exchange));
  seconds_ += MPI_Wtime() - start;
}

} // namespace pugh
