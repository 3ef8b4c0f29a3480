// Compares the kernels of mapped nests with the interpreter of patterns.
#include "kernels/device/host/host_device.hpp"
#include "kernels/device/opencl/opencl_device.hpp"
#include "testsuites/support/devices.hpp"
#include "testsuites/support/errors.hpp"
#include "testsuites/support/random_pattern.hpp"
#include "testsuites/unit/codegen/patterns/lowered_nests.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::patterns {
namespace {

using namespace tests;
using testing::HasSubstr;

Mapping mapping(std::string const& text) { return parse_mapping({"mapping", text}); }

/// A program, sizes, and mappings for it.
struct Nested {
  std::string text;
  std::vector<Sizes> sizes;
  std::vector<std::string> mappings;
  bool runs_on_devices = false; ///< with the first mapping and the last sizes
};

std::string const matrix = "input real m[rows, columns]\ninput real v[columns]\n";
std::vector<std::string> const two_levels{"y 4 span 1 / x 32 span all", "x 4 span 1 / y 16 span all",
                                          "x 2 span 3 / sequential", "sequential / x 8 span all",
                                          "z 1 span all / y 64 span all"};
std::vector<std::string> const one_level{"x 32 span all", "sequential", "y 4 span all"};
std::vector<Sizes> const shapes{
    {{"rows", 5}, {"columns", 33}}, {{"rows", 1}, {"columns", 0}}, {{"rows", 2}, {"columns", 1100}}};

std::vector<Nested> const nests{
    {matrix + "output s = map(i < rows: sum(j < columns: m[i, j]))", shapes, two_levels, true},
    {matrix + "output s = map(j < columns: sum(i < rows: m[i, j]))", {{{"rows", 70}, {"columns", 7}}}, two_levels},
    {matrix + "output s = map(i < rows: let weighted = zipWith(x in m[i, *], y in v: x * y); sum(weighted))", shapes,
     two_levels},
    {matrix + "output s = map(row in m: max(row) - min(x in row: x * x))", shapes, two_levels},
    {matrix + "output s = map(i < rows: sum(m) * i - max(row in m, x in row: x * row[0]))", shapes, two_levels},
    {matrix + "output s = map(i < rows: count(j < columns: m[i, j] > 0))", shapes, two_levels},
    {matrix + "output s = map(i < rows: any(x in m[i, *]: x > 0.9) and all(x in m[i, *]: x > -0.999))", shapes,
     two_levels, true},
    {matrix + "output s = map(i < rows: argmax(m[i, *]) - 2 * argmin(j in 1 .. columns - 1: m[i, j]))", shapes,
     two_levels},
    {matrix +
         "output s = map(i < rows: argmax(x in m[i, *]: floor(2 * x)) + 40 * argmin(j < columns: floor(2 * m[i, j])))",
     shapes, two_levels, true},
    {matrix +
         "output s = map(i < rows: argmin(x in m[i, *]: sqrt(x)) + 40 * argmax(x in m[i, *]: sqrt(x - 0.5)))", // NaN
     shapes, two_levels, true},
    {matrix + "output s = map(i < rows, j < columns: if j > 0 then m[i, j] - m[i, j - 1] else 2.0)",
     {{{"rows", 5}, {"columns", 33}}},
     {"y 2 span 1 / x 8 span 1", "x 2 span 2 / y 8 span all"}},
    {matrix + "output s = map(i < rows: sum(j < columns: if v[j] > 0 then m[i, j] else 0.5))", shapes, two_levels,
     true},
    {matrix + "output s = map(i < rows: if mod(i, 2) == 1 then 2.0 else sum(j < columns: m[i, j]))", shapes, two_levels,
     true},
    {matrix + "output s = map(i < rows: let first = m[i, 0]; map(j < columns: m[i, j] - first))",
     {{{"rows", 5}, {"columns", 33}}},
     {"y 2 span 1 / x 8 span 1", "x 2 span 2 / y 8 span 2"}},
    {matrix + "output s = map(j < columns: sum(m[*, j]) + max(i < rows: if m[i, 0] > 0 then m[i, j] else 0))",
     {{{"rows", 3}, {"columns", 700}}, {{"rows", 1030}, {"columns", 700}}},
     {"x 512 span 1 / sequential"},
     true},
    {matrix + "output s = map(j < columns: argmax(m[*, j]))",
     {{{"rows", 0}, {"columns", 300}}, {{"rows", 41}, {"columns", 300}}},
     {"x 256 span 1 / sequential"},
     true},
    {matrix + "output s = sum(i < rows, j < columns: m[i, j])",
     shapes,
     {"x 32 span all", "sequential", "y 4 span all", "x 32 split 2"}},
    {matrix + "output s = sum(i < rows: m[i, 0] * sum(j < columns: m[i, j]))",
     {{{"rows", 40}, {"columns", 50}}},
     two_levels},
    {"input real a[n, k]\ninput real b[k, m]\noutput c = map(i < n, j < m: sum(l < k: a[i, l] * b[l, j]))",
     {{{"n", 5}, {"k", 40}, {"m", 6}}},
     {"z 2 span 1 / y 2 span 1 / x 32 span all", "y 2 span 1 / x 4 span 1 / sequential",
      "y 2 span 1 / x 4 span 1 / z 4 span all"}},
    {"input real a[n]\nstructure Affine { real factor, real offset }\n"
     "function compose(Affine f, Affine g) = Affine(f.factor * g.factor, g.factor * f.offset + g.offset)\n"
     "output s = reduce(x in a: Affine(x, 1 - x) with compose from Affine(1, 0))",
     {{{"n", 0}}, {{"n", 31}}, {{"n", 1100}}},
     one_level},
    {"input real a[n]\noutput s = sum(a)", {{{"n", 33000}}}, {"x 32 span all", "x 32 split 5"}},
    {"input real a[n]\noutput s = let mean = sum(a) / n; sum(x in a: (x - mean) * (x - mean))",
     {{{"n", 0}}, {{"n", 3000}}},
     {"x 32 split 2", "y 8 split 7"},
     true},
    {matrix + "output s = map(i < rows: if m[i, 0] > 0 then max(m[i, *]) else argmin(m[i, *]))",
     {{{"rows", 3}, {"columns", 2100}}},
     {"x 4 span 1 / y 8 split 3", "y 2 span 1 / x 32 split 2"},
     true},
    {"input csr real g[n, n]\ninput real x[n]\n"
     "output y = map(i < n: sum(k in row(g, i): g.value[k] * x[g.column[k]]))",
     {{{"n", 17}}},
     {"y 4 span 1 / sequential", "x 8 span 1 / sequential"},
     true},
    {"input real a[n]\noutput s = map(i < n: sum(j in 0 .. i: a[j]))",
     {{{"n", 70}}},
     {"y 4 span 1 / sequential", "x 8 span 1 / sequential"}},
    {"parameter real limit = 0.25\ninput int k[n]\ninput real a[9]\n"
     "output s = map(i < n: let x = a[k[i]]; if x > limit then sqrt(x) else if x > 0 then max(l < k[i]: a[l]) else x)",
     {{{"n", 40}}},
     {"y 4 span 1 / sequential", "x 8 span 1 / sequential"}},
    {"input real a[n]\noutput s = map(x in a: iterate(z from 3 * x, k < 20 while abs(z) < 4: z * z + x))",
     {{{"n", 40}}},
     {"x 8 span 1 / sequential", "y 4 span 2 / sequential"}},
    {"input real a[n]\noutput s = map(i < n: iterate(z from a[i], k < n: if a[k] > z then z + a[k] else 0.5 * z))",
     {{{"n", 37}}},
     {"x 8 span 1 / sequential", "y 4 span 2 / sequential"},
     true},
    {"input int k[n]\noutput s = product(x in k: 2 * x + 1)", {{{"n", 1030}}}, one_level},
};

/// Which of the kernels are those of devices; every second one, because both take time.
enum class Devices { odd, even };

/// Compares the results of all nests of at most `max_size` elements.
void compare_all(Devices devices, Run const& run, long max_size = 1L << 30) {
  int n_kernels = devices == Devices::odd ? 0 : 1;
  for (Nested const& each : nests) {
    NestCase nest(each.text);
    for (Sizes const& sizes : each.sizes) {
      long n_elements = 1;
      for (auto const& [name, size] : sizes) n_elements *= std::max(size, 1L);
      if (n_elements > max_size) continue;
      nest.bind(sizes);
      std::vector<double> const expected = nest.expected();
      for (std::string const& text : each.mappings) {
        NestOptions const options{.is_device = n_kernels++ % 2 == 1, .max_sizes = nest.sizes};
        expect_equal_bits(nest.result(mapping(text), options, run), expected, each.text + " with " + text);
      }
    }
  }
}

TEST(LoweredNests, DefineTheBitsOfTheInterpreter) { compare_all(Devices::odd, loops::interpret, 1000); }

TEST(LoweredNests, KeepBitsInAnyOrderOfInstances) {
  compare_all(Devices::odd, interpreted_in_random_order(1), 100);
  compare_all(Devices::even, interpreted_in_random_order(2), 100);
}

TEST(LoweredNests, HaveSchedulesForHostsAndDevices) {
  compare_all(Devices::odd, interpret_tree);
  compare_all(Devices::even, interpret_tree, 200);
}

TEST(LoweredNests, FollowTheSearchAndFixedStrategies) {
  std::vector<std::string> requests = fixed_strategies();
  requests.push_back("automatic");
  std::size_t n_kernels = 0;
  for (Nested const& each : nests) {
    NestCase nest(each.text);
    nest.bind(each.sizes[0]);
    std::vector<double> const expected = nest.expected();
    for (std::size_t n = 0; n < 2; ++n) { // two of the requests for each nest
      bool const is_device = n == 1;
      std::string const& request = requests[n_kernels++ % requests.size()];
      Mapping const found =
          requested_mapping({"request", request}, nest.nest(), is_device ? k20c_shape() : host_shape(2, 1 << 20));
      expect_equal_bits(nest.result(found, {.is_device = is_device, .max_sizes = nest.sizes}, interpret_tree), expected,
                        each.text + " with " + request);
    }
    ++n_kernels;
  }
}

/// Returns the reason why there is no kernel, or nothing if the result is that of the interpreter.
std::string run_random_nest(std::uint64_t seed, bool has_names) {
  auto const random = testing_support::random_pattern(
      {.seed = seed, .n = 7, .rows = 3, .columns = 5, .has_any_keys = false, .has_names = has_names});
  NestCase nest(random.text);
  nest.inputs = random.inputs;
  nest.sizes = {{"n", 7}, {"rows", 3}, {"columns", 5}};
  bool const is_device = seed % 2 == 0;
  std::set<int> const stored = nest.inner_results();
  Mapping const found = find_mapping(nest.nest(stored), is_device ? h200_shape() : host_shape(2, 1 << 20)).mapping;
  std::vector<double> result;
  std::string const reason = testing_support::error_of([&] {
    result = nest.result(found, {.is_device = is_device, .max_sizes = nest.sizes, .stored = stored}, interpret_tree);
  });
  if (reason != "no error") return reason;
  expect_equal_bits(result, nest.expected(), random.text + " with " + to_text(found));
  return "";
}

TEST(LoweredNests, OfRandomProgramsHaveTheBitsOfTheInterpreter) {
  int n_kernels = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    std::string const reason = run_random_nest(seed, seed % 3 == 0);
    EXPECT_TRUE(reason.empty() || reason.find("There is no kernel for") != std::string::npos) << reason;
    n_kernels += reason.empty();
  }
  EXPECT_GE(n_kernels, 55); // the others have results whose sizes follow from data
}

