/// Where the kernels of patterns run: the memory of their arrays, and loaded kernels.
#pragma once

#include "codegen/loops/loop_kernel.hpp"
#include "codegen/patterns/machine_shape.hpp"
#include "kernels/device/device.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace chemora::patterns {

/// An array in the memory of a device. The last axis is fastest.
class KernelArray {
public:
  virtual ~KernelArray() = default;
  virtual std::size_t n_elements() const = 0;
  virtual void write(std::vector<double> const& elements) = 0;
  virtual std::vector<double> read() const = 0;
};

using KernelParameters = std::map<std::string, double>;
using KernelArguments = std::map<std::string, KernelArray*>;

class LoadedKernel {
public:
  virtual ~LoadedKernel() = default;
  /// Executes the kernel. It may finish after the function has returned; reads wait for it. Throws base::UserError for
  /// a subscript outside of its array.
  virtual void run(KernelParameters const& parameters, KernelArguments const& arrays) = 0;
};

class KernelPlace {
public:
  virtual ~KernelPlace() = default;
  virtual MachineShape machine() const = 0;
  /// Whether blocks have threads (NestOptions::is_device).
  virtual bool is_device() const = 0;
  virtual std::unique_ptr<KernelArray> allocate(ir::Type type, std::size_t n_elements) = 0;
  /// Returns an array of reals in memory that others have allocated on the device and release later.
  virtual std::unique_ptr<KernelArray> view(void* memory, std::size_t n_elements) = 0;
  /// Throws base::UserError if the kernel has no schedule, and device::DeviceError if it cannot be compiled.
  virtual std::unique_ptr<LoadedKernel> load(loops::LoopKernel const& kernel) = 0;
};

/// A kernel before it is compiled.
struct KernelSource {
  std::string name{};
  std::string representation{}, plan{}; ///< texts of the loop kernel and of its loop tree
  std::string source{};                 ///< in the language of the device
  device::LaunchShape shape{};
};

/// Compiles and loads a kernel.
using LoadModule = std::function<std::unique_ptr<device::Module>(KernelSource const& source)>;

/// Returns a place whose kernels `load_module` loads; without it, the device compiles them. The device must outlive the
/// place.
std::unique_ptr<KernelPlace> make_kernel_place(device::Device& device, LoadModule load_module = {});

} // namespace chemora::patterns
