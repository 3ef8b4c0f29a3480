#include "kernels/device/cuda/cuda_device.hpp"

#include "framework/base/text.hpp"
#include "kernels/device/block_device.hpp"
#include "kernels/device/cuda/copies.hpp"
#include "kernels/device/cuda/counters.hpp"
#include "kernels/device/cuda/loaded_kernel.hpp"
#include "kernels/device/cuda/nvrtc.hpp"

#include <fmt/format.h>

#include <algorithm>
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

/// The events that are recorded just before and just after a launch.
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

  void took(double seconds) override { add_seconds(seconds); }

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

namespace {

CudaPointer to_address(void const* memory) { return reinterpret_cast<CudaPointer>(memory); }

/// Throws DeviceError if NVRTC generates code for a newer major version of CUDA than the driver supports.
void require_driver_for_nvrtc(int driver_version) {
  int const driver_major = driver_version / 1000;
  if (nvrtc_major() <= driver_major) return;
  throw DeviceError(fmt::format("The driver ({}) is too old: it supports CUDA {}.{}, but {} makes code for CUDA {}. "
                                "Install a newer driver, or name the folder of an older toolkit in CUDA_HOME.",
                                cuda().library, driver_major, driver_version % 1000 / 10, nvrtc_version(),
                                nvrtc_major()));
}

class NvidiaDevice final : public Device {
public:
  NvidiaDevice(CudaChoice const& choice, CudaCounting counting)
      : session_(std::make_shared<CudaSession>(choice)), copies_(*session_), packed_(*session_), counting_(counting) {
    architecture_ = fmt::format("sm_{}{}", session_->fact(CudaDeviceFact::major_version),
                                session_->fact(CudaDeviceFact::minor_version));
    target_ = nvrtc_target(architecture_);
    int version = 0;
    check_cuda(cuda().driver_version(&version), "cuDriverGetVersion", session_->name());
    require_driver_for_nvrtc(version);
    properties_.kind = "cuda:" + architecture_;
    properties_.product = session_->name();
    properties_.name = fmt::format("{}, device {}", session_->name(), session_->number());
    properties_.compiler = fmt::format("{} for {}, driver {}", nvrtc_version(), target_, version);
    properties_.flags = nvrtc_flags();
    properties_.language = plan::Language::cuda;
    properties_.is_processor = false;
    properties_.shares_host_memory = false;
    BlockLimits& blocks = properties_.blocks;
    blocks.max_threads = session_->fact(CudaDeviceFact::max_threads_per_block);
    blocks.max_per_axis = {session_->fact(CudaDeviceFact::max_threads_x), session_->fact(CudaDeviceFact::max_threads_y),
                           session_->fact(CudaDeviceFact::max_threads_z)};
    blocks.n_units = session_->fact(CudaDeviceFact::multiprocessors);
    blocks.threads_per_unit = session_->fact(CudaDeviceFact::max_threads_per_multiprocessor);
    blocks.reports_registers = true;
    blocks.warp = session_->fact(CudaDeviceFact::warp_size);
    blocks.local_bytes = static_cast<std::size_t>(session_->fact(CudaDeviceFact::shared_bytes_per_block));
    // The first-level cache and shared memory share one memory. For kernels that use no shared memory, the cache has
    // all of it.
    blocks.cache_bytes = static_cast<std::size_t>(session_->fact(CudaDeviceFact::shared_bytes_per_multiprocessor));
  }

  Properties const& properties() const override { return properties_; }

  void* allocate(std::size_t bytes) override {
    session_->enter();
    CudaPointer address = 0;
    CudaResult const code = cuda().allocate(&address, std::max<std::size_t>(bytes, 1));
    check_cuda(code, "cuMemAlloc", fmt::format("{}, request for {} bytes", properties_.name, bytes));
    return reinterpret_cast<void*>(address);
  }
  void release(void* memory) noexcept override {
    if (!memory) return;
    try {
      session_->finish();          // running kernels may use the memory
    } catch (DeviceError const&) { // the next call of the driver reports the error
    }
    cuda().release(to_address(memory));
  }

  std::size_t copy_to_device(void* on_device, void const* on_host, ArrayShape const& shape,
                             base::Box const& box) override {
    return copies_.to_device(to_address(on_device), on_host, shape, box);
  }
  std::size_t copy_to_host(void* on_host, void const* on_device, ArrayShape const& shape,
                           base::Box const& box) override {
    return copies_.to_host(on_host, to_address(on_device), shape, box);
  }

  void pack(void* packed, std::span<ArrayBox const> boxes) override { packed_.to_host(packed, boxes); }
  void unpack(std::span<ArrayBox const> boxes, void const* packed) override { packed_.to_device(boxes, packed); }
  void copy_within(std::span<ArrayBox const> from, std::span<ArrayBox const> to) override { packed_.within(from, to); }

  std::vector<CompiledObject> compile(std::span<CompileRequest const> requests, int) override {
    std::vector<CompiledObject> results;
    for (CompileRequest const& request : requests) results.push_back(compile_cuda(request, target_));
    return results;
  }
  std::unique_ptr<Module> load(std::string const& kernel, std::string const& object,
                               LaunchShape const& shape) override {
    return load_cuda(session_, kernel, object, shape);
  }

  void finish() override { session_->finish(); }
  std::unique_ptr<Stopwatch> make_stopwatch() override { return make_cuda_stopwatch(session_); }
  std::unique_ptr<Counters> open_counters() override {
    return counting_ == CudaCounting::times ? open_time_counters(session_) : open_replay_counters(session_);
  }

private:
  std::shared_ptr<CudaSession> session_;
  StagedCopies copies_;
  PackedCopies packed_;
  CudaCounting counting_;
  std::string architecture_, target_;
  Properties properties_;
};

} // namespace

std::unique_ptr<Device> make_cuda_device(CudaChoice const& choice, CudaCounting counting) {
  return std::make_unique<NvidiaDevice>(choice, counting);
}

} // namespace chemora::device
