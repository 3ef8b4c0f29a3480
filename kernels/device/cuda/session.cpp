#include "kernels/device/cuda/session.hpp"

#include "framework/base/text.hpp"
#include "kernels/device/block_device.hpp"

#include <fmt/format.h>

#include <vector>

namespace chemora::device {

namespace {

constexpr unsigned non_blocking_stream = 1; // independent of the default stream
constexpr unsigned event_with_time = 0;

std::string name_of(CudaDevice device) {
  char name[256] = "";
  check_cuda(cuda().device_name(name, sizeof name, device), "cuDeviceGetName", "CUDA");
  return name;
}

CudaDevice choose(CudaChoice const& choice) {
  int count = 0;
  check_cuda(cuda().device_count(&count), "cuDeviceGetCount", "CUDA");
  std::vector<CudaDevice> matching;
  std::vector<std::string> names;
  std::string list;
  for (CudaDevice device = 0; device < count; ++device) { // handles are numbers
    std::string const name = name_of(device);
    names.push_back(name);
    list += fmt::format("  device {}: {}\n", device, name);
    if (matches(choice.device, device, name)) matching.push_back(device);
  }
  if (!matching.empty()) return matching[static_cast<std::size_t>(choice.share) % matching.size()];
  throw DeviceError(fmt::format("No CUDA device is {}.{} There are:\n{}Name one by number or by a part of its name.",
                                choice.device.empty() ? "there" : "`" + choice.device + "`",
                                base::did_you_mean(choice.device, names), list.empty() ? "  (none)\n" : list));
}

} // namespace

CudaSession::CudaSession(CudaChoice const& choice) : device_(choose(choice)), name_(name_of(device_)) {
  check_cuda(cuda().retain_context(&context_, device_), "cuDevicePrimaryCtxRetain", name_);
  enter();
  for (CudaStream* const stream : {&stream_, &transfers_})
    check_cuda(cuda().create_stream(stream, non_blocking_stream), "cuStreamCreate", name_);
}

CudaSession::~CudaSession() {
  cuda().use_context(context_);
  for (CudaStream const stream : {stream_, transfers_}) {
    cuda().finish_stream(stream);
    cuda().destroy_stream(stream);
  }
  cuda().release_context(device_);
}

int CudaSession::fact(CudaDeviceFact fact) const {
  int value = 0;
  check_cuda(cuda().device_fact(&value, fact, device_), "cuDeviceGetAttribute", name_);
  return value;
}

void CudaSession::begin_launch() {
  is_repeated_ = replay && replay->begin();
  if (is_repeated_) return;
  if (counted) counted->before_launch();
  if (timed) timed->before_launch();
}

void CudaSession::end_launch() {
  ++n_launches_;
  if (is_repeated_) {
    auto const seconds = replay->end();
    if (timed && seconds) timed->took(*seconds);
    return;
  }
  if (timed) timed->after_launch();
  if (counted) counted->after_launch();
}

void CudaSession::finish() const {
  enter();
  for (CudaStream const stream : {stream_, transfers_})
    check_cuda(cuda().finish_stream(stream), "cuStreamSynchronize", name_);
}

namespace {

/// The events just before and after a launch.
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
    check_cuda(cuda().wait_for_event(launch.end), "A launch, awaited by cuEventSynchronize,", session().name());
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
