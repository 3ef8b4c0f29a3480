// Kernels whose results on a device are compared with those of the reference interpreter; shared by the tests of all
// devices.
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
  bool has_run_time_strides = false; ///< compiled for arrays of any extents
};

struct DeviceCaseOptions {
  int seed = 1; ///< of graph and data: 1 to 3 dimensions, real32 for every fourth, odd extents
  plan::KernelPlan plan{};
  bool is_specialised = false; ///< run-time values are substituted
  bool has_functions = false;  ///< transcendental functions, in every other graph
};

/// A case with a random graph.
DeviceCase make_device_case(DeviceCaseOptions const& options);

/// Cases for the seeds from `first` to `last`, with the plans in turn and the other options of `like`.
std::vector<DeviceCase> make_device_cases(int first, int last, std::vector<plan::KernelPlan> const& plans,
                                          DeviceCaseOptions like = {});

/// Plans for devices that run blocks of threads: a thread per point, threads that move along axes, more threads than
/// points, one thread.
std::vector<plan::KernelPlan> const& block_plans();

/// Random graphs with random plans that buffer values in tiles and registers (random_block_plan.hpp).
std::vector<DeviceCase> make_buffered_cases(int first, int last);

/// The same cases, compiled for arrays of any extents.
std::vector<DeviceCase> with_run_time_strides(std::vector<DeviceCase> cases);

/// A case that stores every transcendental function to a variable of its name, for arguments between 1/4 and 4 (a
/// quarter of that for functions that are not defined above 1).
DeviceCase make_functions_case(ir::Type real, plan::KernelPlan const& plan);

/// A case with cube roots, and powers that become roots, for numbers of every size and sign, subnormal numbers, zeros,
/// infinities and NaN.
DeviceCase make_roots_case(ir::Type real, plan::KernelPlan const& plan);

struct Expectation {
  int max_ulp = 0;               ///< maximal difference in units in the last place
  std::vector<int> n_threads{1}; ///< numbers of host threads to test
};

/// Compiles all cases, runs each on arrays in the memory of the device, and expects the bits of the interpreter and
/// unchanged points outside the box.
void expect_bits_of_interpreter(device::Device& device, std::vector<DeviceCase> const& cases,
                                Expectation const& expectation = {});

} // namespace chemora::testing_support
