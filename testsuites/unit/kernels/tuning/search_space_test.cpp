// Genomes and plans: every genome has a legal plan with the bits of the graph, and the model's plans have genomes.
#include "codegen/passes/passes.hpp"
#include "codegen/plan/fission.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"
#include "kernels/tiling/choose_kernels.hpp"
#include "kernels/tuning/evolution.hpp"
#include "kernels/tuning/search_space.hpp"
#include "testsuites/support/interpret_pieces.hpp"
#include "testsuites/support/large_graph.hpp"
#include "testsuites/unit/kernels/tiling/small_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

namespace {

using namespace chemora;
using namespace chemora::tuning;
using testing::HasSubstr;
using tiling::Problem;

machine::Machine const narrow = tiling::small_machine();

machine::Machine wide() {
  auto machine = tiling::small_machine();
  machine.vector_bytes = 64; // a cache line, so that the planner prefetches
  return machine;
}

tiling::BlockMachine const h200{.device = "cuda:sm_90",
                                .limits = {.max_threads = 1024,
                                           .max_per_axis = {1024, 1024, 64},
                                           .n_units = 132,
                                           .threads_per_unit = 2048,
                                           .warp = 32,
                                           .local_bytes = 48 << 10,
                                           .cache_bytes = 228 << 10}};
tiling::BlockMachine const processor{.device = "opencl:cpu",
                                     .limits = {.max_threads = 4096, .max_per_axis = {4096, 4096, 4096}, .n_units = 4}};

Problem box(base::Index3 const& extent, int n_threads = 2, int ghosts = 2) {
  Problem problem;
  problem.n_threads = n_threads;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    int const g = extent[axis] == 1 ? 0 : ghosts;
    problem.allocated[axis] = extent[axis] + 2 * g;
    problem.box.lower[axis] = g;
    problem.box.upper[axis] = extent[axis] + g;
  }
  return problem;
}

Genome random_genome(std::size_t size, Random& random) {
  Genome genome;
  for (std::size_t n = 0; n < size; ++n) genome.set_bit(n, random.coin());
  return genome;
}

ir::Graph random_specialised(int seed) {
  return passes::specialise(testing_support::random_graph({.seed = static_cast<std::uint64_t>(seed),
                                                           .n_values = 20 + seed % 60,
                                                           .n_outputs = 1 + seed % 5,
                                                           .dimension = 3,
                                                           .real = seed % 4 == 0 ? ir::Type::real32 : ir::Type::real64,
                                                           .updates_input = seed % 3 == 0}),
                            {});
}

void expect_bits_of_graph(ir::Graph const& graph, plan::Plan const& plan, int seed) {
  auto const data = testing_support::make_random_data(graph, {7, 6, 5}, static_cast<std::uint64_t>(seed));
  auto expected = data.arrays;
  ir::interpret(graph, data.input, data.box, expected);
  auto const actual = testing_support::interpret(plan::split(graph, plan), data);
  for (auto const& [name, values] : expected)
    EXPECT_TRUE(testing_support::same_bits(values, actual.at(name))) << name << "\n" << to_text(plan) << to_text(graph);
}

TEST(SearchSpace, EveryGenomeOfARandomGraphHasALegalPlanWithTheSameBits) {
  Random random(1);
  std::size_t n_divided = 0, n_stored = 0;
  for (int seed = 1; seed <= 170; ++seed) {
    ir::Graph const graph = random_specialised(seed);
    SearchSpace const space(graph, box({7, 6, 5}), narrow);
    plan::Plan const plan = space.decode(random_genome(space.size(), random));
    EXPECT_NO_THROW(plan::check_legality(graph, plan)) << to_text(plan) << to_text(graph);
    EXPECT_EQ(plan::parse_plan(to_text(plan), plan::Plan{}), plan) << to_text(plan);
    expect_bits_of_graph(graph, plan, seed);
    n_divided += plan.kernels.size() > 1 ? 1 : 0;
    n_stored += plan.grid.size();
  }
  EXPECT_GT(n_divided, 80u);
  EXPECT_GT(n_stored, 100u);
}

