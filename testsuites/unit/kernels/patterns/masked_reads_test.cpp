// Tests compiled sums of rows whose last vector has lanes without elements. These lanes must not read or divide.
#include "kernels/device/host/host_device.hpp"
#include "testsuites/unit/kernels/patterns/program_runs.hpp"

namespace chemora::patterns {
namespace {

constexpr long n_rows = 67, n_entries = 5, first_column = 100000000;

/// A sparse matrix with 5 entries in each row, whose columns begin with a large number.
Inputs inputs() {
  ArrayValue first{{n_rows + 1}, {0}}, column{{n_rows * n_entries}, {}}, value{{n_rows * n_entries}, {}},
      divisor{{n_entries}, {}}, items{{n_entries}, {}};
  for (long row = 0; row < n_rows; ++row) {
    for (long n = 0; n < n_entries; ++n) {
      column.numbers.push_back(static_cast<double>(first_column + n));
      value.numbers.push_back(1.0 / static_cast<double>(row + 3 * n + 1));
    }
    first.numbers.push_back(static_cast<double>(column.numbers.size()));
  }
  for (long n = 0; n < n_entries; ++n) {
    divisor.numbers.push_back(static_cast<double>(n + 2));
    items.numbers.insert(items.numbers.end(), {static_cast<double>(n + 1), static_cast<double>(n * n)});
  }
  return {.arrays = {{"graph.first", first},
                     {"graph.column", column},
                     {"graph.value", value},
                     {"divisor", divisor},
                     {"items", items}}};
}

TEST(MaskedReads, NeitherDivideNorReadOutsideOfArrays) {
  auto const host = device::make_host_device();
  auto const place = make_kernel_place(*host);
  std::string const offset = std::to_string(first_column);
  RunReport const report = expect_equal_outputs(
      "structure Item { int n, int m }\ninput csr real graph[rows, 200000000]\ninput int divisor[n]\ninput Item "
      "items[n]\n"
      "output products = map(i < rows: sum(k in row(graph, i): graph.value[k] * divisor[graph.column[k] - " +
          offset +
          "]))\n"
          "output quotients = map(i < rows: sum(k in row(graph, i): graph.value[k] * mod(7, divisor[graph.column[k] "
          "- " +
          offset +
          "])))\n"
          "output fields = map(i < rows: sum(k in row(graph, i): graph.value[k] * items[graph.column[k] - " +
          offset + "].m))\n",
      inputs(), *place);
  for (RunReport::Value const& value : report.values) EXPECT_EQ(value.reason, "") << value.variable;
}

} // namespace
} // namespace chemora::patterns
