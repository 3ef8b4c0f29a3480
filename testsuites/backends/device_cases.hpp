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
};

struct DeviceCaseOptions {
  int seed = 1; ///< of graph and data: 1 to 3 dimensions, real32 for every fourth, odd extents
  plan::KernelPlan plan{};
  bool is_specialised = false; ///< values that a run knows are put in
};

/// A random graph without transcendental functions.
DeviceCase make_device_case(DeviceCaseOptions const& options);

/// Every transcendental function, each stored to a variable of its name, of numbers between 1/4 and 4 (a quarter of
/// that where they have no values above 1).
DeviceCase make_functions_case(ir::Type real, plan::KernelPlan const& plan);

/// Compiles all, runs each on arrays in the device's memory and compares with the interpreter: equal bits, points
/// outside of the box untouched. Where `most_ulp` > 0, so many units in the last place may differ.
void expect_interpreters_bits(device::Device& device, std::vector<DeviceCase> const& cases, int most_ulp = 0);

} // namespace chemora::testing_support
