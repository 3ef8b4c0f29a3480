// Makes and releases the context.
#include "kernels/device/opencl/session.hpp"

namespace chemora::device {

OpenclSession::OpenclSession(ChosenOpencl const& c) : chosen(c) {
  cl_int code = CL_SUCCESS;
  context = opencl().create_context(nullptr, 1, &chosen.device, nullptr, nullptr, &code);
  check_opencl(code, "clCreateContext", chosen.device_name);
  queue = opencl().create_queue(context, chosen.device, CL_QUEUE_PROFILING_ENABLE, &code);
  if (code != CL_SUCCESS) opencl().release_context(context);
  check_opencl(code, "clCreateCommandQueue", chosen.device_name);
}

OpenclSession::~OpenclSession() {
  opencl().finish(queue);
  opencl().release_queue(queue);
  opencl().release_context(context);
}

} // namespace chemora::device
