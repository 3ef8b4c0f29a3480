// Tests patterns, values and statements with results that are known.
#include "testsuites/unit/codegen/patterns/outputs.hpp"

#include <cmath>

namespace chemora::patterns {
namespace {

Inputs const matrix{.arrays = {{"m", {{2, 3}, {1, 2, 3, 4, 5, 6}}}}};
std::string const m = "input real m[rows, cols]\n";

Inputs with_array(Numbers const& numbers) {
  return {.arrays = {{"a", {{static_cast<long>(numbers.size())}, numbers}}}};
}
std::string const a = "input real a[n]\n";

TEST(Patterns, SumRowsAndColumns) {
  EXPECT_EQ(numbers_of(m + "output s = map(i < rows: sum(j < cols: m[i, j]))", matrix), (Numbers{6, 15}));
  EXPECT_EQ(numbers_of(m + "output s = map(row in m: sum(row))", matrix), (Numbers{6, 15}));
  EXPECT_EQ(numbers_of(m + "output s = map(j < cols: sum(m[*, j]))", matrix), (Numbers{5, 7, 9}));
  EXPECT_EQ(numbers_of(m + "output s = sum(m)", matrix), (Numbers{21}));
  EXPECT_EQ(numbers_of(m + "output s = sum(i < rows, j < cols: m[i, j])", matrix), (Numbers{21}));
}

TEST(Patterns, MapHasOneAxisPerVariable) {
  EXPECT_EQ(value_of(m + "output s = map(j < cols, i < rows: 10 * m[i, j])", matrix),
            (ArrayValue{{3, 2}, {10, 40, 20, 50, 30, 60}}));
  EXPECT_EQ(value_of("output s = map(i in 2 .. 4: i)"), (ArrayValue{{3}, {2, 3, 4}}));
  EXPECT_EQ(value_of("output s = map(i in 4 .. 2: i)"), (ArrayValue{{0}, {}}));
  EXPECT_EQ(value_of("output s = map(i < -1: i)"), (ArrayValue{{0}, {}}));
  EXPECT_EQ(value_of(m + "output s = map(i < 0: m[i, *])", matrix), (ArrayValue{{0, 3}, {}}));
  EXPECT_EQ(value_of(m + "output s = map(i < 2: map(row in m: sum(row) + i))", matrix),
            (ArrayValue{{2, 2}, {6, 15, 7, 16}}));
}

TEST(Patterns, ZipWithTakesElementsTogether) {
  EXPECT_EQ(numbers_of(a + "output s = zipWith(x in a, y in map(i < n: i), i in 5 .. n + 4: x * y + i)",
                       with_array({1, 2, 3})),
            (Numbers{5, 8, 13}));
  EXPECT_EQ(error_of(a + "output s = zipWith(x in a, i < 2: x * i)", with_array({1, 2, 3})),
            "2:12: The variables of `zipWith` have 3 and 2 elements; they need equal numbers.");
}

TEST(Patterns, FilterKeepsTheOrder) {
  Inputs const inputs = with_array({3, -1, 2, -5, 0, 7});
  EXPECT_EQ(value_of(a + "output s = filter(x in a: x > 0)", inputs), (ArrayValue{{3}, {3, 2, 7}}));
  EXPECT_EQ(numbers_of(a + "output s = filter(i < n: a[i] < 0)", inputs), (Numbers{1, 3}));
  EXPECT_EQ(value_of(a + "output s = filter(x in a: x > 100)", inputs), (ArrayValue{{0}, {}}));
  EXPECT_EQ(numbers_of(a + "let f = filter(i < n: a[i] > 0)\noutput s = map(i in f: a[i] + size(f))", inputs),
            (Numbers{6, 5, 10}));
}

TEST(Patterns, GroupByKeepsTheOrderOfElementsAndSortsKeys) {
  Inputs const inputs = with_array({5, 1, 6, 2, 7, 3, -4});
  std::string const groups = a + "let g = groupBy(x in a by mod(int(x), 3): x)\n";
  EXPECT_EQ(numbers_of(groups + "output s = map(x in g: x.key)", inputs), (Numbers{0, 1, 2}));
  EXPECT_EQ(numbers_of(groups + "output s = map(x in g: size(x))", inputs), (Numbers{2, 2, 3}));
  EXPECT_EQ(numbers_of(groups + "output s = map(x in g: x[0])", inputs), (Numbers{6, 1, 5}));
  EXPECT_EQ(numbers_of(groups + "output s = map(x in g: x[size(x) - 1])", inputs), (Numbers{3, 7, -4}));
  EXPECT_EQ(numbers_of(groups + "output s = map(x in g: sum(x))", inputs), (Numbers{9, 8, 3}));
  EXPECT_EQ(numbers_of(groups + "output s = g.members", inputs), (Numbers{6, 3, 1, 7, 5, 2, -4}));
  EXPECT_EQ(numbers_of(groups + "output s = g.first", inputs), (Numbers{0, 2, 4, 7}));
  EXPECT_EQ(numbers_of(groups + "output s = g.keys", inputs), (Numbers{0, 1, 2}));
  EXPECT_EQ(numbers_of(a + "output s = map(g in groupBy(x in a by int(x)): g.key)", inputs),
            (Numbers{-4, 1, 2, 3, 5, 6, 7}));
}

TEST(Patterns, GroupByIntoGroupsHasEmptyGroupsAndDropsOtherKeys) {
  Inputs const inputs = with_array({0.5, 1.5, 9, -3, 1.25});
  std::string const groups = a + "let g = groupBy(x in a by int(floor(x)) into 3: 2 * x)\n";
  EXPECT_EQ(numbers_of(groups + "output s = map(x in g: size(x))", inputs), (Numbers{1, 2, 0}));
  EXPECT_EQ(numbers_of(groups + "output s = map(x in g: sum(x))", inputs), (Numbers{1, 5.5, 0}));
  EXPECT_EQ(numbers_of(groups + "output s = map(x in g: x.key)", inputs), (Numbers{0, 1, 2}));
}

TEST(Patterns, ReductionsHaveNeutralElements) {
  std::string const none = "output s = ";
  double const infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(numbers_of(none + "sum(i < 0: 1.0)"), (Numbers{0}));
  EXPECT_EQ(numbers_of(none + "product(i < 0: 1.0)"), (Numbers{1}));
  EXPECT_EQ(numbers_of(none + "min(i < 0: 1.0)"), (Numbers{infinity}));
  EXPECT_EQ(numbers_of(none + "max(i < 0: i)"), (Numbers{-2147483648.0}));
  EXPECT_EQ(numbers_of(none + "any(i < 0: i == i)"), (Numbers{0}));
  EXPECT_EQ(numbers_of(none + "all(i < 0: i != i)"), (Numbers{1}));
  EXPECT_EQ(numbers_of(none + "count(i < 0: i == i)"), (Numbers{0}));
  EXPECT_EQ(numbers_of(none + "argmin(i < 0: i)"), (Numbers{-1}));
}

TEST(Patterns, ReductionsOfSeveralElements) {
  Inputs const inputs = with_array({3, -1, 2, -5, 7, -5});
  EXPECT_EQ(numbers_of(a + "output s = product(a)", inputs), (Numbers{3 * -1 * 2 * -5 * 7 * -5}));
  EXPECT_EQ(numbers_of(a + "output s = min(a)", inputs), (Numbers{-5}));
  EXPECT_EQ(numbers_of(a + "output s = max(x in a: 2 * x)", inputs), (Numbers{14}));
  EXPECT_EQ(numbers_of(a + "output s = argmin(a)", inputs), (Numbers{3}));
  EXPECT_EQ(numbers_of(a + "output s = argmax(i in 1 .. 3: a[i])", inputs), (Numbers{2}));
  EXPECT_EQ(numbers_of(a + "output s = count(x in a: x < 0)", inputs), (Numbers{3}));
  EXPECT_EQ(numbers_of(a + "output s = any(x in a: x == 7)", inputs), (Numbers{1}));
  EXPECT_EQ(numbers_of(a + "output s = all(x in a: x > -5)", inputs), (Numbers{0}));
  EXPECT_EQ(numbers_of("output s = sum(i < 3, j < i + 1: 10 * i + j)"), (Numbers{84}));
}

TEST(Patterns, ReductionsAreNestedIfARangeDependsOnAnotherOne) {
  auto const text_of = [](std::string const& value) {
    std::string const text = to_text(read_program({"t.pat", "input real m[rows, columns]\noutput s = " + value}));
    return text.substr(text.find("s = ") + 4);
  };
  EXPECT_EQ(text_of("sum(i < rows, j < i: m[i, j])"), "sum(i < rows: sum(j < i: m[i, j]))\n");
  EXPECT_EQ(text_of("count(i < 9, k < i, l < k, h < i: k + l > h)"),
            "sum(i < 9: sum(k < i: count(l < k, h < i: h < (k + l))))\n");
  EXPECT_EQ(text_of("reduce(i < 3, j in i .. 4: j with (l, r: max(l, r)) from 0)"),
            "reduce(i < 3: reduce(j in i .. 4: j with (l, r: max(l, r)) from 0) with (l, r: max(l, r)) from 0)\n");
  EXPECT_EQ(text_of("all(i < rows, j < i: m[i, j] > 0)"), "all(i < rows: all(j < i: 0.0 < m[i, j]))\n");
  EXPECT_EQ(text_of("max(i < rows, j < i: m[i, j])"), "max(i < rows: max(j < i: m[i, j]))\n");
  EXPECT_EQ(text_of("sum(row in m, x in row: x)"), "sum(row in m, x in row: x)\n") << "rows have equal sizes";
}

TEST(Patterns, ReduceCombinesStructuresInTheOrderOfElements) {
  // The composition of affine functions is associative and not commutative.
  std::string const text = R"(
structure Affine { real factor, real offset }
function compose(Affine f, Affine g) = Affine(f.factor * g.factor, g.factor * f.offset + g.offset)
output s = reduce(i < 2000: Affine(if mod(i, 2) == 0 then 2.0 else 0.5, 1) with compose from Affine(1, 0))
output t = reduce(i < 3: i + 1 with (l, r: l * r) from 1)
)";
  std::vector<Output> const outputs = outputs_of(text);
  double factor = 1, offset = 0;
  for (int i = 0; i < 2000; ++i) {
    double const next = i % 2 == 0 ? 2 : 0.5;
    factor *= next;
    offset = next * offset + 1;
  }
  EXPECT_EQ(outputs[0].columns[0].second.numbers, (Numbers{factor, offset}));
  EXPECT_EQ(outputs[1].columns[0].second.numbers, (Numbers{6}));
}

TEST(Patterns, IterateRepeatsAnExpression) {
  EXPECT_EQ(numbers_of("output s = map(n < 5: iterate(x from 1, k < n: x * (k + 1)))"), (Numbers{1, 1, 2, 6, 24}));
  EXPECT_EQ(numbers_of("output s = iterate(x from 1.0, k in 3 .. 100 while x < 50: x + k)"), (Numbers{53}));
  EXPECT_EQ(numbers_of("structure P { int a, int b }\noutput s = iterate(p from P(0, 1), k < 10: P(p.b, p.a + p.b))"),
            (Numbers{55, 89}));
}

TEST(Patterns, AreNestedToDepthThreeInsideConditions) {
  std::string const text = m + R"(
output s = map(i < rows: if i == 0 then sum(j < cols: max(k < j + 1: m[i, k]))
                         else sum(filter(x in m[i, *]: any(y in m[0, *]: x == 2 * y))))
)";
  EXPECT_EQ(numbers_of(text, matrix), (Numbers{6, 10}));
}

