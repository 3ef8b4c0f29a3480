// Tests that a run finds, uses and records the fastest values of the free sizes of loops.
#include "host_run.hpp"
#include "kernels/runtime/loop_kernels.hpp"
#include "kernels/runtime/loop_size_search.hpp"
#include "kernels/search/search.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <numeric>

namespace chemora::runtime {
namespace {

using testing::HasSubstr;

std::string const sums = "subroutine sums(m, n, x, y)\n"
                         "  integer m, n, i, j\n"
                         "  real*8 x(m, n), y(m, n)\n"
                         "  do j = 1, n\n"
                         "    do i = 1, m\n"
                         "      y(i, j) = y(i, j) + 0.1d0 * x(i, j)\n"
                         "    end do\n"
                         "  end do\n"
                         "end subroutine sums\n"
                         "!$loopy begin\n"
                         "! f = parse_fortran(SOURCE, FILENAME)\n"
                         "! f = split_iname(f, \"i\", size(\"block\", [8, 0, 4]))\n"
                         "! f = split_iname(f, \"j\", size(\"rows\", [1, 3]))\n"
                         "! RESULT = [f]\n"
                         "!$loopy end\n";

std::vector<script::FreeSize> const free_sizes{{"block", {8, 0, 4}}, {"rows", {1, 3}}};

class TunedLoops : public testing::Test {
protected:
  TunedLoops() : folder(mkdtemp(pattern.data())), file(folder + "/tuning.db") {}
  ~TunedLoops() override { std::filesystem::remove_all(folder); }

  Settings settings(double seconds = 0, bool uses_tuned_plans = true) const {
    return {.uses_tuned_plans = uses_tuned_plans,
            .tuning_database = file,
            .search_seconds = seconds,
            .loop_search_seconds = seconds,
            .uses_disk_cache = false};
  }

  /// Records sizes with a score, as a search does.
  void record(script::Sizes const& sizes, double score) const {
    auto const device = device::make_host_device();
    auto const function = loop_functions::read_loop_function({"loops/Sums.f90", sums});
    loop_functions::ScriptVariables const variables{{"device", transform::make_value(std::string("host"))}};
    auto const subject =
        subject_of({"Elements::Sums", function, variables, {{"m", 24}, {"n", 7}}, device->properties()}, free_sizes);
    tuning::Individual individual;
    individual.genome = genome_of(free_sizes, sizes);
    individual.scores = {score};
    tuning::Database(file).record(subject, search::origin_of(device->properties()), individual);
  }

  std::string pattern = testing::TempDir() + "sizesXXXXXX", folder, file;
};

/// A run that executes the function twice, with a search before the second execution.
struct SumsRun {
  explicit SumsRun(Settings const& settings, std::vector<std::string> const& plans = {}, std::string const& text = sums)
      : run(plans, settings) {
    registry.add("Elements", "loops/Sums.f90", text);
    std::iota(x.begin(), x.end(), 0.0);
    LoopArguments arguments;
    arguments.integers = {{"m", 24}, {"n", 7}};
    arguments.scalars = {{"m", 24}, {"n", 7}};
    arguments.arrays = {{"x", x.data()}, {"y", y.data()}};
    auto const& loops = registry.functions().front();
    for (bool const searches : {false, true}) {
      auto& compiled = kernels.find_or_compile(loops, {}, arguments.integers);
      if (searches) kernels.search(loops, compiled, arguments);
      kernels.run(compiled, arguments);
    }
  }
  monitor::KernelRecord record() { return run.cache.records().at(0); }

