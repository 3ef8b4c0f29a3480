// Compares programs that kernels compute with the interpreter.
#include "kernels/patterns/program_runner.hpp"

#include "kernels/device/host/host_device.hpp"
#include "kernels/device/opencl/opencl_device.hpp"
#include "kernels/machine/machine.hpp"
#include "testsuites/support/devices.hpp"
#include "testsuites/support/errors.hpp"
#include "testsuites/support/interpreted_place.hpp"
#include "testsuites/support/random_pattern.hpp"
#include "testsuites/unit/kernels/patterns/program_runs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace chemora::patterns {
namespace {

using testing_support::InterpretedPlace;

Inputs const numbers{
    .arrays = {{"a", {{9}, {5, -3.5, 2, 2, 7, -1, 0.25, 4, 2}}}, {"k", {{9}, {0, 3, 1, 1, 2, 0, 3, 3, 1}}}}};

TEST(ProgramRunner, ComputesStatementsByKernels) {
  for (bool const is_device : {false, true}) {
    InterpretedPlace place(is_device);
    RunReport const report = expect_equal_outputs(declarations + R"(
let squares = map(x in a: x * x)
let total = sum(squares)
let large = filter(x in squares: x > total / n)
let groups = groupBy(i < n by k[i] into 4: a[i])
output n_large = size(large) + 1
output parts = map(x in large: x / total)
output sums = map(g in groups: sum(g) + g.key + size(g))
output first = map(g in groups: if size(g) > 0 then g[0] else -1.0)
output members = groups.members
)",
                                                  numbers, place);
    for (RunReport::Value const& value : report.values) {
      EXPECT_EQ(value.reason, "") << value.variable;
      EXPECT_EQ(value.n_runs, 2);
    }
    EXPECT_GE(report.values.size(), 7U);
  }
}

TEST(ProgramRunner, SplitsLongReductions) {
  Inputs inputs{.arrays = {{"a", {{3000}, {}}}, {"k", {{3000}, {}}}}};
  for (int n = 0; n < 3000; ++n) {
    inputs.arrays["a"].numbers.push_back(1.0 / (n + 1));
    inputs.arrays["k"].numbers.push_back(n % 7);
  }
  for (bool const is_device : {false, true}) {
    InterpretedPlace place(is_device);
    RunReport const report = expect_equal_outputs(
        declarations + "let total = sum(a)\noutput mean = total / n\noutput largest = max(k)\n", inputs, place);
    for (RunReport::Value const& value : report.values) EXPECT_THAT(value.mapping, testing::HasSubstr("split"));
  }
}

TEST(ProgramRunner, HasRequestedMappingsAndTraces) {
  std::string const text = declarations + "output s = map(i < n: sum(j < n: a[j] * k[i]))\noutput t = sum(a)";
  Program const program = read_program({"t.pat", text});
  std::vector<Output> const expected = interpret(program, numbers);
  InterpretedPlace place(false);
  for (std::string const mapping : {"automatic", "1D", "thread-block/thread", "warp-based"}) {
    ProgramRunner runner(program, place, {.mapping = mapping, .has_traces = true});
    std::vector<Output> const outputs = runner.run(numbers);
    for (std::size_t n = 0; n < expected.size(); ++n) EXPECT_EQ(outputs[n].columns, expected[n].columns) << mapping;
    RunReport::Value const& nested = runner.report().values.at(0);
    EXPECT_EQ(nested.mapping == "x 256 span 1 / sequential", mapping == "1D") << nested.mapping;
    EXPECT_THAT(nested.trace, testing::HasSubstr("score "));
    EXPECT_THAT(nested.trace, testing::HasSubstr(": " + nested.mapping + ", "));
    EXPECT_EQ(nested.trace.find("candidates") != std::string::npos, mapping == "automatic");
    EXPECT_THAT(runner.notes(),
                testing::HasSubstr("1 run with the mapping " + nested.mapping + "\n    level 0: map i"));
  }
  EXPECT_EQ(expect_equal_outputs(text, numbers, place).values.at(0).trace, "");
}

