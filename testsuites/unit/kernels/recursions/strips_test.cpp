// Plans within problems whose tables are divided into strips, compared with the interpreter.
#include "codegen/recursion/recursion.hpp"
#include "kernels/recursions/solver.hpp"
#include "kernels/recursions/within_cost.hpp"
#include "testsuites/support/errors.hpp"
#include "testsuites/unit/kernels/recursions/solver_runs.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace chemora::recursions {
namespace {

using namespace tests;
using testing::HasSubstr;

std::string const program = edit_distance + R"(
int h(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i == 0 or j == 0 then 0
  else 0 max (h(i - 1, j - 1) + (if s[i - 1] == t[j - 1] then 2 else -3)) max e(i, j) max f(i, j)
int e(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if j == 0 then -infinity else (h(i, j - 1) - 4) max (e(i, j - 1) - 1)
int f(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i == 0 then -infinity else (h(i - 1, j) - 4) max (f(i - 1, j) - 1)
int local(seq[dna] s, seq[dna] t) = max(i in index[s], j in index[t]: h(i, j))
int inner(seq[dna] s, seq[dna] t) = max(j in index[t]: h(length(s), j)) + sum(i in index[s], j in index[t]: h(i, j))
int affine(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i == 0 and j == 0 then 0 else if i == 0 then left(i, j) else if j == 0 then above(i, j)
  else (affine(i - 1, j - 1) + (if s[i - 1] == t[j - 1] then 2 else -3)) max left(i, j) max above(i, j)
int left(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if j == 0 then -infinity else (affine(i, j - 1) - 5) max (left(i, j - 1) - 1)
int above(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i == 0 then -infinity else (affine(i - 1, j) - 5) max (above(i - 1, j) - 1)
int steps(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i <= 1 or j <= 2 then i + 2 * j
  else if s[i - 2] == t[j - 3] then steps(i - 2, j - 3) + 1
  else steps(i - 1, j - 2) min steps(i, j - 1)
matrix[dna] scores = { match 3, mismatch -2 }
int k(matrix[dna] m, seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i == 0 or j == 0 then 0
  else 0 max (k(i - 1, j - 1) + m[s[i - 1], t[j - 1]]) max (k(i - 1, j) - 2) max (k(i, j - 1) - 2)
int best(matrix[dna] m, seq[dna] s, seq[dna] t) = max(i in index[s], j in index[t]: k(i, j))
float decay(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i == 0 or j == 0 then 0.0
  else if s[i - 1] == t[j - 1] then decay(i - 1, j - 1) + 1.25
  else (decay(i - 1, j) max decay(i, j - 1)) * 0.9
)";

recursion::System system_of(std::string const& function) {
  return recursion::read_system({"strips.rec", program}, function);
}

/// Pairs of sequences with these lengths.
Problems pairs(std::mt19937& random, std::vector<std::size_t> const& rows, std::vector<std::size_t> const& columns) {
  Problems problems;
  for (std::size_t const n : rows)
    for (std::size_t const m : columns)
      problems.letters.push_back({{"s", random_letters(random, n, 4)}, {"t", random_letters(random, m, 4)}});
  return problems;
}

struct StripCase {
  std::string function{}, schedule{};
  std::vector<std::string> types{};

  friend void PrintTo(StripCase const& each, std::ostream* os) { *os << each.function; }
};

std::string const schedule_of_h = "e 1 1 + 0 f 1 1 + 0 h 1 1 + 0";

class Strips : public testing::TestWithParam<StripCase> {
protected:
  std::mt19937 random_{1};
  std::unique_ptr<device::Device> device_ = device::make_host_device();
  Compiler compiler_{*device_};
};

TEST_P(Strips, HaveTheResultsOfTheUndividedPlanAndOfTheInterpreter) {
  constexpr std::size_t rows = 16;
  recursion::System const system = system_of(GetParam().function);
  std::vector<std::size_t> const around{0, 1, rows - 1, rows, rows + 1, 2 * rows + 3};
  Problems const problems = pairs(random_, around, around), alone = pairs(random_, {101}, {67});
  for (Problems const* const each : {&problems, &alone}) {
    std::string const undivided = fmt::format("within int32 lanes 8 schedule {} partitions 0", GetParam().schedule);
    std::vector<double> const expected = solved(system, {}, *device_, compiler_, *each, {.plan = undivided}).numbers,
                              reference = interpreted(system, {}, *each);
    // The interpreter computes with long double.
    double const tolerance = system.result->type == recursion::ValueType::integer ? 0 : 1e-14;
    ASSERT_EQ(expected.size(), reference.size());
    for (std::size_t n = 0; n < reference.size(); ++n)
      EXPECT_NEAR(expected[n], reference[n], tolerance * std::abs(reference[n]));
    for (std::string const& type : GetParam().types)
      for (int const threads : {1, 2, 3}) {
        std::string const plan = fmt::format("within {} lanes 8 strips {} threads {} schedule {} partitions 0", type,
                                             rows, threads, GetParam().schedule);
        SCOPED_TRACE(plan);
        Solved const found = solved(system, {}, *device_, compiler_, *each, {.plan = plan});
        EXPECT_EQ(found.numbers, expected);
        EXPECT_THAT(found.statistics.plans().front(), testing::StartsWith(plan));
      }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Functions, Strips,
    testing::Values(StripCase{"edit", "edit 1 1 + 0", {"int8", "int16", "int32", "real64"}},
                    StripCase{"local", schedule_of_h, {"int8", "real64"}},
                    StripCase{"affine", "above 1 1 + 0 affine 1 1 + 0 left 1 1 + 0", {"int32", "real64"}},
                    StripCase{"inner", schedule_of_h, {"int32"}}, StripCase{"steps", "steps 1 1 + 0", {"int16"}},
                    StripCase{"steps", "steps 3 1 + 0", {"int32"}}, StripCase{"decay", "decay 1 1 + 0", {"int32"}}),
    [](auto const& info) { return fmt::format("{}_{}", info.param.function, info.index); });

class StripPlans : public testing::Test {
protected:
  std::string error_of(std::string const& function, std::string const& plan) {
    return testing_support::error_of([&] { solve(function, {.plan = plan}); });
  }
  Solved solve(std::string const& function, Settings const& settings, std::size_t length = 20) {
    std::mt19937 random(2);
    return solved(system_of(function), {}, *device_, compiler_, pairs(random, {length}, {length}), settings);
  }

  std::unique_ptr<device::Device> device_ = device::make_host_device();
  Compiler compiler_{*device_};
};

TEST_F(StripPlans, AreChosenIfSeveralThreadsComputeALongProblem) {
  Solved const by_one = solve("edit", {.threads = 1}, 3000), by_four = solve("edit", {.threads = 4}, 3000);
  EXPECT_EQ(by_four.numbers, by_one.numbers);
  EXPECT_THAT(by_one.statistics.plans().front(), testing::Not(HasSubstr("strips")));
  EXPECT_THAT(by_four.statistics.plans().front(), HasSubstr("strips"));
}

TEST_F(StripPlans, AreRejectedIfTheyDoNotFit) {
  EXPECT_THAT(error_of("edit", "within int32 lanes 8 strips 12 schedule edit 1 1 + 0 partitions 0"),
              HasSubstr("does not fit `edit`: the 12 rows of a strip are not a multiple of the 8 lanes. Choose "
                        "another plan, or omit it."));
  EXPECT_THAT(error_of("edit", "within int32 lanes 8 strips 0 schedule edit 1 1 + 0 partitions 0"),
              HasSubstr("plan:1:29: error: "));
  EXPECT_THAT(error_of("edit", "within int32 lanes 8 strips 8 schedule edit 2 2 + 0 partitions 0"),
              HasSubstr("the schedule of `edit` has the coefficients 2 2; strips need one that is 1 or -1"));
}

recursion::Inputs scores() {
  recursion::Inputs shared;
  for (int n = 0; n < 16; ++n) shared.arrays["m"].push_back(n % 5 == 0 ? 3 : -2);
  return shared;
}

TEST_F(StripPlans, LookUpScores) {
  std::mt19937 random(4);
  std::vector<std::size_t> const around{0, 1, 63, 64, 65, 150};
  recursion::System const system = system_of("best");
  Problems const problems = pairs(random, around, around);
  std::vector<double> const expected = interpreted(system, scores(), problems);
  for (char const* const plan :
       {"within int8 lanes 64", "within int16 lanes 64 strips 64", "within int32 lanes 32 strips 64"})
    EXPECT_EQ(solved(system, scores(), *device_, compiler_, problems,
                     {.plan = fmt::format("{} threads 2 schedule k 1 1 + 0 partitions 0", plan)})
                  .numbers,
              expected)
        << plan;
}

/// Counts the launches of the kernels that it compiles, by element type.
class CountingCompiler {
public:
  explicit CountingCompiler(device::Device& device) : compiler_(device) {}

  Compile function() {
    return [this](std::string const& name, std::string const& source, device::LaunchShape const& shape) {
      std::string const type = name.find("int8") != std::string::npos ? "int8" : "wider";
      return std::make_unique<CountingModule>(compiler_(name, source, shape), n_launches[type]);
    };
  }
  std::map<std::string, int> n_launches{};

private:
  class CountingModule final : public device::Module {
  public:
    CountingModule(std::unique_ptr<device::Module> module, int& n) : module_(std::move(module)), n_(n) {}
    void launch(std::span<void const* const> inputs, std::span<void* const> outputs,
                chemora_kernel_arguments const& arguments) override {
      ++n_;
      module_->launch(inputs, outputs, arguments);
    }

  private:
    std::unique_ptr<device::Module> module_;
    int& n_;
  };
  Compiler compiler_;
};

TEST_F(StripPlans, StopAtTheFirstOverflow) {
  std::mt19937 random(3);
  Codes const s = random_letters(random, 4000, 4);
  recursion::Inputs const shared = scores();
  auto const launches_of = [&](Codes const& t) {
    CountingCompiler counter(*device_);
    Solver solver(system_of("best"), shared, *device_, counter.function(), {.threads = 1});
    Problem problem;
    problem.sequences = {{"s", s}, {"t", t}};
    double const score = solver.solve({&problem, 1}).front().value.number;
    EXPECT_EQ(score >= 255, counter.n_launches.contains("wider")) << score;
    return counter.n_launches["int8"];
  };
  Codes const other(4000, 0);
  int const without_overflow = launches_of(other), with_overflow = launches_of(s);
  EXPECT_GT(without_overflow, 4);
  EXPECT_LE(with_overflow, 2);
}

/// Edit distance of sequences with these numbers of rows and columns, on a processor with 32 KiB and 1 MiB of caches.
int best_rows(long n_rows, long n_columns, double n_workers, bool can_overflow = false) {
  recursion::System const system = system_of("edit");
  recursion::Inputs const shared;
  PlanFacts const facts{.shared = shared, .varying = {"s", "t"}, .n_workers = n_workers};
  wavefront::Plan const plan =
      wavefront::parse_plan({"plan", "within int16 lanes 64 schedule edit 1 1 + 0 partitions 0"});
  return WithinCost(system, plan, 16, facts, {"s", "t"}).best_strip_rows(std::vector{n_rows, n_columns}, can_overflow);
}

TEST_F(StripPlans, HaveAsManyRowsAsCachesAndWorkersPermit) {
  EXPECT_EQ(best_rows(20000, 20000, 1), 0);      // the window of all rows takes 160 kB
  EXPECT_EQ(best_rows(200000, 200000, 1), 2048); // half of the first cache
  EXPECT_GT(best_rows(20000, 20000, 1, true), 0);
  EXPECT_EQ(best_rows(50, 20000, 8), 0);
  int const by_two = best_rows(20000, 20000, 2), by_many = best_rows(20000, 20000, 64);
  EXPECT_GT(by_many, 0);
  EXPECT_LT(by_many, by_two);
  EXPECT_LE(by_two, 2048);
}

} // namespace
} // namespace chemora::recursions
