// What every kind of processor must be able to do for kernels: own memory, move boxes of data, compile and launch.
#pragma once

#include "framework/base/box.hpp"
#include "kernels/device/kernel_arguments.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace chemora::device {

/// A failure of a device or of its compiler: the call, what it said, the kernel, where source and log were kept.
class DeviceError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

struct Properties {
  std::string kind;     ///< "host": what plans and cache entries name
  std::string compiler; ///< path and version of the compiler: part of every cache key
  std::vector<std::string> flags;
  bool shares_host_memory = true; ///< a kernel works on the host's arrays in place
  int n_threads = 1;
};

/// One text to compile. `kernel` is used in messages and file names only.
struct CompileRequest {
  std::string kernel;
  std::string source;
};

struct CompiledObject {
  std::string object; ///< what load() takes; empty if compilation failed
  std::string error;  ///< whole sentences with the compiler's log; empty if it succeeded
  double seconds = 0;
};

/// A loaded kernel. Destroying it unloads the code.
class Module {
public:
  virtual ~Module() = default;

  /// Runs on the box in `arguments` and returns when it is done. Arrays in the graph's order of inputs and outputs,
  /// in the device's memory. An empty box does nothing.
  virtual void launch(std::span<void const* const> inputs, std::span<void* const> outputs,
                      chemora_kernel_arguments const& arguments) = 0;
};

/// Elements of an array: x runs fastest.
struct ArrayShape {
  base::Index3 extent{1, 1, 1};
  std::size_t element_size = sizeof(double);

  std::size_t bytes() const {
    return element_size * static_cast<std::size_t>(extent[0]) * static_cast<std::size_t>(extent[1]) *
           static_cast<std::size_t>(extent[2]);
  }
};

class Device {
public:
  virtual ~Device() = default;

  virtual Properties const& properties() const = 0;

  /// Memory for arrays, aligned to a cache line at least. Throws DeviceError when there is none.
  virtual void* allocate(std::size_t bytes) = 0;
  virtual void release(void* memory) noexcept = 0;

  /// Copies the points of `box` between equally shaped arrays on the host and here; gives the bytes moved.
  virtual std::size_t copy_to_device(void* here, void const* on_host, ArrayShape const& shape,
                                     base::Box const& box) = 0;
  virtual std::size_t copy_to_host(void* on_host, void const* here, ArrayShape const& shape, base::Box const& box) = 0;

  /// Compiles all requests, at most `n_processes` at a time. Never throws for a text that does not compile: its
  /// result carries the error.
  virtual std::vector<CompiledObject> compile(std::span<CompileRequest const> requests, int n_processes) = 0;

  /// Throws DeviceError when the object cannot be loaded.
  virtual std::unique_ptr<Module> load(std::string const& kernel, std::string const& object) = 0;
};

/// Copies a box between two arrays of one shape in one memory: what a device without own memory, and tests, use.
std::size_t copy_box(void* to, void const* from, ArrayShape const& shape, base::Box const& box);

} // namespace chemora::device
