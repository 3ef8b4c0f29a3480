// Tests filters and groups inside patterns: their names, and the results of their kernels.
#include "codegen/patterns/inner_selections.hpp"

#include "kernels/device/cuda/nvrtc.hpp"
#include "kernels/device/host/host_device.hpp"
#include "kernels/device/opencl/opencl_device.hpp"
#include "kernels/jit/loop_trees.hpp"
#include "testsuites/support/devices.hpp"
#include "testsuites/support/errors.hpp"
#include "testsuites/unit/codegen/patterns/lowered_nests.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::patterns {
namespace {

using namespace tests;

std::string const matrix = "input real m[rows, columns]\nstructure Pair { real x, int n }\n"
                           "function larger(real a, real b) = if a < b then b else a\n";

/// Returns the text of an expression inside a map, with names of its filters and groups.
std::string named(std::string const& expression) {
  Program program = read_program({"t.pat", matrix + "output s = map(i < rows: " + expression + ")"});
  Statement& output = program.statements.back();
  NodePtr const value = with_named_selections(program, output.columns[0].second);
  output.columns[0].second = value;
  std::string const text = to_text(program), start = "output s = map(i < rows: ";
  std::size_t const first = text.find(start) + start.size();
  return text.substr(first, text.rfind(')') - first);
}

TEST(InnerSelections, HaveNamesBeforeTheNumberThatUsesThem) {
  EXPECT_EQ(named("sum(filter(x in m[i, *]: x > 0)) + 1"),
            "(let selected = filter(x in m[i, *]: 0.0 < x); sum(item in selected: item)) + 1.0");
  EXPECT_EQ(named("sum(x in map(y in filter(x in m[i, *]: x > 0): y * y): x)"),
            "let selected = filter(x in m[i, *]: 0.0 < x); sum(x_2 in map(y in selected: y * y): x_2)");
  EXPECT_EQ(named("sum(y in filter(x in filter(z in m[i, *]: z < 4): x > 0): y)"),
            "let selected_2 = filter(z in m[i, *]: z < 4.0); let selected = filter(x in selected_2: 0.0 < x); sum(y in "
            "selected: y)");
  EXPECT_EQ(named("let f = filter(x in m[i, *]: x > 0); sum(f) / max(f)"),
            "let f = filter(x in m[i, *]: 0.0 < x); sum(item in f: item) / max(item_2 in f: item_2)");
}

TEST(InnerSelections, AreConditionsWhereTheOrderDoesNotMatter) {
  std::string const filter = "filter(x in m[i, *]: x > 0)";
  EXPECT_EQ(named("size(" + filter + ")"), "count(x in m[i, *]: 0.0 < x)");
  EXPECT_EQ(named("count(y in " + filter + ": y < 2)"), "count(y in m[i, *]: (0.0 < y) and (y < 2.0))");
  EXPECT_EQ(named("if any(y in " + filter + ": y < 2) then 1 else 0"),
            "if any(y in m[i, *]: (0.0 < y) and (y < 2.0)) then 1 else 0");
  EXPECT_EQ(named("if all(y in " + filter + ": y < 2) then 1 else 0"),
            "if all(y in m[i, *]: (not (0.0 < y)) or (y < 2.0)) then 1 else 0");
  EXPECT_EQ(named("sum(k in filter(j < columns: m[i, j] > 0): 2 * k)"),
            "sum(k < columns: if 0.0 < m[i, k] then 2 * k else 0)");
  EXPECT_EQ(named("min(k in filter(j < columns: m[i, j] > 0): k)"),
            "min(k < columns: if 0.0 < m[i, k] then k else 2147483647)");
  EXPECT_EQ(named("let f = " + filter + "; size(f) + count(y in f: y < 2)"),
            "count(x in m[i, *]: 0.0 < x) + count(y in m[i, *]: (0.0 < y) and (y < 2.0))");
  EXPECT_EQ(named("size(filter(y in " + filter + ": y < 2))"), "count(y in m[i, *]: (0.0 < y) and (y < 2.0))");
  EXPECT_EQ(named("size(filter(row in filter(row in m: row[0] > 0): row[1] > 0))"),
            "count(row_2 in m: (0.0 < row_2[0]) and (0.0 < row_2[1]))");
}

TEST(InnerSelections, AreNotComputedSeveralTimesIfTheyContainPatterns) {
  std::string const filter = "filter(x in m[i, *]: x < sum(item in m[i, *]: item))";
  EXPECT_EQ(named("let f = " + filter + "; size(f)"), "count(x in m[i, *]: x < sum(item in m[i, *]: item))");
  EXPECT_EQ(named("let f = " + filter + "; size(f) + size(f)"), "let f = " + filter + "; size(f, 0) + size(f, 0)");
}

TEST(InnerSelections, RemainIfAUseDependsOnTheirOrder) {
  std::string const filter = "let f = filter(x in m[i, *]: 0.0 < x); ";
  for (std::string const uses : {"size(f, 0) + argmax(x_2 in f: x_2)", "max(x_2 in f: x_2)", "product(x_2 in f: x_2)",
                                 "reduce(x_2 in f: x_2 with (l, r: l + r) from 0.0)", "f[0]",
                                 "sum(k < rows: count(x_2 in f: x_2 < real(k)))", "if 0 < i then size(f, 0) else 0"})
    EXPECT_EQ(named(filter + uses), filter + uses);
}

TEST(InnerSelections, AreStoredByOneThread) {
  auto const max_threads = [](std::string const& expression) {
    NestCase const nest(matrix + "output s = map(i < rows: " + expression + ")");
    std::vector<int> threads;
    for (NestLevel const& level : levels_of(nest.nest())) threads.push_back(level.max_threads);
    return threads;
  };
  using testing::ElementsAre;
  EXPECT_THAT(max_threads("sum(x in filter(y in m[i, *]: sum(k < columns: m[i, k] * y) > 0): x)"),
              ElementsAre(max_block_size, 1, 32));
  EXPECT_THAT(max_threads("sum(x in filter(y in m[i, *]: y > 0): sum(k < columns: m[i, k] * x))"),
              ElementsAre(max_block_size, 1, 1))
      << "barriers inside a loop with different numbers of iterations";
}

// Kernels.

struct Nested {
  std::string text{};
  std::vector<std::string> mappings{};
};

std::vector<std::string> const two_levels{"y 4 span 1 / sequential", "x 4 span 1 / sequential",
                                          "y 2 span 3 / x 1 span all", "x 8 span all / sequential"};
std::vector<std::string> const three_levels{"y 4 span 1 / sequential / sequential",
                                            "x 4 span 1 / sequential / sequential",
                                            "y 2 span 2 / x 1 span all / sequential"};
std::vector<std::string> const inner_threads{
    "y 4 span 1 / sequential / x 4 span all", "x 4 span 1 / sequential / sequential",
    "y 2 span 2 / sequential / x 8 span all", "z 2 span 1 / y 1 span all / x 4 span all"};

std::string const filter_of_row = "let f = filter(x in m[i, *]: x > 0.1); ";
std::string const groups_of_row = "let g = groupBy(x in m[i, *] by int(4 * x + 2) into 6: x); ";

std::string const any_groups_of_row = "let g = groupBy(x in m[i, *] by int(30 * x): x); ";

std::vector<Nested> const nests{
    {"map(i < rows: sum(x in filter(y in m[i, *]: y > 0): x))", two_levels},
    {"map(i < rows: " + filter_of_row + "if size(f) > 0 then sum(f) / size(f) - max(f) * f[size(f) - 1] else -1.0)",
     two_levels},
    {"map(i < rows: sum(k in filter(j < columns: m[i, j] > 0): m[i, k] * k))", two_levels},
    {"map(i < rows: sum(x in filter(y in filter(z in m[i, *]: z > -0.5): y < 0.5): x * x))", two_levels},
    {"map(i < rows: let f = filter(p in map(j < columns: Pair(m[i, j], j)): p.x > 0); sum(p in f: p.x * p.n) + "
     "max(p in f: p.n))",
     two_levels},
    {"map(i < rows: let f = filter(b in map(x in m[i, *]: x > 0): b or i > 1); argmax(b in f: if b then 1 else 0) + "
     "sum(k < size(f): if f[k] then k else 1))",
     two_levels},
    {"map(i < rows: " + filter_of_row + "reduce(x in f: x with larger from -10.0) + argmin(x in f: x))", two_levels},
    {"map(i < rows: " + filter_of_row + "sum(zipWith(x in f, k < size(f): x * k)))", two_levels},
    {"map(i < rows: " + filter_of_row + "let w = map(x in f: x + i); sum(w) * max(w) + size(w))", two_levels},
    {"map(i < rows: " + filter_of_row + "map(j < columns: if j < size(f) then f[j] else m[i, j]))", two_levels},
    {"map(i < rows: if mod(i, 2) == 0 then sum(filter(x in m[i, *]: x > 0)) else 2.0)", two_levels},
    {"map(i < rows: sum(x in filter(y in m[i, *]: y > 0), k < 3: x * k))", two_levels},
    {"map(i < rows: sum(x in filter(j < i: mod(i * j, 3) > 0): 1.5 * x))", two_levels},
    {"sum(i < rows: sum(filter(x in m[i, *]: x > 0)))", {"y 4 span all / sequential", "sequential / sequential"}},
    {"count(i < rows, j < min(2 * i, columns): m[i, j] > 0)", {"y 4 span all / sequential", "sequential / sequential"}},
    {"map(i < rows: min(x in filter(x in m[i, *]: x > 0), k < int(3 * x): int(9 * x) - k))", three_levels},
    {"map(i < rows: sum(x in filter(y in m[i, *]: sum(k < columns: m[i, k] * y) > 0): x))", inner_threads},
    {"map(i < rows: sum(x in filter(y in m[i, *]: y > 0): sum(k < columns: m[i, k] * x)))", three_levels},
    {"map(i < rows: iterate(x from 1.0, k < 3 while x < 50: x + sum(y in filter(z in m[i, *]: z < x): y * y)))",
     three_levels},
    {"map(i < rows: " + groups_of_row + "max(h in g: sum(h)))", three_levels},
    {"map(i < rows: " + groups_of_row +
         "sum(h in g: if size(h) > 0 then h[size(h) - 1] * h.key + argmax(h) else 0.5) + g.members[g.first[1]])",
     three_levels},
    {"map(i < rows: let g = groupBy(j < columns, k < 3 by mod(j + k, 3) into 3: Pair(m[i, j], k)); sum(h in g: "
     "sum(p in h: p.x * p.n)) + size(g) + size(g[1]))",
     three_levels},
    {"map(i < rows: " + groups_of_row + "sum(h in g: sum(filter(x in h: x > 0.2)) + size(filter(x in h: x < 0))))",
     three_levels},
    {"map(i < rows: max(h in groupBy(x in filter(y in m[i, *]: y > 0) by int(4 * x) into rows): sum(x in h: x * x)))",
     three_levels},
    {"map(i < rows: " + any_groups_of_row + "max(h in g: sum(h)) + sum(h in g: size(h) * h.key) + size(g))",
     three_levels},
    {"map(i < rows: " + any_groups_of_row +
         "sum(k < size(g): g.first[k] * g.keys[k] + 0.5 * g.first[k + 1]) + sum(x in g.members: x))",
     three_levels},
    {"map(i < rows: let g = groupBy(j < columns, k < 3 by mod(5 * j + k, 7) - 3: Pair(m[i, j], k)); sum(h in g: "
     "sum(p in h: p.x * p.n) * argmin(p in h: p.x)) + size(g))",
     three_levels},
    {"map(i < rows: sum(h in groupBy(x in filter(y in m[i, *]: y > 0) by 1 - int(9 * x)): h[0] * h.key))", two_levels},
    {"map(i < rows: if mod(i, 2) == 1 then size(groupBy(x in m[i, *] by int(1e9 * x))) else -1)", two_levels},
    {"map(i < rows: let g = groupBy(x in m[i, *] by int(20 * x)); sum(h in groupBy(h in g by size(h) into 5: h.key): "
     "sum(h)))",
     three_levels},
};

NestCase case_of(Nested const& nested) { return NestCase(matrix + "output s = " + nested.text); }

std::vector<Sizes> const shapes{{{"rows", 0}, {"columns", 3}},
                                {{"rows", 1}, {"columns", 1}},
                                {{"rows", 3}, {"columns", 71}},
                                {{"rows", 7}, {"columns", 0}}};

bool reads_members(Nested const& each) { return each.text.find("g.members[") != std::string::npos; }

/// Compares all kernels, on the host and on devices alternately.
void compare_all(std::vector<Sizes> const& sizes, Run const& run, bool starts_on_device) {
  NestOptions options;
  bool is_device = starts_on_device;
  for (Nested const& each : nests) {
    NestCase nest = case_of(each);
    for (Sizes const& shape : sizes) {
      if (shape.at("columns") < 2 && reads_members(each)) continue; // there may be no members
      nest.bind(shape);
      std::vector<double> const expected = nest.expected();
      for (std::string const& text : each.mappings) {
        options.is_device = std::exchange(is_device, !is_device);
        options.max_sizes = nest.sizes;
        expect_equal_bits(nest.result(parse_mapping({"", text}), options, run), expected, each.text + " with " + text);
      }
    }
  }
}

TEST(KernelsOfInnerSelections, DefineTheBitsOfTheInterpreter) { compare_all(shapes, loops::interpret, false); }

TEST(KernelsOfInnerSelections, KeepBitsInAnyOrderOfInstances) {
  compare_all({{{"rows", 3}, {"columns", 7}}}, interpreted_in_random_order(1), true);
}

TEST(KernelsOfInnerSelections, HaveSchedulesForHostsAndDevices) {
  compare_all({{{"rows", 5}, {"columns", 13}}}, interpret_tree, false);
  compare_all({{{"rows", 3}, {"columns", 71}}}, interpret_tree, true);
}

/// Compares kernels that a device compiles, with the mapping of this number.
void run_on(device::Device& device, bool is_device, std::size_t mapping, Sizes const& sizes) {
  for (Nested const& each : nests) {
    bool const has_inner_products =
        each.text.find("sum(k < columns") != std::string::npos; // for which long rows take long
    if (has_inner_products && sizes.at("columns") > 1000) continue;
    NestCase nest = case_of(each);
    nest.bind(sizes);
    expect_equal_bits(nest.result(parse_mapping({"", each.mappings.at(std::min(mapping, each.mappings.size() - 1))}),
                                  {.is_device = is_device, .max_sizes = nest.sizes}, compiled(device)),
                      nest.expected(), each.text);
  }
}

TEST(KernelsOfInnerSelections, HaveTheBitsOfTheInterpreterOnTheHost) {
  auto const host = device::make_host_device();
  run_on(*host, false, 0, {{"rows", 3}, {"columns", 3089}});
  run_on(*host, false, 1, {{"rows", 13}, {"columns", 67}});
}

TEST(KernelsOfInnerSelections, HaveTheBitsOfTheInterpreterWithOpencl) {
  auto const opencl = testing_support::find_device({"OpenCL", [] { return device::make_opencl_device(); }});
  if (!opencl.device) GTEST_SKIP() << opencl.reason;
  run_on(*opencl.device, true, 2, {{"rows", 13}, {"columns", 67}});
}

TEST(KernelsOfInnerSelections, CompileForCuda) {
  if (std::string const reason = testing_support::reason_without_nvrtc(); !reason.empty()) GTEST_SKIP() << reason;
  for (Nested const& each : nests) {
    NestCase nest = case_of(each);
    nest.bind(shapes[2]);
    NestOptions const options{.is_device = true, .max_sizes = nest.sizes};
    LoweredNest const lowered =
        lower_nest(nest.program, nest.value, "result", parse_mapping({"", each.mappings.back()}), options);
    auto const source = jit::lower_to_source(polyhedral::schedule(lowered.kernel), plan::Language::cuda);
    EXPECT_EQ(device::compile_cuda({"result", source.source}, "sm_90").error, "") << source.source;
  }
}

} // namespace
} // namespace chemora::patterns
