/// The kernels of a plan on the arrays of a capture.
#pragma once

#include "codegen/plan/fission.hpp"
#include "kernels/device/device.hpp"
#include "kernels/search/capture.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace chemora::search {

/// A kernel that reads and writes the same array evolves its data. After this number of runs the caller must call
/// reset(), so that the data do not overflow.
constexpr int max_runs_on_own_results = 100;

/// Digest of an array. Arrays with different bits have different digests, up to a probability of 2^-64.
std::uint64_t digest_of(char const* bytes, std::size_t size, std::uint64_t seed);

/// The compiled kernels of one plan, with copies of the captured arrays that they write.
class CapturedKernels {
public:
  /// Compiles the kernels of the plan. `loaded` must outlive the object. Throws device::DeviceError if a kernel does
  /// not compile.
  CapturedKernels(LoadedCapture const& loaded, plan::Plan const& plan, device::Device& device);

  /// Runs the kernels once, as in the captured launch.
  void run();
  /// Restores the captured elements of the arrays that the kernels read and write.
  void reset();
  /// Whether the kernels read and write the same array.
  bool updates_arrays() const { return !updated_.empty(); }
  /// Returns a digest of all outputs.
  std::uint64_t digest() const;

private:
  void compile(plan::Piece const& piece, device::Device& device);
  void copy_captured(std::string const& name);
  void* address(std::string const& name) const;

  LoadedCapture const& loaded_;
  std::vector<launch::BoundKernel> kernels_;
  std::map<std::string, ArrayMemory> copies_;
  std::vector<std::string> updated_;
  std::vector<ArrayMemory> scratch_;
  std::map<std::string, int> slots_;
  std::vector<launch::BoundKernel::Arguments> arguments_;
};

} // namespace chemora::search
