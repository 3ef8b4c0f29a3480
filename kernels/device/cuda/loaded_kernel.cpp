#include "kernels/device/cuda/loaded_kernel.hpp"

#include "kernels/device/block_device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace chemora::device {

namespace {

/// The possible sizes of shared memory on devices of compute capability 8 and 9 (CUDA programming guide, table of
/// technical specifications). Older devices support a subset of these sizes.
constexpr std::array<int, 9> divisions{8 << 10,   16 << 10,  32 << 10,  64 << 10, 100 << 10,
                                       132 << 10, 164 << 10, 196 << 10, 228 << 10};

/// Returns the smallest possible size of shared memory that is at least `bytes`, or `max_bytes` if no size is.
int smallest_division(int bytes, int max_bytes) {
  for (int const division : divisions)
    if (division >= bytes && division <= max_bytes) return division;
  return max_bytes;
}

/// Returns `division` as a percentage of `max_bytes`. The result is rounded down, because the driver chooses the
/// smallest size that is not below the percentage.
int percent_of(int division, int max_bytes) { return static_cast<int>(100L * division / std::max(1, max_bytes)); }

class CudaKernel final : public Module {
public:
  CudaKernel(std::shared_ptr<CudaSession> session, std::string const& kernel, std::string const& object,
             LaunchShape const& shape)
      : session_(std::move(session)), where_("Kernel " + kernel), shape_(shape) {
    session_->enter();
    check_cuda(cuda().load_module(&module_, object.data()), "cuModuleLoadData", where_);
    try {
      check_cuda(cuda().find_function(&function_, module_, "chemora_kernel"), "cuModuleGetFunction", where_);
      divide_fast_memory();
      check_block();
    } catch (DeviceError const&) {
      cuda().unload_module(module_);
      throw;
    }
  }

  ~CudaKernel() override {
    try {
      session_->finish();
    } catch (DeviceError const&) { // the next call of the driver reports the error
    }
    cuda().unload_module(module_);
  }

  void launch(std::span<void const* const> inputs, std::span<void* const> outputs,
              chemora_kernel_arguments const& arguments) override {
    if (is_empty(arguments)) return;
    session_->enter();
    auto scalars = by_value(arguments, shape_.n_parameters);
    std::vector<void*> pointers; // addresses of the arguments; the argument for an array is itself a pointer
    for (void const* const& array : inputs) pointers.push_back(const_cast<void const**>(&array));
    for (void* const& array : outputs) pointers.push_back(const_cast<void**>(&array));
    pointers.push_back(scalars.data());
    auto const blocks = blocks_for(arguments, shape_);
    auto const n = [](auto number) { return static_cast<unsigned>(number); };
    session_->begin_launch();
    check_cuda(cuda().launch(function_, n(blocks[0]), n(blocks[1]), n(blocks[2]), n(shape_.block[0]),
                             n(shape_.block[1]), n(shape_.block[2]), n(dummy_bytes_), session_->stream(),
                             pointers.data(), nullptr),
               "cuLaunchKernel", where_);
    session_->end_launch();
  }

  std::optional<KernelFacts> facts() const override {
    session_->enter();
    KernelFacts facts;
    int const registers = fact(CudaFunctionFact::registers);
    facts.registers = registers;
    int const stack_bytes = fact(CudaFunctionFact::local_bytes);
    facts.spilled_bytes = static_cast<std::size_t>(stack_bytes);
    facts.lacks_registers = lacks_registers(registers, stack_bytes);
    facts.local_bytes = static_cast<std::size_t>(fact(CudaFunctionFact::shared_bytes));
    facts.max_threads =
        largest_block(registers, session_->fact(CudaDeviceFact::registers_per_multiprocessor),
                      session_->fact(CudaDeviceFact::warp_size), session_->fact(CudaDeviceFact::max_threads_per_block));
    facts.occupancy = occupancy();
    return facts;
  }

private:
  /// Sets the size of shared memory, so that the first-level cache uses the remaining memory. Unused shared memory of
  /// each block limits the number of resident blocks.
  void divide_fast_memory() {
    auto const request = shared_memory_for(
        {.bytes_per_block = fact(CudaFunctionFact::shared_bytes),
         .threads_per_block = shape_.block[0] * shape_.block[1] * shape_.block[2],
         .resident = shape_.resident,
         .bytes_per_multiprocessor = session_->fact(CudaDeviceFact::shared_bytes_per_multiprocessor),
         .threads_per_multiprocessor = session_->fact(CudaDeviceFact::max_threads_per_multiprocessor),
         .max_bytes_per_block = session_->fact(CudaDeviceFact::shared_bytes_per_block),
         .reserved_bytes_per_block = session_->fact(CudaDeviceFact::reserved_shared_bytes_per_block)});
    dummy_bytes_ = request.dummy_bytes;
    check_cuda(cuda().set_function(function_, CudaFunctionFact::preferred_shared_percent, request.preferred_percent),
               "cuFuncSetAttribute", where_);
  }

