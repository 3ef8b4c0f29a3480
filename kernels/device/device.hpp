/// The interface of every kind of device: memory, copies of boxes, compilation and launches of kernels, measurements.
#pragma once

#include "codegen/plan/device_kind.hpp"
#include "framework/base/box.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

/// The arguments of every compiled kernel besides its arrays. Plain C layout: the emitters repeat this struct in the
/// source that is compiled at run time.
struct chemora_kernel_arguments {
  int lower[3];        ///< box to compute: first local index per axis
  int upper[3];        ///< one past the last
  int lower_global[3]; ///< global index of local point 0
  int global_size[3];
  double spacing[3];
  double origin[3]; ///< coordinate of global point 0
  double time;
  double time_step;
  int iteration;
  int allocated[3];         ///< extents of the arrays in memory, for kernels with run-time extents
  double const* parameters; ///< in the order of the graph's parameters (ints and booleans as doubles)
  int box_spans_rows; ///< the box ends where the arrays end along x; kernels may overwrite the padding of its rows
};

namespace chemora::device {

/// A device or its compiler failed. The message names the call, its result, the kernel, and the file with the source.
class DeviceError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Limits and costs of blocks of threads (work-groups). The host runs no blocks; its limits are the defaults.
struct BlockLimits {
  int max_threads = 0; ///< per block
  base::Index3 max_per_axis{0, 0, 0};
  int n_units = 1;                ///< multiprocessors or compute units; each runs one or more blocks at the same time
  int threads_per_unit = 0;       ///< resident threads of a unit; 0: those of one block
  int warp = 1;                   ///< threads that execute in lockstep
  std::size_t local_bytes = 0;    ///< memory shared by the threads of a block
  std::size_t cache_bytes = 0;    ///< first-level cache of a unit
  int line_bytes = 128;           ///< cache line
  bool reports_registers = false; ///< KernelFacts has the registers per thread and the largest block they allow
};

struct Properties {
  std::string kind;          ///< "host", "opencl:NAME" or "cuda:sm_90", as plans and cache keys name it
  std::string name{};        ///< product name, for messages and reports
  std::string compiler;      ///< path and version of the compiler and of the driver; part of every cache key
  std::string no_compiler{}; ///< why this device cannot compile, on one line; empty if it can
  std::vector<std::string> flags;
  plan::Language language = plan::Language::cpp; ///< of the sources that compile() takes
  bool shares_host_memory = true;                ///< kernels work on the host's arrays in place
  int n_threads = 1;                             ///< of the host
  BlockLimits blocks{};
};

/// One source text to compile. `kernel` appears in messages and file names only.
struct CompileRequest {
  std::string kernel;
  std::string source;
  bool saves_failed_source = true; ///< if it does not compile, source and log stay in a folder that the error names
};

struct CompiledObject {
  std::string object; ///< the argument of load(); empty if compilation failed
  std::string error;  ///< whole sentences with the compiler's log; empty if compilation succeeded
  double seconds = 0;
};

/// How blocks of threads cover the box of a launch. The host ignores it: its kernels contain their loops.
struct LaunchShape {
  base::Index3 tile{0, 0, 0};  ///< points of a block per axis; 0: the whole axis
  base::Index3 block{1, 1, 1}; ///< threads of a block per axis
  int resident = 0;            ///< upper bound of the blocks that run on a unit at the same time; 0: none
  int n_parameters = 0;        ///< length of chemora_kernel_arguments::parameters in every launch
};

/// Properties of a kernel that the compiler reports. Unknown values are empty or 0.
struct KernelFacts {
  int max_threads = 0;                        ///< largest block that the registers allow
  std::optional<int> registers{};             ///< per thread
  std::optional<std::size_t> spilled_bytes{}; ///< stack per thread, mostly spilled registers
  bool lacks_registers = false;               ///< uses the maximum of registers, or spills
  std::size_t local_bytes = 0;                ///< memory shared by a block
  std::optional<double> occupancy{};          ///< resident threads / maximum of resident threads of a unit
};

/// Hardware counters of a single launch. The device repeats the launch until all counters have been read.
struct LaunchCounts {
  double seconds = 0; ///< of one run
  double memory_read_bytes = 0,
         memory_written_bytes = 0; ///< traffic of the device's memory
  double of_memory_peak = 0;       ///< achieved / peak memory bandwidth
  double active_warps = 0;         ///< mean of resident warps / maximum of a multiprocessor
  double issue_slots = 0;          ///< issue slots that were used / all
  double local_bytes = 0;          ///< traffic of thread stacks, mostly spilled registers

  bool operator==(LaunchCounts const&) const = default;
};

/// Sums over launches of what the hardware counts. Values that the device cannot count are empty.
struct HardwareCounts {
  std::optional<double> seconds{}; ///< by time stamps of the device
  std::optional<double> cycles{}, instructions{};
  std::optional<double> memory_bytes{}; ///< misses of the last cache * bytes of a line
  std::optional<LaunchCounts> launch{}; ///< of the first launch
};

/// Whether the box of a launch has no points.
bool is_empty(chemora_kernel_arguments const& arguments);

/// A loaded kernel. Its launches must have finished before it is destroyed.
class Module {
public:
  virtual ~Module() = default;

  /// Runs the kernel on the box in `arguments`; may return before it has run. A device executes its launches and copies
  /// in the order of the calls. Arrays are in the graph's order of inputs and outputs, in the device's memory. The
  /// arguments need not outlive the call. An empty box does nothing.
  virtual void launch(std::span<void const* const> inputs, std::span<void* const> outputs,
                      chemora_kernel_arguments const& arguments) = 0;

