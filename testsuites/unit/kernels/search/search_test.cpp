// Captures, child processes and searches of a small kernel.
#include "framework/base/errors.hpp"
#include "kernels/device/host/host_device.hpp"
#include "kernels/machine/timed.hpp"
#include "kernels/search/capture.hpp"
#include "kernels/search/search.hpp"
#include "kernels/tiling/choose_kernels.hpp"
#include "testsuites/unit/kernels/tiling/small_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace chemora::search {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr base::Index3 extent{36, 20, 12};

/// A folder that the destructor removes, and arrays with different values and offsets.
class SearchTest : public testing::Test {
protected:
  SearchTest() : folder_(mkdtemp(template_.data())) {
    for (auto const& name : graph_.inputs) fill(name, 64);
    for (auto const& name : graph_.outputs)
      if (!arrays_.contains(name)) fill(name, 192);
  }
  ~SearchTest() override { std::filesystem::remove_all(folder_); }

  void fill(std::string const& name, std::size_t offset) {
    auto const& memory = arrays_.emplace(name, ArrayMemory(sizeof(double) * n_, offset)).first->second;
    for (std::size_t i = 0; i < n_; ++i) {
      double const value = 1.0 / static_cast<double>(1 + (i * 7919 + name.size() + offset) % 1009);
      std::memcpy(memory.data() + sizeof value * i, &value, sizeof value);
    }
  }

  Capture capture() const {
    Capture capture;
    capture.kernel = "Wave::RHS.interior";
    capture.graph = graph_;
    capture.problem.allocated = capture.extent = extent;
    capture.problem.box = {{1, 1, 1}, {extent[0] - 1, extent[1] - 1, extent[2] - 1}};
    capture.problem.n_threads = 2;
    capture.model = tiling::choose_kernels(graph_, capture.problem, machine::this_machine(), {}).plan;
    capture.boxes = {capture.problem.box};
    capture.scalars.spacing = {0.1, 1.0 / 3, 0.25};
    capture.scalars.time = 0.7;
    capture.parameters = {{"factor", 0.1}};
    for (auto const& [name, memory] : arrays_) capture.arrays.push_back({name});
    return capture;
  }

  std::string write() const {
    std::string const folder = file("capture");
    write_capture(folder, capture(), *host_, [&](std::string const& name) { return arrays_.at(name).data(); });
    return folder;
  }

  std::string file(std::string const& name) const { return folder_ + "/" + name; }

  ir::Graph graph_ =
      ir::parse_graph("graph rhs {\n  grid 3\n  param real64 factor\n  in u w\n  out v w\n  %0 = load u\n"
                      "  %1 = load w\n  %2 = shift %0 [1,0,0]\n  %3 = shift %0 [0,-1,0]\n"
                      "  %4 = parameter factor\n  %5 = subtract %2 %3\n  %6 = multiply %5 %4\n"
                      "  %7 = multiply %6 %6\n  %8 = fma %7 %1 %6\n  %9 = divide %8 %1\n"
                      "  store v %8 interior\n  store w %9 interior\n}\n");
  std::size_t const n_ = 36 * 20 * 12;
  std::map<std::string, ArrayMemory> arrays_;
  std::unique_ptr<device::Device> host_ = device::make_host_device();
  std::string template_ = testing::TempDir() + "searchXXXXXX", folder_;
};

TEST_F(SearchTest, CapturesAreReadAsTheyWereWritten) {
  auto const loaded = read_capture(write());
  Capture const& actual = loaded.capture;
  Capture const expected = capture();
  EXPECT_EQ(actual.kernel, expected.kernel);
  EXPECT_EQ(actual.graph, expected.graph);
  EXPECT_EQ(to_text(actual.model), to_text(expected.model));
  EXPECT_EQ(actual.extent, expected.extent);
  EXPECT_EQ(actual.boxes, expected.boxes);
  EXPECT_EQ(actual.problem.box, expected.problem.box);
  EXPECT_EQ(actual.problem.n_threads, 2);
  EXPECT_EQ(actual.scalars.spacing, expected.scalars.spacing);
  EXPECT_EQ(actual.scalars.time, expected.scalars.time);
  EXPECT_EQ(actual.parameters, expected.parameters);
  EXPECT_EQ(actual.row_ends, expected.row_ends);
  ASSERT_EQ(loaded.arrays.size(), 3u);
  for (auto const& [name, memory] : loaded.arrays) {
    auto const& original = arrays_.at(name);
    EXPECT_EQ(std::memcmp(memory.data(), original.data(), sizeof(double) * n_), 0) << name;
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory.data()) % page_bytes,
              reinterpret_cast<std::uintptr_t>(original.data()) % page_bytes);
  }
}

