#include "board.hpp"

#include "json.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace httpd {

std::string Slice::json(SliceRequest const& request) const {
  std::vector<std::string> sizes, lowers, deltas, positions;
  for (std::size_t d = 0; d < extent.size(); ++d) {
    sizes.push_back(std::to_string(extent[d]));
    lowers.push_back(json_number(lower[d]));
    deltas.push_back(json_number(delta[d]));
  }
  for (auto const& position : at) positions.push_back(json_string(position));
  double minimum = std::numeric_limits<double>::infinity(), maximum = -minimum;
  for (double const value : values) {
    if (!std::isfinite(value)) continue;
    minimum = std::min(minimum, value);
    maximum = std::max(maximum, value);
  }
  return JsonObject()
      .add("variable", request.variable)
      .add("axes", request.axes)
      .add("iteration", iteration)
      .add("time", time)
      .add_json("extent", json_array(sizes))
      .add_json("lower", json_array(lowers))
      .add_json("delta", json_array(deltas))
      .add_json("at", json_array(positions))
      .add("minimum", minimum)
      .add("maximum", maximum)
      .text();
}

void Board::publish(std::shared_ptr<Snapshot const> const& snapshot) {
  std::unique_lock const lock(mutex_, std::try_to_lock);
  if (lock) snapshot_ = snapshot;
}

void Board::publish_now(std::shared_ptr<Snapshot const> const& snapshot) {
  std::lock_guard const lock(mutex_);
  snapshot_ = snapshot;
}

Work Board::take_work() {
  Work work;
  std::unique_lock const lock(mutex_, std::try_to_lock);
  if (!lock) return work;
  std::swap(work.commands, commands_);
  auto const now = Clock::now();
  std::erase_if(slices_, [&](auto const& entry) { return now - entry.second > request_lifetime; });
  for (auto const& [slice, time] : slices_) work.slices.push_back(slice);
  work.is_report_requested = report_ && now - *report_ <= request_lifetime;
  return work;
}

void Board::wait_for_command(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  has_command_.wait_for(lock, time, [this] { return !commands_.empty(); });
}

void Board::add_message(Message message) {
  std::lock_guard const lock(messages_mutex_);
  messages_.push_back(std::move(message));
  if (messages_.size() > max_messages) messages_.pop_front();
}

std::shared_ptr<Snapshot const> Board::snapshot() const {
  std::lock_guard const lock(mutex_);
  return snapshot_;
}

std::vector<Message> Board::messages() const {
  std::lock_guard const lock(messages_mutex_);
  return {messages_.begin(), messages_.end()};
}

std::optional<int> Board::add(Command command) {
  std::lock_guard const lock(mutex_);
  if (commands_.size() >= max_commands) return std::nullopt;
  command.id = ++last_id_;
  commands_.push_back(std::move(command));
  has_command_.notify_one();
  return last_id_;
}

void Board::request(SliceRequest const& slice) {
  std::lock_guard const lock(mutex_);
  slices_[slice] = Clock::now();
  if (slices_.size() <= max_slices) return;
  slices_.erase(std::min_element(slices_.begin(), slices_.end(),
                                 [](auto const& a, auto const& b) { return a.second < b.second; }));
}

void Board::record_status_read() {
  std::lock_guard const lock(mutex_);
  status_read_ = Clock::now();
  has_reader_.notify_one();
}

void Board::wait_for_readers() {
  std::unique_lock lock(mutex_);
  auto const now = Clock::now();
  if (status_read_ && now - *status_read_ < reader_lifetime)
    has_reader_.wait_for(lock, last_wait, [&] { return *status_read_ > now; });
}

void Board::request_report() {
  std::lock_guard const lock(mutex_);
  report_ = Clock::now();
}

} // namespace httpd
