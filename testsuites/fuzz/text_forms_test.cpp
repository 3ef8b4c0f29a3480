// Tests the parsers of text forms with damaged texts of random graphs. replay_test.cpp tests them with the texts of the
// corpus.
#include "codegen/ir/loops.hpp"
#include "codegen/passes/passes.hpp"
#include "codegen/plan/lower.hpp"
#include "testsuites/fuzz/damage.hpp"
#include "testsuites/fuzz/targets/target.hpp"
#include "testsuites/support/random_graph.hpp"

#include <gtest/gtest.h>

namespace {

using namespace chemora;

constexpr std::uint64_t n_damages = 1500;

ir::Graph graph_of(std::uint64_t seed) { return testing_support::random_graph({.seed = seed, .n_values = 20}); }

/// Returns the fraction of damaged texts that are rejected. `accepts` also checks that an accepted text is printed to a
/// text with the same meaning.
double rejected_share(std::string const& text, bool (*accepts)(std::string const&)) {
  EXPECT_TRUE(accepts(text));
  int n_damaged = 0, n_rejected = 0;
  for (std::uint64_t seed = 0; seed < n_damages; ++seed) {
    std::string const damaged = testing_support::damaged(text, seed);
    if (damaged == text) continue;
    ++n_damaged;
    n_rejected += !accepts(damaged);
  }
  return static_cast<double>(n_rejected) / n_damaged;
}

TEST(TextForms, DamagedGraphsAreRejectedOrRoundTrip) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed)
    EXPECT_GT(rejected_share(ir::to_text(graph_of(seed)), fuzz::graph_text), 0.8);
}

TEST(TextForms, DamagedLoopsAreRejectedOrRoundTrip) {
  ir::Graph const graph = passes::specialise(graph_of(4), {});
  auto const loops = plan::lower(graph, plan::default_plan(graph, {9, 8, 7}, 4).kernels.front(), {{9, 8, 7}});
  EXPECT_GT(rejected_share(ir::to_text(loops), fuzz::loops_text), 0.8);
}

TEST(TextForms, DamagedPlansAreRejectedOrRoundTrip) {
  for (char const* const text :
       {"plan k on host\n  grid %4 %17\n  kernel 1: stores a %4; tile 64 8 4; vector x 4; threads tiles\n"
        "  kernel 2: tile 9 9 9; vector x 1; threads none; unroll x 2; stream y; nontemporal b v[1]; prefetch 64 "
        "stores edges; fat\n",
        "plan k on cuda:sm_90\n  per-thread 1 2 8; block 64 4 1\n  stream z\n"})
    EXPECT_GT(rejected_share(text, fuzz::plan_text), 0.5);
}

} // namespace
