// Tests the tables that analyses append to files.
#include "Analysis/Analysis/src/results/tables.hpp"

#include <gtest/gtest.h>

namespace analysis {
namespace {

namespace patterns = chemora::patterns;

std::vector<Table> tables_of(std::string const& text) {
  patterns::Program const program = patterns::read_program({"t.pat", text});
  return to_tables(program, patterns::interpret(program, {}));
}

std::string text(Table const& table) { return text_of(table, {8, 0.5}); }

TEST(AnalysisTables, NumbersAndStructuresAreColumnsOfOneRow) {
  auto const tables = tables_of("structure P { real x, int n }\noutput a = 1.5\noutput b = P(0.1, 2)");
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables[0].name, "");
  EXPECT_EQ(header_of(tables[0]), "# 1:iteration\t2:time\t3:a\t4:b.x\t5:b.n\n");
  EXPECT_EQ(text(tables[0]), "8\t0.5\t1.5\t0.1\t2\n");
  EXPECT_FALSE(tables[0].columns[1].is_integer);
  EXPECT_TRUE(tables[0].columns[2].is_integer);
}

TEST(AnalysisTables, ElementsAreRows) {
  auto const tables = tables_of("output a = 1\noutput m = map(i < 2, j < 2: 10 * i + j)\n"
                                "output table t(k = map(i < 2: i), v = [0.5, 2])");
  ASSERT_EQ(tables.size(), 3U);
  EXPECT_EQ(tables[1].name, "m");
  EXPECT_EQ(header_of(tables[1]), "# 1:iteration\t2:time\t3:index_0\t4:index_1\t5:value\n");
  EXPECT_EQ(text(tables[1]), "8\t0.5\t0\t0\t0\n8\t0.5\t0\t1\t1\n8\t0.5\t1\t0\t10\n8\t0.5\t1\t1\t11\n\n");
  EXPECT_EQ(header_of(tables[2]), "# 1:iteration\t2:time\t3:k\t4:v\n");
  EXPECT_EQ(text(tables[2]), "8\t0.5\t0\t0.5\n8\t0.5\t1\t2\n\n");
}

TEST(AnalysisTables, TheOnlyOutputHasTheNameOfItsProgram) {
  auto const tables = tables_of("structure P { real x, int n }\noutput a = map(i < 1: P(0.5, i))");
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables[0].name, "");
  EXPECT_EQ(header_of(tables[0]), "# 1:iteration\t2:time\t3:index\t4:x\t5:n\n");
  EXPECT_EQ(text(tables[0]), "8\t0.5\t0\t0.5\t0\n\n");
}

TEST(AnalysisTables, NumbersWithTheNameOfAParameterAreNoColumns) {
  std::string const text = "parameter int bins = 0\nparameter real t = 1.0\nlet n = if bins > 0 then bins else 7\n"
                           "output table t(k = map(i < n: i))\noutput bins = n\noutput half = 0.5 * n";
  patterns::Program const program = patterns::read_program({"t.pat", text});
  auto const outputs = patterns::interpret(program, {});
  EXPECT_EQ(used_parameters(program, outputs), (std::map<std::string, double>{{"bins", 7}}));
  auto const tables = to_tables(program, outputs);
  ASSERT_EQ(tables.size(), 2U);
  EXPECT_EQ(header_of(tables[0]), "# 1:iteration\t2:time\t3:half\n");
  EXPECT_EQ(header_of(tables[1]), "# 1:iteration\t2:time\t3:k\n");
}

TEST(AnalysisTables, NanHasNoSign) {
  auto const tables =
      tables_of("output a = infinity - infinity\noutput b = -(infinity - infinity)\noutput c = [0 / 0]");
  ASSERT_EQ(tables.size(), 2U);
  EXPECT_EQ(text(tables[0]), "8\t0.5\tnan\tnan\n");
  EXPECT_EQ(text(tables[1]), "8\t0.5\t0\tnan\n\n");
}

} // namespace
} // namespace analysis
