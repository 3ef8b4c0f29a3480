// Tests that kernels use measured plans, that pinned plans take precedence, and that results do not change.
#include "host_run.hpp"
#include "kernels/search/search.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <unistd.h>

namespace chemora::runtime {
namespace {

using testing::HasSubstr;

constexpr base::Index3 extent{40, 20, 16};

class TunedRun : public testing::Test {
protected:
  TunedRun() { close(mkstemp(file.data())); }
  ~TunedRun() override {
    for (char const* end : {"", "-wal", "-shm"}) unlink((file + end).c_str());
  }

  /// Records a plan of the kernel Wave::rhs with a score, as a search does.
  void record(HostRun& run, std::string const& decisions, double score) const {
    auto const graph = jit::specialise(run.registry.find("Wave", "rhs").variants[0].graph(),
                                       run.request(functions, "rhs", parameters).known())[0]
                           .graph;
    auto const problem = run.plans.problem_of({}, functions.grid, nullptr);
    tuning::Target const target{"Wave::rhs.interior", graph, problem, machine::this_machine()};
    auto const space = target.search_space();
    tuning::Individual individual;
    individual.genome = space.encode(plan::parse_plan(decisions, space.decode({})));
    individual.scores = {score};
    tuning::Database(file).record(subject_of(target, space), search::origin_of(run.device->properties()), individual);
  }

  Settings settings(bool uses_tuned_plans = true) const {
    return {.uses_tuned_plans = uses_tuned_plans, .tuning_database = file, .uses_disk_cache = false};
  }

  static void add_kernel(HostRun& run) { run.registry.add("Wave", difference_kernel("rhs", "u", "urhs")); }

  std::string file = testing::TempDir() + "tunedXXXXXX";
  HostGridFunctions const functions{extent, 1};
  std::map<std::string, double> const parameters{{"factor", 0.5}};
};

TEST_F(TunedRun, UsesTheFastestPlan) {
  HostRun earlier({}, settings());
  add_kernel(earlier);
  record(earlier, "tile 38 9 7; unroll z 1; vector x 2", 3);
  record(earlier, "tile 38 18 4; unroll z 2; vector x 4; strides run-time", 5);
  HostRun run({}, settings());
  add_kernel(run);
  run.launcher.launch(functions, run.request(functions, "rhs", parameters));
  EXPECT_THAT(run.cache.plans(), HasSubstr("# tuned: fastest of 2 measured plans, 1.67 times as fast as the first\n"
                                           "plan Wave::rhs on host\n  tile 38 18 4\n  vector x 4\n"));
  EXPECT_THAT(run.cache.plans(), HasSubstr("strides run-time"));
  EXPECT_THAT(run.cache.records().front().plan_reason, HasSubstr("tuned: fastest of 2"));
  EXPECT_THAT(run.messages.texts, testing::IsEmpty());
}

TEST_F(TunedRun, HasTheBitsOfTheModelsPlan) {
  HostRun earlier({}, settings());
  add_kernel(earlier);
  record(earlier, "tile 38 5 8; unroll z 4; vector x 1; stream y; fat", 3);
  for (bool const uses_tuned_plans : {false, true}) {
    HostGridFunctions const functions_of_run(extent, 1);
    HostRun run({}, settings(uses_tuned_plans));
    add_kernel(run);
    run.launcher.launch(functions_of_run, run.request(functions_of_run, "rhs", parameters));
    EXPECT_EQ(run.cache.plans().find("tuned") != std::string::npos, uses_tuned_plans);
    auto& expected = functions.values(uses_tuned_plans ? "tuned" : "model");
    expected = functions_of_run.values("urhs");
  }
  EXPECT_EQ(functions.values("tuned"), functions.values("model"));
}

TEST_F(TunedRun, PinnedPlansTakePrecedence) {
  HostRun earlier({}, settings());
  add_kernel(earlier);
  record(earlier, "tile 38 9 7; unroll z 1", 3);
  HostRun run({"Wave::rhs: tile 11 6 5; unroll z 1"}, settings());
  add_kernel(run);
  run.launcher.launch(functions, run.request(functions, "rhs", parameters));
  EXPECT_THAT(run.cache.plans(), HasSubstr("# pinned by CaKernel::plan\nplan Wave::rhs on host\n  tile 11 6 5\n"));
}

TEST_F(TunedRun, OfAnUnknownKernelUsesTheModel) {
  HostRun run({}, settings());
  add_kernel(run);
  run.launcher.launch(functions, run.request(functions, "rhs", parameters));
  EXPECT_THAT(run.cache.plans(), HasSubstr("lowest cost"));
}

TEST_F(TunedRun, WarnsAboutADatabaseThatItCannotUse) {
  std::ofstream(file) << std::string(5000, 'x');
  HostRun run({}, settings());
  add_kernel(run);
  run.launcher.launch(functions, run.request(functions, "rhs", parameters));
  EXPECT_THAT(run.cache.plans(), HasSubstr("lowest cost"));
  ASSERT_EQ(run.messages.texts.size(), 1u);
  EXPECT_THAT(run.messages.texts[0], HasSubstr("file is not a database"));
  EXPECT_THAT(run.messages.texts[0], HasSubstr("The run continues without plans of earlier searches."));
}

TEST_F(TunedRun, StoresTheDatabaseInTheCacheFolder) {
  EXPECT_EQ(tuning_database_file({.tuning_database = "/a/b.db"}), "/a/b.db");
  EXPECT_EQ(tuning_database_file({.cache_folder = "/cache"}), "/cache/tuning.db");
}

} // namespace
} // namespace chemora::runtime
