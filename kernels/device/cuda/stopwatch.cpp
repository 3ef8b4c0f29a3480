// Pairs of events around launches, used again when their times are known.
#include "kernels/device/cuda/stopwatch.hpp"

#include "kernels/device/event_stopwatch.hpp"

#include <vector>

namespace chemora::device {

namespace {

constexpr unsigned event_with_time = 0;

struct Launch {
  CudaEvent begin = nullptr, end = nullptr;
};

class CudaStopwatch final : public EventStopwatch<CudaSession, CudaLaunches, Launch> {
public:
  using EventStopwatch::EventStopwatch;
  ~CudaStopwatch() override {
    stop();
    cuda().use_context(session().context());
    for (Launch const& launch : unused_) destroy(launch);
    for (Launch const& launch : pending()) destroy(launch);
  }

private:
  static void destroy(Launch const& launch) {
    if (launch.begin) cuda().destroy_event(launch.begin);
    if (launch.end) cuda().destroy_event(launch.end);
  }

  void before_launch() override {
    if (unused_.empty()) unused_.push_back({make_event(), make_event()});
    record(unused_.back().begin);
  }
  void after_launch() override {
    Launch const launch = unused_.back();
    record(launch.end);
    unused_.pop_back();
    add_pending(launch);
  }

  void took(double seconds) override { add(seconds); }

  CudaEvent make_event() const {
    CudaEvent event = nullptr;
    check_cuda(cuda().create_event(&event, event_with_time), "cuEventCreate", session().name());
    return event;
  }
  void record(CudaEvent event) const {
    check_cuda(cuda().record_event(event, session().stream()), "cuEventRecord", session().name());
  }

  double take(Launch const& launch) override {
    unused_.push_back(launch);
    session().enter();
    float milliseconds = 0;
    check_cuda(cuda().wait_for_event(launch.end), "A launch, waited for by cuEventSynchronize,", session().name());
    check_cuda(cuda().milliseconds_between(&milliseconds, launch.begin, launch.end), "cuEventElapsedTime",
               session().name());
    return 1e-3 * static_cast<double>(milliseconds);
  }

  std::vector<Launch> unused_;
};

} // namespace

std::unique_ptr<Stopwatch> make_cuda_stopwatch(std::shared_ptr<CudaSession> session) {
  return std::make_unique<CudaStopwatch>(std::move(session));
}

} // namespace chemora::device
