/// Functions shared by the devices that run blocks of threads (CUDA, OpenCL): launch arguments, selection, stopwatch.
#pragma once

#include "kernels/device/device.hpp"

#include <array>
#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace chemora::device {

/// Returns how many blocks cover the box along each axis.
std::array<std::size_t, 3> blocks_for(chemora_kernel_arguments const& arguments, LaunchShape const& shape);

/// Returns the bytes of `struct chemora_device_arguments`, which the generated source declares. The bytes are the
/// members of chemora_kernel_arguments up to `iteration`, followed by the parameter values instead of a pointer to
/// them.
std::vector<std::byte> by_value(chemora_kernel_arguments const& arguments, int n_parameters);

/// Writes a source that does not compile to a file that only this user can read. Returns the path of the file for use
/// in an error message, or a note in parentheses if the file cannot be written.
std::string save_failed_source(CompileRequest const& request, std::string const& suffix);

/// Whether the user's text `pattern` selects a device. A pattern is the number of a device in a list, or part of its
/// name in any case. An empty pattern selects every device.
bool matches(std::string const& pattern, int number, std::string const& name);

/// Returns a product name without spaces, such as `NVIDIA-H200`, for the text form of plans.
std::string one_word(std::string const& name);

/// A stopwatch for devices that record events before and after each launch. The session reports launches to its member
/// `timed` through the interface `Launches`. `Launch` is the record of one launch; the derived class releases the
/// record.
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
  /// Records a launch, whose time take() reads later.
  void add_pending(Launch const& launch) {
    pending_.push_back(launch);
    if (pending_.size() > max_pending) take_first();
  }

  /// Adds the time of a launch that the caller has measured.
  void add_seconds(double seconds) { seconds_ += seconds; }

  /// Waits for the end of a launch and releases its record. Returns the duration of the launch in seconds.
  virtual double take(Launch const& launch) = 0;

  Session& session() const { return *session_; }
  std::deque<Launch> const& pending() const { return pending_; }

private:
  static constexpr std::size_t max_pending = 256; ///< launches whose time has not been read

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