/// Two neighbouring points need %4, which four operations compute.
TEST(SearchSpace, HostPlansMayBufferValuesThatSeveralPointsNeed) {
  ir::Graph const graph = ir::parse_graph(R"(graph k {
  grid 3
  in u v
  out o
  %0 = load u
  %1 = load v
  %2 = multiply %0 %1
  %3 = add %2 %0
  %4 = multiply %3 %3
  %5 = subtract %4 %1
  %6 = shift %0 [1,0,0]
  %7 = shift %1 [1,0,0]
  %8 = multiply %6 %7
  %9 = add %8 %6
  %10 = multiply %9 %9
  %11 = subtract %10 %7
  %12 = subtract %11 %5
  store o %12 interior
}
)");
  SearchSpace const space(graph, box({60, 31, 17}), narrow);
  Random random(4);
  int n_buffered = 0;
  for (int n = 0; n < 2000; ++n) {
    plan::Plan const plan = space.decode(random_genome(space.size(), random));
    EXPECT_EQ(space.decode(space.encode(plan)), plan) << to_text(plan);
    if (plan.kernels.size() != 1 || plan.kernels[0].in_tile.empty()) continue;
    EXPECT_EQ(plan.kernels[0].in_tile, std::vector<std::string>{"%5"});
    EXPECT_NO_THROW(plan::check_legality(graph, plan)) << to_text(plan);
    ++n_buffered;
  }
  EXPECT_GT(n_buffered, 0);
}

TEST(SearchSpace, EveryGenomeOfADeviceHasALegalPlan) {
  Random random(2);
  std::size_t n_buffered = 0;
  for (tiling::BlockMachine const* blocks : {&h200, &processor})
    for (int n = 1; n <= 200; ++n) {
      ir::Graph const graph = n % 2 == 0 ? tiling::laplacian(1 + n % 3) : random_specialised(n);
      Problem problem = box({5 + 7 * n % 200, 1 + n % 90, 1 + n % 40}, 1, 4);
      problem.blocks = blocks;
      SearchSpace const space(graph, problem, narrow);
      plan::Plan const plan = space.decode(random_genome(space.size(), random));
      EXPECT_NO_THROW(plan::check_legality(graph, plan)) << to_text(plan);
      for (auto const& piece : plan::split(graph, plan).pieces) {
        EXPECT_EQ(tiling::excess(piece.graph, piece.plan, problem.allocated, blocks->limits), "") << to_text(plan);
        n_buffered += piece.plan.in_tile.empty() && piece.plan.in_registers.empty() ? 0 : 1;
      }
    }
  EXPECT_GT(n_buffered, 10u);
}

TEST(SearchSpace, RepresentativesHaveTheSamePlan) {
  Random random(3);
  for (int seed = 1; seed <= 60; ++seed) {
    ir::Graph const graph = random_specialised(seed);
    Problem problem = box({60, 31, 17});
    if (seed % 3 == 0) problem.blocks = &h200;
    SearchSpace const space(graph, problem, narrow);
    Genome const genome = random_genome(space.size(), random), normalised = space.normalised(genome);
    EXPECT_EQ(space.decode(normalised), space.decode(genome));
    EXPECT_EQ(space.normalised(normalised), normalised);
    EXPECT_EQ(normalised.size(), space.size());
  }
}

void expect_encodable(ir::Graph const& graph, Problem const& problem, machine::Machine const& machine,
                      tiling::FissionRule const& rule) {
  plan::Plan const chosen = tiling::choose_kernels(graph, problem, machine, rule).plan;
  SearchSpace const space(graph, problem, machine, std::max<int>(max_kernels, static_cast<int>(chosen.kernels.size())));
  plan::Plan const decoded = space.decode(space.encode(chosen));
  EXPECT_EQ(decoded, canonical(graph, chosen)) << to_text(decoded) << to_text(chosen);
  if (chosen.kernels.size() == 1) {
    EXPECT_EQ(decoded, chosen);
  }
}

TEST(SearchSpace, EncodesThePlansOfTheHostModel) {
  for (machine::Machine const& machine : {narrow, wide()})
    for (int const n_threads : {1, 2, 3, 12})
      for (base::Index3 const& extent : {base::Index3{1, 1, 1},
                                         {33, 1, 1},
                                         {1, 40, 40},
                                         {512, 512, 1},
                                         {64, 64, 64},
                                         {100, 37, 259},
                                         {513, 7, 130},
                                         {2000, 3, 3}})
        for (int const reach : {1, 4})
          expect_encodable(tiling::laplacian(reach), box(extent, n_threads, reach), machine, {});
}

