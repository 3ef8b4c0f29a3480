// What the stopwatches of devices have in common that record when each launch began and ended.
#pragma once

#include "kernels/device/device.hpp"

#include <deque>
#include <memory>
#include <utility>

namespace chemora::device {

/// `Launches` is how the session tells of launches, by way of its member `timed`; `Launch` is what has been recorded of
/// one, and is the derived class's to release.
template <typename Session, typename Launches, typename Launch>
class EventStopwatch : public Stopwatch, protected Launches {
public:
  explicit EventStopwatch(std::shared_ptr<Session> session) : session_(std::move(session)) {}
  ~EventStopwatch() override { EventStopwatch::stop(); }

  void start() override { session_->timed = this; }
  void stop() noexcept override {
    if (session_->timed == this) session_->timed = nullptr;
  }
  double seconds() override {
    while (!pending_.empty()) take_first();
    return seconds_;
  }

protected:
  /// A launch whose time is asked for later.
  void add_pending(Launch const& launch) {
    pending_.push_back(launch);
    if (pending_.size() > most_pending) take_first();
  }

  /// A launch whose time is known otherwise.
  void add(double seconds) { seconds_ += seconds; }

  /// Waits for the end of a launch, and takes it back; its seconds.
  virtual double take(Launch const& launch) = 0;

  Session& session() const { return *session_; }
  std::deque<Launch> const& pending() const { return pending_; }

private:
  static constexpr std::size_t most_pending = 256; ///< launches that nobody has waited for

  void take_first() {
    Launch const launch = pending_.front();
    pending_.pop_front();
    seconds_ += take(launch);
  }

  std::shared_ptr<Session> session_;
  std::deque<Launch> pending_;
  double seconds_ = 0;
};

} // namespace chemora::device
