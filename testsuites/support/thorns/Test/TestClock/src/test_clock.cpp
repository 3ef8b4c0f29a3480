#include "Kernel/Devices/src/process_device.hpp"
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"
#include "kernels/device/host/host_device.hpp"

#include <memory>
#include <string>
#include <utility>

namespace {

namespace device = chemora::device;

/// Costs of kernels on this process, in simulated seconds.
struct Costs {
  double array = 0, kernel = 0, launch = 0;
};

class CountingModule final : public device::Module {
public:
  CountingModule(std::unique_ptr<device::Module> module, Costs const& costs, double& clock)
      : module_(std::move(module)), costs_(costs), clock_(clock) {}

  void launch(std::span<void const* const> inputs, std::span<void* const> outputs,
              chemora_kernel_arguments const& arguments) override {
    module_->launch(inputs, outputs, arguments);
    double points = 1;
    for (int axis = 0; axis < 3; ++axis) points *= arguments.upper[axis] - arguments.lower[axis];
    constexpr std::size_t max_arrays_of_a_sum = 4;
    std::size_t const n_arrays = inputs.size() + outputs.size();
    double const of_point = costs_.array * static_cast<double>(n_arrays);
    clock_ += costs_.launch + points * (of_point + (n_arrays > max_arrays_of_a_sum ? costs_.kernel : 0));
  }

private:
  std::unique_ptr<device::Module> module_;
  Costs costs_;
  double& clock_;
};

class CountingStopwatch final : public device::Stopwatch {
public:
  explicit CountingStopwatch(double const& clock) : clock_(clock) {}
  void start() override { started_ = clock_; }
  void stop() noexcept override { seconds_ += clock_ - started_; }
  double seconds() override { return seconds_; }

private:
  double const& clock_;
  double started_ = 0, seconds_ = 0;
};

class CountingDevice final : public device::Device {
public:
  explicit CountingDevice(Costs const& costs)
      : host_(device::make_host_device()), properties_(host_->properties()), costs_(costs) {
    properties_.name = "processors with a clock of " + std::to_string(1e6 * costs.array) + ", " +
                       std::to_string(1e6 * costs.kernel) + ", " + std::to_string(1e6 * costs.launch) + " microseconds";
  }

  device::Properties const& properties() const override { return properties_; }
  void* allocate(std::size_t bytes) override { return host_->allocate(bytes); }
  void release(void* memory) noexcept override { host_->release(memory); }
  std::size_t copy_to_device(void* here, void const* on_host, device::ArrayShape const& shape,
                             chemora::base::Box const& box) override {
    return host_->copy_to_device(here, on_host, shape, box);
  }
  std::size_t copy_to_host(void* on_host, void const* here, device::ArrayShape const& shape,
                           chemora::base::Box const& box) override {
    return host_->copy_to_host(on_host, here, shape, box);
  }
  void pack(void* packed, std::span<device::ArrayBox const> boxes) override { host_->pack(packed, boxes); }
  void unpack(std::span<device::ArrayBox const> boxes, void const* packed) override { host_->unpack(boxes, packed); }
  void copy_within(std::span<device::ArrayBox const> from, std::span<device::ArrayBox const> to) override {
    host_->copy_within(from, to);
  }
  std::vector<device::CompiledObject> compile(std::span<device::CompileRequest const> requests,
                                              int n_processes) override {
    return host_->compile(requests, n_processes);
  }
  std::unique_ptr<device::Module> load(std::string const& kernel, std::string const& object,
                                       device::LaunchShape const& shape) override {
    return std::make_unique<CountingModule>(host_->load(kernel, object, shape), costs_, clock_);
  }
  void finish() override { host_->finish(); }
  std::unique_ptr<device::Stopwatch> make_stopwatch() override { return std::make_unique<CountingStopwatch>(clock_); }

private:
  std::unique_ptr<device::Device> host_;
  device::Properties properties_;
  Costs costs_;
  double clock_ = 0; ///< seconds
};

std::unique_ptr<device::Device> make_device() {
  DECLARE_CCTK_PARAMETERS
  int const process = CCTK_MyProc(nullptr) % 4; // length of the array parameters
  return std::make_unique<CountingDevice>(
      Costs{array_seconds[process], kernel_seconds[process], launch_seconds[process]});
}

} // namespace

extern "C" int TestClock_Startup(void) {
  devices::provide("TestClock", make_device);
  return 0;
}
