#include "kernels/device/cuda/cuda_device.hpp"

#include "kernels/device/cuda/copies.hpp"
#include "kernels/device/cuda/counters.hpp"
#include "kernels/device/cuda/loaded_kernel.hpp"
#include "kernels/device/cuda/nvrtc.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::device {

namespace {

CudaPointer to_address(void const* memory) { return reinterpret_cast<CudaPointer>(memory); }

/// Throws DeviceError if the compiler makes code for a newer major version of CUDA than the driver runs.
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
    properties_.name = fmt::format("{}, device {}", session_->name(), session_->number());
    properties_.compiler = fmt::format("{} for {}, driver {}", nvrtc_version(), target_, version);
    properties_.flags = nvrtc_flags();
    properties_.language = plan::Language::cuda;
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
    // Cache and shared memory divide one memory. Kernels share nothing, so all of it caches.
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
      session_->finish();          // running kernels may use it
    } catch (DeviceError const&) { // the next call reports it
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
