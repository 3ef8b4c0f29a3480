// Tests compiled kernels on the host with random graphs, odd sizes, and several tiles, threads and precisions. The
// results must be bitwise equal to those of the interpreter, including transcendental functions.
#include "kernels/device/host/host_device.hpp"
#include "kernels/jit/specialise.hpp"
#include "testsuites/devices/device_cases.hpp"
#include "testsuites/devices/update_cases.hpp"
#include "testsuites/support/large_graph.hpp"
#include "testsuites/support/random_block_plan.hpp"

#include <gtest/gtest.h>

namespace {

using namespace chemora;
using namespace chemora::testing_support;

device::Device& host() {
  static auto const device = device::make_host_device({.own_memory = true});
  return *device;
}

TEST(HostBackend, HasTheBitsOfTheInterpreterForEveryTile) {
  std::vector<DeviceCase> cases;
  for (int seed = 1; seed <= 6; ++seed)
    for (base::Index3 const& tile : {base::Index3{100, 100, 100}, base::Index3{5, 3, 2}, base::Index3{1, 4, 7}})
      cases.push_back(
          make_device_case({.seed = seed, .plan = {.tile = tile, .vector_width = 4}, .has_functions = true}));
  expect_bits_of_interpreter(host(), cases, {.n_threads = {1, 3}});
}

TEST(HostBackend, ConvertsArraysOfTheOtherPrecision) {
  std::vector<plan::KernelPlan> const plans{{.tile = {8, 4, 4}, .vector_width = 1},
                                            {.tile = {5, 3, 2}, .vector_width = 4},
                                            {.tile = {100, 100, 100}, .vector_width = 8, .unroll = {1, 2, 1}},
                                            {.tile = {100, 100, 100}, .vector_width = 16}};
  expect_bits_of_interpreter(host(), make_device_cases(101, 116, plans, {.mixes_types = true}), {.n_threads = {1, 3}});
}

TEST(HostBackend, HasTheSameBitsWithKnownValues) {
  std::vector<plan::KernelPlan> const plans{{.tile = {8, 4, 4}, .vector_width = 1},
                                            {.tile = {8, 4, 4}, .vector_width = 8},
                                            {.tile = {8, 4, 4}, .vector_width = 8}};
  auto const cases = make_device_cases(7, 18, plans, {.is_specialised = true, .has_functions = true});
  expect_bits_of_interpreter(host(), cases, {.n_threads = {1, 3}});
}

TEST(HostBackend, HasRootsWithTheBitsOfTheInterpreter) {
  std::vector<DeviceCase> cases;
  for (ir::Type const real : {ir::Type::real64, ir::Type::real32})
    for (int const width : {1, 4, 8, 16})
      cases.push_back(make_roots_case(real, {.tile = {100, 100, 100}, .vector_width = width}));
  expect_bits_of_interpreter(host(), cases);
}

/// The cases include rows that are not multiples of the vector width, remainder loops after unrolling, and rows that do
/// not start at a cache line.
TEST(HostBackend, HasTheSameBitsForEveryMappingOfATile) {
  struct Mapping {
    int vector_width;
    base::Index3 unroll;
    bool is_nontemporal;
  };
  std::vector<DeviceCase> cases;
  int seed = 20;
  for (Mapping const& mapping :
       {Mapping{2, {1, 1, 1}, true}, Mapping{2, {3, 1, 2}, false}, Mapping{4, {1, 1, 4}, true},
        Mapping{8, {1, 2, 1}, true}, Mapping{8, {1, 3, 2}, false}, Mapping{16, {2, 1, 2}, true},
        Mapping{8, {1, 1, 4}, true}, Mapping{16, {1, 1, 4}, true}})
    for (bool const is_specialised : {false, true}) {
      plan::KernelPlan const plan{.tile = {9, 8, 7}, .vector_width = mapping.vector_width, .unroll = mapping.unroll};
      cases.push_back(make_device_case(
          {.seed = ++seed, .plan = plan, .is_specialised = is_specialised, .has_functions = seed % 4 == 0}));
      if (mapping.is_nontemporal) cases.back().plan.nontemporal = cases.back().graph.outputs;
      if (seed % 2 == 0)
        // The prefetch distance reaches far beyond the ends of the arrays.
        cases.back().plan.prefetch = {4096, seed % 4 == 0, seed % 3 == 0};
    }
  expect_bits_of_interpreter(host(), cases, {.n_threads = {1, 3}});
}

TEST(HostBackend, HasTheBitsOfTheInterpreterForSeparateUpdates) {
  std::vector<plan::KernelPlan> const plans{{.tile = {100, 100, 100}, .vector_width = 8},
                                            {.tile = {9, 3, 2}, .vector_width = 4, .prefetch = {16, true, true}},
                                            {.tile = {5, 8, 7}, .vector_width = 1}};
  expect_bits_of_interpreter(host(), make_update_cases(1, 5, plans), {.n_threads = {1, 3}});
}

/// Full SIMD vectors compute rows that are shorter than a vector. At the end of an array, such a vector starts before
/// its row.
TEST(HostBackend, HasTheSameBitsForLargeKernelsOfNarrowRows) {
  ir::Graph const graph = large_graph({.n_operations = 1000, .n_fields = 5});
  plan::KernelPlan const plan{.tile = {5, 3, 2}, .vector_width = 8}; // rows of 5 and 4 points
  RandomData data = make_random_data(graph, {13, 6, 5}, 1);
  EXPECT_NE(jit::lower_to_source(graph, plan, {13, 6, 5}).source.find("is_narrow"), std::string::npos);
  std::vector<DeviceCase> cases{{graph, graph, plan, data}};
  for (std::size_t axis = 0; axis < 3; ++axis) data.box.lower[axis] = data.box.upper[axis] - 1;
  cases.push_back({graph, graph, plan, data});
  cases.push_back({graph, graph, plan, make_random_data(graph, {19, 6, 5}, 2)});
  cases.back().plan.nontemporal = graph.outputs;
  cases.back().plan.tile = {16, 3, 2}; // a tile with full vectors and a next tile shorter than a vector
  expect_bits_of_interpreter(host(), cases, {.n_threads = {1, 3}});
}

/// A graph in which values at the point need the same value at displaced points: derivatives of derivatives.
ir::Graph const second_derivatives = ir::parse_graph(R"(graph second_derivatives {
  grid 3
  in u v
  out o p q
  %0 = load u
  %1 = load v
  %2 = shift %0 [1,0,0]
  %3 = shift %0 [-1,0,0]
  %4 = subtract %2 %3
  %5 = shift %0 [1,1,0]
  %6 = shift %0 [-1,1,0]
  %7 = subtract %5 %6
  %8 = shift %0 [1,-1,0]
  %9 = shift %0 [-1,-1,0]
  %10 = subtract %8 %9
  %11 = subtract %7 %10
  %12 = shift %0 [1,0,1]
  %13 = shift %0 [-1,0,1]
  %14 = subtract %12 %13
  %15 = multiply %4 %1
  %16 = shift %1 [0,0,1]
  %17 = multiply %14 %16
  %18 = subtract %17 %15
  %19 = shift %0 [2,0,0]
  %20 = subtract %19 %0
  %21 = shift %1 [1,0,0]
  %22 = multiply %20 %21
  %23 = add %22 %18
  store o %11 interior
  store p %18 interior
  store q %23 interior
}
)");