TEST(Values, StructuresAndLists) {
  std::string const text = R"(
structure P { real x, int k, bool is_large }
input P p[n]
let q = map(e in p: P(2 * e.x, e.k + 1, e.x > 1))
output r = q
output s = sum(e in filter(e in p: e.is_large): e.x)
output t = sum(x in [1, 2.5, 3]: x)
output u = q[1]
)";
  auto const outputs = outputs_of(text, {.arrays = {{"p", {{2}, {0.5, 3, 0, 4, 5, 1}}}}});
  EXPECT_EQ(outputs[0].columns[0].second, (ArrayValue{{2}, {1, 4, 0, 8, 6, 1}}));
  EXPECT_EQ(outputs[1].columns[0].second, (ArrayValue{{}, {4}}));
  EXPECT_EQ(outputs[2].columns[0].second, (ArrayValue{{}, {6.5}}));
  EXPECT_EQ(outputs[3].columns[0].second, (ArrayValue{{}, {8, 6, 1}}));
}

TEST(Values, FunctionsOfNumbersAndArrays) {
  std::string const text = a + R"(
parameter real shift = 0.5
function square(real x) = x * x
function distance(real u[], real v[]) = sqrt(sum(i < size(u): square(u[i] - v[i])))
output s = distance(a, map(x in a: x + 3.0))
output t = let x = square(3); x + shift
)";
  auto const outputs = outputs_of(text, {.parameters = {{"shift", 1}}, .arrays = with_array({1, 2, 3, 4}).arrays});
  EXPECT_EQ(outputs[0].columns[0].second.numbers, (Numbers{6}));
  EXPECT_EQ(outputs[1].columns[0].second.numbers, (Numbers{10}));
}

