// Sends packed ghost zones between processes.
#include "messages.hpp"

#include <algorithm>
#include <climits>

namespace pugh {
namespace {

constexpr std::size_t alignment = 64; // of each message in the buffer

std::size_t rounded_up(std::size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

int message_length(std::size_t bytes) {
  if (bytes > INT_MAX)
    CCTK_VERROR("A ghost zone message of %zu bytes is larger than MPI can send. Use more processes or exchange fewer "
                "variables at once.",
                bytes);
  return static_cast<int>(bytes);
}

} // namespace

// One transfer for all fields of one distribution.
struct Messenger::Message {
  Distribution const* distribution;
  Transfer const* transfer;
  std::size_t bytes = 0, send_offset = 0, receive_offset = 0;
};

Messenger::Messenger(MPI_Comm communicator) : communicator_(communicator) { MPI_Comm_rank(communicator, &rank_); }

// All messages of a phase, with their places in the buffer. The messages of a distribution come where the first of its
// fields does, so that both ends agree about the order.
std::vector<Messenger::Message> Messenger::prepare(std::span<Field const> fields, std::size_t phase) {
  std::vector<Message> messages;
  std::size_t offset = 0;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    Distribution const* const distribution = fields[i].distribution;
    auto const is_same = [&](Field const& field) { return field.distribution == distribution; };
    if (std::any_of(fields.begin(), fields.begin() + i, is_same) || phase >= distribution->exchange().size()) continue;
    std::size_t point_size = 0;
    for (Field const& field : fields)
      if (is_same(field)) point_size += field.point_size;
    for (Transfer const& transfer : distribution->exchange()[phase]) {
      Message message{distribution, &transfer, transfer.send.n_points() * point_size, offset, 0};
      offset += rounded_up(message.bytes);
      message.receive_offset = offset;
      offset += rounded_up(message.bytes);
      messages.push_back(message);
    }
  }
  if (buffer_.size() < offset) buffer_.resize(offset);
  return messages;
}

void Messenger::run_phase(std::span<Field const> fields, std::size_t phase) {
  auto const messages = prepare(fields, phase);
  std::vector<MPI_Request> receives(messages.size(), MPI_REQUEST_NULL), sends(messages.size(), MPI_REQUEST_NULL);
  for (std::size_t i = 0; i < messages.size(); ++i)
    MPI_Irecv(buffer_.data() + messages[i].receive_offset, message_length(messages[i].bytes), MPI_BYTE,
              messages[i].transfer->peer, messages[i].transfer->receive_tag, communicator_, &receives[i]);
  for (std::size_t i = 0; i < messages.size(); ++i) {
    Message const& m = messages[i];
    std::byte* to = buffer_.data() + m.send_offset;
    for (Field const& field : fields) {
      if (field.distribution != m.distribution) continue;
      pack(field.data, m.distribution->box().shape, m.transfer->send, field.point_size, to);
      to += m.transfer->send.n_points() * field.point_size;
    }
    MPI_Isend(buffer_.data() + m.send_offset, message_length(m.bytes), MPI_BYTE, m.transfer->peer, m.transfer->send_tag,
              communicator_, &sends[i]);
    if (m.transfer->peer != rank_) bytes_sent_ += static_cast<double>(m.bytes);
  }
  for (std::size_t done = 0; done < messages.size(); ++done) {
    int i = 0;
    MPI_Waitany(static_cast<int>(receives.size()), receives.data(), &i, MPI_STATUS_IGNORE);
    Message const& m = messages[i];
    std::byte const* from = buffer_.data() + m.receive_offset;
    for (Field const& field : fields) {
      if (field.distribution != m.distribution) continue;
      unpack(from, m.distribution->box().shape, m.transfer->receive, field.point_size, field.data);
      from += m.transfer->receive.n_points() * field.point_size;
    }
  }
  MPI_Waitall(static_cast<int>(sends.size()), sends.data(), MPI_STATUSES_IGNORE);
}

void Messenger::exchange(std::span<Field const> fields) {
  double const begin = MPI_Wtime();
  std::size_t phases = 0;
  for (Field const& field : fields) phases = std::max(phases, field.distribution->exchange().size());
  for (std::size_t phase = 0; phase < phases; ++phase) run_phase(fields, phase);
  seconds_ += MPI_Wtime() - begin;
}

} // namespace pugh
