// Runs programs with filters and groups inside patterns, and compares them with the interpreter.
#include "kernels/device/host/host_device.hpp"
#include "kernels/device/opencl/opencl_device.hpp"
#include "testsuites/support/devices.hpp"
#include "testsuites/support/errors.hpp"
#include "testsuites/support/interpreted_place.hpp"
#include "testsuites/unit/kernels/patterns/program_runs.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace chemora::patterns {
namespace {

using testing_support::InterpretedPlace;

std::string const selections = R"(
input real m[rows, columns]
input csr real graph[rows, columns]
parameter real t = 0.1
output sums = map(i < rows: sum(x in filter(y in m[i, *]: y > t): x))
output sizes = map(i < rows: size(filter(j < columns: m[i, j] > t)))
output largest = map(i < rows: let g = groupBy(x in m[i, *] by int(8 * x) into 8: x); max(h in g: sum(h)))
output modes = map(i < rows: let g = groupBy(x in m[i, *] by int(100 * x)); if size(g) > 0 then g[argmax(h in g: size(h))].key else 0)
output by_column = map(i < rows: sum(g in groupBy(k in row(graph, i) by mod(graph.column[k], 3)): size(g) * size(g)))
output means = map(i < rows: let f = filter(x in m[i, *]: x > t); if size(f) > 0 then sum(f) / size(f) - f[0] else t)
output neighbours = map(i < rows: sum(k in filter(k in row(graph, i): graph.value[k] > t): graph.value[k]))
let columns_by_sign = groupBy(j < columns by if m[0, j] > t then 1 else 0 into 2)
output grouped = map(g in columns_by_sign: sum(j in filter(j in g: mod(j, 3) == 1): m[0, j]))
var total = map(i < rows: 0.0)
foreach (i < rows) { let f = filter(x in m[i, *]: x < t) total[i] = sum(f) * size(f) }
output totals = total
)";

std::string const rows_and_ranges = R"(
input real m[rows, columns]
input csr real graph[rows, columns]
parameter real t = 0.1
let large = filter(row in m: sum(row) > t)
output large_rows = map(row in large: max(row) + size(large))
output larger_rows = map(i < rows: sum(row in filter(row in m: sum(row) > sum(m[i, *])), x in row: x))
output large_groups = map(g in filter(g in groupBy(k < size(graph.value) by graph.column[k]): size(g) > 1): sum(k in g: graph.value[k]) + g.key)
output triangle = sum(i < rows, j < min(i, columns): m[i, j])
output trapezoids = map(i < rows: reduce(j < i, h in j .. min(i, columns - 1): m[i, h] with (l, r: l + r) from 0.0))
output chosen = map(i < rows: sum(if sum(m[i, *]) > t then m[i, *] else map(x in m[0, *]: 2 * x)))
output pieces = sum(if rows > 2 then m[0, *] else map(j in 1 .. columns - 2: m[0, j] - m[0, j + 1]))
output last = map(i < rows: let w = if sum(m[i, *]) > t then m[i, *] else map(j < 2: 1.5); if size(w) > 0 then w[size(w) - 1] else t)
output chosen_rows = if rows > 2 then m else map(i < rows, j < columns: m[i, columns - 1 - j])
)";

/// Random numbers, and a sparse matrix with up to 4 entries in each row.
Inputs inputs_of(long rows, long columns) {
  Inputs const random = many_numbers(rows * columns, 1);
  Inputs inputs{.arrays = {{"m", {{rows, columns}, random.arrays.at("a").numbers}}}};
  std::vector<double> first{0}, column, value;
  for (long row = 0; row < rows; ++row) {
    for (long n = 0; n < std::min(columns, row % 5); ++n) {
      column.push_back(static_cast<double>(n));
      value.push_back(std::sin(static_cast<double>(row + 10 * n)));
    }
    first.push_back(static_cast<double>(column.size()));
  }
  inputs.arrays["graph.first"] = {{rows + 1}, first};
  inputs.arrays["graph.column"] = {{static_cast<long>(column.size())}, column};
  inputs.arrays["graph.value"] = {{static_cast<long>(value.size())}, value};
  return inputs;
}

void expect_kernels(std::string const& text, Inputs const& inputs, KernelPlace& place) {
  for (RunReport::Value const& value : expect_equal_outputs(text, inputs, place).values)
    EXPECT_EQ(value.reason, "") << value.variable;
}

TEST(InnerSelectionRuns, HaveKernels) {
  for (bool const is_device : {false, true}) {
    InterpretedPlace place(is_device);
    for (auto const& [rows, columns] : {std::pair{1L, 1L}, {7L, 13L}, {3L, 1031L}})
      expect_kernels(selections, inputs_of(rows, columns), place);
    expect_kernels(rows_and_ranges, inputs_of(7, 13), place);
  }
}

