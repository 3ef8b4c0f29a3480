/// Devices with an OpenCL driver and memory of their own: choice, context and queue, programs.
#pragma once

#include "kernels/device/device.hpp"
#include "kernels/device/opencl/library.hpp"

#include <memory>
#include <string>
#include <vector>

namespace chemora::device {

/// The user's choice. A text is the number of a platform or device in the list of list_of_opencl(), or part of its name
/// in any case; an empty text matches all.
struct OpenclChoice {
  std::string platform{};
  std::string device{};
  int share = 0; ///< chooses matching device number `share` modulo their count, so that the processes of a node share
};

struct ChosenOpencl {
  cl_platform_id platform;
  cl_device_id device;
  std::string platform_name, device_name;
  int number = 0; ///< of the device on its platform
};

/// Throws DeviceError if there is no OpenCL, or if no device matches: then with the list of devices.
ChosenOpencl choose_opencl(OpenclChoice const& choice);

/// Every platform with its devices, one per line. If there is none: the drivers in $OCL_ICD_VENDORS or
/// /etc/OpenCL/vendors, with the reason why each cannot be used.
std::string list_of_opencl();

/// A property of a platform or device that is a text: CL_PLATFORM_NAME, CL_DEVICE_VERSION, ...
std::string opencl_text(cl_platform_id platform, cl_platform_info property);
std::string opencl_text(cl_device_id device, cl_device_info property);

/// Receives the event of each launch, and releases it.
class OpenclLaunches {
public:
  virtual ~OpenclLaunches() = default;
  virtual void add(cl_event launch) = 0;
};

/// The context and queue that memory, programs and launches of a device share.
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

/// A stopwatch that reads the time stamps of launches. Gaps between launches do not count.
std::unique_ptr<Stopwatch> make_opencl_stopwatch(std::shared_ptr<OpenclSession> session);

/// Options that do not change bits: no fast mathematics, quotients and roots correctly rounded.
std::vector<std::string> opencl_flags();

/// Compiles a source to the driver's program binary.
CompiledObject compile_opencl(OpenclSession const& session, CompileRequest const& request);

/// Throws DeviceError if the driver rejects the binary, or if the kernel needs more than the device has.
std::unique_ptr<Module> load_opencl(std::shared_ptr<OpenclSession> session, std::string const& kernel,
                                    std::string const& object, LaunchShape const& shape);

/// A device with one in-order queue. Objects are program binaries of the driver, arrays are `cl_mem` buffers. Throws
/// DeviceError if no device matches, or if it cannot give the bits of the host. For these it needs 64-bit reals, fused
/// multiply-adds, and correctly rounded quotients and square roots of 32-bit reals.
std::unique_ptr<Device> make_opencl_device(OpenclChoice const& choice = {});

} // namespace chemora::device
