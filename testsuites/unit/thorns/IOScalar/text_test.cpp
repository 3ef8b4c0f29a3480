/// Tests that the analysis package kuibit recognises the file names, and tests the header lines of columns.
#include "text.hpp"

#include <regex>

namespace ioscalar {
namespace {

/// The regular expression by which kuibit 1.3 to 1.6 finds files of scalars.
std::regex const kuibit(
    R"(^(\w+)((-(\w+))|(\[\d+\]))?(\.0)?\.(minimum|maximum|norm1|norm2|norm_inf|average|sum|scalars)?\.asc(\.(gz|bz2))?$)");

TEST(ScalarFiles, HaveTheNamesOfCarpet) {
  EXPECT_EQ(file_name("u", "norm2", {}), "u.norm2.asc");
  EXPECT_EQ(file_name("energy", "", {}), "energy..asc");
  EXPECT_EQ(file_name("wave-fields", "norm2", {.one_file_per_group = true}), "wave-fields.norm2.asc");
  EXPECT_EQ(file_name("u", "norm2", {.all_reductions_in_one_file = true}), "u.scalars.asc");
}

TEST(ScalarFiles, AreRecognisedByKuibit) {
  for (char const* reduction : {"minimum", "maximum", "norm1", "norm2", "norm_inf", "average", "sum", ""})
    for (char const* base : {"u", "v[0]", "wave-fields"})
      EXPECT_TRUE(std::regex_match(file_name(base, reduction, {}), kuibit)) << base << reduction;
}

TEST(ScalarFiles, DescribeOneColumn) {
  EXPECT_EQ(column_lines("Wave::u", {{"u", "norm2"}}, {}), "# Wave::u\n# 1:iteration 2:time 3:data\n");
}

TEST(ScalarFiles, DescribeTheColumnsOfAGroup) {
  EXPECT_EQ(column_lines("Wave::fields", {{"u", "norm2"}, {"rho", "norm2"}}, {.one_file_per_group = true}),
            "# Wave::fields\n# 1:iteration 2:time 3:data\n# data columns: 3:u 4:rho\n");
}

TEST(ScalarFiles, DescribeTheColumnsOfAllReductions) {
  EXPECT_EQ(column_lines("Wave::u", {{"u", "minimum"}, {"u", "norm2"}}, {.all_reductions_in_one_file = true}),
            "# Wave::u\n# 1:iteration 2:time 3:data\n# data columns: 3:u(minimum) 4:u(norm2)\n");
}

} // namespace
} // namespace ioscalar
