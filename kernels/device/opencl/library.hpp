// The functions of OpenCL's loader that are used here, found when the program runs.
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

/// Opens libOpenCL.so.1 at the first call. Throws DeviceError when the machine has none.
OpenclLibrary const& opencl();

/// `CL_INVALID_VALUE` and so on; the number where it is none of the standard's.
std::string opencl_error_name(cl_int code);

/// Throws DeviceError naming the call and what it said; `where` begins the message ("Kernel x", a device's name).
void check_opencl(cl_int code, char const* call, std::string const& where);

} // namespace chemora::device