TEST(Values, IntegersAndReals) {
  EXPECT_EQ(numbers_of("output s = 7 / 2"), (Numbers{3.5}));
  EXPECT_EQ(numbers_of("output s = [div(-7, 2), mod(-7, 2), int(-3.7), max(1, 2, 3), abs(-3)]"),
            (Numbers{-4, 1, -3, 3, 3}));
  EXPECT_EQ(numbers_of("output s = 2147483647 + map(i < 2: i)[1]"), (Numbers{-2147483648.0}));
  EXPECT_EQ(numbers_of("output s = if 1 > 2 or not (2 == 2.0) then 1 else -0.5"), (Numbers{-0.5}));
  std::string const no_quotient =
      "The integer division of 1 by 0 has no result. The divisor must not be 0; exclude this case by a condition.";
  EXPECT_EQ(error_of("output s = map(i < 3: div(1, i))"), "1:23: " + no_quotient);
  EXPECT_EQ(error_of("output s = div(1, 0)"), "1:12: " + no_quotient);
  EXPECT_EQ(numbers_of("output s = if 1 > 2 then mod(1, 0) else 7"), (Numbers{7}));
}

TEST(Values, SizesOfReversedRangesAreZero) {
  std::string const text = "parameter int b = -3\nlet m = map(i < b: i)\nlet g = groupBy(i < 4 by i into b)\n";
  EXPECT_EQ(numbers_of(text + "output s = [size(m), size(g), size(map(i < 2, j < b - 1: i), 1)]"), (Numbers{0, 0, 0}));
  EXPECT_EQ(numbers_of(text + "output s = map(i < 2: size(map(j < b + 5 * i: j)))"), (Numbers{0, 2}));
  EXPECT_EQ(numbers_of(text + "output s = sum(map(i < size(m): 1))"), (Numbers{0}));
}

