#include "codegen/patterns/describe_nest.hpp"

#include "codegen/patterns/mapping_search.hpp"
#include "testsuites/unit/codegen/patterns/nests.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::patterns {
namespace {

Nest nest(std::string const& text, KnownNumbers const& known = {}) {
  Program const program = read_program({"test.pat", text});
  return nest_of(program, program.statements.back().columns[0].second, "result", known);
}

/// Returns `level size source`, and `unknown` and `sync` where they hold, of each pattern.
std::vector<std::string> patterns(Nest const& described) {
  std::vector<std::string> texts;
  for (int n = 0; n < static_cast<int>(described.patterns.size()); ++n) {
    NestPattern const& pattern = described.patterns[static_cast<std::size_t>(n)];
    constexpr char const* sources[] = {"assumed", "hint", "exact"};
    texts.push_back(
        std::to_string(level_of(described, n)) + " " + pattern.name + " " +
        std::to_string(static_cast<long>(pattern.size)) + " " + sources[static_cast<int>(pattern.size_source)] +
        (pattern.is_size_known_at_launch ? "" : " unknown") + (pattern.needs_synchronisation ? " sync" : ""));
  }
  return texts;
}

/// Returns `name@level of its pattern: contiguous level` of each access.
std::vector<std::string> accesses(Nest const& described) {
  std::vector<std::string> texts;
  for (NestAccess const& access : described.accesses)
    texts.push_back(access.name + "@" + std::to_string(level_of(described, access.pattern)) + ": " +
                    (access.contiguous_level ? std::to_string(*access.contiguous_level) : "none"));
  return texts;
}

using Texts = std::vector<std::string>;
std::string const matrix = "input real m[rows, columns]\n";

TEST(DescribedNests, HaveLevelsAndSizes) {
  KnownNumbers const known{.exact = {{"rows", 50}}, .hints = {{"columns", 200}}};
  std::string const text = matrix + "output s = map(i < rows: sum(j < 2 * columns + 1: m[i, mod(j, 3)]))";
  EXPECT_EQ(patterns(nest(text, known)), (Texts{"0 map i 50 exact", "1 reduce j 401 hint sync"}));
  EXPECT_EQ(patterns(nest(text)), (Texts{"0 map i 1000 assumed", "1 reduce j 1000 assumed sync"}));
  EXPECT_EQ(patterns(nest(matrix + "output s = sum(i < rows, j < columns: m[i, j])", known)),
            (Texts{"0 reduce i 10000 hint sync"}));
  EXPECT_EQ(patterns(nest("output s = map(i < 5, j < 3: i * j)")), (Texts{"0 map i 5 exact", "1 map j 3 exact"}));
}

TEST(DescribedNests, FindTheContiguousLevel) {
  EXPECT_EQ(accesses(nest(matrix + "output s = map(i < rows: sum(j < columns: m[i, j]))")),
            (Texts{"m@1: 1", "result@0: 0"}));
  EXPECT_EQ(accesses(nest(matrix + "output s = map(j < columns: sum(i < rows: m[i, j]))")),
            (Texts{"m@1: 0", "result@0: 0"}));
  EXPECT_EQ(accesses(nest(matrix + "output s = map(row in m: sum(x in row: x))")),
            (Texts{"m@0: none", "row@1: 1", "result@0: 0"}));
  EXPECT_EQ(accesses(nest(matrix + "output s = map(i < rows: sum(x in m[i, *]: x) + sum(m[*, i]))")),
            (Texts{"m@1: 1", "m@1: 0", "result@0: 0"}));
  EXPECT_EQ(accesses(nest(matrix + "input int k[rows]\noutput s = map(i < rows: sum(m[*, k[i]]))")),
            (Texts{"m@1: none", "k@1: 0", "result@0: 0"}));
  EXPECT_EQ(accesses(nest(matrix + "output s = map(i < rows, j < columns: m[i, columns - 1 - j] + m[i, 2 * j])")),
            (Texts{"m@1: 1", "m@1: none", "result@1: 1"}));
  EXPECT_EQ(accesses(nest("input real a[n]\ninput int k[n]\noutput s = map(i < n: a[k[i]] + a[i + 3])")),
            (Texts{"a@0: none", "k@0: 0", "a@0: 0", "result@0: 0"}));
  EXPECT_EQ(accesses(nest(matrix + "output s = map(i < rows: let k = i + 1; sum(j < 3: m[j, k - 2]))")),
            (Texts{"m@1: 0", "result@0: 0"}));
}

TEST(DescribedNests, FuseMapsWithTheirUses) {
  Nest const fused = nest(matrix + "output s = map(j < columns: let w = map(i < rows: 2 * m[i, j]); sum(x in w: x))");
  EXPECT_EQ(patterns(fused), (Texts{"0 map j 1000 assumed", "1 reduce x 1000 assumed sync"}));
  EXPECT_EQ(accesses(fused), (Texts{"m@1: 0", "result@0: 0"}));
}

TEST(DescribedNests, FindTheContiguousLevelOfWeightedColumns) {
  Nest const columns = nest(matrix + "input real weights[rows]\noutput sums = map(j < columns: let products = "
                                     "zipWith(x in m[*, j], w in weights: x * w); sum(products))");
  EXPECT_EQ(accesses(columns), (Texts{"m@1: 0", "weights@1: 1", "result@0: 0"}));
  EXPECT_EQ(n_elements(columns, columns.accesses[0]), 1e6);
  EXPECT_EQ(n_elements(columns, columns.accesses[1]), 1e3);
  EXPECT_EQ(level_with(find_mapping(columns, h200_shape()).mapping, Dimension::x), 0);
  EXPECT_EQ(level_with(find_mapping(columns, host_shape(2, 1 << 20)).mapping, Dimension::x), 0);
}

TEST(DescribedNests, CountElementsThatAreReadAgainOnce) {
  Nest const words =
      nest("input int counts[documents, words]\ninput int flags[documents]\noutput selected = map(w < words: "
           "sum(d < documents: if flags[d] == 1 then counts[d, w] else 0))");
  EXPECT_EQ(accesses(words), (Texts{"flags@1: 1", "counts@1: 0", "result@0: 0"}));
  EXPECT_EQ(n_executions(words, words.accesses[0]), 1e6);
  EXPECT_EQ(n_elements(words, words.accesses[0]), 1e3);
  EXPECT_EQ(n_elements(words, words.accesses[1]), 5e5); // a branch in front of it
  EXPECT_EQ(level_with(find_mapping(words, h200_shape()).mapping, Dimension::x), 0);
  EXPECT_EQ(level_with(find_mapping(words, host_shape(2, 1 << 20)).mapping, Dimension::x), 0);
  // A subscript that depends on the result of the iteration before differs in all levels.
  Nest const chain = nest("input int next[n]\noutput ends = map(i < n: iterate(k from i, step < 9: next[k]))");
  EXPECT_EQ(n_elements(chain, chain.accesses[0]), n_executions(chain, chain.accesses[0]));
}

TEST(DescribedNests, KnowWhichSizesFollowFromData) {
  EXPECT_EQ(patterns(nest("input csr real g[n, n]\ninput real x[n]\n"
                          "output y = map(i < n: sum(k in row(g, i): g.value[k] * x[g.column[k]]))")),
            (Texts{"0 map i 1000 assumed", "1 reduce k 1000 assumed unknown sync"}));
  EXPECT_EQ(patterns(nest("input real a[n]\noutput y = map(i < n: sum(j in 0 .. i: a[j]))")),
            (Texts{"0 map i 1000 assumed", "1 reduce j 1000 assumed unknown sync"}));
}

std::set<int> levels_of_length(std::string const& text) {
  Nest const described = nest(text);
  for (NestPattern const& pattern : described.patterns)
    if (pattern.name.starts_with("iterate")) return pattern.levels_of_length;
  ADD_FAILURE() << "no `iterate`";
  return {};
}

TEST(DescribedNests, KnowTheLevelsOnWhichTheNumberOfIterationsDepends) {
  std::string const start = "output s = map(i < 50, j < 40: ";
  EXPECT_EQ(levels_of_length(start + "iterate(z from 0, k < 9 while z < i + j: z + 1))"), (std::set{0, 1}));
  EXPECT_EQ(levels_of_length(start + "iterate(z from i, k < 9 while z < 20: z + 1))"), std::set{0});
  EXPECT_EQ(levels_of_length(start + "iterate(z from 0, k < 9 while z < 20: z + j))"), std::set{1});
  EXPECT_EQ(levels_of_length(start + "let c = i + 1; iterate(z from 0, k < 9 while z < 20: let d = c + k; z + d))"),
            std::set{0});
  EXPECT_EQ(levels_of_length(start + "iterate(z from 0, k < 9: z + i))"), std::set<int>()); // always 9 iterations
  std::string const array = "input int a[n]\n";
  EXPECT_EQ(levels_of_length(array + start + "iterate(z from a[i], k < 9 while z < 20: z + j))"), std::set<int>());
  EXPECT_EQ(levels_of_length(array + start + "let c = a[i]; iterate(z from 0, k < 9 while z < 20: z + c))"),
            std::set<int>());
  EXPECT_EQ(levels_of_length(array + "output s = map(x in a: iterate(z from x, k < 9 while z < 20: z + 1))"),
            std::set<int>());
}

TEST(DescribedNests, HaveBranchesWithTheLevelsOfTheirConditions) {
  Nest const branched = nest(
      matrix + "output s = map(i < rows: if i > 3 then sum(j < columns: if m[i, j] > 0 then m[i, j] else 0) else 0)");
  ASSERT_EQ(branched.branches.size(), 4);
  EXPECT_EQ(branched.branches[0].levels, std::vector{0});
  EXPECT_EQ(branched.patterns[1].branches, std::vector{0});
  EXPECT_EQ(branched.branches[1].levels, (std::vector{0, 1}));
  EXPECT_EQ(n_executions(branched, 1), default_size * default_size / 2);
}

TEST(DescribedNests, HaveBranchesWithoutTheLevelsOfPatternsInConditions) {
  Nest const outside = nest(matrix + "output s = if rows > 3 then sum(m) else 0.0");
  EXPECT_TRUE(outside.branches.empty());
  Nest const inside = nest(matrix + "output s = map(i < rows: if sum(x in m[i, *]: x) > i then 1 else 0)");
  ASSERT_EQ(inside.branches.size(), 2U);
  EXPECT_EQ(inside.branches[0].levels, std::vector{0});
}

TEST(DescribedNests, HaveTheMappingsOfTheExamplesOfThePaper) {
  for (MatrixShape const shape : matrix_shapes) {
    KnownNumbers const known{.exact = {{"rows", shape.rows}, {"columns", shape.columns}}};
    for (MachineShape const& machine : {h200_shape(), host_shape(2, 1 << 20)}) {
      Nest const rows = nest(matrix + "output s = map(i < rows: sum(j < columns: m[i, j]))", known);
      Nest const columns = nest(matrix + "output s = map(j < columns: sum(i < rows: m[i, j]))", known);
      EXPECT_EQ(level_with(find_mapping(rows, machine).mapping, Dimension::x), 1);
      EXPECT_EQ(level_with(find_mapping(columns, machine).mapping, Dimension::x), 0);
    }
  }
}

TEST(DescribedNests, HaveOneThreadInsideLevelsWhoseSizeFollowsFromData) {
  Nest const described = nest("input csr real g[n, n]\ninput real v[n]\noutput s = map(i < n: sum(k in row(g, i): "
                              "sum(j < n: g.value[k] * v[j])) + sum(j < n: v[j]))");
  std::vector<int> threads;
  for (NestPattern const& pattern : described.patterns) threads.push_back(pattern.max_threads);
  EXPECT_EQ(threads, (std::vector<int>{max_block_size, 1, 1, 32})) << "barriers in loops with different iterations";
}

} // namespace
} // namespace chemora::patterns
