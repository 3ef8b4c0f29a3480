#include "kernels/device/opencl/library.hpp"

#include "kernels/device/device.hpp"
#include "kernels/device/dynamic_library.hpp"

#include <fmt/format.h>

#include <initializer_list>
#include <map>

namespace chemora::device {

namespace {

OpenclLibrary open_library() {
  static DynamicLibrary const library(
      "OpenCL", {"libOpenCL.so.1", "libOpenCL.so"},
      "Install the driver of your device, or Debian's pocl-opencl-icd, which runs OpenCL on processors.");
  OpenclLibrary cl{};
  library.find(std::initializer_list<LibraryFunction>{{"clGetPlatformIDs", &cl.get_platforms},
                                                      {"clGetPlatformInfo", &cl.get_platform_info},
                                                      {"clGetDeviceIDs", &cl.get_devices},
                                                      {"clGetDeviceInfo", &cl.get_device_info},
                                                      {"clCreateContext", &cl.create_context},
                                                      {"clReleaseContext", &cl.release_context},
                                                      {"clCreateCommandQueue", &cl.create_queue},
                                                      {"clReleaseCommandQueue", &cl.release_queue},
                                                      {"clFlush", &cl.flush},
                                                      {"clFinish", &cl.finish},
                                                      {"clWaitForEvents", &cl.wait_for_events},
                                                      {"clReleaseEvent", &cl.release_event},
                                                      {"clGetEventProfilingInfo", &cl.get_event_time},
                                                      {"clCreateBuffer", &cl.create_buffer},
                                                      {"clReleaseMemObject", &cl.release_buffer},
                                                      {"clEnqueueReadBufferRect", &cl.read_rect},
                                                      {"clEnqueueWriteBufferRect", &cl.write_rect},
                                                      {"clEnqueueReadBuffer", &cl.read_buffer},
                                                      {"clEnqueueWriteBuffer", &cl.write_buffer},
                                                      {"clEnqueueCopyBufferRect", &cl.copy_rect},
                                                      {"clCreateProgramWithSource", &cl.create_program},
                                                      {"clCreateProgramWithBinary", &cl.create_program_with_binary},
                                                      {"clBuildProgram", &cl.build_program},
                                                      {"clGetProgramBuildInfo", &cl.get_build_info},
                                                      {"clGetProgramInfo", &cl.get_program_info},
                                                      {"clReleaseProgram", &cl.release_program},
                                                      {"clCreateKernel", &cl.create_kernel},
                                                      {"clReleaseKernel", &cl.release_kernel},
                                                      {"clSetKernelArg", &cl.set_argument},
                                                      {"clGetKernelWorkGroupInfo", &cl.get_kernel_info},
                                                      {"clEnqueueNDRangeKernel", &cl.enqueue_kernel}});
  return cl;
}

} // namespace

OpenclLibrary const& opencl() {
  static OpenclLibrary const library = open_library();
  return library;
}

std::string opencl_error_name(cl_int code) {
  static std::map<cl_int, char const*> const names{
      {CL_DEVICE_NOT_FOUND, "CL_DEVICE_NOT_FOUND"},
      {CL_DEVICE_NOT_AVAILABLE, "CL_DEVICE_NOT_AVAILABLE"},
      {CL_COMPILER_NOT_AVAILABLE, "CL_COMPILER_NOT_AVAILABLE"},
      {CL_MEM_OBJECT_ALLOCATION_FAILURE, "CL_MEM_OBJECT_ALLOCATION_FAILURE"},
      {CL_OUT_OF_RESOURCES, "CL_OUT_OF_RESOURCES"},
      {CL_OUT_OF_HOST_MEMORY, "CL_OUT_OF_HOST_MEMORY"},
      {CL_BUILD_PROGRAM_FAILURE, "CL_BUILD_PROGRAM_FAILURE"},
      {CL_INVALID_VALUE, "CL_INVALID_VALUE"},
      {CL_INVALID_PLATFORM, "CL_INVALID_PLATFORM"},
      {CL_INVALID_DEVICE, "CL_INVALID_DEVICE"},
      {CL_INVALID_MEM_OBJECT, "CL_INVALID_MEM_OBJECT"},
      {CL_INVALID_BINARY, "CL_INVALID_BINARY"},
      {CL_INVALID_BUILD_OPTIONS, "CL_INVALID_BUILD_OPTIONS"},
      {CL_INVALID_PROGRAM, "CL_INVALID_PROGRAM"},
      {CL_INVALID_PROGRAM_EXECUTABLE, "CL_INVALID_PROGRAM_EXECUTABLE"},
      {CL_INVALID_KERNEL_NAME, "CL_INVALID_KERNEL_NAME"},
      {CL_INVALID_ARG_INDEX, "CL_INVALID_ARG_INDEX"},
      {CL_INVALID_ARG_VALUE, "CL_INVALID_ARG_VALUE"},
      {CL_INVALID_ARG_SIZE, "CL_INVALID_ARG_SIZE"},
      {CL_INVALID_KERNEL_ARGS, "CL_INVALID_KERNEL_ARGS"},
      {CL_INVALID_WORK_GROUP_SIZE, "CL_INVALID_WORK_GROUP_SIZE"},
      {CL_INVALID_WORK_ITEM_SIZE, "CL_INVALID_WORK_ITEM_SIZE"},
      {CL_INVALID_BUFFER_SIZE, "CL_INVALID_BUFFER_SIZE"},
      {-1001, "CL_PLATFORM_NOT_FOUND_KHR"}};
  auto const found = names.find(code);
  return found == names.end() ? fmt::format("error {}", code) : found->second;
}

void check_opencl(cl_int code, char const* call, std::string const& where) {
  if (code != CL_SUCCESS) throw DeviceError(fmt::format("{}: {} returned {}.", where, call, opencl_error_name(code)));
}

} // namespace chemora::device
