/// The arguments and data of one launch of a kernel, stored in a folder.
///
///     capture.json   graph, plan, device, extents, boxes, scalars, parameters, names of arrays
///     0.array, ...   the elements of each array, as in memory
#pragma once

#include "codegen/ir/graph.hpp"
#include "codegen/plan/fission.hpp"
#include "kernels/device/device.hpp"
#include "kernels/launch/bound_kernel.hpp"
#include "kernels/machine/access_times.hpp"
#include "kernels/tiling/cost_model.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace chemora::search {

/// Addresses of captured arrays are reproduced modulo this number, because caches and pages depend on it.
constexpr std::size_t page_bytes = 4096;

struct Capture {
  std::string kernel; ///< thorn, name and region, as in tuning::Subject
  ir::Graph graph;    ///< specialised for the region
  plan::Plan model;   ///< the plan that the cost model of the run chose
  /// Kind, product, compiler, flags, language and block limits of the device that ran the launch.
  device::Properties device{.kind = "host", .compiler = {}};
  tiling::Problem problem;      ///< for which the planner chose the plan; `problem.blocks` is not stored
  base::Index3 extent{1, 1, 1}; ///< points of the arrays along each axis
  launch::RowEnds row_ends = launch::RowEnds::must_not_be_read;
  std::vector<base::Box> boxes{}; ///< the boxes of the launch
  ir::GridScalars scalars{};
  std::map<std::string, double> parameters{};
  machine::AccessTimes access{}; ///< with which the cost model of the run chose plans

  struct Array {
    std::string name;
    std::size_t offset = 0; ///< address modulo page_bytes
  };
  std::vector<Array> arrays{}; ///< all inputs and outputs of the graph

  device::ArrayShape shape_of_array() const;
  bool is_on_host() const { return device.kind == "host"; }
  std::int64_t n_points() const; ///< of all boxes
};

/// Writes a capture to a new folder. `address` returns the memory of an array on `device`; its offset in a page is
/// stored. The folder appears when it is complete. Throws base::UserError if a file cannot be written.
void write_capture(std::string const& folder, Capture capture, device::Device& device,
                   std::function<void const*(std::string const& name)> const& address);

/// Memory of one array.
class ArrayMemory {
public:
  /// Allocates memory of the host. The address has the given offset in a page.
  ArrayMemory(std::size_t bytes, std::size_t offset);
  /// Allocates memory of a device, which must outlive the object.
  ArrayMemory(std::size_t bytes, device::Device& device);
  char* data() const { return memory_.get() + offset_; }

private:
  std::unique_ptr<char, std::function<void(char*)>> memory_;
  std::size_t offset_ = 0;
};

/// A capture and the elements of its arrays, by name.
struct LoadedCapture {
  Capture capture;
  std::map<std::string, ArrayMemory> arrays;
};

/// Reads a capture. Throws base::UserError with the file if it is damaged or incomplete.
LoadedCapture read_capture(std::string const& folder);

/// A kernel that reads and writes the same array evolves its data. After this number of runs the caller must call
/// reset(), so that the data do not overflow.
constexpr int max_runs_on_own_results = 100;

/// Digest of an array. Arrays with different bits have different digests, up to a probability of 2^-64.
std::uint64_t digest_of(char const* bytes, std::size_t size, std::uint64_t seed);

/// The compiled kernels of one plan, with copies of the captured arrays that they write. If the device does not share
/// the memory of the host, all arrays are copied to the device.
class CapturedKernels {
public:
  /// Compiles the kernels of the plan. `loaded` and `device` must outlive the object. Throws device::DeviceError if a
  /// kernel does not compile.
  CapturedKernels(LoadedCapture const& loaded, plan::Plan const& plan, device::Device& device);

  /// Runs the kernels once, as in the captured launch. On a device, the function may return before they have run.
  void run();
  /// Waits until all runs are done.
  void finish() { device_.finish(); }
  /// Restores the captured elements of the arrays that the kernels read and write.
  void reset();
  /// Whether the kernels read and write the same array.
  bool updates_arrays() const { return !updated_.empty(); }
  /// Returns a digest of all outputs.
  std::uint64_t digest() const;

private:
  void compile(plan::Piece const& piece);
  ArrayMemory memory_of(std::size_t offset) const;
  void copy_captured(std::string const& name);
  void* address(std::string const& name) const;

  LoadedCapture const& loaded_;
  device::Device& device_;
  std::vector<launch::BoundKernel> kernels_;
  std::map<std::string, ArrayMemory> copies_;
  std::vector<std::string> updated_;
  std::vector<ArrayMemory> scratch_;
  std::map<std::string, int> slots_;
  std::vector<launch::BoundKernel::Arguments> arguments_;
};

} // namespace chemora::search
