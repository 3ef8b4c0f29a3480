/// A compiled kernel that computes the results of many problems.
#pragma once

#include "codegen/ir/loop_tree.hpp"
#include "codegen/recursion/wide_number.hpp"
#include "codegen/wavefront/lowered.hpp"
#include "codegen/wavefront/representation.hpp"
#include "kernels/recursions/memory_limit.hpp"
#include "kernels/recursions/problem_list.hpp"

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace chemora::recursions {

/// The values of the items of Result::tables for the problems of a launch.
struct TableResults {
  std::vector<recursion::WideNumber> values{}; ///< [problem, item]
  /// Whether the values of a problem may be wrong, because the type of integers is too narrow.
  std::vector<bool> overflows{};
};

/// Memory of a device that grows.
class DeviceMemory {
public:
  explicit DeviceMemory(device::Device& device) : device_(&device) {}
  ~DeviceMemory() { release(); }
  DeviceMemory(DeviceMemory&& other) noexcept : device_(other.device_) {
    std::swap(memory_, other.memory_);
    std::swap(bytes_, other.bytes_);
  }
  DeviceMemory& operator=(DeviceMemory&&) = delete;

  /// Provides at least so many bytes; the contents are lost if the memory grows.
  void reserve(std::size_t bytes);
  void write(void const* from, std::size_t bytes);
  void read(void* to, std::size_t bytes) const;
  /// Returns the address of the content on the host: in place if the host shares the memory, otherwise of `copy`.
  std::byte const* on_host(std::size_t bytes, std::vector<std::byte>& copy) const;
  void* address() const { return memory_; }
  std::size_t bytes() const { return bytes_; }
  void release() noexcept;

private:
  device::Device* device_;
  void* memory_ = nullptr;
  std::size_t bytes_ = 0;
};

/// All elements of a table of one problem, the last dimension fastest. Valid until the next launch of the kernel.
class StoredTable {
public:
  StoredTable(ir::Type type, long offset, DeviceMemory const& values, std::size_t bytes)
      : type_(type), offset_(offset), values_(values.on_host(bytes, copy_of_values_)) {}
  StoredTable(StoredTable const&) = delete;
  StoredTable& operator=(StoredTable const&) = delete;

  void set_exponents(DeviceMemory const& exponents, std::size_t bytes) {
    exponents_ = exponents.on_host(bytes, copy_of_exponents_);
  }
  recursion::WideNumber element(std::size_t number) const;

private:
  ir::Type type_;
  long offset_;
  std::vector<std::byte> copy_of_values_{}, copy_of_exponents_{};
  std::byte const *values_, *exponents_ = nullptr;
};

class ProblemKernel {
public:
  /// Compiles the kernel, whose groups have `lanes` problems each. `name` identifies the kernel in messages and
  /// reports. All references must outlive this object.
  ProblemKernel(recursion::System const& system, recursion::Inputs const& shared, wavefront::Lowered lowered, int lanes,
                wavefront::Representation const& representation, std::string const& name, device::Device& device,
                Compile const& compile, MemoryLimit& memory);
  ~ProblemKernel();
  ProblemKernel(ProblemKernel const&) = delete;
  ProblemKernel& operator=(ProblemKernel const&) = delete;

  std::size_t n_lanes() const { return lanes_; }
  /// Returns the bytes of all arrays for so many groups. `longest` contains the largest lengths of the varying
  /// sequences `parameters`.
  double bytes(std::vector<std::string> const& parameters, Lengths longest, std::size_t n_groups) const;

  /// Computes the results of the problems with these numbers, in groups of consecutive ones. Their bytes() must not
  /// exceed the limit of memory.
  TableResults solve(ProblemList const& problems, std::span<std::size_t const> numbers);

  /// Returns the tables by function after solve() for one problem, for plans that keep tables with one lane.
  std::map<std::string, StoredTable> tables() const;

  MemoryLimit const& memory() const { return memory_; }
  double held_bytes() const; ///< memory that is retained for the next launch
  void release_memory() noexcept;

  double compile_seconds() const { return compile_seconds_; }

private:
  using Sizes = wavefront::Launches::Sizes;
  struct Array {
    wavefront::LoweredArgument argument{};
    ir::TypedArray declaration{};
    DeviceMemory memory;
    std::size_t n_elements = 0;

    std::size_t element_bytes() const { return static_cast<std::size_t>(ir::element_bytes(declaration.type)); }
    std::size_t bytes() const { return n_elements * element_bytes(); }
  };

  Sizes sizes_of(std::vector<std::string> const& parameters, Lengths longest, std::size_t n_groups) const;
  Array const* find_array(wavefront::Role role) const;
  void fill(Array& array, ProblemList const& problems, std::span<std::size_t const> numbers);
  void fill_letters(Array& array, ProblemList const& problems, std::span<std::size_t const> numbers);
  void fill_input(Array& array) const;
  bool launch(Sizes const& sizes);
  bool is_stopped(Sizes const& sizes) const;
  std::vector<double> elements_of(Array const& array, std::size_t n_problems) const;
  void read_results(TableResults& results) const;
  void read_values(Array const& array, std::vector<double> const& exponents, TableResults& results) const;
  std::size_t item_of(Array const& array) const;

  recursion::System const& system_;
  recursion::Inputs const& shared_;
  device::Device& device_;
  MemoryLimit& memory_;
  long offset_;
  std::size_t lanes_;
  bool limits_results_, has_infinity_;
  wavefront::Launches launches_;
  ir::LoopTree tree_;
  std::unique_ptr<device::Module> module_;
  std::vector<Array> arrays_{};
  double compile_seconds_ = 0;
};

} // namespace chemora::recursions
