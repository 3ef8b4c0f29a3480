#include "testsuites/devices/threads_on_host.hpp"

#include "codegen/ir/operation.hpp"
#include "kernels/device/block_device.hpp"
#include "testsuites/devices/device_on_host.hpp"

#include <fmt/format.h>

#include <cstring>
#include <filesystem>
#include <regex>

namespace chemora::testing_support {

namespace {

constexpr char const* preamble = R"(#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ucontext.h>
#define __global__
#define __shared__ static
#define __device__
#define __restrict__ __restrict
#define __launch_bounds__(n)
static float __uint_as_float(unsigned bits) { float value; std::memcpy(&value, &bits, 4); return value; }
static double __longlong_as_double(long long bits) { double value; std::memcpy(&value, &bits, 8); return value; }
static long long __double_as_longlong(double value) { long long bits; std::memcpy(&bits, &value, 8); return bits; }
struct Three { unsigned x, y, z; };
static Three blockIdx, threadIdx;
static void __syncthreads();
#define chemora_kernel kernel_of_a_thread
)";

/// Returns source code that makes the mathematical functions visible without a namespace, as kernels call them.
std::string library_functions() {
  std::string text;
  for (ir::OpInfo const& row : ir::all_operations())
    if (!row.c_function.empty() && row.accuracy != ir::Accuracy::reproducible)
      text += fmt::format("using std::{};\n", row.c_function);
  return text;
}

/// The compiled kernel has the signature of host kernels. All arrays are in `inputs`. The last argument points to the
/// numbers of blocks and threads and to the arguments that are passed by value.
constexpr char const* calls = R"(
#undef chemora_kernel
#include <tuple>
#include <utility>
#include <vector>
template <typename Function> struct Kernel;
template <typename... All> struct Kernel<void (*)(All...)> {
  template <std::size_t... N>
  static void run(void (*kernel)(All...), void const* const* arrays, chemora_device_arguments const& arguments,
                  std::index_sequence<N...>) {
    kernel((std::tuple_element_t<N, std::tuple<All...>>)const_cast<void*>(arrays[N])..., arguments);
  }
  using Arrays = std::make_index_sequence<sizeof...(All) - 1>;
};
struct Thread {
  ucontext_t context;
  Three number;
  std::vector<char> stack = std::vector<char>(1 << 15);
  bool is_done = false;
};
static ucontext_t scheduler;
static Thread* current;
static void const* const* kernel_arrays;
static chemora_device_arguments kernel_arguments;
static void __syncthreads() { swapcontext(&current->context, &scheduler); }
static void enter() {
  using Called = Kernel<decltype(&kernel_of_a_thread)>;
  Called::run(&kernel_of_a_thread, kernel_arrays, kernel_arguments, Called::Arrays());
  current->is_done = true;
}
static void go_on(Thread& thread) {
  current = &thread;
  threadIdx = thread.number;
  swapcontext(&scheduler, &thread.context);
}
/// Each thread runs up to its next barrier before the next thread starts. A missing barrier therefore causes wrong
/// values.
static void run_block(std::vector<Thread>& threads) {
  for (Thread& thread : threads) {
    getcontext(&thread.context);
    thread.context.uc_stack.ss_sp = thread.stack.data();
    thread.context.uc_stack.ss_size = thread.stack.size();
    thread.context.uc_link = &scheduler;
    thread.is_done = false;
    makecontext(&thread.context, enter, 0);
  }
  do {
    std::size_t n_done = 0;
    for (Thread& thread : threads) {
      go_on(thread);
      n_done += thread.is_done;
    }
    if (n_done != 0 && n_done != threads.size()) {
      std::fprintf(stderr, "%zu of %zu threads of a block wait for the others for ever\n", threads.size() - n_done,
                   threads.size());
      std::abort();
    }
  } while (!threads.front().is_done);
}
extern "C" void chemora_kernel(void const* const* arrays, void* const*, char const* arguments_of_host) {
  char const* more;
  std::memcpy(&more, arguments_of_host + 128, sizeof more);
  unsigned counts[6];
  std::memcpy(counts, more, sizeof counts);
  std::memcpy(&kernel_arguments, more + sizeof counts, sizeof kernel_arguments);
  kernel_arrays = arrays;
  std::vector<Thread> threads(counts[3] * counts[4] * counts[5]);
  for (unsigned n = 0; n < threads.size(); ++n)
    threads[n].number = {n % counts[3], n / counts[3] % counts[4], n / counts[3] / counts[4]};
  for (blockIdx.z = 0; blockIdx.z < counts[2]; ++blockIdx.z)
    for (blockIdx.y = 0; blockIdx.y < counts[1]; ++blockIdx.y)
      for (blockIdx.x = 0; blockIdx.x < counts[0]; ++blockIdx.x) run_block(threads);
}
)";

class ThreadsOnHostModule final : public device::Module {
public:
  ThreadsOnHostModule(std::unique_ptr<device::Module> compiled, device::LaunchShape const& shape)
      : compiled_(std::move(compiled)), shape_(shape) {}

  void launch(std::span<void const* const> inputs, std::span<void* const> outputs,
              chemora_kernel_arguments const& arguments) override {
    if (device::is_empty(arguments)) return;
    auto const blocks = device::blocks_for(arguments, shape_);
    unsigned counts[6];
    for (std::size_t axis = 0; axis < 3; ++axis) {
      counts[axis] = static_cast<unsigned>(blocks[axis]);
      counts[3 + axis] = static_cast<unsigned>(shape_.block[axis]);
    }
    auto const values = device::by_value(arguments, shape_.n_parameters);
    std::vector<char> more(sizeof counts + values.size());
    std::memcpy(more.data(), counts, sizeof counts);
    std::memcpy(more.data() + sizeof counts, values.data(), values.size());
    std::vector<void const*> arrays(inputs.begin(), inputs.end());
    arrays.insert(arrays.end(), outputs.begin(), outputs.end());
    chemora_kernel_arguments passed = arguments;
    passed.parameters = reinterpret_cast<double const*>(more.data());
    compiled_->launch(arrays, {}, passed);
  }

private:
  std::unique_ptr<device::Module> compiled_;
  device::LaunchShape shape_;
};

class ThreadsOnHost final : public DeviceOnHost {
public:
  ThreadsOnHost() {
    properties_.kind = "cuda:on-host";
    properties_.language = plan::Language::cuda;
    properties_.blocks.max_threads = 1024; // as with CUDA
    properties_.blocks.max_per_axis = {1024, 1024, 64};
    properties_.blocks.local_bytes = 48 << 10;
  }

  std::vector<device::CompiledObject> compile(std::span<device::CompileRequest const> requests, int n) override {
    std::vector<device::CompileRequest> wrapped;
    for (auto const& request : requests)
      wrapped.push_back({request.kernel, preamble + library_functions() + request.source + calls});
    return host_->compile(wrapped, n);
  }
  std::unique_ptr<device::Module> load(std::string const& kernel, std::string const& object,
                                       device::LaunchShape const& shape) override {
    return std::make_unique<ThreadsOnHostModule>(host_->load(kernel, object, shape), shape);
  }
};

} // namespace

std::unique_ptr<device::Device> make_threads_on_host() { return std::make_unique<ThreadsOnHost>(); }

void remove_kept_source(std::string const& message) {
  std::smatch found;
  if (std::regex_search(message, found, std::regex("source is in (/\\S*/chemora-[^/]*)/")))
    std::filesystem::remove_all(found[1].str());
}

} // namespace chemora::testing_support
