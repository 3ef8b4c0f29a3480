/// Devices of the kind NVIDIA GPU, and the context and streams that memory, copies and launches of a device share.
#pragma once

#include "kernels/device/cuda/driver.hpp"
#include "kernels/device/device.hpp"

#include <memory>
#include <optional>
#include <string>

namespace chemora::device {

/// The user's choice of a GPU: a device number, part of the device name in any case, or an empty text, which matches
/// all devices.
struct CudaChoice {
  std::string device{};
  int share = 0; ///< selects matching device number `share` modulo the number of matching devices, to distribute
                 ///< processes of a node
};

/// Interface of objects that CudaSession notifies of each launch.
class CudaLaunches {
public:
  virtual ~CudaLaunches() = default;
  virtual void before_launch() = 0;
  virtual void after_launch() = 0;
  /// Called instead of before_launch() and after_launch() for a launch that was repeated (CudaReplay), with the
  /// duration of one run.
  virtual void took(double /*seconds*/) {}
};

/// Repeats launches, because the device cannot read all hardware counters in one run.
class CudaReplay {
public:
  virtual ~CudaReplay() = default;
  /// Returns whether the next launch is to be repeated.
  virtual bool begin() = 0;
  /// Waits for the end of the launch. Returns the duration of one run in seconds; empty if unknown.
  virtual std::optional<double> end() = 0;
};

class CudaSession {
public:
  /// Throws DeviceError if there is no driver, or, with a list of the devices, if no device matches.
  explicit CudaSession(CudaChoice const& choice);
  ~CudaSession();
  CudaSession(CudaSession const&) = delete;
  CudaSession& operator=(CudaSession const&) = delete;

  /// Makes the context current for the calling thread. Call this function before other functions of the driver, because
  /// other libraries may set another context.
  void enter() const { check_cuda(cuda().use_context(context_), "cuCtxSetCurrent", name_); }

  int fact(CudaDeviceFact fact) const;
  std::string const& name() const { return name_; }
  int number() const { return device_; } ///< position in the driver's list of devices
  CudaContext context() const { return context_; }
  CudaStream stream() const { return stream_; } ///< stream of all launches and most copies
  /// Stream of transfers that may run at the same time as kernels. Callers synchronise the two streams by events.
  CudaStream transfers() const { return transfers_; }
  void finish() const; ///< waits for both streams

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
  bool is_repeated_ = false; ///< whether the launch in progress is repeated
};

/// A stopwatch that records events just before and after each launch. If the stream is idle, the measured time includes
/// the time to start the kernel.
std::unique_ptr<Stopwatch> make_cuda_stopwatch(std::shared_ptr<CudaSession> session);

/// Selects what Device::open_counters measures. `times` measures the time of every launch by time stamps. `replay`
/// reads the hardware counters of each kernel's first launch, which CUPTI repeats until all counters have been read.
enum class CudaCounting { times, replay };

/// Creates a CUDA device. Launches and copies run in order on one stream. The transfers of `unpack` use a second stream
/// and may run at the same time as earlier kernels. Objects are machine code for the device's architecture; arrays are
/// addresses in device memory. Throws DeviceError if there is no driver, no compiler, or no device that matches.
std::unique_ptr<Device> make_cuda_device(CudaChoice const& choice = {}, CudaCounting counting = CudaCounting::times);

} // namespace chemora::device
