#include "testsuites/devices/device_cases.hpp"

#include "codegen/ir/graph_builder.hpp"
#include "codegen/ir/operation.hpp"
#include "codegen/passes/passes.hpp"
#include "codegen/plan/plan.hpp"
#include "kernels/jit/specialise.hpp"
#include "kernels/launch/bound_kernel.hpp"
#include "testsuites/support/random_block_plan.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>

namespace chemora::testing_support {

namespace {

passes::KnownValues known_values(RandomData const& data) {
  return {.parameters = data.input.parameters,
          .spacing = data.input.scalars.spacing,
          .global_size = data.input.scalars.global_size};
}

using Arrays = std::map<std::string, std::vector<double>>;

/// Copies of a case's arrays in the memory of a device, in the element types of the graph.
class DeviceArrays {
public:
  DeviceArrays(device::Device& device, DeviceCase const& test)
      : device_(device), graph_(test.graph), extent_(test.data.input.extent) {
    for (auto const& [name, values] : test.data.arrays)
      memory_[name] = element_type(graph_, name) == ir::Type::real32 ? copied<float>(values) : copied<double>(values);
  }
  ~DeviceArrays() {
    for (auto const& [name, memory] : memory_) device_.release(memory);
  }
  DeviceArrays(DeviceArrays const&) = delete;
  DeviceArrays& operator=(DeviceArrays const&) = delete;

  void* at(std::string const& name) { return memory_.at(name); }

  Arrays on_host() {
    Arrays arrays;
    for (auto const& [name, memory] : memory_)
      arrays[name] = element_type(graph_, name) == ir::Type::real32 ? read<float>(memory) : read<double>(memory);
    return arrays;
  }

private:
  template <typename Real>
  device::ArrayShape shape() const {
    return {extent_, sizeof(Real)};
  }
  base::Box whole() const { return {{0, 0, 0}, extent_}; }

  template <typename Real>
  void* copied(std::vector<double> const& values) {
    std::vector<Real> const typed(values.begin(), values.end());
    void* const memory = device_.allocate(shape<Real>().bytes());
    EXPECT_EQ(device_.copy_to_device(memory, typed.data(), shape<Real>(), whole()), shape<Real>().bytes());
    return memory;
  }

  template <typename Real>
  std::vector<double> read(void* memory) {
    std::vector<Real> typed(shape<Real>().bytes() / sizeof(Real));
    device_.copy_to_host(typed.data(), memory, shape<Real>(), whole());
    return {typed.begin(), typed.end()};
  }

