/// OpenCL devices: choice of a device, its context and queue, and its compiled programs.
#pragma once

#include "kernels/device/device.hpp"
#include "kernels/device/opencl/library.hpp"

#include <memory>
#include <string>
#include <vector>

namespace chemora::device {

/// The user's choice of an OpenCL device. `platform` and `device` are a number in the list of list_of_opencl(), or part
/// of a name in any case. An empty text matches every platform or device.
struct OpenclChoice {
  std::string platform{};
  std::string device{};
  int share = 0; ///< selects matching device number `share` modulo the number of matching devices, to distribute
                 ///< processes of a node
};

struct ChosenOpencl {
  cl_platform_id platform;
  cl_device_id device;
  std::string platform_name, device_name;
  int number = 0; ///< number of the device on its platform
};

/// Selects a device. Throws DeviceError if OpenCL is not installed, or, with a list of the devices, if no device
/// matches.
ChosenOpencl choose_opencl(OpenclChoice const& choice);

/// Returns a list of all platforms with their devices, one per line. If there is no platform, the list contains the
/// drivers in $OCL_ICD_VENDORS or /etc/OpenCL/vendors, with the reason why each driver cannot be used.
std::string list_of_opencl();

/// Returns a property of a platform or device whose value is a text, such as CL_PLATFORM_NAME or CL_DEVICE_VERSION.
std::string opencl_text(cl_platform_id platform, cl_platform_info property);
std::string opencl_text(cl_device_id device, cl_device_info property);

/// Interface of a stopwatch that receives the event of each launch and must release the event.
class OpenclLaunches {
public:
  virtual ~OpenclLaunches() = default;
  virtual void add(cl_event launch) = 0;
};

/// The OpenCL context and queue that the memory, programs and launches of a device share.
struct OpenclSession {
  explicit OpenclSession(ChosenOpencl const& chosen_device);
  ~OpenclSession();
  OpenclSession(OpenclSession const&) = delete;
  OpenclSession& operator=(OpenclSession const&) = delete;

  ChosenOpencl chosen;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  OpenclLaunches* timed = nullptr; ///< the stopwatch that is running, if any
};

/// Creates a stopwatch that reads the time stamps of launches. The measured time excludes gaps between launches.
std::unique_ptr<Stopwatch> make_opencl_stopwatch(std::shared_ptr<OpenclSession> session);

/// Returns compiler options that keep results bitwise equal to the host: no fast mathematics, correctly rounded
/// quotients and roots.
std::vector<std::string> opencl_flags();

/// Compiles a source to the driver's program binary.
CompiledObject compile_opencl(OpenclSession const& session, CompileRequest const& request);

/// Loads a compiled kernel. Throws DeviceError if the driver rejects the binary, or if the kernel needs more resources
/// than the device has.
std::unique_ptr<Module> load_opencl(std::shared_ptr<OpenclSession> session, std::string const& kernel,
                                    std::string const& object, LaunchShape const& shape);

/// Creates a device with one in-order queue. Objects are program binaries of the driver; arrays are `cl_mem` buffers.
/// Throws DeviceError if no device matches, or if its results would differ from those of the host. Equal results need
/// 64-bit reals, fused multiply-adds, and correctly rounded quotients and square roots of 32-bit reals.
std::unique_ptr<Device> make_opencl_device(OpenclChoice const& choice = {});

} // namespace chemora::device
