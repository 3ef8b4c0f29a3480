// Tests that kernels use measured plans, that pinned plans take precedence, and that results do not change.
#include "host_run.hpp"
#include "kernels/search/search.hpp"
#include "testsuites/unit/kernels/jit/processes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>
#include <unistd.h>

namespace chemora::runtime {
namespace {

using testing::HasSubstr;

constexpr base::Index3 extent{40, 20, 16};

/// A kernel with two differences, which a plan can store in two scratch arrays.
char const* const two_differences =
    "graph rhs {\n  grid 3\n  in u\n  out urhs\n  %0 = load u\n  %1 = shift %0 [1,0,0]\n"
    "  %2 = shift %0 [0,1,0]\n  %3 = subtract %1 %0\n  %4 = subtract %2 %0\n"
    "  %5 = multiply %3 %4\n  %6 = fma %3 %4 %5\n  store urhs %6 interior\n}\n";

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

TEST_F(TunedRun, ReplacesAKernelByThePlanOfASearchDuringTheRun) {
  Settings during_run = settings();
  during_run.search_seconds = 1;
  HostRun run({}, during_run);
  add_kernel(run);
  auto& kernel = run.launcher.compile(run.request(functions, "rhs", parameters));
  auto const initial = functions.values("urhs");
  run.launcher.launch(functions, run.request(functions, "rhs", parameters));
  auto const expected = functions.values("urhs");
  EXPECT_NE(expected, initial);
  EXPECT_THAT(run.cache.plans(), HasSubstr("lowest cost"));
  record(run, "tile 38 18 4; unroll z 2; vector x 4; strides run-time", 5);
  run.tuned.update();
  run.cache.replace({"Wave::other.interior"});
  EXPECT_THAT(run.cache.plans(), HasSubstr("lowest cost"));
  run.cache.replace({"Wave::rhs.interior"});
  EXPECT_THAT(run.cache.plans(), testing::StartsWith("# tuned: fastest of 1 measured plans"));
  EXPECT_THAT(run.cache.plans(), testing::Not(HasSubstr("lowest cost")));
  functions.values("urhs") = initial;
  run.launcher.launch(functions, run.request(functions, "rhs", parameters));
  EXPECT_EQ(functions.values("urhs"), expected);
  EXPECT_EQ(&run.launcher.compile(run.request(functions, "rhs", parameters)), &kernel);
  EXPECT_THAT(run.cache.records().front().plan_reason, HasSubstr("tuned"));
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

TEST_F(TunedRun, WarnsIfTheSpecifiedDatabaseDoesNotExist) {
  unlink(file.c_str());
  HostRun run({}, settings());
  ASSERT_EQ(run.messages.texts.size(), 1u);
  EXPECT_THAT(run.messages.texts[0], HasSubstr("does not exist. The run continues without plans of earlier searches."));
}

TEST_F(TunedRun, ContinuesWithoutAPlanThatNeedsTooMuchMemory) {
  HostRun earlier({}, settings());
  earlier.registry.add("Wave", two_differences);
  record(earlier, "grid %3 %4\n kernel 1: stores %3 %4; tile 38 9 7\n kernel 2: tile 38 9 7", 3);
  HostRun run({}, settings());
  run.registry.add("Wave", two_differences);
  run.launcher.launch(functions, run.request(functions, "rhs"));
  EXPECT_THAT(run.cache.plans(), HasSubstr("lowest cost"));
  ASSERT_EQ(run.messages.texts.size(), 1u);
  EXPECT_THAT(run.messages.texts[0], HasSubstr("measured plan of kernel Wave::rhs.interior cannot be used: The plan "
                                               "needs 2 scratch arrays; at most 1 are allowed for 2 arrays."));
}

/// A compiler that fails for kernels with run-time strides.
class HalfCompiler {
public:
  HalfCompiler() : folder_(mkdtemp(pattern_.data())) {
    std::string const script = folder_ + "/compiler";
    std::ofstream(script)
        << "#!/bin/sh\nfor last; do :; done\n"
           "case $last in *.cpp) if grep -q 'dj = arguments->' $last; then echo too new; exit 3; fi;; esac\n"
           "exec c++ \"$@\"\n";
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    setenv("CHEMORA_CXX", script.c_str(), 1);
  }
  ~HalfCompiler() {
    before_.empty() ? unsetenv("CHEMORA_CXX") : setenv("CHEMORA_CXX", before_.c_str(), 1);
    std::filesystem::remove_all(folder_);
  }

private:
  std::string before_ = std::getenv("CHEMORA_CXX") ? std::getenv("CHEMORA_CXX") : "";
  std::string pattern_ = testing::TempDir() + "compilerXXXXXX", folder_;
};

TEST_F(TunedRun, ContinuesWithoutPlansThatDoNotCompile) {
  HalfCompiler const compiler;
  HostRun earlier({}, settings());
  add_kernel(earlier);
  record(earlier, "tile 38 18 4; unroll z 2; vector x 4; strides run-time", 5);
  HostRun run({}, settings());
  add_kernel(run);
  run.launcher.launch(functions, run.request(functions, "rhs", parameters));
  EXPECT_THAT(run.cache.plans(), HasSubstr("lowest cost"));
  ASSERT_EQ(run.messages.texts.size(), 1u);
  EXPECT_THAT(run.messages.texts[0], HasSubstr("The run continues without plans of earlier searches. "));
  EXPECT_THAT(run.messages.texts[0], HasSubstr("too new"));
}

TEST_F(TunedRun, IgnoresPlansIfTheUserChangesTheRulesOfTheModel) {
  HostRun earlier({}, settings());
  add_kernel(earlier);
  record(earlier, "tile 38 9 7; unroll z 1", 3);
  std::vector<Settings> changed(4, settings());
  changed[0].fission.fission = tiling::Fission::none;
  changed[1].fission.max_operations = 100;
  changed[2].cost_formula = tiling::Formula::printed;
  changed[3].has_fixed_strides = false;
  for (Settings const& rules : changed) {
    HostRun run({}, rules);
    add_kernel(run);
    run.launcher.launch(functions, run.request(functions, "rhs", parameters));
    EXPECT_THAT(run.cache.plans(), testing::Not(HasSubstr("tuned")));
  }
}

/// Creates the plans of three processes. All but the first have a database that does not exist. Returns the number of
/// processes that find a plan of the kernel Wave::rhs, and the messages of each process.
struct Outcome {
  int n_found = 0;
  std::array<RecordedMessages, 3> messages{};
};

Outcome find_on_three_processes(HostRun& run, Settings const& settings, launch::LocalGrid const& grid) {
  Outcome outcome;
  std::atomic<int> n_found = 0;
  jit::Group group(3);
  auto const graph = jit::specialise(run.registry.find("Wave", "rhs").variants[0].graph(), {})[0].graph;
  auto const problem = run.plans.problem_of({}, grid, nullptr);
  auto const process = [&](int rank) {
    jit::ThreadGroup processes(group, rank);
    Settings own = settings;
    if (rank > 0) own.tuning_database += ".missing";
    TunedPlans plans(own, *run.device, processes, outcome.messages[static_cast<std::size_t>(rank)]);
    if (plans.find("Wave::rhs.interior", graph, problem, plan::default_plan(graph, grid.allocated, 1))) ++n_found;
  };
  std::vector<std::thread> threads;
  for (int rank = 0; rank < 3; ++rank) threads.emplace_back(process, rank);
  for (auto& thread : threads) thread.join();
  outcome.n_found = n_found;
  return outcome;
}

TEST_F(TunedRun, OneProcessReadsTheDatabaseForAllOfItsMachine) {
  HostRun earlier({}, settings());
  earlier.registry.add("Wave", two_differences);
  record(earlier, "tile 38 9 7; unroll z 1", 3);
  EXPECT_EQ(find_on_three_processes(earlier, settings(), functions.grid).n_found, 3);
  std::ofstream(file) << std::string(5000, 'x');
  auto const outcome = find_on_three_processes(earlier, settings(), functions.grid);
  EXPECT_EQ(outcome.n_found, 0);
  EXPECT_EQ(outcome.messages[0].texts.size(), 1u);
  for (std::size_t const rank : {1, 2}) EXPECT_THAT(outcome.messages[rank].texts, testing::IsEmpty());
}

TEST_F(TunedRun, StoresTheDatabaseInTheCacheFolder) {
  EXPECT_EQ(tuning_database_file({.tuning_database = "/a/b.db"}), "/a/b.db");
  EXPECT_EQ(tuning_database_file({.cache_folder = "/cache"}), "/cache/tuning.db");
}

} // namespace
} // namespace chemora::runtime