TEST(ProgramRunner, InterpretsWhatHasNoKernel) {
  InterpretedPlace place(false);
  RunReport const report = expect_equal_outputs(declarations + R"(
let groups = groupBy(x in a by int(x))
let triangle = map(i < n: map(j < i: a[j]))
output s = map(row in triangle: sum(row))
output t = [1, 2]
output u = map(i < n: sum(g in groupBy(j < i, l < j by l into 3: a[l]): sum(g)))
)",
                                                numbers, place);
  ASSERT_EQ(report.values.size(), 4U);
  EXPECT_EQ(report.values[0].reason, "");
  for (std::size_t n = 1; n < 4; ++n) EXPECT_THAT(report.values[n].reason, testing::HasSubstr("no kernel for")) << n;
}

TEST(ProgramRunner, RepeatsKernelsWithoutCopies) {
  InterpretedPlace place(false);
  RunReport const report = expect_equal_outputs(declarations + R"(
var u = map(x in a: x)
var change = 1.0
repeat step < 20 until change < 1e-3 {
  let next = map(i < n: 0.5 * (u[i] + u[max(i - 1, 0)]))
  change = max(i < n: abs(next[i] - u[i]))
  u = map(i < n: next[i])
}
output result = u
)",
                                                numbers, place);
  EXPECT_EQ(report.n_copied_to_device, 18U) << text_of(report); // `a` at each run
  EXPECT_EQ(report.n_copied_to_host, 18U);                      // the output
}

TEST(ProgramRunner, MakesNewKernelsForOtherSizes) {
  InterpretedPlace place(false);
  Program const program = read_program({"t.pat", "input real a[n]\noutput s = map(i < n: sum(j < n: a[j]) * i)"});
  ProgramRunner runner(program, place);
  for (long const n : {3, 40, 300, 3}) {
    Inputs inputs;
    inputs.arrays["a"].extents = {n};
    for (long i = 0; i < n; ++i) inputs.arrays["a"].numbers.push_back(1.0 / static_cast<double>(i + 1));
    EXPECT_EQ(runner.run(inputs)[0].columns, interpret(program, inputs)[0].columns) << n;
  }
}

TEST(ProgramRunner, ReportsErrorsOfTheInterpreter) {
  InterpretedPlace place(false);
  auto const error_of = [&](std::string const& text) {
    ProgramRunner runner(read_program({"t.pat", text}), place);
    return testing_support::findings_of([&] { runner.run({.arrays = {{"a", {{3}, {1, 2, 3}}}}}); });
  };
  EXPECT_EQ(error_of("input real a[n]\nvar b = map(i < 3: i)\nb = map(i < 4: i)\noutput s = b[0] + a[0]"),
            "3:1: The extents of `b` change from [3] to [4]; a `var` keeps its extents.");
  EXPECT_EQ(error_of("input real a[n]\noutput s = map(i < n: a[i + 1])"),
            "2:27: The subscript 3 of `a` is outside; allowed are 0 to 2.");
}

TEST(ProgramRunner, ReportsSubscriptsAndDivisorsThatFollowFromData) {
  InterpretedPlace place(false);
  auto const error_of = [&](std::string const& expression, std::vector<double> const& k) {
    Program const program = read_program({"t.pat", declarations + expression});
    ProgramRunner runner(program, place);
    Inputs const inputs{.arrays = {{"a", {{3}, {1, 2, 3}}}, {"k", {{3}, k}}}};
    std::string const expected = testing_support::error_of([&] { interpret(program, inputs); });
    std::string const found = testing_support::error_of([&] { runner.run(inputs); });
    EXPECT_EQ(found, expected) << expression;
    for (RunReport::Value const& value : runner.report().values) EXPECT_EQ(value.reason, "") << expression;
    return found;
  };
  for (std::string const expression : {
           "output s = map(i < n: a[k[i]])",
           "output s = sum(i < n: if i > 1 then a[i + 1] else a[i])",
           "output s = map(i < n: let j = k[i] + 1; a[j])",
           "output s = map(i < n: sum(j in 0 .. k[i]: a[j]))",
           "output s = map(i < n: sum(j < k[i]: a[i + 1]))",
           "output s = map(j in k: a[j])",
           "output s = map(i < n: div(6, k[i]))",
           "output s = map(i < n: div(k[i] - 2147483647 - 1, -1))",
           "output s = map(i < n: mod(-2147483647 - 1, k[i]))",
           "output s = map(i < n: mod(k[i], 0))",
           "output s = map(i < n: sum(j < (if n < 9 then div(n, 0) else n): a[j]))",
           "let f = filter(i < n: a[k[i]] > 1)\noutput s = f",
       })
    EXPECT_NE(error_of(expression, {0, 5, 3}) + error_of(expression, {0, 1, -1}), "no errorno error") << expression;
  for (std::string const expression : {
           "output s = map(i < n: a[k[i]])",
           "output s = sum(i < n: if i > 1 then a[i - 1] else a[i])",
           "output s = map(i < n: if k[i] > 0 then div(6, k[i]) else 0)",
           "output s = count(i < 10: i < n and a[i] > 1)",
           "output s = map(i < n: sum(j < k[i]: a[j]))",
           "output s = map(i < n: if n > 9 then div(i, 0) else i)",
           "output s = map(i < n: sum(j < (if n > 9 then div(n, 0) else n): a[j]))",
       })
    EXPECT_EQ(error_of(expression, {0, 1, 2}), "no error") << expression;
}

