// The host as a device: memory is shared, objects are loaded from anonymous memory.
#include "kernels/device/host/host_device.hpp"

#include "kernels/device/host/array_memory.hpp"
#include "kernels/device/host/compiler.hpp"
#include "kernels/device/host/perf_counters.hpp"
#include "kernels/device/host/shared_object.hpp"

#include <fmt/format.h>

#include <algorithm>
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

bool is_empty(chemora_kernel_arguments const& arguments) {
  for (int axis = 0; axis < 3; ++axis)
    if (arguments.upper[axis] <= arguments.lower[axis]) return true;
  return false;
}

std::string on_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

/// Keeps the descriptor open while the code is loaded: the loader knows objects by name, and the name of a closed
/// descriptor would be given to the next object.
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

  std::size_t copy_to_device(void* here, void const* on_host, ArrayShape const& shape, base::Box const& box) override {
    return copy_box(here, on_host, shape, box);
  }
  std::size_t copy_to_host(void* on_host, void const* here, ArrayShape const& shape, base::Box const& box) override {
    return copy_box(on_host, here, shape, box);
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
  void finish() override {} // every launch is done when it returns
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
