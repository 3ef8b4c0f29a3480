/// A loop kernel that is compiled for a device and bound to arrays in the memory of this object.
#pragma once

#include "codegen/loops/loop_kernel.hpp"
#include "kernels/device/device.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace chemora::steps {

/// Values of the scalar arguments of a kernel, by name.
using ParameterValues = std::map<std::string, double>;

class LoopProgram {
public:
  /// Schedules, compiles and loads the kernel, and allocates its arrays, whose elements are 0. `values` may contain
  /// more names than the kernel has. Throws base::UserError if the kernel has no schedule, a parameter has no value, or
  /// a subscript is outside of its array, and device::DeviceError if the device cannot compile it. The device must
  /// outlive this object.
  LoopProgram(loops::LoopKernel const& kernel, device::Device& device, ParameterValues const& values);
  ~LoopProgram();
  LoopProgram(LoopProgram const&) = delete;
  LoopProgram& operator=(LoopProgram const&) = delete;

  /// Returns the names of the arguments that are arrays, and the number of elements of one of them.
  std::vector<std::string> arrays() const;
  std::size_t n_elements(std::string const& array) const;

  /// Write and read all elements of an argument in the order of Fortran, independently of the layout in memory. An axis
  /// that a transformation has split keeps the order of its elements.
  void write(std::string const& array, std::vector<double> const& elements);
  std::vector<double> read(std::string const& array) const;
  /// Returns the address of an argument, in the layout of the kernel.
  void* memory(std::string const& array) const;

  /// Executes the kernel. The function may return before the kernel has finished (Device::finish).
  void run();

  std::string const& source() const { return source_; }
  double compile_seconds() const { return compile_seconds_; }

private:
  struct Argument {
    ir::TypedArray array;
    std::vector<long> extents, strides;
    long n_elements = 1;
    void* memory = nullptr;
  };

  Argument const& argument(std::string const& name) const;
  void allocate(ir::TypedArray const& array, ParameterValues const& values);
  device::ArrayShape shape(Argument const& argument) const;
  /// Calls `visit` with the number of each element in the order of Fortran and its offset in memory.
  static void for_each_element(Argument const& argument, std::function<void(std::size_t, std::size_t)> const& visit);

  device::Device& device_;
  std::vector<Argument> arguments_;
  std::vector<void const*> inputs_;
  std::vector<void*> outputs_;
  std::vector<double> parameters_; ///< with the number of the phase at the end, if there are phases
  int n_phases_ = 1;
  chemora_kernel_arguments launch_{};
  std::unique_ptr<device::Module> module_;
  std::string source_;
  double compile_seconds_ = 0;
};

} // namespace chemora::steps
