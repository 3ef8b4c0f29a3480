#include "kernels/tiling/choose_plan.hpp"
#include "kernels/tuning/tuned_plan.hpp"
#include "testsuites/unit/kernels/tiling/small_problems.hpp"

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
  EXPECT_EQ(find_tuned_plan(Database(file), target, origin)->plan, model);
  record(target, faster, 125, Birth::mutation);
  auto const found = find_tuned_plan(Database(file), target, origin);
  EXPECT_EQ(found->plan, faster);
  EXPECT_EQ(found->reason, "tuned: fastest of 2 measured plans, 1.25 times as fast as the first");
}

TEST_F(TunedPlans, AreAppliedToTheExtentsOfTheBox) {
  auto half = model;
  half.kernels[0].tile = {64, 32, 32};
  record(target, half, 100, Birth::initial);
  auto const larger = box(65), smaller = box(50), single = box(64);
  EXPECT_EQ(find_tuned_plan(Database(file), {"Wave::RHS", graph, smaller, machine}, origin)->plan.kernels[0].tile,
            (base::Index3{50, 25, 26})); // whole groups of two planes
  EXPECT_FALSE(find_tuned_plan(Database(file), {"Wave::RHS", graph, larger, machine}, origin));
  auto one_thread = single;
  one_thread.n_threads = 1;
  EXPECT_FALSE(find_tuned_plan(Database(file), {"Wave::RHS", graph, one_thread, machine}, origin));
}

TEST_F(TunedPlans, OfOtherKernelsMachinesAndGraphsAreIgnored) {
  record(target, model, 100, Birth::initial);
  Database const database(file);
  auto other_machine = machine;
  other_machine.identity = "other";
  ir::Graph const other_graph = tiling::laplacian(2);
  EXPECT_TRUE(find_tuned_plan(database, target, origin));
  EXPECT_FALSE(find_tuned_plan(database, {"Wave::Energy", graph, problem, machine}, origin));
  EXPECT_FALSE(find_tuned_plan(database, {"Wave::RHS", graph, problem, other_machine}, origin));
  EXPECT_FALSE(find_tuned_plan(database, {"Wave::RHS", other_graph, problem, machine}, origin));
}

TEST_F(TunedPlans, OfOtherCompilersAreNamed) {
  record(target, model, 100, Birth::initial);
  auto const found = find_tuned_plan(Database(file), target, {"clang 14", "0.1"});
  EXPECT_EQ(found->plan, model);
  EXPECT_THAT(found->reason, HasSubstr("measured with g++ 12.2, version 0.1"));
}

TEST_F(TunedPlans, DoNotExistForEmptyBoxesAndEmptyDatabases) {
  EXPECT_FALSE(find_tuned_plan(Database(file), target, origin));
  record(target, model, 100, Birth::initial);
  tiling::Problem empty = problem;
  empty.box.upper = empty.box.lower;
  EXPECT_FALSE(find_tuned_plan(Database(file), {"Wave::RHS", graph, empty, machine}, origin));
}

} // namespace