TEST(Values, EvaluatesOnlyTheAlternativeThatIsNeeded) {
  Inputs const inputs = with_array({1, 2, 3});
  EXPECT_EQ(numbers_of(a + "output s = map(i < n: if i > 0 then a[i] - a[i - 1] else a[i])", inputs),
            (Numbers{1, 1, 1}));
  EXPECT_EQ(numbers_of(a + "output s = count(i < 10: i < n and a[i] > 1)", inputs), (Numbers{2}));
  EXPECT_EQ(error_of(a + "output s = map(i < n: a[i - 1])", inputs),
            "2:27: The subscript -1 of `a` is outside; allowed are 0 to 2.");
  EXPECT_EQ(error_of(a + "output s = map(i < 1: a[i])", with_array({})),
            "2:25: The subscript 0 of `a` is outside; there are no elements.");
}

TEST(Values, ErrorsOfSubscriptsNameArrayAndAxis) {
  std::string const text = "function third(real v[]) = v[2]\nlet m = map(i < 2, j < 3: i + j)\n"
                           "let groups = groupBy(i < 2 by i: i)\n";
  auto const error = [&](std::string const& expression) { return error_of(text + "output s = " + expression); };
  EXPECT_EQ(error("m[1, 3]"), "4:17: The subscript 3 of axis 1 of `m` is outside; allowed are 0 to 2.");
  EXPECT_EQ(error("m[2, *]"), "4:14: The subscript 2 of axis 0 of `m` is outside; allowed are 0 to 1.");
  EXPECT_EQ(error("m[1, *][3]"), "4:20: The subscript 3 of `m[1, *]` is outside; allowed are 0 to 2.");
  EXPECT_EQ(error("third([1, 2.5])"), "1:30: The subscript 2 of `v` is outside; allowed are 0 to 1.");
  EXPECT_EQ(error("[1, 2][2]"), "4:19: The subscript 2 is outside of the array; allowed are 0 to 1.");
  EXPECT_EQ(error("groups[2].key"), "4:19: The subscript 2 of `groups` is outside; allowed are 0 to 1.");
  EXPECT_EQ(error("groups.members[3]"), "4:27: The subscript 3 of `groups.members` is outside; allowed are 0 to 1.");
  EXPECT_EQ(error("sum(i < 3: groups[i][0])"), "4:30: The subscript 2 of `groups` is outside; allowed are 0 to 1.");
}

