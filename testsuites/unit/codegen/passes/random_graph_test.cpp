// Properties of every pass on random graphs: verified, idempotent, and the bits it promises.
#include "codegen/passes/canonicalise.hpp"
#include "codegen/passes/collect_terms.hpp"
#include "codegen/passes/eliminate_common_subexpressions.hpp"
#include "codegen/passes/eliminate_dead_values.hpp"
#include "codegen/passes/fold_constants.hpp"
#include "codegen/passes/form_fma.hpp"
#include "codegen/passes/pipeline.hpp"
#include "codegen/passes/push_shifts_to_loads.hpp"
#include "codegen/passes/simplify_exactly.hpp"
#include "testsuites/support/random_graph.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace {

using namespace chemora;
using testing_support::make_random_data;
using testing_support::random_graph;
using testing_support::RandomData;
using testing_support::RandomGraphOptions;
using testing_support::same_bits;

constexpr int n_graphs = 150;

using Transform = std::function<ir::Graph(ir::Graph const&)>;

/// Graphs of all dimensions, both precisions, with and without transcendentals.
RandomGraphOptions options(int seed) {
  return {.seed = static_cast<std::uint64_t>(seed),
          .n_values = 10 + seed % 50,
          .dimension = 1 + seed % 3,
          .real = seed % 4 == 0 ? ir::Type::real32 : ir::Type::real64,
          .has_transcendentals = seed % 2 == 0};
}

base::Index3 extent(int dimension) { return {9, dimension > 1 ? 7 : 1, dimension > 2 ? 6 : 1}; }

void expect_exact(Transform const& transform) {
  for (int seed = 1; seed <= n_graphs; ++seed) {
    ir::Graph const before = random_graph(options(seed));
    ir::Graph const after = transform(before);
    ir::verify(after, "test");
    EXPECT_EQ(to_text(transform(after)), to_text(after)) << "not idempotent, seed " << seed;
    EXPECT_EQ(ir::parse_graph(to_text(after)), after);
    RandomData data = make_random_data(before, extent(before.dimension), static_cast<std::uint64_t>(seed));
    auto arrays = data.arrays;
    interpret(before, data.input, data.box, data.arrays);
    interpret(after, data.input, data.box, arrays);
    for (std::string const& output : before.outputs)
      ASSERT_TRUE(same_bits(data.arrays[output], arrays[output])) << "seed " << seed << "\n"
                                                                  << to_text(before) << to_text(after);
  }
}

/// For passes that change rounding: graphs without cancellation, where every operation adds at most a few units in
/// the last place of its result.
void expect_close(Transform const& transform, double bound) {
  for (int seed = 1; seed <= n_graphs; ++seed) {
    RandomGraphOptions chosen = options(seed);
    chosen.is_well_conditioned = true;
    chosen.real = ir::Type::real64;
    chosen.n_values = 5 + seed % 15;
    ir::Graph const before = random_graph(chosen);
    ir::Graph const after = transform(before);
    EXPECT_EQ(to_text(transform(after)), to_text(after)) << "not idempotent, seed " << seed << "\n" << to_text(before);
    RandomData data = make_random_data(before, extent(before.dimension), static_cast<std::uint64_t>(seed));
    auto arrays = data.arrays;
    interpret(before, data.input, data.box, data.arrays);
    interpret(after, data.input, data.box, arrays);
    for (std::string const& output : before.outputs)
      for (std::size_t at = 0; at < arrays[output].size(); ++at) {
        double const expected = data.arrays[output][at];
        if (!std::isfinite(expected) || std::fabs(expected) > 1e100 || std::fabs(expected) < 1e-100) continue;
        ASSERT_NEAR(arrays[output][at] / expected, 1, bound) << "seed " << seed << "\n"
                                                             << to_text(before) << to_text(after);
      }
  }
}

void expect_idempotent(Transform const& transform) {
  for (int seed = 1; seed <= n_graphs; ++seed) {
    ir::Graph const after = transform(random_graph(options(seed)));
    ir::verify(after, "test");
    ASSERT_EQ(to_text(transform(after)), to_text(after)) << "seed " << seed;
  }
}

TEST(ExactPasses, PushShiftsToLoads) { expect_exact(passes::push_shifts_to_loads); }
TEST(ExactPasses, FoldConstants) { expect_exact(passes::fold_constants); }
TEST(ExactPasses, SimplifyExactly) { expect_exact(passes::simplify_exactly); }
TEST(ExactPasses, EliminateCommonSubexpressions) { expect_exact(passes::eliminate_common_subexpressions); }
TEST(ExactPasses, EliminateDeadValues) { expect_exact(passes::eliminate_dead_values); }

TEST(ExactPasses, RunTimePipelineWithNothingKnown) {
  expect_exact([](ir::Graph const& graph) { return passes::specialise(graph, {}); });
}

TEST(RoundingPasses, Canonicalise) {
  expect_close(passes::canonicalise, 1e-10);
  expect_idempotent(passes::canonicalise);
}

TEST(RoundingPasses, CollectTerms) {
  expect_close(passes::collect_terms, 1e-10);
  expect_idempotent(passes::collect_terms);
}

TEST(RoundingPasses, FormFma) {
  expect_close(passes::form_fma, 1e-10);
  expect_idempotent(passes::form_fma);
}

TEST(RoundingPasses, CompileTimePipeline) {
  Transform const compile = [](ir::Graph const& graph) { return passes::compile(graph); };
  expect_close(compile, 1e-10);
  expect_idempotent(compile);
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

TEST(ExactPasses, SpecialisingKeepsEveryBitWhateverIsKnown) {
  for (int seed = 1; seed <= 2 * n_graphs; ++seed) {
    ir::Graph const before = passes::compile(random_graph(options(seed)));
    RandomData data = make_random_data(before, extent(before.dimension), static_cast<std::uint64_t>(seed));
    passes::KnownValues const known = known_values(data, seed);
    ir::Graph const after = passes::specialise(before, known);
    EXPECT_EQ(to_text(passes::specialise(after, known)), to_text(after)) << "not idempotent, seed " << seed;
    auto arrays = data.arrays;
    interpret(before, data.input, data.box, data.arrays);
    interpret(after, data.input, data.box, arrays);
    for (std::string const& output : before.outputs)
      ASSERT_TRUE(same_bits(data.arrays[output], arrays[output])) << "seed " << seed << "\n"
                                                                  << to_text(before) << to_text(after);
  }
}

} // namespace
