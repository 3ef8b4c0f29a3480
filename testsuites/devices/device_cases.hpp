// Kernels on which a device is compared with the reference interpreter: the body of tests that all devices share.
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
  bool has_told_strides = false; ///< compiled for arrays of any extents
};

struct DeviceCaseOptions {
  int seed = 1; ///< of graph and data: 1 to 3 dimensions, real32 for every fourth, odd extents
  plan::KernelPlan plan{};
  bool is_specialised = false; ///< values that a run knows are put in
  bool has_functions = false;  ///< transcendental ones, in every other graph
};

/// A random graph.
DeviceCase make_device_case(DeviceCaseOptions const& options);

/// For the seeds from `first` to `last`, with the plans in turn and all else as in `like`.
std::vector<DeviceCase> make_device_cases(int first, int last, std::vector<plan::KernelPlan> const& plans,
                                          DeviceCaseOptions like = {});

/// Plans for devices that run blocks of threads: a thread per point, threads that go along axes, more threads than
/// points, one thread.
std::vector<plan::KernelPlan> const& block_plans();

/// Random graphs with random plans that keep values in tiles and registers (random_block_plan.hpp).
std::vector<DeviceCase> make_kept_cases(int first, int last);

/// The same cases, compiled for arrays of any extents.
std::vector<DeviceCase> with_told_strides(std::vector<DeviceCase> cases);

/// Every transcendental function, each stored to a variable of its name, of numbers between 1/4 and 4 (a quarter of
/// that where they have no values above 1).
DeviceCase make_functions_case(ir::Type real, plan::KernelPlan const& plan);

/// Cube roots, and powers that become roots, of numbers of every size and sign, subnormal ones, zeros, infinities, NaN.
DeviceCase make_roots_case(ir::Type real, plan::KernelPlan const& plan);

struct Expectation {
  int most_ulp = 0;              ///< units in the last place that may differ
  std::vector<int> n_threads{1}; ///< of the host, each of which is tried
};

/// Compiles all, runs each on arrays in the device's memory and compares with the interpreter: equal bits, points
/// outside of the box untouched.
void expect_interpreters_bits(device::Device& device, std::vector<DeviceCase> const& cases,
                              Expectation const& expectation = {});

} // namespace chemora::testing_support