TEST(SearchSpace, EncodesDivisionsOfTheModel) {
  ir::Graph const graph = testing_support::large_graph({.n_operations = 900, .n_fields = 6});
  for (auto const fission : {tiling::Fission::none, tiling::Fission::outputs, tiling::Fission::derivatives})
    for (int const limit : {150, 400, 2000}) expect_encodable(graph, box({40, 40, 40}), wide(), {fission, limit});
}

TEST(SearchSpace, EncodesDivisionsOfRandomGraphs) {
  std::size_t n_divided = 0;
  for (int seed = 1; seed <= 80; ++seed) {
    ir::Graph const graph = random_specialised(seed);
    for (auto const fission : {tiling::Fission::outputs, tiling::Fission::derivatives}) {
      expect_encodable(graph, box({20, 20, 20}), narrow, {fission, 12});
      auto const plan = tiling::choose_kernels(graph, box({20, 20, 20}), narrow, {fission, 12}).plan;
      n_divided += plan.kernels.size() > 1 ? 1 : 0;
    }
  }
  EXPECT_GT(n_divided, 60u);
}

TEST(SearchSpace, EncodesThePlansOfBlocks) {
  for (tiling::BlockMachine const* blocks : {&h200, &processor})
    for (base::Index3 const& extent : {base::Index3{5, 1, 1}, {64, 64, 64}, {100, 37, 59}, {513, 7, 130}, {1200, 9, 2}})
      for (int const reach : {1, 3}) {
        Problem problem = box(extent, 1, reach);
        problem.blocks = blocks;
        expect_encodable(tiling::laplacian(reach), problem, narrow, {});
      }
}

TEST(SearchSpace, EncodesPlansThatAUserWrote) {
  ir::Graph const graph = tiling::laplacian();
  Problem const problem = box({64, 64, 64});
  SearchSpace const space(graph, problem, narrow);
  auto const plan =
      plan::parse_plan("plan laplacian on host\n  tile 32 16 4\n  vector x 8\n  threads none\n"
                       "  unroll z 4\n  stream y\n  nontemporal v\n  prefetch 32 edges\n  strides run-time\n  fat\n",
                       plan::Plan{});
  EXPECT_EQ(space.decode(space.encode(plan)), plan);
}

TEST(SearchSpace, RejectsPlansWithOtherValues) {
  ir::Graph const graph = tiling::laplacian();
  SearchSpace const space(graph, box({64, 64, 64}), narrow);
  auto plan = space.decode(Genome());
  plan.kernels[0].tile[1] = 5;
  try {
    space.encode(plan);
    FAIL() << "The tile is not an alternative.";
  } catch (base::UserError const& error) {
    EXPECT_THAT(error.what(), HasSubstr("no alternative of `tile y of kernel 1`"));
  }
}

TEST(SearchSpace, RejectsMoreKernelsThanItAllows) {
  ir::Graph const graph = testing_support::large_graph({.n_operations = 300, .n_fields = 4});
  SearchSpace const space(graph, box({40, 40, 40}), narrow, 2);
  plan::Plan plan = space.decode(Genome());
  plan.kernels.resize(3, plan.kernels[0]);
  for (std::size_t k = 0; k < 3; ++k) plan.kernels[k].stores = {graph.outputs[k]};
  plan.kernels[2].stores.push_back(graph.outputs[3]);
  EXPECT_THROW(space.encode(plan), base::UserError);
}

