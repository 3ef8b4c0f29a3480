// An event for each launch, which its queue gives the times of.
#include "kernels/device/opencl/stopwatch.hpp"

#include "kernels/device/event_stopwatch.hpp"

namespace chemora::device {

namespace {

class OpenclStopwatch final : public EventStopwatch<OpenclSession, OpenclLaunches, cl_event> {
public:
  using EventStopwatch::EventStopwatch;
  ~OpenclStopwatch() override {
    stop();
    for (cl_event const launch : pending()) opencl().release_event(launch);
  }

private:
  void add(cl_event launch) override { add_pending(launch); }

  double take(cl_event const& launch) override {
    cl_ulong begin = 0, end = 0; // nanoseconds
    cl_int code = opencl().wait_for_events(1, &launch);
    if (code == CL_SUCCESS)
      code = opencl().get_event_time(launch, CL_PROFILING_COMMAND_START, sizeof begin, &begin, nullptr);
    if (code == CL_SUCCESS) code = opencl().get_event_time(launch, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr);
    opencl().release_event(launch);
    check_opencl(code, "A launch or the request for its time", session().chosen.device_name);
    return 1e-9 * static_cast<double>(end - begin);
  }
};

} // namespace

std::unique_ptr<Stopwatch> make_opencl_stopwatch(std::shared_ptr<OpenclSession> session) {
  return std::make_unique<OpenclStopwatch>(std::move(session));
}

} // namespace chemora::device
