// The results of the solver for random problems, compared with the interpreter.
#include "kernels/recursions/solver.hpp"

#include "codegen/recursion/recursion.hpp"
#include "testsuites/support/errors.hpp"
#include "testsuites/unit/kernels/recursions/solver_runs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

namespace chemora::recursions {
namespace {

using namespace tests;
using testing::AllOf;
using testing::Each;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr char const* more_programs = R"(
alphabet dna = "ACGT"
int pairs(seq[dna] s, index[s] i, index[s] j) =
  if j <= i + 1 then 0
  else (pairs(i + 1, j - 1) + (if s[i] == 'A' and s[j - 1] == 'T' then 1 else 0))
    max max(k in i + 1 .. j - 1: pairs(i, k) + pairs(k, j))
int fold(seq[dna] s) = pairs(0, length(s))
float decay(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i == 0 or j == 0 then 0.0
  else if s[i - 1] == t[j - 1] then decay(i - 1, j - 1) + 1.25
  else (decay(i - 1, j) max decay(i, j - 1)) * 0.9
int common(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i == 0 or j == 0 then 0
  else if s[i - 1] == t[j - 1] then common(i - 1, j - 1) + 1
  else common(i - 1, j) max common(i, j - 1)
prob emitting(hmm h, state[h] s, seq[dna] x, index[x] i) =
  if i == 0 then (if s.isstart then 1.0 else 0.0)
  else (if s.isend then 1.0 else s.emission[x[i - 1]]) * sum(t in s.transitionsto: t.prob * emitting(t.start, i - 1))
int twice(seq[dna] s, index[s] i) = if i == 0 then 1 else twice(i - 1) + twice(i - 1)
int steep(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i == 0 or j == 0 or j + 11 > length(t) then 0
  else (steep(i - 1, j + 11) + (if s[i - 1] == t[j - 1] then 2 else -1)) max steep(i, j - 1)
int fall(seq[dna] s, index[s] i) = if i == 0 then 5 else fall(i - 1) + fall(i - 1) - 10
)";

/// A program with random shared arguments.
struct Program {
  std::string file{}; ///< a program of thorn Sequences; empty: more_programs
  std::string function{};
  std::string query{}; ///< sequence that all problems share
  std::vector<std::string> varying{};
  unsigned n_letters = 4;
  std::size_t max_length = 60;

  friend void PrintTo(Program const& program, std::ostream* os) { *os << program.function; }
};

std::string const folder = CHEMORA_SOURCE_DIR "/thorns/Sequences/Sequences/programs/";

recursion::System system_of(Program const& program) {
  if (program.file.empty()) return recursion::read_system({"more.rec", more_programs}, program.function);
  return recursion::read_system(base::read_source(folder + program.file), program.function);
}

recursion::Inputs shared_of(Program const& program, std::mt19937& random, std::size_t query_length) {
  recursion::Inputs inputs;
  inputs.scalars = {{"gap", 3}, {"gap_open", 4}, {"gap_extend", 1}};
  for (unsigned row = 0; row < program.n_letters; ++row)
    for (unsigned column = 0; column < program.n_letters; ++column)
      inputs.arrays["m"].push_back(row == column ? 6 : static_cast<double>((row * column) % 5) - 4);
  std::map<std::string, std::vector<double>> fields;
  constexpr std::size_t profile_length = 17;
  for (std::string const field : {"match", "insert", "entry", "mm", "mi", "md", "im", "ii", "dm", "dd"})
    for (std::size_t n = 0; n < (profile_length + 1) * (field.size() > 2 && field != "entry" ? program.n_letters : 1);
         ++n)
      fields[field].push_back(std::uniform_real_distribution(0.01, 1.)(random));
  recursion::set_profile(inputs, "p", profile_length, program.n_letters, fields);
  base::SourceText const genes = base::read_source(folder + "genefinder.rec");
  recursion::set_model(inputs, "h", recursion::read_program(genes).models.front());
  if (!program.query.empty())
    recursion::set_sequence(inputs, program.query, random_letters(random, query_length, program.n_letters));
  return inputs;
}

std::vector<Program> const programs{{"search.rec", "search", "q", {"t"}, 24},
                                    {"search_linear.rec", "search_linear", "q", {"t"}, 24},
                                    {"global.rec", "global", "q", {"t"}, 24},
                                    {"edit.rec", "edit", "s", {"t"}, 26},
                                    {"edit.rec", "edit", "", {"s", "t"}, 26},
                                    {"profile.rec", "forward_bits", "", {"x"}, 24, 30},
                                    {"profile_viterbi.rec", "viterbi_bits", "", {"x"}, 24, 30},
                                    {"genefinder.rec", "log_likelihood", "", {"x"}, 4, 40},
                                    {"genefinder.rec", "best_path", "", {"x"}, 4, 40},
                                    {"", "fold", "", {"s"}, 4, 30},
                                    {"", "emitting", "", {"x"}},
                                    {"", "decay", "s", {"t"}},
                                    {"", "common", "s", {"t"}}};

/// Returns the bits of all numbers; NaNs are equal.
std::vector<std::uint64_t> bits(std::vector<double> const& numbers) {
  std::vector<std::uint64_t> result;
  for (double const number : numbers)
    result.push_back(std::bit_cast<std::uint64_t>(std::isnan(number) ? std::nan("") : number));
  return result;
}

class SolverOf : public testing::TestWithParam<Program> {};

void expect_equal(std::vector<double> const& numbers, std::vector<double> const& expected, bool is_integer) {
  ASSERT_EQ(numbers.size(), expected.size());
  for (std::size_t n = 0; n < numbers.size(); ++n)
    if (is_integer || !std::isfinite(expected[n]))
      EXPECT_EQ(bits({numbers[n]}), bits({expected[n]})) << "problem " << n;
    else
      EXPECT_NEAR(numbers[n], expected[n], 1e-9 * std::abs(expected[n])) << "problem " << n;
}

TEST_P(SolverOf, RandomProblemsFindsTheResultsOfTheInterpreter) {
  Program const& program = GetParam();
  std::mt19937 random(1);
  recursion::System const system = system_of(program);
  recursion::Inputs const shared = shared_of(program, random, 37);
  Problems const problems = random_problems(random, program.varying, 211, program.max_length, program.n_letters);
  auto const device = device::make_host_device();
  Compiler compiler(*device);
  auto const first = solved(system, shared, *device, compiler, problems, {.threads = 1});
  expect_equal(first.numbers, interpreted(system, shared, problems),
               system.result->type == recursion::ValueType::integer);
  EXPECT_THAT(first.statistics.plans(), Each(testing::Not(StartsWith("interpreted"))));
  for (int const threads : {2, 3})
    EXPECT_EQ(bits(solved(system, shared, *device, compiler, problems, {.threads = threads}).numbers),
              bits(first.numbers));
}

INSTANTIATE_TEST_SUITE_P(Programs, SolverOf, testing::ValuesIn(programs), [](auto const& info) {
  return info.param.function + (info.param.query.empty() ? "" : "_of_query");
});

TEST(Solver, HasTheSameResultsForAllPlans) {
  std::mt19937 random(2);
  auto const device = device::make_host_device();
  Compiler compiler(*device);
  std::map<std::string, std::vector<std::string>> const plans{
      {"search",
       {"across int16 lanes 16 columns 1 threads 2", "across int32 lanes 8 columns 3 threads 2",
        "within int8 lanes 64 threads 2 schedule e 1 1 + 0 f 1 1 + 0 h 1 1 + 0 partitions 0",
        "within int16 lanes 8 strips 8 threads 2 schedule e 1 1 + 0 f 1 1 + 0 h 1 1 + 0 partitions 0"}},
      {"edit",
       {"across int8 lanes 32 columns 2 threads 2", "across int32 lanes 1 columns 1 threads 2",
        "within int16 lanes 8 threads 2 schedule edit 1 1 + 0 partitions 0",
        "within int16 lanes 8 strips 8 threads 2 schedule edit 1 1 + 0 partitions 0"}},
      {"common",
       {"across real64 lanes 4 columns 3 threads 2",
        "within int32 lanes 1 threads 2 schedule common 1 1 + 0 partitions 0"}},
      {"decay",
       {"across int32 lanes 8 columns 5 threads 2",
        "within int32 lanes 4 threads 2 schedule decay 1 1 + 0 partitions 0"}},
      {"emitting",
       {"across int32 lanes 8 columns 1 threads 2",
        "within int32 lanes 4 threads 2 schedule emitting 0 1 + 0 partitions 0"}}};
  for (Program const& program : programs) {
    auto const found = plans.find(program.function);
    if (found == plans.end() || (program.function == "edit" && program.query.empty())) continue;
    recursion::System const system = system_of(program);
    recursion::Inputs const shared = shared_of(program, random, 31);
    Problems const problems = random_problems(random, program.varying, 70, 53, program.n_letters);
    auto const chosen = solved(system, shared, *device, compiler, problems, {.threads = 2});
    for (std::string const& plan : found->second) {
      SCOPED_TRACE(plan);
      auto const pinned = solved(system, shared, *device, compiler, problems, {.plan = plan});
      EXPECT_EQ(bits(pinned.numbers), bits(chosen.numbers));
      EXPECT_THAT(pinned.statistics.plans(), testing::ElementsAre(plan + ": 70 problems"));
    }
  }
}

TEST(Solver, UsesTheScheduleOfTheUser) {
  base::SourceText const source = base::read_source(folder + "edit.rec");
  recursion::System const system =
      recursion::read_system({"edit.rec", source.contents + "schedule edit: 2 * i + j\n"}, "edit");
  std::mt19937 random(9);
  Problems const problems = random_problems(random, {"s", "t"}, 3, 300, 26);
  auto const device = device::make_host_device();
  Compiler compiler(*device);
  auto const result = solved(system, {}, *device, compiler, problems, {});
  EXPECT_EQ(result.numbers, interpreted(system, {}, problems));
  EXPECT_THAT(result.statistics.plans(), testing::Contains(HasSubstr("schedule edit 2 1 + 0")));
}

TEST(Solver, LimitsTheCoefficientsOfSchedules) {
  recursion::System const system = system_of({"", "steep", "", {"s", "t"}});
  std::mt19937 random(9);
  Problems problems;
  problems.letters.push_back({{"s", random_letters(random, 300, 4)}, {"t", random_letters(random, 600, 4)}});
  auto const device = device::make_host_device();
  Compiler compiler(*device);
  auto const expected = interpreted(system, {}, problems);
  // The call steep(i - 1, j + 11) is earlier only if the coefficient of i is at least 12.
  auto const limited = solved(system, {}, *device, compiler, problems, {});
  EXPECT_EQ(limited.numbers, expected);
  EXPECT_THAT(limited.statistics.plans(), Each(Not(HasSubstr("schedule"))));
  auto const unlimited = solved(system, {}, *device, compiler, problems, {.max_coefficient = 12});
  EXPECT_EQ(unlimited.numbers, expected);
  EXPECT_THAT(unlimited.statistics.plans(), testing::Contains(HasSubstr("schedule steep 12 1 + 0")));
}

TEST(Solver, RepeatsOverflowsWithWiderIntegers) {
  Program const program{"search.rec", "search", "q", {"t"}, 24};
  std::mt19937 random(3);
  recursion::System const system = system_of(program);
  recursion::Inputs const shared = shared_of(program, random, 120);
  Problems problems = random_problems(random, {"t"}, 130, 50, 24);
  // Copies of the query have the score 6 * 120 = 720.
  for (std::size_t const n : {7u, 100u}) {
    auto const& query = shared.arrays.at("q");
    problems.letters[n]["t"] = Codes(query.begin(), query.end());
  }
  auto const device = device::make_host_device();
  Compiler compiler(*device);
  auto const result = solved(system, shared, *device, compiler, problems, {.plan = "across int8 lanes 64 columns 4"});
  expect_equal(result.numbers, interpreted(system, shared, problems), true);
  EXPECT_EQ(result.statistics.n_repeated, 2);
  EXPECT_THAT(result.statistics.plans(), testing::ElementsAre("across int8 lanes 64 columns 4 threads 1: 130 problems",
                                                              "across int16 lanes 64 columns 4 threads 1: 2 problems"));
}

// The largest number of 8 bits stands for 254 more than the smallest: a distance of 254 may be a larger one.
// The probability that the long sequence is inserted is much smaller than that of the best alignment of its start.
TEST(Solver, RepeatsProbabilitiesWithoutCommonExponent) {
  recursion::System const system = recursion::read_system({"test.rec", R"(
alphabet dna = "ACGT"
prob aligned(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i == 0 and j == 0 then 1.0
  else if i == 0 then 0.0625 * aligned(i, j - 1)
  else if j == 0 then 0.0625 * aligned(i - 1, j)
  else (if s[i - 1] == t[j - 1] then 0.75 else 0.25) * aligned(i - 1, j - 1)
    + 0.0625 * aligned(i, j - 1) + 0.0625 * aligned(i - 1, j)
)"},
                                                          "aligned");
  std::mt19937 random(11);
  Problems problems = random_problems(random, {"s", "t"}, 9, 30, 4);
  problems.letters[3]["s"] = random_letters(random, 600, 4);
  problems.letters[4]["t"] = random_letters(random, 700, 4);
  auto const device = device::make_host_device();
  Compiler compiler(*device);
  Solved const result = solved(system, {}, *device, compiler, problems, {});
  EXPECT_GE(result.statistics.n_repeated, 2);
  EXPECT_THAT(result.statistics.plans(), Each(Not(HasSubstr("interpreted"))));
  std::vector<double> const expected = interpreted(system, {}, problems);
  for (std::size_t n = 0; n < expected.size(); ++n)
    EXPECT_NEAR(result.numbers[n], expected[n], 1e-9 * std::abs(expected[n]));
}

TEST(Solver, RepeatsResultsThatReachTheLimitOfTheType) {
  Program const program{"edit.rec", "edit", "s", {"t"}, 26};
  recursion::System const system = system_of(program);
  recursion::Inputs shared;
  recursion::set_sequence(shared, "s", Codes(300, 0));
  Problems problems;
  for (std::size_t const n_equal : {300u, 46u, 45u, 44u, 0u}) {
    Codes letters(300, 1);
    std::fill_n(letters.begin(), n_equal, 0);
    problems.letters.push_back({{"t", letters}});
  }
  auto const device = device::make_host_device();
  Compiler compiler(*device);
  auto const result = solved(system, shared, *device, compiler, problems,
                             {.plan = "within int8 lanes 64 schedule edit 1 1 + 0 partitions 0"});
  EXPECT_EQ(result.numbers, (std::vector<double>{0, 254, 255, 256, 300}));
  EXPECT_EQ(result.statistics.n_repeated, 3);
}

// The interpreter reports integers beyond 2^53 - 1.
TEST(Solver, ComputesIntegersThatGrowWithoutLimit) {
  auto const device = device::make_host_device();
  Compiler compiler(*device);
  recursion::System const system = system_of({"", "twice", "", {"s"}});
  Problems problems;
  for (std::size_t const length : {0u, 28u, 29u, 30u}) problems.letters.push_back({{"s", Codes(length, 0)}});
  auto const result = solved(system, {}, *device, compiler, problems, {});
  EXPECT_EQ(result.numbers, (std::vector<double>{1, 1 << 28, 1 << 29, 1 << 30}));
  EXPECT_EQ(result.statistics.n_repeated, 2);
  problems.letters.push_back({{"s", Codes(53, 0)}});
  EXPECT_THAT([&] { solved(system, {}, *device, compiler, problems, {}); },
              testing::ThrowsMessage<base::UserError>(HasSubstr("larger than 9007199254740991")));
  problems.letters[0]["s"] = Codes(60, 0);
  EXPECT_THAT(
      [&] {
        solved(system_of({"", "fall", "", {"s"}}), {}, *device, compiler, problems, {});
      },
      testing::ThrowsMessage<base::UserError>(HasSubstr("less than -9007199254740991")));
}

TEST(Solver, ReportsWhyItInterprets) {
  auto const device = device::make_host_device();
  Compiler compiler(*device);
  Problems problems;
  problems.letters.push_back({{"s", Codes(20, 0)}});
  auto const result = solved(system_of({"", "fall", "", {"s"}}), {}, *device, compiler, problems, {});
  EXPECT_EQ(result.numbers, std::vector<double>{-5242870});
  EXPECT_THAT(result.statistics.plans(),
              testing::ElementsAre("interpreted: values of `fall` may exceed 9007199254740991: 1 problem"));
}

TEST(Solver, ComputesLongProblemsWithinAndOthersAcross) {
  Program const program{"search.rec", "search", "q", {"t"}, 24};
  std::mt19937 random(9);
  recursion::System const system = system_of(program);
  recursion::Inputs const shared = shared_of(program, random, 61);
  Problems problems = random_problems(random, {"t"}, 140, 30, 24);
  for (std::size_t const n : {3u, 77u}) problems.letters[n]["t"] = random_letters(random, 5003, 24);
  auto const device = device::make_host_device();
  Compiler compiler(*device);
  auto const mixed = solved(system, shared, *device, compiler, problems, {.threads = 2});
  expect_equal(mixed.numbers, interpreted(system, shared, problems), true);
  EXPECT_THAT(mixed.statistics.plans(), testing::Contains(StartsWith("within")));
  EXPECT_THAT(mixed.statistics.plans(), testing::Contains(StartsWith("across")));
}

TEST(Solver, CompilesAKernelOnce) {
  auto const device = device::make_host_device();
  Compiler compiler(*device);
  std::mt19937 random(4);
  Program const program{"search.rec", "search", "q", {"t"}, 24};
  recursion::System const system = system_of(program);
  for (std::size_t const length : {40u, 200u}) {
    recursion::Inputs const shared = shared_of(program, random, length);
    solved(system, shared, *device, compiler, random_problems(random, {"t"}, 70, length, 24), {.threads = 2});
  }
  EXPECT_EQ(compiler.n_compiled(), 1u);
}

TEST(Solver, DividesLaunchesByMemory) {
  auto const device = device::make_host_device();
  Compiler compiler(*device);
  std::mt19937 random(5);
  Program const program{"search.rec", "search", "q", {"t"}, 24};
  recursion::System const system = system_of(program);
  recursion::Inputs const shared = shared_of(program, random, 50);
  Problems const problems = random_problems(random, {"t"}, 300, 60, 24);
  std::string const plan = "across int8 lanes 64 columns 4";
  auto const expected = solved(system, shared, *device, compiler, problems, {.plan = plan}).numbers;
  EXPECT_EQ(solved(system, shared, *device, compiler, problems,
                   {.plan = plan, .memory = std::make_shared<MemoryLimit>(20000)})
                .numbers,
            expected);
  auto const small = std::make_shared<MemoryLimit>(5000);
  EXPECT_THAT([&] { solved(system, shared, *device, compiler, problems, {.plan = plan, .memory = small}); },
              testing::ThrowsMessage<base::UserError>(
                  AllOf(HasSubstr("the limit is 5000"), HasSubstr("choose a plan with fewer lanes"))));
}

TEST(Solver, RejectsPlansThatDoNotFit) {
  auto const device = device::make_host_device();
  Compiler compiler(*device);
  std::mt19937 random(6);
  auto const message_of = [&](Program const& program, std::string const& plan) {
    Problems const problems = random_problems(random, program.varying, 3, 20, program.n_letters);
    return testing_support::error_of([&] {
      solved(system_of(program), shared_of(program, random, 9), *device, compiler, problems, {.plan = plan});
    });
  };
  Program const fold{"", "fold", "", {"s"}}, edit{"edit.rec", "edit", "s", {"t"}, 26};
  EXPECT_THAT(message_of(fold, "within int8 lanes 8 schedule pairs -1 1 + 0 partitions 0"),
              HasSubstr("cannot compute `fold` with int8"));
  EXPECT_THAT(message_of(edit, "across int32 lanes 6"),
              HasSubstr("the number of lanes is 6, which is not a power of two"));
  EXPECT_THAT(message_of(edit, "within int32 lanes 8 schedule edit 1 0 + 0 partitions 0"), HasSubstr("edit(i, j - 1)"));
  EXPECT_THAT(message_of(edit, "within int32 lanes 8 schedule edit 1 + 0 partitions 0"),
              HasSubstr("`edit` has 2 dimensions, but the number of coefficients of its schedule is 1"));
  EXPECT_THAT(message_of(edit, "within int32 lanes 8 schedule d 1 1 + 0 partitions 0"),
              HasSubstr("`edit` has no schedule"));
  EXPECT_THAT(message_of(edit, "across int32 lanes 8 tables"), HasSubstr("only for alignments"));
}

TEST(Solver, ReportsMissingArguments) {
  auto const device = device::make_host_device();
  Compiler compiler(*device);
  recursion::System const system = system_of({"search.rec", "search"});
  EXPECT_THAT(
      [&] { solved(system, {}, *device, compiler, {}, {}); },
      testing::ThrowsMessage<base::UserError>(HasSubstr("needs the arguments `gap_extend`, `gap_open` and `m`")));
  std::mt19937 random(7);
  Problems problems;
  problems.letters.push_back({{"q", Codes(3, 0)}});
  EXPECT_THAT(
      [&] {
        solved(system, shared_of({"search.rec", "search", "", {}, 24}, random, 0), *device, compiler, problems, {});
      },
      testing::ThrowsMessage<base::UserError>(HasSubstr("Problem 0 of `search` has no sequence `t`.")));
}

} // namespace
} // namespace chemora::recursions
