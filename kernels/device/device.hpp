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

/// The arguments of every compiled kernel besides its arrays. The struct has a plain C layout, because the generated
/// source of each kernel repeats its declaration.
struct chemora_kernel_arguments {
  int lower[3];        ///< first local index of the computed box, per axis
  int upper[3];        ///< one past the last local index of the computed box, per axis
  int lower_global[3]; ///< global index of local point 0
  int global_size[3];
  double spacing[3];
  double origin[3]; ///< coordinate of global point 0
  double time;
  double time_step;
  int iteration;
  int allocated[3];         ///< extents of the arrays in memory, for kernels with run-time extents
  double const* parameters; ///< parameter values in the order of the graph's parameters (ints and booleans as doubles)
  int box_spans_rows; ///< 1: the box ends where the arrays end along x, so kernels may overwrite the padding of rows
};

namespace chemora::device {

/// A device or its compiler failed. The message names the call, its result, the kernel, and the file with the source.
class DeviceError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// The device has too little memory.
class DeviceMemoryError : public DeviceError {
public:
  using DeviceError::DeviceError;
};

/// Limits and costs of blocks of threads (work-groups). The host runs no blocks; its limits are the defaults.
struct BlockLimits {
  int max_threads = 0; ///< maximum number of threads per block
  base::Index3 max_per_axis{0, 0, 0};
  int n_units = 1;                ///< number of multiprocessors or compute units; each runs one or more blocks at the
                                  ///< same time
  int threads_per_unit = 0;       ///< maximum of resident threads per unit; 0: a unit runs one block at a time
  int warp = 1;                   ///< number of threads that execute in lockstep
  std::size_t local_bytes = 0;    ///< size of the memory that the threads of a block share
  std::size_t cache_bytes = 0;    ///< size of the first-level cache of a unit
  int line_bytes = 128;           ///< size of a cache line
  bool reports_registers = false; ///< the compiler reports KernelFacts::registers and KernelFacts::max_threads
};

struct Properties {
  std::string kind;          ///< "host", "opencl:NAME" or "cuda:sm_90", as plans and cache keys name it
  std::string product{};     ///< product name; empty on the host
  std::string name{};        ///< product name and number of the device, for messages and reports
  std::string compiler;      ///< path and version of the compiler and of the driver; part of every cache key
  std::string no_compiler{}; ///< why this device cannot compile, on one line; empty if it can
  std::vector<std::string> flags{};
  plan::Language language = plan::Language::cpp; ///< language of the sources that compile() accepts
  bool shares_host_memory = true;                ///< kernels work on the host's arrays in place
  bool is_processor = true;                      ///< kernels run on the processor of the host
  int n_threads = 1;                             ///< number of OpenMP threads on the host
  BlockLimits blocks{};
};

/// One source text to compile. `kernel` appears in messages and file names only.
struct CompileRequest {
  std::string kernel;
  std::string source;
  bool saves_failed_source = true; ///< whether a source that does not compile is saved with the log in a folder that
                                   ///< the error names
};

struct CompiledObject {
  std::string object; ///< the argument of load(); empty if compilation failed
  std::string error;  ///< error message in full sentences with the compiler's log; empty if compilation succeeded
  double seconds = 0;
};

/// How blocks of threads cover the box of a launch. The host ignores this struct, because host kernels contain loops
/// over the box.
struct LaunchShape {
  base::Index3 tile{0, 0, 0};  ///< points of a block per axis; 0: the whole axis
  base::Index3 block{1, 1, 1}; ///< threads of a block per axis
  int resident = 0;            ///< upper bound of the blocks that run on a unit at the same time; 0: none
  int n_parameters = 0;        ///< length of chemora_kernel_arguments::parameters in every launch
};

/// Properties of a kernel that the compiler reports. Unknown values are empty or 0.
struct KernelFacts {
  int max_threads = 0;                        ///< maximum number of threads per block that the registers allow
  std::optional<int> registers{};             ///< registers per thread
  std::optional<std::size_t> spilled_bytes{}; ///< stack size per thread, mostly spilled registers
  bool lacks_registers = false;               ///< the kernel uses the maximum number of registers, or spills registers
  std::size_t local_bytes = 0;                ///< size of the memory that the threads of a block share, as the kernel
                                              ///< declares it
  std::optional<double> occupancy{};          ///< resident threads / maximum of resident threads of a unit
};

/// Hardware counters of a single launch. The device repeats the launch until all counters have been read.
struct LaunchCounts {
  double seconds = 0; ///< duration of one run
  double memory_read_bytes = 0,
         memory_written_bytes = 0; ///< bytes read from and written to the device's memory
  double of_memory_peak = 0;       ///< achieved / peak memory bandwidth
  double active_warps = 0;         ///< mean of resident warps / maximum of a multiprocessor
  double issue_slots = 0;          ///< issue slots that were used / all
  double local_bytes = 0;          ///< traffic of thread stacks, mostly spilled registers

  bool operator==(LaunchCounts const&) const = default;
};

/// Values of hardware counters, added over launches. A value that the device cannot count is empty.
struct HardwareCounts {
  std::optional<double> seconds{}; ///< run time by time stamps of the device
  std::optional<double> cycles{}, instructions{};
  std::optional<double> memory_bytes{}; ///< misses of the last cache * bytes of a line
  std::optional<LaunchCounts> launch{}; ///< counters of the first launch
};

/// Whether the box of a launch has no points.
bool is_empty(chemora_kernel_arguments const& arguments);

/// A loaded kernel. Its launches must have finished before it is destroyed.
class Module {
public:
  virtual ~Module() = default;

