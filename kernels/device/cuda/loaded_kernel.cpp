// Loads, describes and launches a kernel.
#include "kernels/device/cuda/loaded_kernel.hpp"

#include "kernels/device/block_launch.hpp"
#include "kernels/device/cuda/shared_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace chemora::device {

namespace {

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
    } catch (DeviceError const&) { // whoever asks next is told
    }
    cuda().unload_module(module_);
  }

  void launch(std::span<void const* const> inputs, std::span<void* const> outputs,
              chemora_kernel_arguments const& arguments) override {
    if (is_empty(arguments)) return;
    session_->enter();
    auto scalars = by_value(arguments, shape_.n_parameters);
    std::vector<void*> pointers; // to the arguments: arrays are pointers themselves
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
    facts.most_threads = largest_block(registers, session_->fact(CudaDeviceFact::registers_of_a_multiprocessor),
                                       session_->fact(CudaDeviceFact::threads_of_a_warp),
                                       session_->fact(CudaDeviceFact::most_threads_per_block));
    facts.occupancy = occupancy();
    return facts;
  }

private:
  /// What is not shared by threads is for the cache.
  void divide_fast_memory() {
    auto const request = shared_memory_for(
        {.bytes_of_a_block = fact(CudaFunctionFact::shared_bytes),
         .threads_of_a_block = shape_.block[0] * shape_.block[1] * shape_.block[2],
         .resident = shape_.resident,
         .bytes_of_a_multiprocessor = session_->fact(CudaDeviceFact::shared_bytes_of_a_multiprocessor),
         .threads_of_a_multiprocessor = session_->fact(CudaDeviceFact::most_threads_per_multiprocessor),
         .most_bytes_of_a_block = session_->fact(CudaDeviceFact::shared_bytes_of_a_block),
         .reserved_bytes_of_a_block = session_->fact(CudaDeviceFact::reserved_shared_bytes_of_a_block)});
    dummy_bytes_ = request.dummy_bytes;
    check_cuda(cuda().set_function(function_, CudaFunctionFact::preferred_shared_percent, request.preferred_percent),
               "cuFuncSetAttribute", where_);
  }

  void check_block() const {
    int const threads = shape_.block[0] * shape_.block[1] * shape_.block[2],
              most = fact(CudaFunctionFact::most_threads);
    if (threads > most)
      throw DeviceError(fmt::format("{}: a block has {} threads, but with its {} registers per thread {} allows {}.",
                                    where_, threads, fact(CudaFunctionFact::registers), session_->name(), most));
  }

  double occupancy() const {
    int const threads = shape_.block[0] * shape_.block[1] * shape_.block[2];
    int blocks = 0;
    auto const dummy_bytes = static_cast<std::size_t>(dummy_bytes_); // as at each launch
    check_cuda(cuda().blocks_per_multiprocessor(&blocks, function_, threads, dummy_bytes),
               "cuOccupancyMaxActiveBlocksPerMultiprocessor", where_);
    return static_cast<double>(blocks) * threads / session_->fact(CudaDeviceFact::most_threads_per_multiprocessor);
  }

  int fact(CudaFunctionFact what) const {
    int value = 0;
    check_cuda(cuda().function_fact(&value, what, function_), "cuFuncGetAttribute", where_);
    return value;
  }

  std::shared_ptr<CudaSession> session_;
  std::string where_;
  LaunchShape shape_;
  int dummy_bytes_ = 0; ///< with each block, to keep others away
  CudaModule module_ = nullptr;
  CudaFunction function_ = nullptr;
};

} // namespace

namespace {

int allocated_registers(int registers_per_thread) {
  constexpr int granularity = 8; // registers are handed out in eights per thread
  return (std::max(1, registers_per_thread) + granularity - 1) / granularity * granularity;
}

} // namespace

bool lacks_registers(int registers_per_thread, int stack_bytes) {
  constexpr int max_registers = 256, stack_of_functions = 256;
  return allocated_registers(registers_per_thread) >= max_registers || stack_bytes > stack_of_functions;
}

int largest_block(int registers_per_thread, int registers_of_a_multiprocessor, int warp, int most_threads) {
  int const rounded = allocated_registers(registers_per_thread);
  return std::min(most_threads, registers_of_a_multiprocessor / (rounded * warp) * warp);
}

std::unique_ptr<Module> load_cuda(std::shared_ptr<CudaSession> session, std::string const& kernel,
                                  std::string const& object, LaunchShape const& shape) {
  return std::make_unique<CudaKernel>(std::move(session), kernel, object, shape);
}

} // namespace chemora::device
