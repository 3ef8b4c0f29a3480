// Keeps pairs of events until their times are known, then uses them again.
#include "kernels/device/cuda/stopwatch.hpp"

#include <deque>
#include <utility>
#include <vector>

namespace chemora::device {

namespace {

constexpr std::size_t most_pending = 256; ///< launches that nobody has waited for
constexpr unsigned event_with_time = 0;

struct Launch {
  CudaEvent begin = nullptr, end = nullptr;
};

class CudaStopwatch final : public Stopwatch, private CudaLaunches {
public:
  explicit CudaStopwatch(std::shared_ptr<CudaSession> session) : session_(std::move(session)) {}
  ~CudaStopwatch() override {
    stop();
    cuda().use_context(session_->context());
    for (Launch const& launch : unused_) destroy(launch);
    for (Launch const& launch : pending_) destroy(launch);
  }

  void start() override { session_->timed = this; }
  void stop() noexcept override {
    if (session_->timed == this) session_->timed = nullptr;
  }
  double seconds() override {
    session_->enter();
    while (!pending_.empty()) take_first();
    return seconds_;
  }

private:
  static void destroy(Launch const& launch) {
    if (launch.begin) cuda().destroy_event(launch.begin);
    if (launch.end) cuda().destroy_event(launch.end);
  }

  void before_launch() override {
    if (pending_.size() >= most_pending) take_first();
    if (unused_.empty()) unused_.push_back({make_event(), make_event()});
    record(unused_.back().begin);
  }
  void after_launch() override {
    record(unused_.back().end);
    pending_.push_back(unused_.back());
    unused_.pop_back();
  }

  CudaEvent make_event() const {
    CudaEvent event = nullptr;
    check_cuda(cuda().create_event(&event, event_with_time), "cuEventCreate", session_->name());
    return event;
  }
  void record(CudaEvent event) const {
    check_cuda(cuda().record_event(event, session_->stream()), "cuEventRecord", session_->name());
  }

  void take_first() {
    Launch const launch = pending_.front();
    pending_.pop_front();
    unused_.push_back(launch);
    float milliseconds = 0;
    check_cuda(cuda().wait_for_event(launch.end), "A launch, waited for by cuEventSynchronize,", session_->name());
    check_cuda(cuda().milliseconds_between(&milliseconds, launch.begin, launch.end), "cuEventElapsedTime",
               session_->name());
    seconds_ += 1e-3 * static_cast<double>(milliseconds);
  }

  std::shared_ptr<CudaSession> session_;
  std::deque<Launch> pending_;
  std::vector<Launch> unused_;
  double seconds_ = 0;
};

} // namespace

std::unique_ptr<Stopwatch> make_cuda_stopwatch(std::shared_ptr<CudaSession> session) {
  return std::make_unique<CudaStopwatch>(std::move(session));
}

} // namespace chemora::device
