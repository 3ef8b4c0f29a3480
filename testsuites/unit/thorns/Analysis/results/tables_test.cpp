// Tests the tables that analyses append to files.
#include "Analysis/Analysis/src/results/tables.hpp"

#include <gtest/gtest.h>

namespace analysis {
namespace {

namespace patterns = chemora::patterns;

std::vector<Rows> rows_of(std::string const& text) {
  patterns::Program const program = patterns::read_program({"t.pat", text});
  return to_rows(program, patterns::interpret(program, {}), {8, 0.5});
}

TEST(AnalysisTables, NumbersAndStructuresAreColumnsOfOneRow) {
  auto const rows = rows_of("structure P { real x, int n }\noutput a = 1.5\noutput b = P(0.1, 2)");
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].name, "");
  EXPECT_EQ(rows[0].header, "# 1:iteration\t2:time\t3:a\t4:b.x\t5:b.n\n");
  EXPECT_EQ(rows[0].text, "8\t0.5\t1.5\t0.1\t2\n");
}

TEST(AnalysisTables, ElementsAreRows) {
  auto const rows = rows_of("output a = 1\noutput m = map(i < 2, j < 2: 10 * i + j)\n"
                            "output table t(k = map(i < 2: i), v = [0.5, 2])");
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[1].name, "m");
  EXPECT_EQ(rows[1].header, "# 1:iteration\t2:time\t3:index_0\t4:index_1\t5:value\n");
  EXPECT_EQ(rows[1].text, "8\t0.5\t0\t0\t0\n8\t0.5\t0\t1\t1\n8\t0.5\t1\t0\t10\n8\t0.5\t1\t1\t11\n\n");
  EXPECT_EQ(rows[2].header, "# 1:iteration\t2:time\t3:k\t4:v\n");
  EXPECT_EQ(rows[2].text, "8\t0.5\t0\t0.5\n8\t0.5\t1\t2\n\n");
}

TEST(AnalysisTables, TheOnlyOutputHasTheNameOfItsProgram) {
  auto const rows = rows_of("structure P { real x, int n }\noutput a = map(i < 1: P(0.5, i))");
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].name, "");
  EXPECT_EQ(rows[0].header, "# 1:iteration\t2:time\t3:index\t4:x\t5:n\n");
  EXPECT_EQ(rows[0].text, "8\t0.5\t0\t0.5\t0\n\n");
}

} // namespace
} // namespace analysis