  /// Runs the kernel on the box in `arguments`. The function may return before the kernel has run. A device executes
  /// launches and copies in the order of the calls. `inputs` and `outputs` contain addresses in device memory, in the
  /// order of the graph's inputs and outputs. `arguments` need not outlive the call. A launch on an empty box does
  /// nothing.
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

  /// Returns the sum over all counted launches after they have finished. Throws DeviceError if a launch failed.
  virtual double seconds() = 0;
};

/// Adds up hardware counters over launches.
class Counter {
public:
  virtual ~Counter() = default;

  /// Launches of the device between start() and stop() count. Only one counter of a device may run at a time.
  virtual void start() = 0;
  virtual void stop() noexcept = 0;

  /// Returns the sums over all counted launches after they have finished.
  virtual HardwareCounts counts() = 0;
};

/// Creates hardware counters of a device. The device must outlive this object.
class Counters {
public:
  virtual ~Counters() = default;

  virtual std::unique_ptr<Counter> make_counter() = 0;
  /// Returns sentences for the report: which quantities are counted, by which method, and the errors so far.
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

  /// Allocates memory for an array, aligned at least to a cache line. Throws DeviceError if the device has too little
  /// memory.
  virtual void* allocate(std::size_t bytes) = 0;
  virtual void release(void* memory) noexcept = 0;

  /// Copies the points of `box` between arrays of the same shape on the host and on the device. Returns the number of
  /// bytes copied. When copy_to_device() returns, the host's array may be overwritten. When copy_to_host() returns, the
  /// host's array holds the values.
  virtual std::size_t copy_to_device(void* on_device, void const* on_host, ArrayShape const& shape,
                                     base::Box const& box) = 0;
  virtual std::size_t copy_to_host(void* on_host, void const* on_device, ArrayShape const& shape,
                                   base::Box const& box) = 0;

  /// Copies boxes of device arrays to or from contiguous host memory in one transfer. The host memory contains the
  /// boxes one after the other, with x fastest. When pack() returns, the host memory holds the values. When unpack()
  /// returns, the host memory may be overwritten.
  virtual void pack(void* packed_on_host, std::span<ArrayBox const> boxes) = 0;
  virtual void unpack(std::span<ArrayBox const> boxes, void const* packed_on_host) = 0;

  /// Copies from[i] to to[i] on the device, for each i in increasing order. The boxes from[i] and to[i] have the same
  /// extents and do not overlap. A copy may read values that an earlier copy has written. The function may return
  /// before the copies are done.
  virtual void copy_within(std::span<ArrayBox const> from, std::span<ArrayBox const> to) = 0;

  /// Compiles all requests, at most `n_processes` at a time. If a source does not compile, CompiledObject::error is set
  /// and no exception is thrown.
  virtual std::vector<CompiledObject> compile(std::span<CompileRequest const> requests, int n_processes) = 0;

  /// Throws DeviceError if the object cannot be loaded.
  virtual std::unique_ptr<Module> load(std::string const& kernel, std::string const& object,
                                       LaunchShape const& shape) = 0;

  /// Waits until all launches and copies are done. Throws DeviceError if one of them failed.
  virtual void finish() = 0;

  /// Creates a stopwatch, which the device must outlive. The default stopwatch reads the clock of the process, and
  /// requires that launches return after the kernel has run.
  virtual std::unique_ptr<Stopwatch> make_stopwatch();

  /// Opens the hardware counters, which slows down each launch. Throws DeviceError with the reason if the counters
  /// cannot be read. The default implementation has no counters.
  virtual std::unique_ptr<Counters> open_counters();
};

/// Selects a device of a given kind and its options. Each kind of device reads only the members that name it.
struct DeviceOptions {
  bool own_memory = false;       ///< host: kernels work on copies of the host's arrays, as on an accelerator
  std::string platform{};        ///< OpenCL: number or part of the name; empty: any platform
  std::string device{};          ///< OpenCL, CUDA: number or part of the name; empty: any device
  int share = 0;                 ///< OpenCL, CUDA: selects matching device number `share` modulo the number of matching
                                 ///< devices
  bool replays_launches = false; ///< CUDA: counters come from repeating each kernel's first launch
};

/// Creates the device whose kernels are written in this language (plan::device_kinds). Throws DeviceError if no
/// device for this language that matches `options` works.
std::unique_ptr<Device> make_device(plan::Language language, DeviceOptions const& options);

/// Copies a box between two arrays of equal shape in host memory. Returns the number of bytes copied; 0 if `to` and
/// `from` are the same array.
std::size_t copy_box(void* to, void const* from, ArrayShape const& shape, base::Box const& box);

/// Implement Device::pack, Device::unpack and Device::copy_within for arrays in host memory.
void pack_boxes(void* packed, std::span<ArrayBox const> boxes);
void unpack_boxes(std::span<ArrayBox const> boxes, void const* packed);
void copy_boxes(std::span<ArrayBox const> from, std::span<ArrayBox const> to);

} // namespace chemora::device