TEST(SearchSpace, IsEqualForAllProblemsOfAClass) {
  ir::Graph const graph = tiling::laplacian();
  SearchSpace const space(graph, box({100, 100, 100}), narrow), same(graph, box({128, 65, 70}), narrow),
      larger(graph, box({129, 100, 100}), narrow);
  EXPECT_EQ(space.identity(), same.identity());
  EXPECT_NE(space.identity(), larger.identity());
  EXPECT_EQ(shape_class(box({100, 100, 100})), "128 128 128, 2 threads");
  EXPECT_EQ(shape_class(box({128, 65, 70}, 1)), "128 128 128, 1 thread");
  // Decoded for different boxes of a shape class, a genome divides rows and planes in the same ratio.
  auto const half = plan::parse_plan("plan laplacian on host\n  tile 100 50 25\n", space.decode(Genome()));
  EXPECT_EQ(same.decode(space.encode(half)).kernels[0].tile, (base::Index3{128, 33, 18}));
}

TEST(SearchSpace, OfBlocksIsEqualForAllProblemsOfAClass) {
  for (tiling::BlockMachine const* blocks : {&h200, &processor})
    for (base::Index3 const& extent : {base::Index3{16, 128, 32}, {8, 1024, 2}, {32, 4, 1}, {512, 64, 64}}) {
      Problem largest = box(extent, 1), smallest = box({extent[0] / 2 + 1, extent[1] / 2 + 1, extent[2] / 2 + 1}, 1);
      largest.blocks = smallest.blocks = blocks;
      ir::Graph const graph = tiling::laplacian();
      EXPECT_EQ(shape_class(largest), shape_class(smallest));
      EXPECT_EQ(SearchSpace(graph, largest, narrow).identity(), SearchSpace(graph, smallest, narrow).identity());
    }
}

TEST(SearchSpace, CombinesComponents) {
  ir::Graph const graph = testing_support::large_graph({.n_operations = 300, .n_fields = 4});
  SearchSpace const space(graph, box({40, 40, 40}), narrow);
  Random random(5);
  Genome const a = random_genome(space.size(), random), b = random_genome(space.size(), random);
  EXPECT_EQ(space.combine(a, b, {}), a);
  EXPECT_EQ(space.combine(a, b, {Component::configuration, Component::storage, Component::kernels}), b);
  Genome const child = space.combine(a, b, {Component::storage});
  std::size_t position = 0;
  for (Choice const& choice : space.choices()) {
    Genome const& source = choice.component == Component::storage ? b : a;
    EXPECT_EQ(child.number(position, n_bits(choice)), source.number(position, n_bits(choice))) << choice.name;
    position += static_cast<std::size_t>(n_bits(choice));
  }
}

TEST(SearchSpace, HasChoicesOfEveryComponent) {
  ir::Graph const graph = testing_support::large_graph({.n_operations = 300, .n_fields = 4});
  SearchSpace const space(graph, box({40, 40, 40}), narrow);
  std::set<Component> components;
  std::vector<std::string> names;
  for (Choice const& choice : space.choices()) {
    components.insert(choice.component);
    names.push_back(choice.name);
  }
  EXPECT_EQ(components.size(), 3u);
  EXPECT_EQ(std::set(names.begin(), names.end()).size(), names.size());
  EXPECT_THAT(names, testing::IsSupersetOf(std::vector<std::string>{"tile x of kernel 1", "vector of kernel 8",
                                                                    "nontemporal " + graph.outputs[0],
                                                                    "kernel of " + graph.outputs[0]}));
}

/// The box of 10^3 points has the class of 16^3, whose two arrays are exactly a quarter of 256 KiB.
TEST(SearchSpace, HasStreamingStoresOnlyForArraysThatLeaveTheCache) {
  for (auto const& [extent, expected] : std::map<int, int>{{10, 0}, {16, 0}, {17, 1}, {40, 1}}) {
    SearchSpace const space(tiling::laplacian(), box({extent, extent, extent}), narrow);
    auto const n_choices = std::count_if(space.choices().begin(), space.choices().end(),
                                         [](Choice const& choice) { return choice.name.starts_with("nontemporal"); });
    EXPECT_EQ(n_choices, expected) << extent;
  }
}

TEST(SearchSpace, OfOneResultHasOneKernel) {
  ir::Graph const copy =
      ir::parse_graph("graph k {\n  grid 3\n  in u\n  out v\n  %0 = load u\n  store v %0 interior\n}\n");
  SearchSpace const space(copy, box({8, 8, 8}), narrow);
  for (Choice const& choice : space.choices()) EXPECT_EQ(choice.component, Component::configuration) << choice.name;
}

} // namespace