  device::Device& device_;
  ir::Graph const& graph_;
  base::Index3 extent_;
  std::map<std::string, void*> memory_;
};

Arrays run(device::Device& device, DeviceCase const& test, launch::BoundKernel& kernel) {
  DeviceArrays arrays(device, test);
  base::Box const boxes[] = {test.data.box};
  kernel.run(boxes, test.data.input.scalars, test.data.input.parameters,
             [&](std::string const& name) { return arrays.at(name); });
  device.finish();
  return arrays.on_host();
}

/// Returns the distance between two floating-point values in units in the last place. Any two NaNs have distance 0.
template <typename Real, typename Bits>
double steps_between(Real a, Real b) {
  if (std::isnan(a) && std::isnan(b)) return 0;
  if (std::isnan(a) || std::isnan(b)) return INFINITY;
  auto const ordinal = [](Real value) { // Maps a value to its index in the ascending order of all values of its type
    Bits bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits < 0 ? std::numeric_limits<Bits>::min() - bits : bits;
  };
  Bits const from = ordinal(a), to = ordinal(b);
  return (from < 0) != (to < 0) ? INFINITY : std::abs(static_cast<double>(from - to));
}

double max_steps(std::vector<double> const& a, std::vector<double> const& b, ir::Type real) {
  double max = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    max = std::max(max, real == ir::Type::real32
                            ? steps_between<float, std::int32_t>(static_cast<float>(a[i]), static_cast<float>(b[i]))
                            : steps_between<double, std::int64_t>(a[i], b[i]));
  return max;
}

/// Gives every second array the real type that the graph does not have. Numbers of real64 arrays are not exact in
/// real32, so that loads must round them.
void mix_types(ir::Graph& graph, RandomData& data) {
  ir::Type const other = graph.real == ir::Type::real64 ? ir::Type::real32 : ir::Type::real64;
  bool is_mixed = false;
  for (auto& [name, values] : data.arrays) {
    is_mixed = !is_mixed;
    if (!is_mixed) continue;
    graph.element_types[name] = other;
    for (double& value : values) value = ir::rounded_to(other, value * (1 + 0x1p-30));
  }
}

base::Index3 odd_extent(int dimension, int seed) {
  return {13 + seed % 5, dimension > 1 ? 11 : 1, dimension > 2 ? 9 : 1};
}

} // namespace

DeviceCase make_device_case(DeviceCaseOptions const& options) {
  int const dimension = 1 + options.seed % 3;
  ir::Graph graph = random_graph({.seed = static_cast<std::uint64_t>(options.seed),
                                  .n_values = 15 + options.seed % 40,
                                  .dimension = dimension,
                                  .real = options.seed % 4 == 0 ? ir::Type::real32 : ir::Type::real64,
                                  .has_transcendentals = options.has_functions && options.seed % 2 == 0,
                                  .updates_input = options.seed % 5 == 0});
  RandomData data =
      make_random_data(graph, odd_extent(dimension, options.seed), static_cast<std::uint64_t>(options.seed));
  if (options.mixes_types) mix_types(graph, data);
  ir::Graph compiled = passes::specialise(graph, options.is_specialised ? known_values(data) : passes::KnownValues{});
  return {std::move(graph), std::move(compiled), options.plan, std::move(data)};
}

std::vector<DeviceCase> make_device_cases(int first, int last, std::vector<plan::KernelPlan> const& plans,
                                          DeviceCaseOptions like) {
  std::vector<DeviceCase> cases;
  for (like.seed = first; like.seed <= last; ++like.seed) {
    like.plan = plans[static_cast<std::size_t>(like.seed) % plans.size()];
    cases.push_back(make_device_case(like));
  }
  return cases;
}

std::vector<DeviceCase> make_buffered_cases(int first, int last) {
  std::vector<DeviceCase> cases;
  for (int seed = first; seed <= last; ++seed) {
    cases.push_back(make_device_case({.seed = seed, .is_specialised = seed % 2 == 0}));
    cases.back().plan = random_block_plan(cases.back().compiled, static_cast<std::uint64_t>(seed));
  }
  return cases;
}

std::vector<DeviceCase> make_host_cases_with_buffers(int first, int last) {
  std::vector<DeviceCase> cases;
  for (int seed = first; seed <= last; ++seed) {
    cases.push_back(make_device_case({.seed = seed, .is_specialised = seed % 2 == 0, .has_functions = true}));
    cases.back().plan = random_host_plan(cases.back().compiled, static_cast<std::uint64_t>(seed));
  }
  return cases;
}

std::vector<DeviceCase> with_run_time_strides(std::vector<DeviceCase> cases) {
  for (DeviceCase& c : cases) c.plan.has_run_time_strides = true;
  return cases;
}

std::vector<plan::KernelPlan> const& block_plans() {
  static std::vector<plan::KernelPlan> const plans{{.tile = {16, 4, 2}, .block = {16, 4, 2}},
                                                   {.tile = {8, 4, 7}, .block = {8, 2, 1}, .stream = 2},
                                                   {.tile = {100, 100, 100}, .block = {64, 1, 4}, .unroll = {1, 2, 1}},
                                                   {.tile = {5, 3, 2}, .block = {3, 1, 1}},
                                                   {.tile = {4, 5, 3}, .block = {1, 1, 1}}};
  return plans;
}

DeviceCase make_functions_case(ir::Type real, plan::KernelPlan const& plan) {
  ir::GraphBuilder builder("functions", 3, real);
  auto const a = builder.load("a"), b = builder.load("b");
  auto const small = builder.apply(ir::Op::multiply, {a, builder.real(0.25)});
  for (ir::OpInfo const& row : ir::all_operations()) {
    if (!row.is_transcendental()) continue;
    bool const has_bound = row.op == ir::Op::asin || row.op == ir::Op::acos;
    auto const operands = row.arity == 2 ? std::vector{a, b} : std::vector{has_bound ? small : a};
    builder.store(std::string(row.name), builder.apply(row.op, operands), ir::Region::interior);
  }
  ir::Graph graph = builder.finish();
  RandomData data = make_random_data(graph, {33, 17, 9}, 1);
  ir::Graph compiled = passes::specialise(graph, {});
  return {std::move(graph), std::move(compiled), plan, std::move(data)};
}

DeviceCase make_roots_case(ir::Type real, plan::KernelPlan const& plan) {
  ir::GraphBuilder builder("roots", 3, real);
  auto const a = builder.load("a");
  builder.store("cbrt", builder.apply(ir::Op::cbrt, {a}), ir::Region::interior);
  for (int sixths : {-5, -4, -2, -1, 1, 2, 3, 4, 5, 8})
    builder.store((sixths < 0 ? "inverse" : "power") + std::to_string(std::abs(sixths)),
                  builder.apply(ir::Op::power, {a, builder.real(sixths / 6.0)}), ir::Region::interior);
  ir::Graph graph = passes::canonicalise(builder.finish());
  RandomData data = make_random_data(graph, {33, 17, 9}, 1);
  std::vector<double>& numbers = data.arrays.at("a");
  for (std::size_t n = 0; n < numbers.size(); n += 2) {
    int const exponent = static_cast<int>(n) % (real == ir::Type::real32 ? 140 : 1060);
    numbers[n] = ir::rounded_to(
        real, std::ldexp(n % 3 == 0 ? -numbers[n] : numbers[n], n % 4 == 0 ? 4 - exponent : exponent - 40));
  }
  double const infinity = std::numeric_limits<double>::infinity();
  std::vector<double> const special{0.0, -0.0, 1, -8, infinity, -infinity, std::nan("")};
  std::copy(special.begin(), special.end(), numbers.begin() + 5);
  ir::Graph compiled = passes::specialise(graph, {});
  return {std::move(graph), std::move(compiled), plan, std::move(data)};
}

void expect_bits_of_interpreter(device::Device& device, std::vector<DeviceCase> const& cases,
                                Expectation const& expectation) {
  std::vector<jit::Lowered> lowered;
  std::vector<device::CompileRequest> requests;
  for (auto const& c : cases) {
    plan::check_legality(c.compiled, c.plan);
    lowered.push_back(jit::lower_to_source(c.compiled, c.plan, c.data.input.extent, device.properties().language));
    requests.push_back({c.graph.name, lowered.back().source});
  }
  auto const objects = device.compile(requests, 2);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    auto const& c = cases[i];
    ASSERT_EQ(objects[i].error, "") << lowered[i].source;
    Arrays expected = c.data.arrays;
    ir::interpret(c.graph, c.data.input, c.data.box, expected);
    launch::BoundKernel kernel(c.compiled, c.data.input.extent,
                               device.load(c.graph.name, objects[i].object, lowered[i].shape));
    for (int const n_threads : expectation.n_threads) {
      omp_set_num_threads(n_threads);
      Arrays const actual = run(device, c, kernel);
      for (auto const& [name, values] : expected)
        if (expectation.max_ulp == 0)
          EXPECT_TRUE(same_bits(values, actual.at(name)))
              << name << " differs with " << n_threads << " threads: " << to_text(c.plan) << to_text(c.graph);
        else
          EXPECT_LE(max_steps(values, actual.at(name), c.graph.real), expectation.max_ulp)
              << name << " of " << to_text(c.graph);
    }
  }
}

} // namespace chemora::testing_support