TEST_F(SearchTest, DamagedCapturesAreErrors) {
  auto const error_of = [](std::string const& folder) {
    try {
      read_capture(folder);
    } catch (base::UserError const& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_THAT(error_of(file("missing")), HasSubstr("missing/capture.json cannot be used: it cannot be read"));
  std::string const folder = write();
  std::filesystem::resize_file(folder + "/1.array", 100);
  EXPECT_THAT(error_of(folder), HasSubstr("1.array cannot be used: it does not have 69120 bytes"));
  std::ofstream(folder + "/capture.json") << "{\"format\": 3}";
  EXPECT_THAT(error_of(folder), HasSubstr("capture.json cannot be used"));
  std::ofstream(folder + "/capture.json") << "{\"format\": 1}";
  EXPECT_THAT(error_of(folder), HasSubstr("another version of Chemora wrote it"));
}

TEST(Digest, DependsOnEveryByteAndTheirOrder) {
  std::string text(1000, 'a');
  std::uint64_t const digest = digest_of(text.data(), text.size(), 0);
  for (std::size_t n = 0; n < text.size(); ++n) {
    std::string other = text;
    other[n] = 'b';
    EXPECT_NE(digest_of(other.data(), other.size(), 0), digest) << n;
  }
  EXPECT_NE(digest_of(text.data(), 999, 0), digest);
  EXPECT_NE(digest_of(text.data(), 1000, 1), digest);
  std::string const ab = std::string(8, 'a') + std::string(8, 'b'), ba = std::string(8, 'b') + std::string(8, 'a');
  EXPECT_NE(digest_of(ab.data(), 16, 0), digest_of(ba.data(), 16, 0));
}

double limit(std::size_t) { return 20; }

TEST(Child, ReportsTexts) {
  std::string failure;
  auto const texts =
      run_in_child([](Report const& report) { report("one"), report(std::string(100000, 'x')); }, limit, failure);
  EXPECT_EQ(failure, "");
  EXPECT_EQ(texts, (std::vector<std::string>{"one", std::string(100000, 'x')}));
}

TEST(Child, MayCrash) {
  std::string failure;
  auto const texts = run_in_child([](Report const& report) { report("one"), raise(SIGSEGV); }, limit, failure);
  EXPECT_THAT(failure, HasSubstr("The kernel crashed (signal 11"));
  EXPECT_EQ(texts.size(), 1u);
}

TEST(Child, MayThrowAndExhaustMemory) {
  std::string failure;
  auto texts = run_in_child([](Report const&) { throw std::runtime_error("no luck"); }, limit, failure);
  EXPECT_EQ(texts, std::vector<std::string>{"failure no luck"});
  texts = run_in_child([](Report const&) { throw std::bad_alloc(); }, limit, failure);
  EXPECT_EQ(texts[0], "failure The plan exceeded the available memory.");
  run_in_child([](Report const&) { raise(SIGKILL); }, limit, failure); // as by a system without memory
  EXPECT_EQ(failure, "The plan exceeded the available memory: the system killed its process.");
}

TEST(Child, EndsWithItsDescendantsAtTheTimeLimit) {
  std::string failure;
  std::string const name = testing::TempDir() + "alive" + std::to_string(getpid());
  double const start = machine::wall_seconds();
  run_in_child(
      [&](Report const& report) {
        report("started");
        if (std::system(("setsid sh -c 'sleep 2; touch " + name + "'").c_str()) != 0) return; // like a compiler
      },
      [](std::size_t n) { return n == 0 ? 20 : 0.3; }, failure);
  EXPECT_THAT(failure, HasSubstr("exceeded its time limit of 0.3 s"));
  EXPECT_LT(machine::wall_seconds() - start, 15);
  sleep(3);
  EXPECT_FALSE(std::filesystem::exists(name)) << "The descendant continued.";
}

TEST(Child, MayBeSilentForLongerThanOnePoll) {
  std::string failure;
  auto const texts = run_in_child(
      [](Report const& report) {
        usleep(2500000);
        report("end");
      },
      limit, failure);
  EXPECT_EQ(failure, "");
  EXPECT_EQ(texts, std::vector<std::string>{"end"});
}

// A search that was killed must not leave a child that holds the lock of the measurements.
TEST(Child, EndsIfTheSearchIsKilled) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  pid_t const search = fork();
  if (search == 0) {
    std::string failure;
    run_in_child(
        [&](Report const&) {
          if (write(ends[1], "x", 1) == 1) sleep(1000);
        },
        [](std::size_t) { return 1000; }, failure);
    _exit(0);
  }
  close(ends[1]);
  char byte = 0;
  ASSERT_EQ(read(ends[0], &byte, 1), 1); // the child runs
  kill(search, SIGKILL);
  waitpid(search, nullptr, 0);
  pollfd file{ends[0], POLLIN, 0};
  ASSERT_EQ(poll(&file, 1, 20000), 1) << "The child continued.";
  EXPECT_EQ(read(ends[0], &byte, 1), 0);
  close(ends[0]);
}

TEST_F(SearchTest, WorkersShareTheMemoryOfTheMachineAndOfTheControlGroup) {
  auto const write_system_file = [&](std::string const& name, std::string const& text) {
    std::filesystem::create_directories(std::filesystem::path(file(name)).parent_path());
    std::ofstream(file(name)) << text;
  };
  EXPECT_EQ(memory_of_worker(3, folder_), UINT64_MAX);
  write_system_file("proc/meminfo", "MemTotal: 9000000 kB\nMemAvailable:   6000 kB\n");
  EXPECT_EQ(memory_of_worker(1, folder_), 3000 * 1024u);
  EXPECT_EQ(memory_of_worker(3, folder_), 1000 * 1024u);
  write_system_file("sys/fs/cgroup/memory.max", "max\n"); // as in a container without a limit
  EXPECT_EQ(memory_of_worker(3, folder_), 1000 * 1024u);
  write_system_file("proc/self/cgroup", "1:name=x:/other\n0::/jobs/7/step\n");
  write_system_file("sys/fs/cgroup/jobs/memory.max", "1200000\n");
  write_system_file("sys/fs/cgroup/jobs/7/memory.max", "600000\n");
  write_system_file("sys/fs/cgroup/jobs/7/step/memory.max", "max\n");
  EXPECT_EQ(memory_of_worker(3, folder_), 100000u);
}

class MeasureTest : public SearchTest {
protected:
  OpenDevice const open_ = [this]() -> device::Device& { return *host_; };
  LoadedCapture loaded_ = read_capture(write());
  Limits const limits_{.compile_seconds = 100, .run_seconds = 60, .n_scores = 2, .seconds_per_score = 1e-4};

  Measurement measure(std::string const& plan, std::optional<std::uint64_t> expected = {}) {
    return search::measure(loaded_, plan::parse_plan(plan, plan::default_plan(graph_, extent, 1)), open_, limits_,
                           expected, "");
  }
};

TEST_F(MeasureTest, GivesScoresAndTheDigestOfAllPlans) {
  auto const first = measure("tile 34 8 8; vector x 2"),
             second = measure("tile 34 18 10; vector x 4; strides run-time", first.digest);
  auto const third =
      measure("grid %6\n kernel 1: stores v; tile 5 5 5\n kernel 2: stores w; tile 34 8 8", first.digest);
  for (auto const& measurement : {first, second, third}) {
    EXPECT_EQ(measurement.failure, "");
    EXPECT_EQ(measurement.digest, first.digest);
    ASSERT_EQ(measurement.scores.size(), 2u);
    EXPECT_GT(measurement.scores[0], 0);
  }
}

TEST_F(MeasureTest, ReportsOtherBits) {
  auto const measurement = measure("tile 34 8 8", 1);
  EXPECT_EQ(measurement.failure, "The results differ from those of the model's plan.");
  EXPECT_THAT(measurement.scores, IsEmpty());
}

TEST_F(MeasureTest, ReportsPlansThatCannotBeRun) {
  EXPECT_THAT(measure("nontemporal u").failure, HasSubstr("`u` is listed under nontemporal"));
}

TEST_F(MeasureTest, ReportsTimeLimits) {
  Limits limits = limits_;
  limits.compile_seconds = 0.01;
  auto const result = search::measure(loaded_, plan::default_plan(graph_, extent, 1), open_, limits, {}, "");
  EXPECT_THAT(result.failure, HasSubstr("exceeded its time limit"));
}

TEST_F(MeasureTest, ReportsTheMemoryLimit) {
  Limits limits = limits_;
  limits.bytes = 4096; // less than a compiler and the arrays need
  auto const result = search::measure(loaded_, plan::default_plan(graph_, extent, 1), open_, limits, {}, "");
  EXPECT_THAT(result.failure, testing::StartsWith(std::string(tuning::exceeded)));
}

TEST_F(MeasureTest, SearchStoresPlansAndTheirFamilies) {
  tuning::Database database(file("tuning.db"));
  int n_reports = 0;
  SearchOptions options{.budget = 3, .seed = 3, .limits = limits_, .lock_file = file("lock")};
  options.report = [&](Progress const& progress) {
    ++n_reports;
    EXPECT_GE(progress.best, progress.model * 0.999);
  };
  auto const progress = search(loaded_, database, open_, {"g++", "0.1"}, options);
  EXPECT_EQ(progress.n_measured, n_reports);
  auto const subjects = database.subjects();
  ASSERT_EQ(subjects.size(), 1u);
  EXPECT_EQ(subjects[0].first.kernel, "Wave::RHS.interior");
  EXPECT_EQ(subjects[0].first.shape, "64 32 16, 2 threads");
  auto const individuals = database.all(subjects[0].first, subjects[0].second);
  EXPECT_EQ(individuals.front().birth, tuning::Birth::initial);
  EXPECT_TRUE(individuals.front().parents.empty());
  EXPECT_GT(individuals.front().scores.size(), 2u) << "The model's plan is measured again at the end.";
  for (std::size_t n = 1; n < individuals.size(); ++n) EXPECT_FALSE(individuals[n].parents.empty());
  // A busy machine may exceed limits, which follow from the model's plan. A fast one measures more children, and some
  // of them need more scratch arrays than a run has.
  for (auto const& individual : individuals)
    EXPECT_THAT(individual.failure, AnyOf("", HasSubstr("time limit"), HasSubstr("scratch arrays"))) << individual.plan;
}

TEST_F(MeasureTest, SearchStudiesComponents) {
  tuning::Database database(file("tuning.db"));
  tuning::Origin const origin{"g++", "0.1"};
  tuning::Target const target{loaded_.capture.kernel, graph_, loaded_.capture.problem, machine::this_machine()};
  auto const space = target.search_space();
  tuning::Individual fastest; // differs from the model's plan in all components
  fastest.genome = space.encode(plan::parse_plan(
      "grid %6\n kernel 1: stores v; tile 34 9 10\n kernel 2: stores w; tile 34 3 2", space.decode({})));
  fastest.birth = tuning::Birth::mutation;
  fastest.scores = {1e300};
  database.record(subject_of(target, space), origin, fastest);
  search(loaded_, database, open_, origin, {.budget = 0.01, .limits = limits_, .studies_components = true});
  std::vector<std::string> components;
  for (auto const& individual : database.all(subject_of(target, space), origin)) {
    if (individual.birth != tuning::Birth::component) continue;
    components.push_back(individual.components);
    EXPECT_THAT(individual.failure, AnyOf("", HasSubstr("time limit")));
    EXPECT_EQ(individual.parents, (std::vector<tuning::IndividualId>{2, 1}));
  }
  EXPECT_THAT(components, testing::ElementsAre("S", "M", "MS", "C", "CS", "CM"));
}

TEST_F(MeasureTest, SearchEndsIfTheModelsPlanFails) {
  tuning::Database database(file("tuning.db"));
  SearchOptions options{.budget = 5, .limits = limits_};
  options.limits.compile_seconds = 0.01;
  EXPECT_THROW(search(loaded_, database, open_, {"g++", "0.1"}, options), base::UserError);
}

} // namespace
} // namespace chemora::search
