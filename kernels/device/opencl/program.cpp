/// Compiles and loads OpenCL kernels for the OpenCL device, and launches them.
#include "kernels/device/opencl/opencl_device.hpp"

#include "kernels/device/block_device.hpp"

#include <fmt/format.h>

#include <chrono>
#include <utility>

namespace chemora::device {

namespace {

/// An OpenCL object; the destructor releases it.
template <typename Handle>
class Owned {
public:
  Owned(Handle handle, cl_int (*release)(Handle)) : handle_(handle), release_(release) {}
  ~Owned() {
    if (handle_) release_(handle_);
  }
  Owned(Owned const&) = delete;
  Owned& operator=(Owned const&) = delete;
  Handle get() const { return handle_; }

private:
  Handle handle_;
  cl_int (*release_)(Handle);
};

using Program = Owned<cl_program>;
using Kernel = Owned<cl_kernel>;

std::string joined_flags() {
  std::string text;
  for (std::string const& flag : opencl_flags()) text += (text.empty() ? "" : " ") + flag;
  return text;
}

cl_int build(OpenclSession const& session, cl_program program) {
  return opencl().build_program(program, 1, &session.chosen.device, joined_flags().c_str(), nullptr, nullptr);
}

std::string build_log(OpenclSession const& session, cl_program program) {
  std::size_t size = 0;
  opencl().get_build_info(program, session.chosen.device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
  std::string log(size, '\0');
  opencl().get_build_info(program, session.chosen.device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
  while (!log.empty() && (log.back() == '\0' || log.back() == '\n')) log.pop_back();
  return log;
}

std::string binary_of(cl_program program, std::string const& where) {
  std::size_t size = 0;
  check_opencl(opencl().get_program_info(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
               "clGetProgramInfo", where);
  std::string binary(size, '\0');
  auto* pointer = reinterpret_cast<unsigned char*>(binary.data());
  check_opencl(opencl().get_program_info(program, CL_PROGRAM_BINARIES, sizeof pointer, &pointer, nullptr),
               "clGetProgramInfo", where);
  return binary;
}

class OpenclModule final : public Module {
public:
  OpenclModule(std::shared_ptr<OpenclSession> session, std::string const& kernel, std::string const& object,
               LaunchShape const& shape)
      : session_(std::move(session)), where_("Kernel " + kernel), shape_(shape),
        program_(make_program(object), opencl().release_program), kernel_(make_kernel(), opencl().release_kernel) {}

  ~OpenclModule() override { opencl().finish(session_->queue); }

  void launch(std::span<void const* const> inputs, std::span<void* const> outputs,
              chemora_kernel_arguments const& arguments) override {
    if (is_empty(arguments)) return;
    cl_uint position = 0;
    auto const set = [&](std::size_t size, void const* value) {
      check_opencl(opencl().set_argument(kernel_.get(), position++, size, value), "clSetKernelArg", where_);
    };
    for (void const* array : inputs) set(sizeof array, &array);
    for (void* array : outputs) set(sizeof array, &array);
    auto const scalars = by_value(arguments, shape_.n_parameters);
    set(scalars.size(), scalars.data());

    auto const blocks = blocks_for(arguments, shape_);
    std::size_t global[3], local[3];
    for (std::size_t axis = 0; axis < 3; ++axis) {
      local[axis] = static_cast<std::size_t>(shape_.block[axis]);
      global[axis] = blocks[axis] * local[axis];
    }
    cl_event launched = nullptr;
    check_opencl(opencl().enqueue_kernel(session_->queue, kernel_.get(), 3, nullptr, global, local, 0, nullptr,
                                         session_->timed ? &launched : nullptr),
                 "clEnqueueNDRangeKernel", where_);
    if (launched) session_->timed->add(launched);
    check_opencl(opencl().flush(session_->queue), "clFlush", where_); // the driver starts the kernel now and not at a
                                                                      // later call
  }

  std::optional<KernelFacts> facts() const override {
    KernelFacts facts; // OpenCL reports no registers
    facts.max_threads = static_cast<int>(fact<std::size_t>(CL_KERNEL_WORK_GROUP_SIZE));
    facts.local_bytes = fact<cl_ulong>(CL_KERNEL_LOCAL_MEM_SIZE);
    auto const type = opencl_number<cl_device_type>(session_->chosen.device, CL_DEVICE_TYPE);
    // Drivers for CPUs do not report the stack size of a kernel.
    if (!(type & CL_DEVICE_TYPE_CPU)) facts.spilled_bytes = fact<cl_ulong>(CL_KERNEL_PRIVATE_MEM_SIZE);
    return facts;
  }

private:
  cl_program make_program(std::string const& object) const {
    auto const* bytes = reinterpret_cast<unsigned char const*>(object.data());
    std::size_t const size = object.size();
    cl_int code = CL_SUCCESS;
    cl_program const program = opencl().create_program_with_binary(session_->context, 1, &session_->chosen.device,
                                                                   &size, &bytes, nullptr, &code);
    check_opencl(code, "clCreateProgramWithBinary", where_);
    code = build(*session_, program);
    if (code == CL_SUCCESS) return program;
    std::string const log = build_log(*session_, program);
    opencl().release_program(program);
    throw DeviceError(fmt::format("{}: clBuildProgram of its binary returned {}. The build log:\n{}", where_,
                                  opencl_error_name(code), log));
  }

  cl_kernel make_kernel() const {
    cl_int code = CL_SUCCESS;
    cl_kernel const kernel = opencl().create_kernel(program_.get(), "chemora_kernel", &code);
    check_opencl(code, "clCreateKernel", where_);
    return kernel;
  }

  template <typename Number>
  Number fact(cl_kernel_work_group_info property) const {
    Number number{};
    check_opencl(
        opencl().get_kernel_info(kernel_.get(), session_->chosen.device, property, sizeof number, &number, nullptr),
        "clGetKernelWorkGroupInfo", where_);
    return number;
  }

  std::shared_ptr<OpenclSession> session_;
  std::string where_;
  LaunchShape shape_;
  Program program_;
  Kernel kernel_;
};

} // namespace

std::vector<std::string> opencl_flags() { return {"-cl-std=CL1.2", "-cl-fp32-correctly-rounded-divide-sqrt"}; }

CompiledObject compile_opencl(OpenclSession const& session, CompileRequest const& request) {
  auto const start = std::chrono::steady_clock::now();
  std::string const where = "Kernel " + request.kernel;
  char const* text = request.source.c_str();
  cl_int code = CL_SUCCESS;
  Program const program(opencl().create_program(session.context, 1, &text, nullptr, &code), opencl().release_program);
  check_opencl(code, "clCreateProgramWithSource", where);
  code = build(session, program.get());
  CompiledObject result;
  if (code == CL_SUCCESS)
    result.object = binary_of(program.get(), where);
  else
    result.error = fmt::format("{}: clBuildProgram returned {} on {}. The source is in {}. The build log:\n{}", where,
                               opencl_error_name(code), session.chosen.device_name, save_failed_source(request, ".cl"),
                               build_log(session, program.get()));
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

std::unique_ptr<Module> load_opencl(std::shared_ptr<OpenclSession> session, std::string const& kernel,
                                    std::string const& object, LaunchShape const& shape) {
  return std::make_unique<OpenclModule>(std::move(session), kernel, object, shape);
}

} // namespace chemora::device