TEST(HostBackend, HasTheSameBitsWithRowsAndPlanesInTheTile) {
  using Names = std::vector<std::string>;
  std::vector<DeviceCase> cases;
  for (Names const& names : {Names{"%4"}, Names{"%4", "%15"}, Names{"%15"}, Names{"u"}, Names{"u", "%4", "%15", "%11"}})
    for (int const stream : {plan::no_axis, 1})
      for (int const lanes : {1, 4, 8})
        cases.push_back({second_derivatives,
                         second_derivatives,
                         {.tile = {9, 3, 2}, .vector_width = lanes, .stream = stream, .in_tile = names},
                         make_random_data(second_derivatives, {23, 9, 8}, static_cast<std::uint64_t>(lanes))});
  expect_bits_of_interpreter(host(), cases, {.n_threads = {1, 3}});
  expect_bits_of_interpreter(host(), with_run_time_strides(cases), {.n_threads = {1}});
}

TEST(HostBackend, HasTheSameBitsWithRandomValuesInTheTile) {
  expect_bits_of_interpreter(host(), make_host_cases_with_buffers(1, 24), {.n_threads = {1, 3}});
}

TEST(HostBackend, HasTheSameBitsForNarrowRowsInTheTileOfLargeKernels) {
  ir::Graph const graph = large_graph({.n_operations = 1000, .n_fields = 5});
  std::vector<DeviceCase> cases;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    plan::KernelPlan plan = random_host_plan(graph, seed);
    plan.tile = {5, 3, 2}; // rows of 5 and 4 points
    plan.vector_width = 8;
    plan.unroll[0] = 1;
    plan.has_run_time_strides = false;
    plan.nontemporal.clear();
    RandomData data = make_random_data(graph, {13, 6, 5}, seed);
    EXPECT_NE(jit::lower_to_source(graph, plan, {13, 6, 5}).source.find("is_narrow"), std::string::npos);
    cases.push_back({graph, graph, plan, data});
    for (std::size_t axis = 0; axis < 3; ++axis) data.box.lower[axis] = data.box.upper[axis] - 1;
    cases.push_back({graph, graph, plan, data});
    plan.tile = {16, 3, 2};
    cases.push_back({graph, graph, plan, make_random_data(graph, {19, 6, 5}, seed)});
  }
  expect_bits_of_interpreter(host(), cases, {.n_threads = {1, 3}});
}

} // namespace
