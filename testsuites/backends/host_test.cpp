// Compiled kernels of the host give the bits of the interpreter: random graphs, odd sizes, tiles, threads, precisions.
#include "codegen/plan/legality.hpp"
#include "kernels/device/host/host_device.hpp"
#include "kernels/jit/specialise.hpp"
#include "kernels/launch/bound_kernel.hpp"
#include "testsuites/support/random_graph.hpp"

#include <gtest/gtest.h>
#include <omp.h>

namespace {

using namespace chemora;
using testing_support::make_random_data;
using testing_support::random_graph;
using testing_support::RandomData;
using testing_support::same_bits;

/// One kernel to compile and compare.
struct Case {
  ir::Graph graph;
  ir::Graph compiled; ///< after the run-time passes
  plan::Plan plan;
  RandomData data;
};

device::Device& host() {
  static auto const device = device::make_host_device();
  return *device;
}

/// Arrays in the element type of the kernel.
template <typename Real>
std::map<std::string, std::vector<Real>> typed(std::map<std::string, std::vector<double>> const& arrays) {
  std::map<std::string, std::vector<Real>> result;
  for (auto const& [name, values] : arrays) result[name] = std::vector<Real>(values.begin(), values.end());
  return result;
}

template <typename Real>
std::map<std::string, std::vector<double>> run_compiled(Case const& test, launch::BoundKernel& kernel) {
  auto arrays = typed<Real>(test.data.arrays);
  base::Box const boxes[] = {test.data.box};
  kernel.run(boxes, test.data.input.scalars, test.data.input.parameters,
             [&](std::string const& name) { return arrays.at(name).data(); });
  std::map<std::string, std::vector<double>> result;
  for (auto const& [name, values] : arrays) result[name] = std::vector<double>(values.begin(), values.end());
  return result;
}

void expect_bits_of_interpreter(std::vector<Case> const& cases) {
  std::vector<jit::Lowered> lowered;
  std::vector<device::CompileRequest> requests;
  for (auto const& c : cases) {
    plan::check_legality(c.compiled, c.plan);
    lowered.push_back(jit::lower_to_source(c.compiled, c.plan.kernels.front(), c.data.input.extent));
    requests.push_back({c.graph.name, lowered.back().source});
  }
  auto const objects = host().compile(requests, 2);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    auto const& c = cases[i];
    ASSERT_EQ(objects[i].error, "");
    auto expected = c.data.arrays;
    ir::interpret(c.graph, c.data.input, c.data.box, expected);
    launch::BoundKernel kernel(c.compiled, c.data.input.extent,
                               host().load(c.graph.name, objects[i].object, lowered[i].shape));
    for (int const n_threads : {1, 3}) {
      omp_set_num_threads(n_threads);
      auto const actual =
          c.graph.real == ir::Type::real32 ? run_compiled<float>(c, kernel) : run_compiled<double>(c, kernel);
      for (auto const& [name, values] : expected)
        EXPECT_TRUE(same_bits(values, actual.at(name)))
            << name << " differs with " << n_threads << " threads, " << to_text(c.plan) << to_text(c.graph);
    }
  }
}

passes::KnownValues known_values(RandomData const& data) {
  return {.parameters = data.input.parameters,
          .spacing = data.input.scalars.spacing,
          .global_size = data.input.scalars.global_size};
}

Case make_case(int seed, base::Index3 const& tile, int vector_width, bool is_specialised) {
  int const dimension = 1 + seed % 3;
  ir::Graph const graph = random_graph({.seed = static_cast<std::uint64_t>(seed),
                                        .n_values = 15 + seed % 40,
                                        .dimension = dimension,
                                        .real = seed % 4 == 0 ? ir::Type::real32 : ir::Type::real64,
                                        .has_transcendentals = seed % 2 == 0,
                                        .updates_input = seed % 5 == 0});
  base::Index3 const extent{13 + seed % 5, dimension > 1 ? 11 : 1, dimension > 2 ? 9 : 1};
  Case c{graph, graph, plan::default_plan(graph, extent, vector_width),
         make_random_data(graph, extent, static_cast<std::uint64_t>(seed))};
  for (std::size_t a = 0; a < static_cast<std::size_t>(dimension); ++a) c.plan.kernels.front().tile[a] = tile[a];
  c.compiled = passes::specialise(graph, is_specialised ? known_values(c.data) : passes::KnownValues{});
  return c;
}

TEST(HostBackend, GivesTheBitsOfTheInterpreterForEveryTile) {
  std::vector<Case> cases;
  for (int seed = 1; seed <= 6; ++seed)
    for (base::Index3 const& tile : {base::Index3{100, 100, 100}, base::Index3{5, 3, 2}, base::Index3{1, 4, 7}})
      cases.push_back(make_case(seed, tile, 4, false));
  expect_bits_of_interpreter(cases);
}

TEST(HostBackend, GivesTheSameBitsWhenValuesAreKnown) {
  std::vector<Case> cases;
  for (int seed = 7; seed <= 18; ++seed) cases.push_back(make_case(seed, {8, 4, 4}, seed % 3 == 0 ? 1 : 8, true));
  expect_bits_of_interpreter(cases);
}

} // namespace
