// Keeps events until their times are known.
#include "kernels/device/opencl/stopwatch.hpp"

#include <deque>
#include <utility>

namespace chemora::device {

namespace {

constexpr std::size_t most_pending = 256; ///< launches that nobody has waited for

class OpenclStopwatch final : public Stopwatch, private OpenclLaunches {
public:
  explicit OpenclStopwatch(std::shared_ptr<OpenclSession> session) : session_(std::move(session)) {}
  ~OpenclStopwatch() override {
    stop();
    for (cl_event const launch : pending_) opencl().release_event(launch);
  }

  void start() override { session_->timed = this; }
  void stop() noexcept override {
    if (session_->timed == this) session_->timed = nullptr;
  }
  double seconds() override {
    while (!pending_.empty()) take_first();
    return seconds_;
  }

private:
  void add(cl_event launch) override {
    pending_.push_back(launch);
    if (pending_.size() > most_pending) take_first();
  }

  void take_first() {
    cl_event const launch = pending_.front();
    pending_.pop_front();
    cl_ulong begin = 0, end = 0; // nanoseconds
    cl_int code = opencl().wait_for_events(1, &launch);
    if (code == CL_SUCCESS)
      code = opencl().get_event_time(launch, CL_PROFILING_COMMAND_START, sizeof begin, &begin, nullptr);
    if (code == CL_SUCCESS) code = opencl().get_event_time(launch, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr);
    opencl().release_event(launch);
    check_opencl(code, "A launch or the request for its time", session_->chosen.device_name);
    seconds_ += 1e-9 * static_cast<double>(end - begin);
  }

  std::shared_ptr<OpenclSession> session_;
  std::deque<cl_event> pending_;
  double seconds_ = 0;
};

} // namespace

std::unique_ptr<Stopwatch> make_opencl_stopwatch(std::shared_ptr<OpenclSession> session) {
  return std::make_unique<OpenclStopwatch>(std::move(session));
}

} // namespace chemora::device