  virtual std::optional<KernelFacts> facts() const { return {}; }
};

/// Adds up the run times of launches by the device's clock. It does not delay the launches.
class Stopwatch {
public:
  virtual ~Stopwatch() = default;

  /// Launches of the device between start() and stop() count. Only one stopwatch of a device may run at a time.
  virtual void start() = 0;
  virtual void stop() noexcept = 0;

  /// Sum over all counted launches; waits for those in progress. Throws DeviceError if one of them failed.
  virtual double seconds() = 0;
};

/// Adds up hardware counters over launches.
class Counter {
public:
  virtual ~Counter() = default;

  /// Launches of the device between start() and stop() count. Only one counter of a device may run at a time.
  virtual void start() = 0;
  virtual void stop() noexcept = 0;

  /// Sums over all counted launches; waits for those in progress.
  virtual HardwareCounts counts() = 0;
};

/// Creates counters. The device must outlive it.
class Counters {
public:
  virtual ~Counters() = default;

  virtual std::unique_ptr<Counter> make_counter() = 0;
  /// The quantities that are counted, the method, and errors so far, as sentences for the report.
  virtual std::string description() const = 0;
};

/// Extents of an array; x is contiguous.
struct ArrayShape {
  base::Index3 extent{1, 1, 1};
  std::size_t element_size = sizeof(double);

  std::size_t bytes() const {
    return element_size * static_cast<std::size_t>(extent[0]) * static_cast<std::size_t>(extent[1]) *
           static_cast<std::size_t>(extent[2]);
  }
};

/// A box of an array in a device's memory. The box must be inside the array.
struct ArrayBox {
  void* memory = nullptr;
  ArrayShape shape;
  base::Box box;

  std::size_t bytes() const { return shape.element_size * static_cast<std::size_t>(box.n_points()); }
};
std::size_t bytes_of(std::span<ArrayBox const> boxes);

class Device {
public:
  virtual ~Device() = default;

  virtual Properties const& properties() const = 0;

  /// Memory for an array, aligned at least to a cache line. Throws DeviceError if there is not enough.
  virtual void* allocate(std::size_t bytes) = 0;
  virtual void release(void* memory) noexcept = 0;

  /// Copies the points of `box` between arrays of the same shape on the host and on the device. Returns the bytes
  /// copied. On return the host's array may be reused, or holds the values.
  virtual std::size_t copy_to_device(void* on_device, void const* on_host, ArrayShape const& shape,
                                     base::Box const& box) = 0;
  virtual std::size_t copy_to_host(void* on_host, void const* on_device, ArrayShape const& shape,
                                   base::Box const& box) = 0;

  /// Copies boxes to or from contiguous host memory, in one transfer. The boxes follow one another, x fastest. On
  /// return the host's memory holds the values, or may be reused.
  virtual void pack(void* packed_on_host, std::span<ArrayBox const> boxes) = 0;
  virtual void unpack(std::span<ArrayBox const> boxes, void const* packed_on_host) = 0;

  /// Copies from[i] to to[i] for each i, in order, on the device. Both boxes have the same extents and do not overlap.
  /// A copy may read what an earlier one has written. May return before the copies are done, as launches may.
  virtual void copy_within(std::span<ArrayBox const> from, std::span<ArrayBox const> to) = 0;

  /// Compiles all requests, at most `n_processes` at a time. An error in a source is part of its result, not an
  /// exception.
  virtual std::vector<CompiledObject> compile(std::span<CompileRequest const> requests, int n_processes) = 0;

  /// Throws DeviceError if the object cannot be loaded.
  virtual std::unique_ptr<Module> load(std::string const& kernel, std::string const& object,
                                       LaunchShape const& shape) = 0;

  /// Waits until all launches and copies are done. Throws DeviceError if one of them failed.
  virtual void finish() = 0;

  /// The device must outlive the stopwatch. The default reads the process clock; it suits devices whose launches return
  /// when they are done.
  virtual std::unique_ptr<Stopwatch> make_stopwatch();

  /// Opens the hardware counters, which slows down each launch. Throws DeviceError, with what is missing, if they
  /// cannot be read. By default there are none.
  virtual std::unique_ptr<Counters> open_counters();
};

/// Selects a device of a kind, and options of its work. Each kind reads the members that apply to it.
struct DeviceOptions {
  bool own_memory = false;       ///< host: kernels work on copies of the host's arrays, as on an accelerator
  std::string platform{};        ///< OpenCL: number or part of the name; empty: any platform
  std::string device{};          ///< OpenCL, CUDA: number or part of the name; empty: any device
  int share = 0;                 ///< OpenCL, CUDA: takes matching device number `share` modulo their count
  bool replays_launches = false; ///< CUDA: counters come from repeating each kernel's first launch
};

/// The device of the kind with this language (plan::device_kinds). Throws DeviceError if there is none that works.
std::unique_ptr<Device> make_device(plan::Language language, DeviceOptions const& options);

/// Copies a box between two arrays of one shape in host memory. Returns the bytes copied; 0 if both are the same array.
std::size_t copy_box(void* to, void const* from, ArrayShape const& shape, base::Box const& box);

/// Device::pack, Device::unpack and Device::copy_within for arrays in host memory.
void pack_boxes(void* packed, std::span<ArrayBox const> boxes);
void unpack_boxes(std::span<ArrayBox const> boxes, void const* packed);
void copy_boxes(std::span<ArrayBox const> from, std::span<ArrayBox const> to);

} // namespace chemora::device