void run_on(device::Device& device, bool is_device) {
  for (Nested const& each : nests) {
    if (!each.runs_on_devices) continue;
    NestCase nest(each.text);
    nest.bind(each.sizes.back());
    NestOptions const options{.is_device = is_device, .max_sizes = nest.sizes};
    expect_equal_bits(nest.result(mapping(each.mappings[0]), options, compiled(device)), nest.expected(), each.text);
  }
}

TEST(LoweredNests, HaveTheBitsOfTheInterpreterOnTheHost) { run_on(*device::make_host_device(), false); }

TEST(LoweredNests, HaveTheBitsOfTheInterpreterWithOpencl) {
  auto const opencl = testing_support::find_device({"OpenCL", [] { return device::make_opencl_device(); }});
  if (!opencl.device) GTEST_SKIP() << opencl.reason;
  run_on(*opencl.device, true);
}

/// Returns the names of the arrays of partial results of a reduction over `j`.
std::vector<std::string> arrays_for(std::string const& reduction, std::string const& request) {
  NestCase const nest("input int k[n]\ninput real a[n]\noutput s = map(i < 3: " + reduction + ")");
  std::vector<std::string> names;
  for (ir::TypedArray const& array : lower_nest(nest.program, nest.value, "result", mapping(request)).kernel.arrays)
    if (!array.axes.empty() && !array.is_argument) names.push_back(array.name);
  return names;
}

