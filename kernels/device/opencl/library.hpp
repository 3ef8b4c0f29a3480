/// Declares the functions of the OpenCL loader, which are found at run time.
#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <string>

namespace chemora::device {

struct OpenclLibrary {
  decltype(clGetPlatformIDs)* get_platforms;
  decltype(clGetPlatformInfo)* get_platform_info;
  decltype(clGetDeviceIDs)* get_devices;
  decltype(clGetDeviceInfo)* get_device_info;
  decltype(clCreateContext)* create_context;
  decltype(clReleaseContext)* release_context;
  decltype(clCreateCommandQueue)* create_queue;
  decltype(clReleaseCommandQueue)* release_queue;
  decltype(clFlush)* flush;
  decltype(clFinish)* finish;
  decltype(clWaitForEvents)* wait_for_events;
  decltype(clReleaseEvent)* release_event;
  decltype(clGetEventProfilingInfo)* get_event_time;
  decltype(clCreateBuffer)* create_buffer;
  decltype(clReleaseMemObject)* release_buffer;
  decltype(clEnqueueReadBufferRect)* read_rect;
  decltype(clEnqueueWriteBufferRect)* write_rect;
  decltype(clEnqueueReadBuffer)* read_buffer;
  decltype(clEnqueueWriteBuffer)* write_buffer;
  decltype(clEnqueueCopyBufferRect)* copy_rect;
  decltype(clCreateProgramWithSource)* create_program;
  decltype(clCreateProgramWithBinary)* create_program_with_binary;
  decltype(clBuildProgram)* build_program;
  decltype(clGetProgramBuildInfo)* get_build_info;
  decltype(clGetProgramInfo)* get_program_info;
  decltype(clReleaseProgram)* release_program;
  decltype(clCreateKernel)* create_kernel;
  decltype(clReleaseKernel)* release_kernel;
  decltype(clSetKernelArg)* set_argument;
  decltype(clGetKernelWorkGroupInfo)* get_kernel_info;
  decltype(clEnqueueNDRangeKernel)* enqueue_kernel;
};

/// Returns the OpenCL loader. The first call opens libOpenCL.so.1. Throws DeviceError if the library is not installed.
OpenclLibrary const& opencl();

/// Returns the name of an error code, such as `CL_INVALID_VALUE`, or the code as text if the standard does not define
/// it.
std::string opencl_error_name(cl_int code);

/// Throws DeviceError if `code` is an error. The message starts with `where`, such as "Kernel x" or the name of a
/// device, and names the call.
void check_opencl(cl_int code, char const* call, std::string const& where);

/// Returns a property of a device whose value is an integer or a bit mask.
template <typename Number>
Number opencl_number(cl_device_id device, cl_device_info property) {
  Number number{};
  check_opencl(opencl().get_device_info(device, property, sizeof number, &number, nullptr), "clGetDeviceInfo",
               "OpenCL");
  return number;
}

} // namespace chemora::device