  HostRun run;
  LoopRegistry registry;
  LoopKernels kernels{run.cache, run.pinned, &run.tuned};
  std::vector<double> x = std::vector<double>(168), y = std::vector<double>(168, 1);
};

TEST(LoopSizes, HaveGenomes) {
  for (std::size_t number = 0; number < 6; ++number) {
    auto const sizes = script::combination(free_sizes, number);
    EXPECT_EQ(sizes_of(free_sizes, genome_of(free_sizes, sizes)), sizes);
  }
  EXPECT_EQ(genome_of(free_sizes, {{"block", 4}, {"rows", 3}}).letters(), "TC");
  EXPECT_EQ(sizes_of(free_sizes, tuning::Genome::from_letters("TT")), std::nullopt); // block has no fourth choice
  EXPECT_EQ(sizes_of(free_sizes, tuning::Genome::from_letters("CTA")), std::nullopt);
}

TEST(LoopSizes, HaveSubjectsThatDependOnTheProblem) {
  auto const device = device::make_host_device();
  auto const function = loop_functions::read_loop_function({"loops/Sums.f90", sums});
  auto const subject = [&](std::map<std::string, long> const& integers, loop_functions::ScriptVariables variables) {
    return subject_of({"Elements::Sums", function, variables, integers, device->properties()}, free_sizes);
  };
  auto const base = subject({{"m", 24}, {"n", 7}}, {});
  EXPECT_THAT(base.shape, testing::StartsWith("m 32, n 8, "));
  EXPECT_EQ(base.precision, "real64");
  EXPECT_EQ(base, subject({{"m", 20}, {"n", 8}}, {{"unused", transform::make_value(3L)}}));
  EXPECT_NE(base, subject({{"m", 20}, {"n", 9}}, {}));
  EXPECT_NE(base, subject({{"m", 24}, {"n", 7}}, {{"FILENAME", transform::make_value(3L)}}));
  EXPECT_THAT(subject({{"m", 24}, {"n", 7}}, {{"M", transform::make_value(24L)}}).shape,
              testing::StartsWith("m 24, n 8, "));
}

TEST(LoopSizes, AreSearchedInAReproducibleOrder) {
  auto const all = search_order(10, 100);
  EXPECT_EQ(all, search_order(10, 100));
  EXPECT_EQ(all[0], 0u);
  EXPECT_FALSE(std::is_sorted(all.begin(), all.end()));
  EXPECT_THAT(all, testing::UnorderedElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
  auto some = search_order(1'000'000, 100);
  EXPECT_EQ(some[0], 0u);
  std::sort(some.begin(), some.end());
  EXPECT_EQ(std::unique(some.begin(), some.end()) - some.begin(), 100);
}

TEST_F(TunedLoops, AreSearchedDuringARunWithTheSameBits) {
  SumsRun const reference(settings(0, false));
  SumsRun run(settings(5));
  EXPECT_EQ(run.y, reference.y);
  EXPECT_THAT(run.record().plan_reason, testing::StartsWith("tuned: fastest of 4 measured plans, "));
  EXPECT_EQ(run.record().calls, 2);
  ASSERT_EQ(run.run.messages.texts.size(), 1u);
  EXPECT_THAT(
      run.run.messages.texts[0],
      HasSubstr("Search for the sizes of Elements::Sums: measured 6 of 6 combinations, 2 of which failed, in "));
  tuning::Database const database(file, tuning::Database::Access::read);
  auto const [subject, origin] = database.subjects().at(0);
  EXPECT_EQ(subject.kernel, "Elements::Sums");
  auto const all = database.all(subject, origin);
  ASSERT_EQ(all.size(), 6u);
  EXPECT_EQ(all[0].plan, "block = 8; rows = 1");
  EXPECT_EQ(all[0].birth, tuning::Birth::initial);
  for (auto const& individual : all) {
    bool const is_rejected = individual.plan.starts_with("block = 0");
    EXPECT_EQ(individual.failure.find("split_iname") != std::string::npos, is_rejected) << individual.failure;
    EXPECT_EQ(individual.scores.empty(), is_rejected);
  }
}

TEST_F(TunedLoops, OfAnEarlierSearchAreUsed) {
  record({{"block", 8}, {"rows", 1}}, 2);
  record({{"block", 4}, {"rows", 3}}, 3);
  SumsRun run(settings(5));
  EXPECT_THAT(run.record().plan_reason, "tuned: fastest of 2 measured plans, 1.50 times as fast as the first");
  EXPECT_THAT(run.record().plan, HasSubstr("split_iname(f, \"i\", 4"));
  EXPECT_EQ(run.run.cache.plans(), "# tuned: fastest of 2 measured plans, 1.50 times as fast as the first\n"
                                   "plan Elements::Sums on host\nblock = 4\nrows = 3\n\n");
  EXPECT_THAT(run.run.messages.texts, testing::IsEmpty());
}

TEST_F(TunedLoops, AreIgnoredIfTuningIsOffOrSizesArePinned) {
  record({{"block", 4}, {"rows", 3}}, 3);
  EXPECT_EQ(SumsRun(settings(0, false)).record().plan_reason, "script");
  SumsRun pinned(settings(5), {"Sums: block = 8; rows = 3"});
  EXPECT_EQ(pinned.record().plan_reason, "pinned by CaKernel::plan[0]");
  EXPECT_THAT(pinned.run.messages.texts, testing::IsEmpty());
}

TEST_F(TunedLoops, CanBePinnedFromTheListOfPlans) {
  record({{"block", 4}, {"rows", 3}}, 3);
  std::string const plans = folder + "/kernel_plans.txt";
  std::ofstream(plans) << SumsRun(settings()).run.cache.plans();
  SumsRun pinned(settings(0, false), {plans});
  EXPECT_THAT(pinned.record().plan, HasSubstr("split_iname(f, \"i\", 4"));
}

TEST_F(TunedLoops, ThatAreRejectedAreReplacedByTheFirstChoices) {
  record({{"block", 0}, {"rows", 3}}, 3);
  SumsRun run(settings());
  EXPECT_EQ(run.record().plan_reason, "script");
  ASSERT_EQ(run.run.messages.texts.size(), 1u);
  EXPECT_THAT(run.run.messages.texts[0], HasSubstr("The measured sizes block = 0; rows = 3 of Elements::Sums cannot be "
                                                   "used. The run continues with the first choices."));
}

TEST_F(TunedLoops, AreNotStoredInADatabaseThatCannotBeUsed) {
  std::ofstream(file) << std::string(5000, 'x');
  SumsRun const reference({.uses_disk_cache = false});
  SumsRun run(settings(1));
  EXPECT_EQ(run.y, reference.y);
  ASSERT_EQ(run.run.messages.texts.size(), 3u);
  EXPECT_THAT(run.run.messages.texts[1], HasSubstr("The measured sizes of Elements::Sums are not stored."));
  EXPECT_THAT(run.record().plan_reason, HasSubstr("tuned: fastest of 4"));
}

/// A sum whose order, and therefore rounding, depends on a size.
TEST_F(TunedLoops, ThatChangeResultsAreFailures) {
  std::string text = sums;
  text.replace(text.find("y(i, j) = y(i, j) + 0.1d0 * x(i, j)"), 35, "y(1, 1) = y(1, 1) + 0.1d0 * x(i, j)");
  auto const begin = text.find("! f = split_iname"), end = text.find("! RESULT");
  text.replace(begin, end - begin,
               "! f = reassociate(f, \"y\")\n! f = split_iname(f, \"i\", 5)\n"
               "! if size(\"order\", [1, 2]) == 2:\n!     f = interchange(f, \"j\", \"i_inner\")\n");
  SumsRun const reference(settings(0, false), {}, text);
  SumsRun run(settings(1), {}, text);
  EXPECT_EQ(run.y, reference.y);
  tuning::Database const database(file, tuning::Database::Access::read);
  auto const [subject, origin] = database.subjects().at(0);
  EXPECT_EQ(database.all(subject, origin).at(1).failure,
            "The results differ from those of the first choices of all sizes.");
}

} // namespace
} // namespace chemora::runtime