TEST(LoweredNests, HavePartialResultsOnlyIfTheOrderMattersOrThreadsShareTheWork) {
  std::string const one_thread = "x 4 span 1 / sequential", threads = "y 1 span 1 / x 4 span all";
  EXPECT_TRUE(arrays_for("sum(j < n: k[j])", "x 4 span 1 / y 4 span all").empty()) << "threads that are iterations";
  for (char const* const free : {"argmin(j < n: a[j])", "sum(j < n: k[j])", "product(j < n: k[j])", "max(j < n: k[j])",
                                 "count(j < n: a[j] > 0)", "if any(j < n: a[j] > 0) then 1 else 0"}) {
    EXPECT_TRUE(arrays_for(free, one_thread).empty()) << free;
    EXPECT_FALSE(arrays_for(free, threads).empty()) << free;
  }
  for (char const* const ordered : {"sum(j < n: a[j])", "max(j < n: a[j])"}) // max: the sign of 0
    EXPECT_FALSE(arrays_for(ordered, one_thread).empty()) << ordered;
}

/// Returns the number of instructions of a sum that are executed under a condition.
std::size_t n_conditional(std::string const& term) {
  NestCase const nest("input int k[n]\ninput real a[n]\noutput s = sum(i < n: " + term + ")");
  auto const instructions = lower_nest(nest.program, nest.value, "result", mapping("sequential")).kernel.instructions;
  return static_cast<std::size_t>(
      std::ranges::count_if(instructions, [](loops::Instruction const& each) { return !each.conditions.empty(); }));
}

