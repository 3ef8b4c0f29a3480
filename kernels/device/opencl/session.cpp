#include "kernels/device/opencl/session.hpp"

#include "kernels/device/block_device.hpp"

namespace chemora::device {

OpenclSession::OpenclSession(ChosenOpencl const& chosen_device) : chosen(chosen_device) {
  cl_int code = CL_SUCCESS;
  context = opencl().create_context(nullptr, 1, &chosen.device, nullptr, nullptr, &code);
  check_opencl(code, "clCreateContext", chosen.device_name);
  queue = opencl().create_queue(context, chosen.device, CL_QUEUE_PROFILING_ENABLE, &code);
  if (code != CL_SUCCESS) opencl().release_context(context);
  check_opencl(code, "clCreateCommandQueue", chosen.device_name);
}

OpenclSession::~OpenclSession() {
  opencl().finish(queue);
  opencl().release_queue(queue);
  opencl().release_context(context);
}

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
