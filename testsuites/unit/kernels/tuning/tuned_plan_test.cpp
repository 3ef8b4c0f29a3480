#include "codegen/plan/fission.hpp"
#include "framework/base/errors.hpp"
#include "kernels/tiling/choose_plan.hpp"
#include "kernels/tuning/tuned_plan.hpp"
#include "testsuites/unit/kernels/tiling/small_problems.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

namespace {

using namespace chemora;
using namespace chemora::tuning;
using testing::HasSubstr;

class TunedPlans : public testing::Test {
protected:
  TunedPlans() { close(mkstemp(file.data())); }
  ~TunedPlans() override {
    for (char const* end : {"", "-wal", "-shm"}) unlink((file + end).c_str());
  }

  /// Records the plan with a score, as a search does.
  void record(Target const& target, plan::Plan const& plan, double score, Birth birth) {
    SearchSpace const space = target.search_space();
    Individual individual;
    individual.genome = space.encode(plan);
    individual.birth = birth;
    individual.scores = {score};
    Database(file).record(subject_of(target, space), origin, individual);
  }

  /// Finds a plan in the text that the process with the database sends to others.
  std::optional<TunedPlan> find(Target const& target, Origin const& origin) const {
    Winners const winners(Database(file), origin, {host_name(target.machine)});
    return find_tuned_plan(Winners::from_text(winners.to_text()), target, origin);
  }

  static tiling::Problem box(int n) { return {{n + 2, n + 2, n + 2}, {{1, 1, 1}, {n + 1, n + 1, n + 1}}, 2}; }

  std::string file = testing::TempDir() + "tunedXXXXXX";
  Origin const origin{"g++ 12.2", "0.1"};
  ir::Graph const graph = tiling::laplacian();
  machine::Machine const machine = tiling::small_machine();
  tiling::Problem const problem = box(64);
  Target const target{"Wave::RHS", graph, problem, machine};
  plan::Plan const model = tiling::choose_plan(graph, problem, machine).plan;
};

TEST_F(TunedPlans, AreFoundByKernelAndProblem) {
  auto faster = model;
  faster.kernels[0].tile = {64, 16, 8};
  record(target, model, 100, Birth::initial);
  EXPECT_EQ(find(target, origin)->plan, model);
  record(target, faster, 125, Birth::mutation);
  auto const found = find(target, origin);
  EXPECT_EQ(found->plan, faster);
  EXPECT_EQ(found->reason, "tuned: fastest of 2 measured plans, 1.25 times as fast as the first");
}

TEST_F(TunedPlans, AreAppliedToTheExtentsOfTheBox) {
  auto half = model;
  half.kernels[0].tile = {64, 32, 32};
  record(target, half, 100, Birth::initial);
  auto const larger = box(65), smaller = box(50), single = box(64);
  EXPECT_EQ(find({"Wave::RHS", graph, smaller, machine}, origin)->plan.kernels[0].tile,
            (base::Index3{50, 25, 26})); // whole groups of two planes
  EXPECT_FALSE(find({"Wave::RHS", graph, larger, machine}, origin));
  auto one_thread = single;
  one_thread.n_threads = 1;
  EXPECT_FALSE(find({"Wave::RHS", graph, one_thread, machine}, origin));
}

TEST_F(TunedPlans, OfOtherKernelsMachinesAndGraphsAreIgnored) {
  record(target, model, 100, Birth::initial);
  auto other_machine = machine;
  other_machine.identity = "other";
  ir::Graph const other_graph = tiling::laplacian(2);
  EXPECT_TRUE(find(target, origin));
  EXPECT_FALSE(find({"Wave::Energy", graph, problem, machine}, origin));
  EXPECT_FALSE(find({"Wave::RHS", graph, problem, other_machine}, origin));
  EXPECT_FALSE(find({"Wave::RHS", other_graph, problem, machine}, origin));
}

TEST_F(TunedPlans, OfOtherCompilersAreNamed) {
  record(target, model, 100, Birth::initial);
  auto const found = find(target, {"clang 14", "0.1"});
  EXPECT_EQ(found->plan, model);
  EXPECT_THAT(found->reason, HasSubstr("measured with g++ 12.2, version 0.1"));
}

// The memory of a run that worked with the model's plan must suffice.
TEST_F(TunedPlans, NeedLittleMoreMemoryThanTheModelsPlan) {
  ir::Graph const with_differences =
      ir::parse_graph("graph k {\n  grid 3\n  in u\n  out v\n  %0 = load u\n  %1 = shift %0 [1,0,0]\n"
                      "  %2 = shift %0 [0,1,0]\n  %3 = subtract %1 %0\n  %4 = subtract %2 %0\n"
                      "  %5 = multiply %3 %4\n  %6 = fma %3 %4 %5\n  store v %6 interior\n}\n");
  Target const kernel{"Wave::RHS", with_differences, problem, machine};
  auto const plan_of = [&](std::string const& text) {
    return plan::parse_plan(text, plan::default_plan(with_differences, problem.allocated, 1));
  };
  auto const one = plan_of("grid %3\n kernel 1: stores %3; tile 64 8 8\n kernel 2: stores v; tile 64 8 8");
  auto const two = plan_of("grid %3 %4\n kernel 1: stores %3 %4; tile 64 8 8\n kernel 2: stores v; tile 64 8 8");
  EXPECT_NO_THROW(check_usable(kernel, one));
  try {
    check_usable(kernel, two);
    FAIL();
  } catch (base::UserError const& error) {
    EXPECT_THAT(error.what(), HasSubstr("The plan needs 2 scratch arrays; at most 1 are allowed for 2 arrays."));
  }
  record(kernel, two, 100, Birth::initial);
  EXPECT_THROW(find(kernel, origin), base::UserError);
  Target like_the_model = kernel;
  like_the_model.n_scratch_arrays = 2;
  EXPECT_EQ(plan::split(with_differences, find(like_the_model, origin)->plan).n_slots, 2);
}

TEST_F(TunedPlans, DoNotExistForEmptyBoxesAndEmptyDatabases) {
  EXPECT_FALSE(find(target, origin));
  record(target, model, 100, Birth::initial);
  tiling::Problem empty = problem;
  empty.box.upper = empty.box.lower;
  EXPECT_FALSE(find({"Wave::RHS", graph, empty, machine}, origin));
}

TEST(Subject, DigestDependsOnOperationsButNotOnConstants) {
  auto const graph_of = [](char const* number, char const* op) {
    return ir::parse_graph(
        fmt::format("graph k {{\n  grid 3\n  in u\n  out v\n  %0 = load u\n  %1 = immediate real64 {}\n"
                    "  %2 = {} %0 %1\n  store v %2 interior\n}}\n",
                    number, op));
  };
  EXPECT_EQ(digest_of(graph_of("0.5", "multiply")), digest_of(graph_of("0.25", "multiply")));
  EXPECT_NE(digest_of(graph_of("0.5", "multiply")), digest_of(graph_of("0.5", "add")));
  EXPECT_NE(digest_of(tiling::laplacian(1)), digest_of(tiling::laplacian(2)));
}

} // namespace