TEST(LoweredNests, HaveConditionsOnlyIfAnElementMayNotExist) {
  std::size_t const without = n_conditional("a[i]");
  EXPECT_EQ(n_conditional("if k[i] > 0 then a[i] else 0.0"), without);
  EXPECT_GT(n_conditional("if i > 0 then a[i - 1] else 0.0"), without);
  EXPECT_GT(n_conditional("if k[i] > 0 then a[k[i]] else 0.0"), without);
}

TEST(LoweredNests, DoNotNeedLimitsOfSizes) {
  NestCase nest(nests[0].text);
  nest.bind({{"rows", 2}, {"columns", 40}});
  for (bool const is_device : {false, true})
    expect_equal_bits(nest.result(mapping("y 1 span 1 / x 32 span all"), {.is_device = is_device}, interpret_tree),
                      nest.expected(), "unknown sizes");
}

/// Sets the numbers of elements of the rows of the matrix `g`.
void set_rows(NestCase& nest, std::vector<long> const& lengths) {
  std::vector<double> first{0}, column, value;
  for (long const length : lengths) {
    for (long k = 0; k < length; ++k) {
      column.push_back(static_cast<double>((7 * k + length) % static_cast<long>(lengths.size())));
      value.push_back(std::sin(static_cast<double>(column.size())) + (k % 11 == 0 ? -1e-9 : 0));
    }
    first.push_back(static_cast<double>(column.size()));
  }
  auto const n = static_cast<long>(column.size());
  nest.inputs.arrays["g.first"] = {{static_cast<long>(first.size())}, first};
  nest.inputs.arrays["g.column"] = {{n}, column};
  nest.inputs.arrays["g.value"] = {{n}, value};
  nest.sizes["g.entries"] = n;
}

std::vector<std::string> const terms_of_rows{
    "sum(k in row(g, i): g.value[k] * x[g.column[k]])", "max(k in row(g, i): if g.value[k] > 0 then x[i] else -0.0)",
    "product(k in row(g, i): let r = x[g.column[k]]; if r > 0 then r + r * r else 1 - r)",
    "if x[i] > 0 then sum(k in row(g, i): exp(g.value[k])) else min(k in row(g, i): -abs(g.value[k]))",
    "sum(k in row(g, i): g.value[k] * sum(j in 0 .. mod(k, 40): x[mod(j, n)]))"};

