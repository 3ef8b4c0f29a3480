// Sends packed ghost zones between processes.
#include "messages.hpp"

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

// One transfer to another process for all fields of one distribution; it has the same place in both buffers.
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
  double begun = 0; // when everything was sent

  // Calls visit(field, its place in the message) for each field of the message.
  template <typename Visit>
  void for_each_field(Message const& message, Visit visit) const {
    std::size_t offset = message.offset;
    for (Field const& field : fields) {
      if (field.distribution != message.distribution) continue;
      visit(field, offset);
      offset += message.transfer->send.n_points() * field.point_size;
    }
  }

  // Calls move(boxes, place in the buffer) for what devices pack or fill: as much at once as lies together.
  template <typename Move>
  void for_device_boxes(Range Transfer::*range_of, Move move) const {
    accelerator::Boxes boxes;
    std::size_t begin = 0, end = 0;
    auto const flush = [&] {
      if (!boxes.variables.empty()) move(std::exchange(boxes, {}), begin);
    };
    for (Message const& message : messages)
      for_each_field(message, [&](Field const& field, std::size_t at) {
        if (!field.is_on_device) return;
        Range const& range = message.transfer->*range_of;
        if (at != end) flush();
        if (boxes.variables.empty()) begin = at;
        boxes.add(field.variable, range);
        end = at + range.n_points() * field.point_size;
      });
    flush();
  }

  void pack_on_host(Message const& message) {
    for_each_field(message, [&](Field const& field, std::size_t at) {
      if (!field.is_on_device)
        pack(field.data, message.distribution->allocated(), message.transfer->send, field.point_size,
             outgoing.data() + at);
    });
  }

  void unpack_on_host(Message const& message) {
    for_each_field(message, [&](Field const& field, std::size_t at) {
      if (!field.is_on_device)
        unpack(incoming.data() + at, message.distribution->allocated(), message.transfer->receive, field.point_size,
               field.data);
    });
  }

  // Those at the other end of a periodic grid that this process has as well: without a message, where the field is.
  void fill_own_ghosts(cGH const* grid_hierarchy) const {
    accelerator::Boxes from, to;
    for (Field const& field : fields) {
      if (!field.is_on_device)
        for (RowCopies const& copies : field.distribution->own_copies())
          copy_rows(field.data, field.distribution->allocated(), copies, field.point_size);
      else
        for (Copy const& copy : field.distribution->own_sweeps()) {
          from.add(field.variable, copy.from);
          to.add(field.variable, copy.to);
        }
    }
    if (!from.variables.empty()) accelerator::copy_within(grid_hierarchy, from, to);
  }
};

Messenger::Messenger(cGH const* grid_hierarchy, MPI_Comm communicator, bool waits_first)
    : grid_hierarchy_(grid_hierarchy), communicator_(communicator), waits_first_(waits_first) {
  MPI_Comm_rank(communicator, &rank_);
}
void DiscardExchange::operator()(Exchange* exchange) const { delete exchange; }

// The messages of a distribution come where the first of its fields does, so that both ends agree about the order.
BegunExchange Messenger::prepare(std::vector<Field> fields) {
  BegunExchange exchange = idle_.empty() ? BegunExchange(new Exchange) : std::move(idle_.back());
  if (!idle_.empty()) idle_.pop_back();
  exchange->fields = std::move(fields);
  exchange->messages.clear();
  std::size_t total = 0;
  std::vector<Distribution const*> seen;
  for (Field const& first : exchange->fields) {
    Distribution const* const distribution = first.distribution;
    if (std::find(seen.begin(), seen.end(), distribution) != seen.end()) continue;
    seen.push_back(distribution);
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

BegunExchange Messenger::begin(std::vector<Field> fields) {
  double start = MPI_Wtime();
  if (waits_first_) {
    MPI_Barrier(communicator_);
    waiting_ += MPI_Wtime() - start;
    start = MPI_Wtime();
  }
  auto exchange = prepare(std::move(fields));
  auto const& messages = exchange->messages;
  for (std::size_t i = 0; i < messages.size(); ++i)
    MPI_Irecv(exchange->incoming.data() + messages[i].offset, message_length(messages[i].bytes), MPI_BYTE,
              messages[i].transfer->peer, messages[i].transfer->receive_tag, communicator_, &exchange->receives[i]);
  exchange->for_device_boxes(&Transfer::send, [&](accelerator::Boxes const& boxes, std::size_t at) {
    accelerator::pack(grid_hierarchy_, boxes, exchange->outgoing.data() + at);
  });
  for (std::size_t i = 0; i < messages.size(); ++i) {
    exchange->pack_on_host(messages[i]);
    MPI_Isend(exchange->outgoing.data() + messages[i].offset, message_length(messages[i].bytes), MPI_BYTE,
              messages[i].transfer->peer, messages[i].transfer->send_tag, communicator_, &exchange->sends[i]);
    bytes_sent_ += static_cast<double>(messages[i].bytes);
  }
  exchange->fill_own_ghosts(grid_hierarchy_);
  exchange->begun = MPI_Wtime();
  seconds_ += exchange->begun - start;
  return exchange;
}

accelerator::Boxes Messenger::in_flight(Exchange const& exchange) {
  accelerator::Boxes boxes;
  for (Message const& message : exchange.messages)
    exchange.for_each_field(
        message, [&](Field const& field, std::size_t) { boxes.add(field.variable, message.transfer->receive); });
  return boxes;
}

void Messenger::end(BegunExchange exchange) {
  double const start = MPI_Wtime();
  between_ += start - exchange->begun;
  for (int i = 0;;) {
    MPI_Waitany(static_cast<int>(exchange->receives.size()), exchange->receives.data(), &i, MPI_STATUS_IGNORE);
    if (i == MPI_UNDEFINED) break; // all have arrived
    exchange->unpack_on_host(exchange->messages[static_cast<std::size_t>(i)]);
  }
  exchange->for_device_boxes(&Transfer::receive, [&](accelerator::Boxes const& boxes, std::size_t at) {
    accelerator::unpack(grid_hierarchy_, boxes, exchange->incoming.data() + at);
  });
  MPI_Waitall(static_cast<int>(exchange->sends.size()), exchange->sends.data(), MPI_STATUSES_IGNORE);
  idle_.push_back(std::move(exchange));
  seconds_ += MPI_Wtime() - start;
}

} // namespace pugh