std::string const filters_of_used_filters = R"(
input real m[rows, columns]
input csr real graph[rows, columns]
let f = filter(row in m: row[0] > 0)
let g = filter(row in f: row[1] > 0)
let again = f
output sums = map(row in g: sum(row))
let large = filter(h in groupBy(i < rows by mod(i, 5)): h.key > 0)
let larger = filter(h in large: h.key > 2)
var t = 0
foreach (h in large) { t max= h.key }
output keys = map(h in larger: h.key)
output members = map(h in larger: sum(h))
output largest = t
)";

TEST(InnerSelectionRuns, FilterFiltersOfRowsThatHaveOtherUses) {
  InterpretedPlace place(false);
  expect_equal_outputs(filters_of_used_filters, inputs_of(13, 3), place);
}

std::pair<std::string, std::string> errors_of(std::string const& expression) {
  InterpretedPlace place(false);
  Program const program = read_program({"t.pat", "input real m[rows, columns]\noutput s = " + expression});
  Inputs const inputs{.arrays = {{"m", {{2, 3}, {1, 0, 2, 0, 0, 1}}}}};
  ProgramRunner runner(program, place);
  std::pair const result{testing_support::error_of([&] { interpret(program, inputs); }),
                         testing_support::error_of([&] { runner.run(inputs); })};
  for (RunReport::Value const& value : runner.report().values) EXPECT_EQ(value.reason, "") << expression;
  return result;
}

TEST(InnerSelectionRuns, ReportErrorsOfTheInterpreter) {
  std::string const filter = "map(i < rows: let f = filter(x in m[i, *]: x > 0); ",
                    groups = "map(i < rows: let g = groupBy(x in m[i, *] by int(x) into 3: x); ",
                    any_groups = "map(i < rows: let g = groupBy(x in m[i, *] by int(x)); ";
  for (std::string const expression :
       {filter + "f[1])", filter + "sum(k < columns: f[k]))", filter + "f[size(f)])",
        filter + "sum(zipWith(x in f, k < columns: x * k)))",
        std::string("sum(zipWith(x in filter(x in m[0, *]: x > 0), y in m[1, *]: x * y))"),
        std::string("map(i < rows: size(filter(x in m[i, *]: m[int(x), 0] > 0)))"), groups + "g[2][0])",
        groups + "sum(h in g: h[0]))", any_groups + "g[2][0])", any_groups + "sum(h in g: h[1]))",
        any_groups + "sum(k < columns: g[k].key))", std::string("let f = filter(row in m: row[1] > 0); f[0][1]"),
        std::string("map(row in filter(row in m: sum(row) > 1): row[int(sum(row))])"),
        std::string("sum(i < rows, j < i: m[j, 3 * i])"),
        std::string("map(i < rows: (if i > 0 then m[i, *] else m[0, *])[3])"),
        std::string("sum(if rows > 1 then map(j < 4: m[0, j]) else map(j < 4: 0.5))")}) {
    auto const [expected, found] = errors_of(expression);
    EXPECT_NE(expected, "no error") << expression;
    EXPECT_EQ(found, expected) << expression;
  }
  for (std::string const expression :
       {filter + "f[0])", filter + "sum(k < size(f): f[k]))", groups + "sum(h in g: if size(h) > 0 then h[0] else 0))",
        filter + "sum(zipWith(x in f, k < size(f): x * k)))"}) {
    auto const [expected, found] = errors_of(expression);
    EXPECT_EQ(expected, "no error") << expression;
    EXPECT_EQ(found, "no error") << expression;
  }
}

TEST(InnerSelectionRuns, HaveTheBitsOfTheInterpreterOnTheHost) {
  auto const host = device::make_host_device();
  auto const place = make_kernel_place(*host);
  for (auto const& [rows, columns] : {std::pair{3L, 0L}, {1L, 1L}, {101L, 97L}, {17L, 3089L}})
    expect_kernels(selections, inputs_of(rows, columns), *place);
  for (auto const& [rows, columns] : {std::pair{3L, 0L}, {17L, 1031L}})
    expect_kernels(rows_and_ranges, inputs_of(rows, columns), *place);
}

TEST(InnerSelectionRuns, HaveTheBitsOfTheInterpreterWithOpencl) {
  auto const opencl = testing_support::find_device({"OpenCL", [] { return device::make_opencl_device(); }});
  if (!opencl.device) GTEST_SKIP() << opencl.reason;
  auto const place = make_kernel_place(*opencl.device);
  for (auto const& [rows, columns] : {std::pair{3L, 0L}, {1L, 1L}, {101L, 97L}, {17L, 3089L}})
    expect_kernels(selections, inputs_of(rows, columns), *place);
  for (auto const& [rows, columns] : {std::pair{3L, 0L}, {17L, 1031L}})
    expect_kernels(rows_and_ranges, inputs_of(rows, columns), *place);
}

} // namespace
} // namespace chemora::patterns
