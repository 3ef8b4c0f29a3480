// Tests every pass of the compiler with random graphs. The resulting graph is valid, and a second application does not
// change it. Exact passes do not change any bit of the results, and rounding passes change results only by rounding
// errors.
#include "codegen/passes/passes.hpp"
#include "testsuites/support/random_graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace {

using namespace chemora;
using passes::Pass;
using testing_support::make_random_data;
using testing_support::random_graph;
using testing_support::RandomData;
using testing_support::RandomGraphOptions;
using testing_support::same_bits;

constexpr int n_graphs = 150;

/// A rounding pass changes the result of each operation by a few units in the last place. The relative errors of the
/// well-conditioned graphs in this test are therefore below this bound, which is 450 units in the last place.
constexpr double max_relative_error = 1e-13;

/// Returns the options of a random graph. The seeds cover all dimensions and both precisions, with and without
/// transcendental functions.
RandomGraphOptions options(int seed) {
  return {.seed = static_cast<std::uint64_t>(seed),
          .n_values = 10 + seed % 50,
          .dimension = 1 + seed % 3,
          .real = seed % 4 == 0 ? ir::Type::real32 : ir::Type::real64,
          .has_transcendentals = seed % 2 == 0};
}

/// Returns options of graphs without cancellation, in which every operation adds an error of at most a few units in the
/// last place.
RandomGraphOptions well_conditioned_options(int seed) {
  RandomGraphOptions well_conditioned = options(seed);
  well_conditioned.is_well_conditioned = true;
  well_conditioned.real = ir::Type::real64;
  well_conditioned.n_values = 5 + seed % 15;
  return well_conditioned;
}

base::Index3 extent(int dimension) { return {9, dimension > 1 ? 7 : 1, dimension > 2 ? 6 : 1}; }

struct Results {
  std::map<std::string, std::vector<double>> before, after; ///< arrays by name
};

Results interpret_both(ir::Graph const& before, ir::Graph const& after, int seed) {
  RandomData const data = make_random_data(before, extent(before.dimension), static_cast<std::uint64_t>(seed));
  Results results{data.arrays, data.arrays};
  interpret(before, data.input, data.box, results.before);
  interpret(after, data.input, data.box, results.after);
  return results;
}

bool have_same_bits(Results const& results, std::vector<std::string> const& outputs) {
  return std::all_of(outputs.begin(), outputs.end(), [&](std::string const& output) {
    return same_bits(results.before.at(output), results.after.at(output));
  });
}

void expect_well_formed(Pass const& pass, ir::Graph const& after) {
  ir::verify(after, "test");
  EXPECT_EQ(to_text(pass.run(after)), to_text(after)) << "not idempotent";
  EXPECT_EQ(ir::parse_graph(to_text(after)), after);
}

void expect_same_bits(Pass const& pass) {
  for (int seed = 1; seed <= n_graphs; ++seed) {
    ir::Graph const before = random_graph(options(seed)), after = pass.run(before);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + to_text(before) + to_text(after));
    expect_well_formed(pass, after);
    ASSERT_TRUE(have_same_bits(interpret_both(before, after, seed), before.outputs));
  }
}

void expect_close(std::vector<double> const& before, std::vector<double> const& after) {
  for (std::size_t at = 0; at < before.size(); ++at) {
    if (!std::isfinite(before[at]) || std::fabs(before[at]) > 1e100 || std::fabs(before[at]) < 1e-100) continue;
    ASSERT_NEAR(after[at] / before[at], 1, max_relative_error);
  }
}

/// Expects that the pass changes results only by rounding errors. The results of at least one graph must change;
/// otherwise the pass should be declared as exact.
void expect_rounding_errors_only(Pass const& pass) {
  int n_changed = 0;
  for (int seed = 1; seed <= n_graphs; ++seed) {
    expect_well_formed(pass, pass.run(random_graph(options(seed))));
    ir::Graph const before = random_graph(well_conditioned_options(seed)), after = pass.run(before);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + to_text(before) + to_text(after));
    expect_well_formed(pass, after);
    Results const results = interpret_both(before, after, seed);
    for (std::string const& output : before.outputs) expect_close(results.before.at(output), results.after.at(output));
    n_changed += !have_same_bits(results, before.outputs);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(n_changed, 0) << "the pass is declared as rounding, but changes no bit";
}

/// Returns all passes, and the compile-time and run-time pipelines as one pass each.
std::vector<Pass> passes_to_test() {
  std::vector<Pass> tested = passes::compile_time_passes();
  for (Pass const& pass : passes::run_time_passes({}))
    if (std::none_of(tested.begin(), tested.end(), [&](Pass const& other) { return other.name == pass.name; }))
      tested.push_back(pass);
  tested.push_back({"compile", "", false, [](ir::Graph const& graph) { return passes::compile(graph); }});
  tested.push_back({"specialise", "", true, [](ir::Graph const& graph) { return passes::specialise(graph, {}); }});
  return tested;
}

class RandomGraphs : public testing::TestWithParam<Pass> {};

TEST_P(RandomGraphs, KeepWhatThePassPromises) {
  if (GetParam().is_exact)
    expect_same_bits(GetParam());
  else
    expect_rounding_errors_only(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Passes, RandomGraphs, testing::ValuesIn(passes_to_test()),
                         [](auto const& info) { return info.param.name; });

TEST(RandomGraphs, RunTimePassesAreExact) {
  for (Pass const& pass : passes::run_time_passes({})) EXPECT_TRUE(pass.is_exact) << pass.name;
}

passes::KnownValues known_values(RandomData const& data, int seed) {
  passes::KnownValues known;
  ir::GridScalars const& scalars = data.input.scalars;
  if (seed % 2 == 0) known.parameters = data.input.parameters;
  if (seed % 3 != 0) known.spacing = scalars.spacing;
  if (seed % 5 != 0) known.origin = scalars.origin;
  if (seed % 7 != 0) known.global_size = scalars.global_size;
  if (seed % 4 != 0) known.time_step = scalars.time_step;
  return known;
}

TEST(RandomGraphs, KeepBitsWhenSpecialisedWithAnyKnownValues) {
  for (int seed = 1; seed <= 2 * n_graphs; ++seed) {
    ir::Graph const before = passes::compile(random_graph(options(seed)));
    RandomData const data = make_random_data(before, extent(before.dimension), static_cast<std::uint64_t>(seed));
    passes::KnownValues const known = known_values(data, seed);
    ir::Graph const after = passes::specialise(before, known);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + to_text(before) + to_text(after));
    EXPECT_EQ(to_text(passes::specialise(after, known)), to_text(after)) << "not idempotent";
    ASSERT_TRUE(have_same_bits(interpret_both(before, after, seed), before.outputs));
  }
}

} // namespace
