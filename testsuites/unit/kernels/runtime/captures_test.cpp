// Tests that a run stores the data of its kernels, and that a search on these data finds a plan that a later run uses.
#include "host_run.hpp"
#include "kernels/search/search.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <omp.h>

namespace chemora::runtime {
namespace {

using testing::HasSubstr;

constexpr base::Index3 extent{40, 20, 16};

class CapturingRun : public testing::Test {
protected:
  // The search forks, which a process with several OpenMP threads must not do.
  CapturingRun() : folder(mkdtemp(pattern.data())) { omp_set_num_threads(1); }
  ~CapturingRun() override {
    omp_set_num_threads(n_threads);
    std::filesystem::remove_all(folder);
  }

  void launch(HostRun& run, int iteration) {
    functions.grid.scalars.iteration = iteration;
    run.launcher.launch(functions, run.request(functions, "rhs", {{"factor", 0.5}}));
  }

  int const n_threads = omp_get_max_threads();
  std::string pattern = testing::TempDir() + "capturesXXXXXX", folder;
  HostGridFunctions functions{extent, 1};
  Settings const settings{.capture_folder = folder + "/captures", .uses_disk_cache = false};
};

TEST_F(CapturingRun, StoresEachKernelAfterTheInitialData) {
  HostRun run({}, settings);
  run.registry.add("Wave", difference_kernel("rhs", "u", "urhs"));
  launch(run, 0);
  EXPECT_FALSE(std::filesystem::exists(folder + "/captures"));
  auto const before = functions.values("u");
  launch(run, 1);
  functions.values("u")[100] += 1;
  launch(run, 2);
  EXPECT_FALSE(std::filesystem::exists(folder + "/captures/001"));
  auto const loaded = search::read_capture(folder + "/captures/000");
  EXPECT_EQ(loaded.capture.kernel, "Wave::rhs.interior");
  EXPECT_EQ(loaded.capture.boxes, (std::vector<base::Box>{{{1, 1, 1}, {39, 19, 15}}}));
  EXPECT_EQ(loaded.capture.scalars.iteration, 1);
  ASSERT_EQ(loaded.arrays.size(), 2u);
  auto const& u = loaded.arrays.at(loaded.capture.graph.inputs[0]);
  EXPECT_EQ(std::memcmp(u.data(), before.data(), sizeof(double) * before.size()), 0);
}

TEST_F(CapturingRun, LetsASearchFindThePlanOfALaterRun) {
  HostRun run({}, settings);
  run.registry.add("Wave", difference_kernel("rhs", "u", "urhs"));
  launch(run, 1);
  auto const expected = functions.values("urhs");
  {
    auto const loaded = search::read_capture(folder + "/captures/000");
    tuning::Database database(folder + "/tuning.db");
    search::SearchOptions options{.budget = 3};
    options.limits.seconds_per_score = 1e-4;
    auto const open = [&]() -> device::Device& { return *run.device; };
    search::search(loaded, database, open, search::origin_of(run.device->properties()), options);
  }
  functions.values("urhs").assign(expected.size(), 0);
  HostRun later({}, {.uses_tuned_plans = true, .tuning_database = folder + "/tuning.db", .uses_disk_cache = false});
  later.registry.add("Wave", difference_kernel("rhs", "u", "urhs"));
  launch(later, 1);
  EXPECT_THAT(later.cache.plans(), HasSubstr("# tuned: fastest of "));
  for (int z = 1; z < extent[2] - 1; ++z)
    for (int y = 1; y < extent[1] - 1; ++y)
      for (int x = 1; x < extent[0] - 1; ++x) {
        auto const i = static_cast<std::size_t>(x + extent[0] * (y + extent[1] * z));
        ASSERT_EQ(functions.values("urhs")[i], expected[i]);
      }
}

TEST_F(CapturingRun, StoresNothingByDefault) {
  HostRun run;
  run.registry.add("Wave", difference_kernel("rhs", "u", "urhs"));
  launch(run, 1);
  EXPECT_TRUE(std::filesystem::is_empty(folder));
}

} // namespace
} // namespace chemora::runtime
