#include "kernels/device/host/host_device.hpp"

#include "kernels/device/host/compiler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <omp.h>
#include <sys/mman.h>
#include <unistd.h>

namespace chemora::device {

namespace {

extern "C" using KernelFunction = void(*)(void const* const*, void* const*, chemora_kernel_arguments const*);

std::string on_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

/// A kernel that is loaded from anonymous memory. The file descriptor stays open as long as the kernel is loaded. The
/// loader identifies objects by file name, and the system would reuse the name of a closed descriptor for the next
/// object.
class HostModule final : public Module {
public:
  HostModule(std::string const& kernel, std::string const& object) : stack_bytes_(device::stack_bytes(object)) {
    if (auto const reason = why_incomplete(without_stack_bytes(object)); !reason.empty())
      throw DeviceError(fmt::format("Kernel {} cannot be loaded: {}.", kernel, reason));
    descriptor_ = memfd_create(kernel.c_str(), MFD_CLOEXEC);
    if (descriptor_ < 0)
      throw DeviceError(fmt::format("Kernel {}: memfd_create failed: {}.", kernel, std::strerror(errno)));
    write_all(kernel, object);
    handle_ = dlopen(fmt::format("/proc/self/fd/{}", descriptor_).c_str(), RTLD_NOW | RTLD_LOCAL);
    void* const symbol = handle_ ? dlsym(handle_, "chemora_kernel") : nullptr;
    if (!symbol) {
      char const* const reason = dlerror();
      std::string const message = fmt::format("Kernel {} cannot be loaded: {}.", kernel, reason ? reason : "no symbol");
      unload();
      throw DeviceError(message);
    }
    function_ = reinterpret_cast<KernelFunction>(symbol);
  }
  ~HostModule() override { unload(); }
  HostModule(HostModule const&) = delete;
  HostModule& operator=(HostModule const&) = delete;

  void launch(std::span<void const* const> inputs, std::span<void* const> outputs,
              chemora_kernel_arguments const& arguments) override {
    if (!is_empty(arguments)) function_(inputs.data(), outputs.data(), &arguments);
  }

  std::optional<KernelFacts> facts() const override {
    KernelFacts facts;
    facts.spilled_bytes = stack_bytes_;
    return facts;
  }

private:
  void write_all(std::string const& kernel, std::string const& object) {
    for (std::size_t done = 0; done < object.size();) {
      ssize_t const n = write(descriptor_, object.data() + done, object.size() - done);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) {
        int const code = errno;
        unload();
        throw DeviceError(fmt::format("Kernel {}: no memory to load it: {}.", kernel, std::strerror(code)));
      }
      done += static_cast<std::size_t>(n);
    }
  }
  void unload() {
    if (handle_) dlclose(handle_);
    if (descriptor_ >= 0) close(descriptor_);
    handle_ = nullptr;
    descriptor_ = -1;
  }