TEST(ProgramRunner, RunsRandomPrograms) {
  InterpretedPlace host(false), device(true);
  for (std::uint64_t seed = 100; seed < 140; ++seed) {
    auto const pattern =
        testing_support::random_pattern({.seed = seed, .n = 7, .has_names = seed % 4 < 2, .has_effects = seed >= 120});
    expect_equal_outputs(pattern.text, pattern.inputs, seed % 2 == 0 ? host : device);
  }
}

std::string const groups_program = declarations + R"(
structure Pair { real value, real square }
let groups = groupBy(i < n by k[i]: a[i])
output keys = groups.keys
output first = groups.first
output members = groups.members
output sums = map(g in groups: sum(g))
output means = map(g in groups: sum(x in g: x / size(g)))
output histograms = map(g in groups: count(x in g: x > 0) + 1000 * count(x in g: x < -0.5))
output largest = max(map(g in groups: size(g)))
let pairs = groupBy(x in a, j < 3 by int(4 * x) * 1000000 - j: Pair(x + j, x * x))
output squares = map(g in pairs: sum(p in g: p.square) + g[0].value + g.key)
let extrema = groupBy(key in k by key: key > 0)
output positive = map(g in extrema: any(g))
)";

TEST(ProgramRunner, SortsGroupsWithAnyKeys) {
  struct Case {
    long n, spread;
    bool is_device;
  };
  for (Case const& each :
       {Case{0, 1, false}, Case{1, 1000, true}, Case{7, 0, false}, Case{53, 1, true}, Case{53, 429496729, false}}) {
    InterpretedPlace place(each.is_device);
    RunReport const report = expect_equal_outputs(groups_program, many_numbers(each.n, each.spread), place);
    for (RunReport::Value const& value : report.values) EXPECT_EQ(value.reason, "") << value.variable;
  }
}

TEST(ProgramRunner, SortsTheSmallestAndTheLargestKeys) {
  InterpretedPlace place(false);
  Inputs inputs{.arrays = {{"a", {{6}, {1, 2, 3, 4, 5, 6}}},
                           {"k", {{6}, {2147483647, -2147483648, 0, 2147483647, -1, -2147483648}}}}};
  RunReport const report = expect_equal_outputs(groups_program, inputs, place);
  for (RunReport::Value const& value : report.values) EXPECT_EQ(value.reason, "") << value.variable;
}

TEST(ProgramRunner, SortsGroupsOfRows) {
  InterpretedPlace place(true);
  Inputs const inputs{.arrays = {{"m", {{3, 4}, {5, 1, 2, 9, 5, 3, 2, 1, 4, 1, 1, 0.5}}}}};
  RunReport const report = expect_equal_outputs("input real m[rows, columns]\n"
                                                "let groups = groupBy(row in m by int(row[0]): sum(row))\n"
                                                "let products = groupBy(row in m, x in row by int(x): x * row[1])\n"
                                                "output s = map(g in groups: g.key + size(g) + sum(g))\n"
                                                "output t = map(g in products: sum(g))\n",
                                                inputs, place);
  for (RunReport::Value const& value : report.values) EXPECT_EQ(value.reason, "") << value.variable;
}

std::string const structures_program = R"(
structure Item { int place, real value, bool is_large }
structure Answer { bool holds, int n }
input Item items[n]
function better(Item p, Item q) = if q.value > p.value then q else p
let made = map(p in items: Item(2 * p.place, p.value - 1, p.place > 3))
let none = Item(-1, -infinity, false)
let best = reduce(p in made: p with better from none)
var stored = made
foreach (i in 1 .. n - 1) { stored[i] = Item(i, stored[i - 1].value, made[i].is_large) }
output first = map(p in stored: p)
output large = filter(p in made: p.is_large)
output sums = map(g in groupBy(p in items by p.place into 3: Item(p.place, p.value, true)): sum(p in g: p.value * p.place))
output most = map(g in groupBy(p in items by int(9 * p.value)): reduce(p in g: p with better from none))
output answers = map(p in items: Answer(p.is_large or p.value < 0, p.place - best.place))
output inner = map(i < 3: sum(p in filter(p in items: p.place > i): if p.is_large then p.value else p.place))
)";

