// Opens the loader; codes in words.
#include "kernels/device/opencl/library.hpp"

#include "kernels/device/device.hpp"
#include "kernels/device/dynamic_library.hpp"

#include <fmt/format.h>

#include <map>

namespace chemora::device {

namespace {

OpenclLibrary open_library() {
  static DynamicLibrary const library(
      "OpenCL", {"libOpenCL.so.1", "libOpenCL.so"},
      "Install the driver of your device, or Debian's pocl-opencl-icd, which runs OpenCL on processors.");
  OpenclLibrary cl{};
  library.find("clGetPlatformIDs", cl.get_platforms);
  library.find("clGetPlatformInfo", cl.get_platform_info);
  library.find("clGetDeviceIDs", cl.get_devices);
  library.find("clGetDeviceInfo", cl.get_device_info);
  library.find("clCreateContext", cl.create_context);
  library.find("clReleaseContext", cl.release_context);
  library.find("clCreateCommandQueue", cl.create_queue);
  library.find("clReleaseCommandQueue", cl.release_queue);
  library.find("clFlush", cl.flush);
  library.find("clFinish", cl.finish);
  library.find("clWaitForEvents", cl.wait_for_events);
  library.find("clReleaseEvent", cl.release_event);
  library.find("clGetEventProfilingInfo", cl.get_event_time);
  library.find("clCreateBuffer", cl.create_buffer);
  library.find("clReleaseMemObject", cl.release_buffer);
  library.find("clEnqueueReadBufferRect", cl.read_rect);
  library.find("clEnqueueWriteBufferRect", cl.write_rect);
  library.find("clEnqueueReadBuffer", cl.read_buffer);
  library.find("clEnqueueWriteBuffer", cl.write_buffer);
  library.find("clEnqueueCopyBufferRect", cl.copy_rect);
  library.find("clCreateProgramWithSource", cl.create_program);
  library.find("clCreateProgramWithBinary", cl.create_program_with_binary);
  library.find("clBuildProgram", cl.build_program);
  library.find("clGetProgramBuildInfo", cl.get_build_info);
  library.find("clGetProgramInfo", cl.get_program_info);
  library.find("clReleaseProgram", cl.release_program);
  library.find("clCreateKernel", cl.create_kernel);
  library.find("clReleaseKernel", cl.release_kernel);
  library.find("clSetKernelArg", cl.set_argument);
  library.find("clGetKernelWorkGroupInfo", cl.get_kernel_info);
  library.find("clEnqueueNDRangeKernel", cl.enqueue_kernel);
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
  if (code != CL_SUCCESS) throw DeviceError(fmt::format("{}: {} gave {}.", where, call, opencl_error_name(code)));
}

} // namespace chemora::device
