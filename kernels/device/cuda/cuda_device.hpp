/// NVIDIA GPUs: the device, and the context and streams that its memory, copies and launches share.
#pragma once

#include "kernels/device/cuda/driver.hpp"
#include "kernels/device/device.hpp"

#include <memory>
#include <optional>
#include <string>

namespace chemora::device {

/// The user's choice: a number, part of the name in any case, or an empty text, which matches all devices.
struct CudaChoice {
  std::string device{};
  int share = 0; ///< chooses matching device number `share` modulo their count, so that the processes of a node share
};

/// Receives notice of each launch.
class CudaLaunches {
public:
  virtual ~CudaLaunches() = default;
  virtual void before_launch() = 0;
  virtual void after_launch() = 0;
  /// Called instead of both for a launch that was repeated (CudaReplay), with the seconds of one run.
  virtual void took(double /*seconds*/) {}
};

/// Repeats launches, because the device cannot read all counters in one run.
class CudaReplay {
public:
  virtual ~CudaReplay() = default;
  /// Returns whether the next launch is to be repeated.
  virtual bool begin() = 0;
  /// Waits for the launch. Returns the seconds of one run, or nothing if they are unknown.
  virtual std::optional<double> end() = 0;
};

class CudaSession {
public:
  /// Throws DeviceError if there is no driver, or if no device matches: then with the list of devices.
  explicit CudaSession(CudaChoice const& choice);
  ~CudaSession();
  CudaSession(CudaSession const&) = delete;
  CudaSession& operator=(CudaSession const&) = delete;

  /// Makes the context current for the calling thread. To be called before other functions of the driver, because other
  /// libraries may set another context.
  void enter() const { check_cuda(cuda().use_context(context_), "cuCtxSetCurrent", name_); }

  int fact(CudaDeviceFact fact) const;
  std::string const& name() const { return name_; }
  int number() const { return device_; } ///< in the driver's list of devices
  CudaContext context() const { return context_; }
  CudaStream stream() const { return stream_; } ///< launches and copies, in order
  /// Transfers that may run at the same time as kernels. Users synchronise the two streams by events.
  CudaStream transfers() const { return transfers_; }
  void finish() const; ///< both streams

  std::size_t n_launches() const { return n_launches_; }
  void begin_launch();
  void end_launch();

  CudaLaunches* timed = nullptr;   ///< the running stopwatch, if any
  CudaLaunches* counted = nullptr; ///< the running counter of launch times, if any
  CudaReplay* replay = nullptr;    ///< the running counter that repeats launches, if any

private:
  CudaDevice device_ = 0;
  std::string name_;
  CudaContext context_ = nullptr;
  CudaStream stream_ = nullptr, transfers_ = nullptr;
  std::size_t n_launches_ = 0;
  bool is_repeated_ = false; ///< the launch in progress
};

/// A stopwatch that records events just before and after each launch. On an idle stream this includes the time to start
/// the kernel.
std::unique_ptr<Stopwatch> make_cuda_stopwatch(std::shared_ptr<CudaSession> session);

/// The measurements of Device::open_counters: the time stamps of every launch, or the hardware counters of each
/// kernel's first launch, which is repeated until all counters have been read.
enum class CudaCounting { times, replay };

/// Launches and copies are in order, on one stream. The transfers of `unpack` use a second stream and run at the same
/// time as earlier kernels. Objects are machine code for the device's architecture, arrays are addresses in its memory.
/// Throws DeviceError if there is no driver, no compiler, or no device that matches.
std::unique_ptr<Device> make_cuda_device(CudaChoice const& choice = {}, CudaCounting counting = CudaCounting::times);

} // namespace chemora::device
