// What every kind of processor must be able to do for kernels: own memory, move boxes of data, compile and launch.
#pragma once

#include "codegen/plan/device_kind.hpp"
#include "framework/base/box.hpp"
#include "kernels/device/kernel_arguments.hpp"

#include <cstddef>
#include <memory>
#include <optional>
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

/// What bounds and favours a block of threads (work-group); nothing on the host, whose plans have no blocks.
struct BlockLimits {
  int most_threads = 0;
  base::Index3 most_per_axis{0, 0, 0};
  int n_units = 1;             ///< multiprocessors, compute units: each runs a block or several
  int threads_per_unit = 0;    ///< that a unit holds at a time; 0: one block's
  int warp = 1;                ///< threads that run in step
  std::size_t local_bytes = 0; ///< memory that the threads of a block share
  std::size_t cache_bytes = 0; ///< first-level cache of a unit
  int line_bytes = 128;
  bool facts_tell_threads = false; ///< KernelFacts has the compiler's count of registers and what follows from it
};

struct Properties {
  std::string kind;          ///< "host", "opencl:NAME" or "cuda:sm_90": what plans and cache entries name
  std::string name{};        ///< what the maker calls it, for messages and reports
  std::string compiler;      ///< path and version of the compiler, and of the driver: part of every cache key
  std::string no_compiler{}; ///< why nothing can be compiled here, on one line; empty where it can
  std::vector<std::string> flags;
  plan::Language language = plan::Language::cpp; ///< of the texts that compile() takes
  bool shares_host_memory = true;                ///< a kernel works on the host's arrays in place
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
  std::string object; ///< what load() takes; empty if compilation failed
  std::string error;  ///< whole sentences with the compiler's log; empty if it succeeded
  double seconds = 0;
};

/// How blocks cover the box of a launch. The host, whose kernels cover it themselves, needs none.
struct LaunchShape {
  base::Index3 tile{0, 0, 0};  ///< points per block and axis; 0: one block has them all
  base::Index3 block{1, 1, 1}; ///< threads per block and axis
  int resident = 0;            ///< blocks that a unit runs at a time at most; 0: as many as fit
  int n_parameters = 0;        ///< values in the `parameters` of every launch
};

/// What the compiler made of a kernel, where it tells.
struct KernelFacts {
  int most_threads = 0;                       ///< the largest block that its registers allow; 0: unknown
  std::optional<int> registers{};             ///< per thread
  std::optional<std::size_t> spilled_bytes{}; ///< per thread, on its stack: registers that were too few above all
  bool lacks_registers = false;      ///< it takes as many as a thread can have, or keeps values on its stack instead
  std::size_t local_bytes = 0;       ///< shared by a block
  std::optional<double> occupancy{}; ///< of the threads that a unit can hold, those that run at a time
};

/// What the hardware counted in one launch, which it repeated as often as it has counters to read.
struct LaunchCounts {
  double seconds = 0;                                     ///< of one run
  double memory_read_bytes = 0, memory_written_bytes = 0; ///< of the device's memory
  double of_memory_peak = 0;                              ///< share of what the memory can at best
  double active_warps = 0; ///< of the warps that a multiprocessor can hold, those it held, on average
  double issue_slots = 0;  ///< share of those in which an instruction was issued
  double local_bytes = 0;  ///< to and from the stacks of threads: registers that were too few above all

  bool operator==(LaunchCounts const&) const = default;
};

/// What the hardware counted during launches, where it does.
struct HardwareCounts {
  std::optional<double> seconds{}; ///< of kernels, by time stamps of the device
  std::optional<double> cycles{}, instructions{};
  std::optional<double> memory_bytes{}; ///< fetched because the last cache missed
  std::optional<LaunchCounts> launch{};
};

/// A loaded kernel. Destroying it unloads the code; its launches must have finished.
class Module {
public:
  virtual ~Module() = default;

  /// Runs on the box in `arguments`, perhaps later: what is asked of one device is done in the order of asking, and
  /// copies to the host wait for it, as does Device::finish(). Arrays in the graph's order of inputs and outputs, in
  /// the device's memory. Nothing given is needed after the return. An empty box does nothing.
  virtual void launch(std::span<void const* const> inputs, std::span<void* const> outputs,
                      chemora_kernel_arguments const& arguments) = 0;