TEST(Values, RowsOfCsrMatrices) {
  std::string const text = R"(
input csr real g[n, n]
input real x[n]
output y = map(i < n: sum(k in row(g, i): g.value[k] * x[g.column[k]]))
)";
  Inputs inputs{.arrays = {{"g.first", {{4}, {0, 2, 2, 3}}},
                           {"g.column", {{3}, {0, 2, 1}}},
                           {"g.value", {{3}, {2, 3, 4}}},
                           {"x", {{3}, {1, 10, 100}}}}};
  EXPECT_EQ(numbers_of(text, inputs), (Numbers{302, 0, 40}));
  inputs.arrays["g.column"].numbers[1] = 3;
  EXPECT_EQ(error_of(text, inputs), "2:16: `g.column` contains 3; columns are from 0 to 2.");
  inputs.arrays["g.first"].numbers[1] = 4;
  EXPECT_THAT(error_of(text, inputs), testing::StartsWith("2:16: `g.first` must increase from 0 to 3"));
}

TEST(Values, TablesHaveColumnsOfOneSize) {
  std::string const text = a + "output table t(i = map(i < n: i), b = map(x in a: -x))";
  auto const outputs = outputs_of(text, with_array({1, 2}));
  EXPECT_EQ(outputs[0].name, "t");
  EXPECT_EQ(outputs[0].columns[0].first, "i");
  EXPECT_EQ(outputs[0].columns[1].second, (ArrayValue{{2}, {-1, -2}}));
  EXPECT_EQ(error_of(a + "output table t(i = map(i < 3: i), b = a)", with_array({1, 2})),
            "2:39: The column `b` has 2 elements and the column `i` has 3; the columns of a table have equal sizes.");
}

TEST(Values, PatternsHaveALimitedSize) {
  EXPECT_EQ(error_of("output s = sum(map(i in -2000000000 .. 2000000000: i))"),
            "1:16: The pattern has 4000000001 elements; at most 2147483648 are allowed.");
}

} // namespace
} // namespace chemora::patterns
