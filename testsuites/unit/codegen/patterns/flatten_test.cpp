#include "codegen/patterns/flatten.hpp"

#include "testsuites/support/random_pattern.hpp"
#include "testsuites/unit/codegen/patterns/outputs.hpp"

namespace chemora::patterns {
namespace {

/// Returns the statements of the flattened program.
std::string flat_text(std::string const& text) {
  std::string const printed = to_text(flattened(read_program({"t.pat", text})));
  EXPECT_EQ(to_text(read_program({"printed.pat", printed})), printed);
  std::size_t const first = std::min(printed.find("let "), printed.find("output "));
  return printed.substr(first);
}

std::string const a = "input real a[n]\n";

TEST(Flatten, MakesFiltersAndGroupsStatements) {
  EXPECT_EQ(flat_text(a + "output s = sum(x in filter(x in a: x > 0): x) + 1"),
            "let selected = filter(x in a: 0.0 < x)\noutput s = sum(x_2 in selected: x_2) + 1.0\n");
  EXPECT_EQ(flat_text(a + "output s = let f = filter(x in filter(y in a: y > 1): x < 2); size(f)"),
            "let selected = filter(y in a: 1.0 < y)\nlet f = filter(x in selected: x < 2.0)\noutput s = size(f, 0)\n");
}

TEST(Flatten, KeepsSelectionsThatAreNotEvaluatedOnce) {
  std::string const condition = "output s = if n > 3 then size(filter(x in a: 0.0 < x)) else 0\n";
  EXPECT_EQ(flat_text(a + condition), "output s = if 3 < n then count(x in a: 0.0 < x) else 0\n");
  std::string const nested = "output s = map(i < n: let selected = filter(x in a: x < real(i)); sum(item in selected: "
                             "item))\n";
  EXPECT_EQ(flat_text(a + "output s = map(i < n: sum(filter(x in a: x < i)))"), nested);
}

TEST(Flatten, MakesArraysOfGroups) {
  EXPECT_EQ(
      flat_text(a + "output s = map(g in groupBy(x in a by int(x)): sum(g) + g.key * g[1] + size(g))"),
      "let selected = groupBy(x in a by int(x): x)\n"
      "output s = map(g < size(selected, 0): (sum(item_place in selected.first[g] .. (selected.first[g + 1] - 1): "
      "selected.members[item_place]) + (real(selected.keys[g]) * selected.members[selected.first[g] + 1])) + "
      "real(selected.first[g + 1] - selected.first[g]))\n");
}

TEST(Flatten, NumbersFilteredRowsAndGroups) {
  std::string const m = "input real m[rows, columns]\n";
  EXPECT_EQ(
      flat_text(m + "let large = filter(row in m: sum(row) > 1)\n"
                    "output s = map(row in large: max(row) + size(large) + large[0][1])"),
      "let large = filter(row_number < rows: 1.0 < sum(item in m[row_number, *]: item))\n"
      "output s = map(row_2_number in large: (max(item_2 in m[row_2_number, *]: item_2) + real(size(large, 0))) + "
      "m[large[0], *][1])\n");
  EXPECT_EQ(flat_text(m + "output s = map(i < rows: sum(row in filter(row in m: row[i] > 1), x in row: x))"),
            "output s = map(i < rows: let selected = filter(row_number < rows: 1.0 < m[row_number, *][i]); "
            "sum(row_2_number in selected: sum(x in m[row_2_number, *]: x)))\n");
  EXPECT_EQ(flat_text(a + "output s = map(g in filter(g in groupBy(x in a by int(x)): size(g) > 1): sum(g) + g.key)"),
            "let selected = groupBy(x in a by int(x): x)\n"
            "let selected_2 = filter(g_number < size(selected, 0): 1 < (selected.first[g_number + 1] - "
            "selected.first[g_number]))\n"
            "output s = map(g_2_number in selected_2: sum(item_place in selected.first[g_2_number] .. "
            "(selected.first[g_2_number + 1] - 1): selected.members[item_place]) + real(selected.keys[g_2_number]))\n");
}

TEST(Flatten, NumbersFiltersOfFilteredRows) {
  EXPECT_EQ(flat_text("input real m[rows, columns]\nlet f = filter(row in m: row[0] > 1)\n"
                      "let g = filter(row in f: row[1] > 2)\noutput s = map(row in g: sum(row))"),
            "let f = filter(row_number < rows: 1.0 < m[row_number, *][0])\n"
            "let g = filter(row_2_number in f: 2.0 < m[row_2_number, *][1])\n"
            "output s = map(row_3_number in g: sum(item in m[row_3_number, *]: item))\n");
}

TEST(Flatten, KeepsFilteredRowsOfVariablesAndWithOtherUses) {
  std::string const program = "var m = map(i < n, j < 3: a[i] * real(j))\nlet f = filter(row in m: 1.0 < row[0])\n";
  EXPECT_THAT(flat_text(a + program + "m = map(i < n, j < 3: 1.0)\noutput s = size(f, 0)\n"),
              testing::HasSubstr("let f = filter(row in m: 1.0 < row[0])\n"));
  std::string const filters = "let f = filter(row in m: 1.0 < row[0])\nlet g = filter(row_2 in f: 1.0 < row_2[1])\n";
  std::string const loop = "var t = 0.0\nforeach (row_3 in g) {\n  t max= row_3[0]\n}\n";
  EXPECT_THAT(flat_text("input real m[rows, columns]\n" + filters + loop), testing::HasSubstr(filters));
  std::string const use = "let again = f\noutput s = map(row_3 in g: row_3[0])\n";
  EXPECT_EQ(flat_text("input real m[rows, columns]\n" + filters + use), filters + use);
}

TEST(Flatten, MakesConditionalArraysMaps) {
  EXPECT_EQ(flat_text(a + "output s = sum(if n > 3 then a else map(x in a: 2 * x))"),
            "output s = sum(item in map(index < n: if 3 < n then a[index] else 2.0 * a[index]): item)\n");
  EXPECT_EQ(flat_text(a + "input real m[n, n]\noutput s = if n > 3 then m else map(i < n, j < n: m[j, i])"),
            "output s = map(index < n: map(index_2 < n: if 3 < n then m[index, index_2] else m[index_2, index]))\n");
  EXPECT_EQ(flat_text(a + "output s = sum(if n > 3 then a else map(i in 2 .. n: a[i - 1]))"),
            "output s = sum(item in map(index < (if 3 < n then n else (n - 2) + 1): if 3 < n then a[index] else "
            "a[(2 + index) - 1]): item)\n");
  EXPECT_EQ(flat_text(a + "output s = sum(if a[n] > 3 then a else map(x in a: 2 * x))"),
            "output s = let evaluated = (if 3.0 < a[n] then 0 else 0); sum(item in map(index < n: if 3.0 < a[n] then "
            "a[index] else 2.0 * a[index]): item)\n");
  std::string const list = "output s = size(if 3 < n then a else if 1 < n then map(i in 1 .. 2: a[i]) else [1.0], 0)\n";
  EXPECT_EQ(flat_text(a + list), list);
}

/// Tests that both programs have equal outputs.
void expect_equal_outputs(std::string const& text, Inputs const& inputs) {
  Program const program = read_program({"t.pat", text});
  auto const expected = interpret(program, inputs), found = interpret(flattened(program), inputs);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t n = 0; n < found.size(); ++n)
    EXPECT_EQ(found[n].columns, expected[n].columns) << to_text(flattened(program));
}

TEST(Flatten, KeepsTheOutputs) {
  Inputs const inputs{.arrays = {{"a", {{9}, {5, -3, 2, 2, 7, -1, 0, 4, 2}}}}};
  for (std::string const expression : {
           "map(g in groupBy(x in a by mod(int(x), 3)): argmax(x in g: x))",
           "map(g in groupBy(x in a by int(x) into 4): argmin(x in g: -x))",
           "let g = groupBy(x in a by int(x) into 6); let h = g[2]; map(x in h: x + size(h) + h.key)",
           "map(g in groupBy(x in a by mod(int(x), 2)): sum(filter(x in g: x > 1)))",
           "map(g in filter(g in groupBy(x in a by int(x) into 8): size(g) > 1): g.key)",
           "map(g in groupBy(x in a by int(x) into 3): reduce(x in g: x with (l, r: min(l, r)) from 1.0))",
           "sum(g in groupBy(x in a by mod(int(x), 2)), x in g: x)",
           "zipWith(g in groupBy(x in a by mod(int(x), 2)), i < 2: sum(g) * i)",
           "map(g in groupBy(x in a by mod(int(x), 2)): count(y in a: any(x in g: x == y)))",
       })
    expect_equal_outputs(a + "output s = " + expression, inputs);
  expect_equal_outputs(a + R"(
var n_selected = 0
var b = a
repeat step < 3 {
  let g = groupBy(i < n by mod(step + int(a[i]), 2))
  foreach (i in filter(i < n: a[i] > step)) { b[i] = b[i] + sum(k in g[0]: a[k]) }
  if size(filter(x in a: x > 1)) > step { n_selected += size(g[0]) }
}
output s = b
output t = n_selected)",
                       inputs);
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    auto const pattern = testing_support::random_pattern({.seed = seed, .n = 7});
    expect_equal_outputs(pattern.text, pattern.inputs);
  }
}

} // namespace
} // namespace chemora::patterns