  void check_block() const {
    int const threads = shape_.block[0] * shape_.block[1] * shape_.block[2],
              limit = fact(CudaFunctionFact::max_threads);
    if (threads > limit)
      throw DeviceError(fmt::format("{}: a block has {} threads, but with its {} registers per thread {} allows {}.",
                                    where_, threads, fact(CudaFunctionFact::registers), session_->name(), limit));
  }

  double occupancy() const {
    int const threads = shape_.block[0] * shape_.block[1] * shape_.block[2];
    int blocks = 0;
    auto const dummy_bytes = static_cast<std::size_t>(dummy_bytes_); // the same as at each launch
    check_cuda(cuda().blocks_per_multiprocessor(&blocks, function_, threads, dummy_bytes),
               "cuOccupancyMaxActiveBlocksPerMultiprocessor", where_);
    return static_cast<double>(blocks) * threads / session_->fact(CudaDeviceFact::max_threads_per_multiprocessor);
  }

  int fact(CudaFunctionFact what) const {
    int value = 0;
    check_cuda(cuda().function_fact(&value, what, function_), "cuFuncGetAttribute", where_);
    return value;
  }

  std::shared_ptr<CudaSession> session_;
  std::string where_;
  LaunchShape shape_;
  int dummy_bytes_ = 0; ///< unused shared memory of each block, which limits the number of resident blocks
  CudaModule module_ = nullptr;
  CudaFunction function_ = nullptr;
};

int allocated_registers(int registers_per_thread) {
  constexpr int granularity = 8; // registers per thread are allocated in multiples of 8
  return (std::max(1, registers_per_thread) + granularity - 1) / granularity * granularity;
}

} // namespace

bool lacks_registers(int registers_per_thread, int stack_bytes) {
  constexpr int max_registers = 256, stack_of_functions = 256;
  return allocated_registers(registers_per_thread) >= max_registers || stack_bytes > stack_of_functions;
}

int largest_block(int registers_per_thread, int registers_per_multiprocessor, int warp, int max_threads) {
  int const rounded = allocated_registers(registers_per_thread);
  return std::min(max_threads, registers_per_multiprocessor / (rounded * warp) * warp);
}

SharedMemoryRequest shared_memory_for(SharedMemoryUse const& use) {
  int const bytes = use.bytes_per_block + use.reserved_bytes_per_block, max_bytes = use.bytes_per_multiprocessor;
  if (use.resident == 0) {
    if (use.bytes_per_block == 0) return {};
    int const blocks = std::max(1, use.threads_per_multiprocessor / std::max(1, use.threads_per_block));
    return {0,
            percent_of(smallest_division(static_cast<int>(std::min<long>(max_bytes, long{blocks} * bytes)), max_bytes),
                       max_bytes)};
  }
  int const division =
      smallest_division(static_cast<int>(std::min<long>(max_bytes, long{use.resident} * bytes)), max_bytes);
  int const dummy = std::min(division / use.resident - bytes, use.max_bytes_per_block - use.bytes_per_block);
  return {std::max(0, dummy), percent_of(division, max_bytes)};
}

std::unique_ptr<Module> load_cuda(std::shared_ptr<CudaSession> session, std::string const& kernel,
                                  std::string const& object, LaunchShape const& shape) {
  return std::make_unique<CudaKernel>(std::move(session), kernel, object, shape);
}

} // namespace chemora::device