  virtual std::optional<KernelFacts> facts() const { return {}; }
};

/// Adds up how long launches ran, by the clock of what ran them; nobody waits for them meanwhile.
class Stopwatch {
public:
  virtual ~Stopwatch() = default;

  /// Launches of the device between start() and stop() count; one of its stopwatches runs at a time.
  virtual void start() = 0;
  virtual void stop() noexcept = 0;

  /// Of all launches counted so far; waits for those under way. Throws DeviceError when one of them failed.
  virtual double seconds() = 0;
};

/// Adds up what the hardware counts during launches.
class Counter {
public:
  virtual ~Counter() = default;

  /// Launches of the device between start() and stop() count; one of its counters runs at a time.
  virtual void start() = 0;
  virtual void stop() noexcept = 0;

  /// Of all launches counted so far; waits for those under way.
  virtual HardwareCounts counts() = 0;
};

/// Makes counters, for as long as the device lives.
class Counters {
public:
  virtual ~Counters() = default;

  virtual std::unique_ptr<Counter> make_counter() = 0;
  /// What is counted and how, and what went wrong meanwhile, as sentences.
  virtual std::string description() const = 0;
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

/// A box of an array in a device's memory; it lies within the array.
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

  /// Memory for arrays, aligned to a cache line at least. Throws DeviceError when there is none.
  virtual void* allocate(std::size_t bytes) = 0;
  virtual void release(void* memory) noexcept = 0;

  /// Copies the points of `box` between equally shaped arrays on the host and here; gives the bytes moved. The host's
  /// array may be used again on return, and holds the values then.
  virtual std::size_t copy_to_device(void* here, void const* on_host, ArrayShape const& shape,
                                     base::Box const& box) = 0;
  virtual std::size_t copy_to_host(void* on_host, void const* here, ArrayShape const& shape, base::Box const& box) = 0;

  /// Copies boxes, one after the other and x fastest, to host memory or from it, in one transfer: they are gathered and
  /// scattered here. The host's memory may be used again on return, and holds the values then.
  virtual void pack(void* packed_on_host, std::span<ArrayBox const> boxes) = 0;
  virtual void unpack(std::span<ArrayBox const> boxes, void const* packed_on_host) = 0;

  /// Copies each box of `from` to the box of `to` with the same number, which has as many points and does not overlap
  /// it: one after the other, so that later ones may read what earlier ones wrote, and perhaps later, as launches.
  /// Nothing passes the host.
  virtual void copy_within(std::span<ArrayBox const> from, std::span<ArrayBox const> to) = 0;

  /// Compiles all requests, at most `n_processes` at a time. Never throws for a text that does not compile: its
  /// result carries the error.
  virtual std::vector<CompiledObject> compile(std::span<CompileRequest const> requests, int n_processes) = 0;

  /// Throws DeviceError when the object cannot be loaded.
  virtual std::unique_ptr<Module> load(std::string const& kernel, std::string const& object,
                                       LaunchShape const& shape) = 0;

  /// Waits until all launches are done. Throws DeviceError when one of them failed.
  virtual void finish() = 0;

  /// Not to be used when the device is gone. By default the process' clock, for devices whose launches are done when
  /// they return.
  virtual std::unique_ptr<Stopwatch> make_stopwatch();

  /// Begins to count, which costs some time at each launch. Throws DeviceError, which says what is missing, where the
  /// hardware's counters cannot be read; by default because nothing is known of any.
  virtual std::unique_ptr<Counters> open_counters();
};

/// Copies a box between two arrays of one shape in one memory: what a device without own memory, and tests, use.
std::size_t copy_box(void* to, void const* from, ArrayShape const& shape, base::Box const& box);

/// What Device::pack and Device::unpack do where the arrays are in the host's memory.
void pack_boxes(void* packed, std::span<ArrayBox const> boxes);
void unpack_boxes(std::span<ArrayBox const> boxes, void const* packed);
/// What Device::copy_within does.
void copy_boxes(std::span<ArrayBox const> from, std::span<ArrayBox const> to);

} // namespace chemora::device
