// The context and streams that a device's memory, copies and launches share, and which device it is.
#pragma once

#include "kernels/device/cuda/driver.hpp"

#include <optional>
#include <string>

namespace chemora::device {

/// What a user says. The device is meant by its number, by a part of its name in any case, or, when empty, by being
/// there; of those meant, processes of a node take number `share`, counted round and round.
struct CudaChoice {
  std::string device{};
  int share = 0;
};

/// Is told of each launch, just before and just after.
class CudaLaunches {
public:
  virtual ~CudaLaunches() = default;
  virtual void before_launch() = 0;
  virtual void after_launch() = 0;
  /// Instead of both, of a launch that was repeated: how long one run of it took.
  virtual void took(double /*seconds*/) {}
};

/// Has launches repeated, as counters are too few to be read in one run.
class CudaReplay {
public:
  virtual ~CudaReplay() = default;
  /// Whether the launch to come is repeated.
  virtual bool begin() = 0;
  /// Waits for it; seconds of one run, where they are known.
  virtual std::optional<double> end() = 0;
};

class CudaSession {
public:
  /// Throws DeviceError when there is no driver, or no such device: then with a list of what there is.
  explicit CudaSession(CudaChoice const& choice);
  ~CudaSession();
  CudaSession(CudaSession const&) = delete;
  CudaSession& operator=(CudaSession const&) = delete;

  /// To be called before any other call of the driver: the context is the calling thread's, and others may set theirs.
  void enter() const { check_cuda(cuda().use_context(context_), "cuCtxSetCurrent", name_); }

  int fact(CudaDeviceFact fact) const;
  std::string const& name() const { return name_; }
  int number() const { return device_; } ///< as the driver counts them
  CudaContext context() const { return context_; }
  CudaStream stream() const { return stream_; }
  /// For transfers that need not wait for kernels: who uses it has either stream wait for the other where it must.
  CudaStream transfers() const { return transfers_; }
  void finish() const; ///< both

  std::size_t n_launches() const { return n_launches_; }
  void begin_launch();
  void end_launch();

  CudaLaunches* timed = nullptr;   ///< who times launches now
  CudaLaunches* counted = nullptr; ///< who counts during launches now
  CudaReplay* replay = nullptr;    ///< who may have launches repeated now

private:
  CudaDevice device_ = 0;
  std::string name_;
  CudaContext context_ = nullptr;
  CudaStream stream_ = nullptr, transfers_ = nullptr;
  std::size_t n_launches_ = 0;
  bool is_repeated_ = false; ///< the launch under way
};

} // namespace chemora::device
