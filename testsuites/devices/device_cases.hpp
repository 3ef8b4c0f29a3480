// Test cases that compare the results of kernels on a device with those of the reference interpreter. The tests of all
// devices share these cases.
#pragma once

#include "codegen/plan/plan.hpp"
#include "kernels/device/device.hpp"
#include "testsuites/support/random_graph.hpp"

#include <vector>

namespace chemora::testing_support {

/// One kernel to compile and compare.
struct DeviceCase {
  ir::Graph graph;
  ir::Graph compiled; ///< after the run-time passes
  plan::KernelPlan plan;
  RandomData data;
};

struct DeviceCaseOptions {
  int seed = 1; ///< seed that determines the random graph (1 to 3 dimensions), the element type, the array extents and
                ///< the data
  plan::KernelPlan plan{};
  bool is_specialised = false; ///< whether parameters and other run-time values are substituted by constants
  bool mixes_types = false;    ///< whether half of the arrays have another element type than the arithmetic
  bool has_functions = false;  ///< whether every second graph contains transcendental functions
};

/// A case with a random graph.
DeviceCase make_device_case(DeviceCaseOptions const& options);

/// One case for each seed from `first` to `last`. The cases cycle through `plans` and take all other options from
/// `like`.
std::vector<DeviceCase> make_device_cases(int first, int last, std::vector<plan::KernelPlan> const& plans,
                                          DeviceCaseOptions like = {});

/// Plans for devices that run blocks of threads. They have one thread per point, threads that loop along an axis, more
/// threads than points, or a single thread.
std::vector<plan::KernelPlan> const& block_plans();

/// Random graphs with random plans that buffer values in tiles and registers (random_block_plan.hpp).
std::vector<DeviceCase> make_buffered_cases(int first, int last);

/// Random graphs with random plans that buffer values in the tile of the host.
std::vector<DeviceCase> make_host_cases_with_buffers(int first, int last);

/// Returns `cases` with kernels that are compiled for arrays of any extents.
std::vector<DeviceCase> with_run_time_strides(std::vector<DeviceCase> cases);

/// A case that computes every transcendental function and stores the result to the variable of the same name. The
/// arguments are between 1/4 and 4, or between 1/16 and 1 for functions that are not defined above 1.
DeviceCase make_functions_case(ir::Type real, plan::KernelPlan const& plan);

/// A case with cube roots and with powers that the compiler replaces by roots. The arguments include all magnitudes and
/// signs, subnormal values, zeros, infinities and NaN.
DeviceCase make_roots_case(ir::Type real, plan::KernelPlan const& plan);

struct Expectation {
  int max_ulp = 0;               ///< maximum difference between device and interpreter, in units in the last place
  std::vector<int> n_threads{1}; ///< each case runs with each of these numbers of host threads
};

/// Compiles all cases and runs each of them on arrays in the memory of the device. The results must be bitwise equal to
/// those of the interpreter, and points outside the box must not change.
void expect_bits_of_interpreter(device::Device& device, std::vector<DeviceCase> const& cases,
                                Expectation const& expectation = {});

} // namespace chemora::testing_support