  std::optional<std::size_t> stack_bytes_;
  int descriptor_ = -1;
  void* handle_ = nullptr;
  KernelFunction function_ = nullptr;
};

/// A kernel that is compiled into the program.
class BuiltInModule final : public Module {
public:
  explicit BuiltInModule(KernelFunction function) : function_(function) {}
  void launch(std::span<void const* const> inputs, std::span<void* const> outputs,
              chemora_kernel_arguments const& arguments) override {
    if (!is_empty(arguments)) function_(inputs.data(), outputs.data(), &arguments);
  }

private:
  KernelFunction function_;
};

constexpr std::size_t line = 64;                         // cache line of current processors, in bytes
constexpr std::size_t large_page = std::size_t{1} << 21; // large pages of x86 and ARM if small pages have 4 KiB
constexpr std::size_t n_offsets = 2048;   // cache lines in one way of the largest second-level caches of a core
constexpr std::size_t offset_step = 1265; // odd integer near n_offsets / golden ratio: distributes the offsets of any
                                          // number of arrays evenly

/// Returns the byte offset of the next array from the start of its allocation. The address of the allocation is stored
/// just before the array.
std::size_t next_offset() {
  static std::atomic<std::size_t> n_arrays{0};
  return (1 + n_arrays++ * offset_step % n_offsets) * line;
}

/// Allocates memory for an array, aligned to a cache line. Throws DeviceError if no memory is left.
///
/// Arrays of 2 MiB or more use large pages if the system supports them. The offset from the start of the first page
/// differs between arrays, so that equal rows of many arrays map to different sets of the second-level cache. Equal
/// offsets would map these rows to a few sets of 8 or 16 lines each. Equal offsets would also cause false store-to-load
/// dependencies, which a processor assumes if addresses differ by a multiple of 4 KiB.
void* allocate_array(std::size_t bytes) {
  bool const is_large = bytes >= large_page;
  std::size_t const offset = is_large ? next_offset() : line, alignment = is_large ? large_page : line;
  std::size_t const rounded = (offset + bytes + alignment - 1) / alignment * alignment;
  void* const memory = std::aligned_alloc(alignment, rounded);
  if (!memory) throw DeviceError(fmt::format("The host has no {} bytes of memory left.", bytes));
#if defined(MADV_HUGEPAGE)
  if (is_large) madvise(memory, rounded, MADV_HUGEPAGE); // a hint: small pages work as well
#endif
  auto* const array = static_cast<std::byte*>(memory) + offset;
  std::memcpy(array - sizeof memory, &memory, sizeof memory);
  return array;
}

void release_array(void* array) noexcept {
  if (!array) return;
  void* memory = nullptr;
  std::memcpy(&memory, static_cast<std::byte*>(array) - sizeof memory, sizeof memory);
  std::free(memory);
}

class HostDevice final : public Device {
public:
  explicit HostDevice(HostOptions const& options) {
    try {
      compiler_ = find_compiler();
      properties_.compiler = compiler_.path + " (" + compiler_.version + ")";
    } catch (NoCompiler const& reason) {
      properties_.no_compiler = reason.what();
    }
    properties_.kind = "host";
    properties_.shares_host_memory = !options.own_memory;
    properties_.name = "the host's processors";
    properties_.flags = compiler_flags();
    properties_.n_threads = omp_get_max_threads();
  }

  Properties const& properties() const override { return properties_; }

  void* allocate(std::size_t bytes) override { return allocate_array(bytes); }
  void release(void* memory) noexcept override { release_array(memory); }

  std::size_t copy_to_device(void* on_device, void const* on_host, ArrayShape const& shape,
                             base::Box const& box) override {
    return copy_box(on_device, on_host, shape, box);
  }
  std::size_t copy_to_host(void* on_host, void const* on_device, ArrayShape const& shape,
                           base::Box const& box) override {
    return copy_box(on_host, on_device, shape, box);
  }

  void pack(void* packed, std::span<ArrayBox const> boxes) override { pack_boxes(packed, boxes); }
  void unpack(std::span<ArrayBox const> boxes, void const* packed) override { unpack_boxes(boxes, packed); }
  void copy_within(std::span<ArrayBox const> from, std::span<ArrayBox const> to) override { copy_boxes(from, to); }

  std::vector<CompiledObject> compile(std::span<CompileRequest const> requests, int n_processes) override {
    if (!properties_.no_compiler.empty()) throw DeviceError(properties_.no_compiler);
    std::vector<CompiledObject> objects;
    std::string failure;
    try {
      objects = compile_texts(compiler_, requests, n_processes);
      for (auto const& object : objects)
        if (failure.empty()) failure = object.error;
    } catch (DeviceError const& error) {
      failure = error.what();
      objects.assign(requests.size(), {"", failure, 0});
    }
    if (!failure.empty() && !compiles_anything(compiler_)) properties_.no_compiler = on_one_line(failure);
    return objects;
  }
  std::unique_ptr<Module> load(std::string const& kernel, std::string const& object, LaunchShape const&) override {
    return std::make_unique<HostModule>(kernel, object);
  }
  void finish() override {} // launches return after the kernel has run
  std::unique_ptr<Counters> open_counters() override { return open_perf_counters(); }

private:
  Compiler compiler_;
  Properties properties_;
};

} // namespace

std::unique_ptr<Module> make_built_in_module(void const* function) {
  return std::make_unique<BuiltInModule>(reinterpret_cast<KernelFunction>(const_cast<void*>(function)));
}

std::unique_ptr<Device> make_host_device(HostOptions const& options) { return std::make_unique<HostDevice>(options); }

} // namespace chemora::device
