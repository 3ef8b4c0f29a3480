// The text forms of random graphs with random damage; replay_test.cpp does the same with the texts of the corpus.
#include "codegen/ir/loops.hpp"
#include "codegen/passes/pipeline.hpp"
#include "codegen/plan/lower.hpp"
#include "testsuites/fuzz/damage.hpp"
#include "testsuites/fuzz/targets/target.hpp"
#include "testsuites/support/random_graph.hpp"

#include <gtest/gtest.h>

namespace {

using namespace chemora;

constexpr int n_damages = 1500;

ir::Graph graph_of(std::uint64_t seed) { return testing_support::random_graph({.seed = seed, .n_values = 20}); }

/// Number of damaged texts that are accepted.
int count_accepted(std::string const& text, bool (*accepts)(std::string const&)) {
  EXPECT_TRUE(accepts(text));
  int n_accepted = 0;
  for (std::uint64_t seed = 0; seed < n_damages; ++seed) n_accepted += accepts(testing_support::damaged(text, seed));
  return n_accepted;
}

TEST(TextForms, DamagedGraphsAreRefusedOrReadAsTheySay) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed)
    EXPECT_LT(count_accepted(ir::to_text(graph_of(seed)), fuzz::graph_text), n_damages) << "the damage must show";
}

TEST(TextForms, DamagedLoopsAreRefusedOrReadAsTheySay) {
  ir::Graph const graph = passes::specialise(graph_of(4), {});
  auto const loops = plan::lower(graph, plan::default_plan(graph, {9, 8, 7}, 4).kernels.front(), {{9, 8, 7}});
  EXPECT_LT(count_accepted(ir::to_text(loops), fuzz::loops_text), n_damages);
}

TEST(TextForms, DamagedPlansAreRefusedOrReadAsTheySay) {
  for (char const* const text :
       {"plan k on host\n  grid %4 %17\n  kernel 1: stores a %4; tile 64 8 4; vector x 4; threads tiles\n"
        "  kernel 2: tile 9 9 9; vector x 1; threads none; unroll x 2; stream y; nontemporal b v[1]; prefetch 64 "
        "stores edges; fat\n",
        "plan k on cuda:sm_90\n  per-thread 1 2 8; block 64 4 1\n  stream z\n"})
    EXPECT_LT(count_accepted(text, fuzz::plan_text), n_damages);
}

} // namespace