void run_rows_on(device::Device& device, bool is_device) {
  std::vector<long> const lengths{0, 1, 15, 16, 17, 31, 32, 33, 1023, 1024, 1025, 40000};
  for (std::string const& term : terms_of_rows) {
    NestCase nest("input csr real g[n, n]\ninput real x[n]\noutput y = map(i < n: " + term + ")");
    nest.bind({{"n", static_cast<long>(lengths.size())}});
    set_rows(nest, lengths);
    std::string const inner = term.find("sum(j") == std::string::npos ? " / sequential" : " / sequential / sequential";
    expect_equal_bits(nest.result(mapping("x 8 span 1" + inner), {.is_device = is_device}, compiled(device)),
                      nest.expected(), term);
  }
}

TEST(LoweredNests, SumRowsOfAnyLengthInTheirOrderOnTheHost) { run_rows_on(*device::make_host_device(), false); }

TEST(LoweredNests, SumRowsOfAnyLengthInTheirOrderWithOpencl) {
  auto const opencl = testing_support::find_device({"OpenCL", [] { return device::make_opencl_device(); }});
  if (!opencl.device) GTEST_SKIP() << opencl.reason;
  run_rows_on(*opencl.device, true);
}

std::string error_in(std::string const& text, std::string const& request = "x 1 span 1", bool is_device = false) {
  NestCase nest(text);
  return testing_support::findings_of(
      [&] { lower_nest(nest.program, nest.value, "result", mapping(request), {.is_device = is_device}); });
}

// Seven numbers for each element: members, first members and keys of groups, and two halves of keys and of places.
TEST(LoweredNests, HaveLimitedMemoryForAllArraysOfInnerGroups) {
  auto const error = [](int rows, int elements, bool is_device) {
    return error_in(
        fmt::format("output s = map(i < {}: max(g in groupBy(j < {} by mod(i * j, 5): 1.5): sum(g)))", rows, elements),
        "y 1 span 1 / sequential / sequential", is_device);
  };
  constexpr char const* too_much = "no kernel for filters and groups inside patterns that need too much memory";
  EXPECT_EQ(error(100, 1'190'000, false), "no error");
  EXPECT_THAT(error(100, 1'200'000, false), HasSubstr(too_much));
  EXPECT_EQ(error(76, 1'000'000, true), "no error");
  EXPECT_THAT(error(77, 1'000'000, true), HasSubstr(too_much));
}

TEST(LoweredNests, ReportExpressionsWithoutKernel) {
  EXPECT_EQ(error_in("input real a[n]\noutput s = filter(x in a: x > 0)"),
            "2:12: There is no kernel for arrays whose sizes follow from data.");
  EXPECT_THAT(error_in("input real a[n]\noutput s = map(x in a: sum(filter(y in map(j < int(x): a[j]): y > x)))"),
              HasSubstr("no kernel for filters and groups inside patterns whose largest size follows from data"));
  EXPECT_THAT(error_in("input real m[rows, columns]\noutput s = map(f in map(i < rows: filter(x in m[i, *]: x > 0)): "
                       "size(f))"),
              HasSubstr("no kernel for arrays of arrays of different sizes"));
  std::string const many = "j < 4194304, k < 2097152, l < 2097152"; // 2^64
  EXPECT_THAT(error_in("output s = map(i < 2: max(g in groupBy(" + many + " by i into 2: 1.5): sum(g)))"),
              HasSubstr("no kernel for filters and groups inside patterns that need too much memory"));
  EXPECT_THAT(error_in("grid real u = \"Wave::phi\"\noutput s = sum(c in grid: u[c])"),
              HasSubstr("no kernel for sums over the grid"));
  EXPECT_THAT(error_in("grid real u = \"Wave::phi\"\noutput s = map(i in grid.x: i)"), HasSubstr("no kernel for"));
  EXPECT_THAT(error_in("input real a[n]\noutput s = sum(x in a: sum(y in a: x * y))", "sequential / x 32 split 4"),
              HasSubstr("no kernel for split levels inside reductions"));
  EXPECT_THAT(error_in("output s = map(i < 3: sum(g in groupBy(j < i, k < j by k into 3: j): sum(g)))"),
              HasSubstr("no kernel for groupBy with ranges that depend on each other"));
  EXPECT_THAT(error_in("input csr real g[n, n]\noutput s = map(i < n: sum(k in row(g, i): g.value[k]))",
                       "y 1 span 1 / x 4 span all"),
              HasSubstr("no kernel for levels with several threads and a size that follows from data"));
  EXPECT_THAT(error_in("output s = [1, 2]"), HasSubstr("no kernel for arrays that are no map"));
}

} // namespace
} // namespace chemora::patterns