Inputs items(long n) {
  Inputs const numbers = many_numbers(n, 1);
  ArrayValue array{{n}, {}};
  for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i)
    for (double const field : {2147483642.0 + numbers.arrays.at("k").numbers[i] - 5 * (i % 2) * 429496728.0,
                               numbers.arrays.at("a").numbers[i], static_cast<double>(i % 3 == 0)})
      array.numbers.push_back(field);
  return {.arrays = {{"items", array}}};
}

void run_structures(KernelPlace& place, long n) {
  RunReport const report = expect_equal_outputs(structures_program, items(n), place);
  for (RunReport::Value const& value : report.values) EXPECT_EQ(value.reason, "") << value.variable;
}

TEST(ProgramRunner, StoresStructuresOfIntegersAndReals) {
  InterpretedPlace host(false), device(true);
  run_structures(host, 0);
  run_structures(device, 1);
  run_structures(host, 53);
}

TEST(ProgramRunner, StoresStructuresOfIntegersAndRealsOnTheHost) {
  auto const host = device::make_host_device();
  run_structures(*make_kernel_place(*host), 3011);
}

struct Effects {
  std::string text;
  std::string mapping; ///< a part of the mapping of the statement
};

std::vector<Effects> const effects{
    {"foreach (i < n) { b[i] = 2 * b[i] + k[i] }", "in place"},
    {"foreach (i in 1 .. n - 1) { b[i] = b[i - 1] }", "copied"},
    {"foreach (i in 1 .. n - 1) { b[i] = b[0] + a[i] }", "in place"},
    {"foreach (i < n) { b[n - 1 - i] = a[i] c[i] = int(b[i]) }", "copied"},
    {"foreach (i < n) { if a[i] > 0 { b[i] = -1 c[i] = k[i] } }", "in place"},
    {"foreach (i < n) { b[k[i]] = 7 }", "order"},
    {"foreach (i < n) { c[k[i]] += i }", "order"},
    {"foreach (i < n) { b[k[i]] max= a[i] }", "order"},
    {"foreach (i < n) { if a[i] > 0 { total += k[i] } least min= a[i] }", "order"},
    {"foreach (x in a) { c[int(abs(x))] += 1 }", "order"},
    {"foreach (i < n) { foreach (j in i .. n - 1) { let d = a[i] - a[j] if d < 0 { c[i] += 1 } else { b[i] min= d } } "
     "}",
     "order"},
    {"foreach (i < n, j < 3) { m[i, j] = m[i, j] + a[i] * j }", "in place"},
    {"foreach (i < n) { foreach (j < 3) { m[i, j] = sum(l < n: a[l] * m[i, j]) } b[i] = a[i] }", "in place"},
    {"foreach (i < n) { m[i, 0] = m[i, 1] m[i, 1] = m[i, 0] }", "copied"},
    {"foreach (p in pairs) { c[int(p.place)] = 5 }", "order"},
    {"foreach (i < n) { pairs[i] = Pair(a[i], pairs[i].value) }", "in place"},
    {"foreach (i in filter(i < n: a[i] > 1)) { b[i] = 0 }", "order"},
    {"foreach (i < n) { foreach (x in filter(x in a: x > i)) { b[i] max= x } }", "order"},
    {"foreach (g in groupBy(x in a by int(x))) { foreach (x in g) { if x > g[0] { c[size(g)] += g.key } } }", "order"},
    {"foreach (i < n) { foreach (g in groupBy(x in a by int(x) - i)) { foreach (x in g) { b[i] max= g.key * x } } }",
     "order"},
    {"let rows = groupBy(x in a by int(x) into 3)\nforeach (x in rows[1], j < int(x)) { c[j] += int(3 * x) }", "order"},
    {"b[2] = sum(a)", "one iteration, in place"},
    {"repeat step < 3 { foreach (i in step .. n - 1) { b[i] = b[i] + step } }", "in place"},
};

std::string const effects_start = "input real a[n]\ninput int k[n]\nstructure Pair { real place, real value }\n"
                                  "var b = map(x in a: x)\nvar c = map(i < n: 3)\nvar total = 1\nvar least = 5.0\n"
                                  "var m = map(i < n, j < 3: 1.0 * i + j)\nvar pairs = map(i < n: Pair(i, a[i]))\n";
std::string const effects_end = "\noutput out_b = b\noutput out_c = c\noutput out_total = total + 0 * n\n"
                                "output out_least = least\noutput out_m = m\noutput out_pairs = map(p in pairs: p)\n";

TEST(ProgramRunner, ExecutesForeach) {
  for (bool const is_device : {false, true}) {
    InterpretedPlace place(is_device);
    for (Effects const& each : effects) {
      RunReport const report = expect_equal_outputs(effects_start + each.text + effects_end, numbers, place);
      auto const found = std::ranges::find_if(
          report.values, [](RunReport::Value const& value) { return value.variable.starts_with("foreach"); });
      ASSERT_NE(found, report.values.end()) << each.text;
      EXPECT_EQ(found->reason, "") << each.text;
      EXPECT_THAT(found->mapping, testing::HasSubstr(each.mapping)) << each.text;
    }
  }
}

TEST(ProgramRunner, ReportsErrorsInForeach) {
  InterpretedPlace place(false);
  for (std::string const text : {
           "foreach (i < n) { b[k[i]] = a[i] }",
           "foreach (i < n) { b[0] = if i > 0 then 0.0 else -1 * 0.0 }",
           "foreach (i < n) { b[0] = 5 if i > 2 { b[0] max= 6 } }",
           "foreach (i < n) { b[i + 1] = 2 }",
           "foreach (i < n) { c[k[i] - 1] += 2 }",
           "foreach (i < n) { c[i] = div(i, k[i]) }",
           "foreach (i < n) { if a[i] > 1 { b[i] = a[2 * i] } }",
       }) {
    Program const program = read_program({"t.pat", effects_start + text + effects_end});
    std::string const expected = testing_support::error_of([&] { interpret(program, numbers); });
    ProgramRunner runner(program, place);
    EXPECT_EQ(testing_support::error_of([&] { runner.run(numbers); }), expected) << text;
    EXPECT_NE(expected, "no error") << text;
  }
}

std::string const compiled_program = declarations + R"(
let groups = groupBy(i < n by k[i] into 4: a[i])
output sums = map(g in groups: sum(g))
let any_groups = groupBy(i < n by 1000 * k[i]: a[i])
output any_sums = map(g in any_groups: sum(g) + g.key)
var b = a
var c = map(i < n: 0)
foreach (i in 1 .. n - 1) { b[i] = b[i - 1] + k[i] }
foreach (i < n) { c[mod(k[i], n)] += i }
output new_b = b
output new_c = c
output truncated = map(i < n: int(1e9 * a[i] * k[i]))
output no_numbers = map(x in a: int(0.0 * (x / 0.0)))
)";

TEST(ProgramRunner, RunsOnTheHost) {
  auto const host = device::make_host_device();
  auto const place = make_kernel_place(*host);
  for (Inputs const& inputs : {numbers, many_numbers(30011, 1), many_numbers(30011, 429496729)}) {
    RunReport const report = expect_equal_outputs(compiled_program, inputs, *place);
    for (RunReport::Value const& value : report.values) EXPECT_EQ(value.reason, "") << value.variable;
  }
}

TEST(KernelPlace, HasTheCacheOfAThreadOnTheHost) {
  auto const host = device::make_host_device();
  EXPECT_EQ(make_kernel_place(*host)->machine().shared_bytes,
            static_cast<double>(machine::capacity_per_thread(machine::this_machine())));
}

TEST(ProgramRunner, RunsWithOpencl) {
  auto const opencl = testing_support::find_device({"OpenCL", [] { return device::make_opencl_device(); }});
  if (!opencl.device) GTEST_SKIP() << opencl.reason;
  auto const place = make_kernel_place(*opencl.device);
  for (Inputs const& inputs : {numbers, many_numbers(5003, 429496729)}) {
    RunReport const report = expect_equal_outputs(compiled_program, inputs, *place);
    for (RunReport::Value const& value : report.values) EXPECT_EQ(value.reason, "") << value.variable;
  }
}

} // namespace
} // namespace chemora::patterns
