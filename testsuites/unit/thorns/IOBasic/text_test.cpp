/// Tests the info table and the names of files with scalars.
#include "text.hpp"

namespace iobasic {
namespace {

std::vector<TableColumns> const columns{{.variable = "Wave::u", .reductions = {"minimum", "maximum"}},
                                        {.variable = "Wave::steps", .reductions = {}, .is_integer = true}};

TEST(InfoTable, AlignsHeaderAndRow) {
  auto const dashes = std::string(93, '-') + "\n";
  auto const header = header_text({}, columns);
  EXPECT_EQ(header,
            dashes +
                "Iteration      Time |   Done   Steps/s    Time left |                   Wave::u | Wave::steps\n"
                "                    |                               |      minimum      maximum |            \n" +
                dashes);
  auto const row =
      row_text({}, columns, 12, 0.75, {.done = 0.25, .steps_per_second = 80, .seconds_left = 3723}, {-0.5, 12345., 7.});
  EXPECT_EQ(row, "       12     0.750 |  25.0%      80.0      1:02:03 |   -0.5000000 1.234500e+04 |           7\n");
  EXPECT_EQ(row.size(), dashes.size());
}

TEST(InfoTable, WritesADashForUnknownValues) {
  auto const row = row_text({}, {columns[1]}, 0, 0., {}, {std::nullopt});
  EXPECT_EQ(row, "        0     0.000 |      -         -            - |           -\n");
}

TEST(InfoTable, WritesSmallAndLargeNumbersWithAnExponent) {
  std::vector<TableColumns> const one{{.variable = "a", .reductions = {"x"}}};
  auto const number = [&](double value) {
    auto const row = row_text({}, one, 0, 0., {}, {value});
    return row.substr(row.rfind('|') + 2);
  };
  EXPECT_EQ(number(0.), "   0.0000000\n");
  EXPECT_EQ(number(999.5), " 999.5000000\n");
  EXPECT_EQ(number(1e3), "1.000000e+03\n");
  EXPECT_EQ(number(-1e-9), "-1.000000e-09\n"); // one character too wide: never cut a number
}

TEST(InfoTable, WritesDurations) {
  EXPECT_EQ(duration_text(7.4), "0:07");
  EXPECT_EQ(duration_text(3723), "1:02:03");
  EXPECT_EQ(duration_text(2 * 86400 + 3723), "2d 01:02:03");
  EXPECT_EQ(duration_text(-1), "-");
}

TEST(ScalarFileName, HasALongAndAShortForm) {
  EXPECT_EQ(scalar_file_name("phi", "maximum", NameScheme::long_names, true), "phi_maximum.xg");
  EXPECT_EQ(scalar_file_name("phi", "norm1", NameScheme::long_names, false), "phi_norm1.asc");
  EXPECT_EQ(scalar_file_name("phi", "norm1", NameScheme::short_names, true), "phi_nm1.tl");
  EXPECT_EQ(scalar_file_name("phi", "norm_inf", NameScheme::short_names, true), "phi_norm_inf.tl");
  EXPECT_EQ(scalar_file_name("energy", "", NameScheme::short_names, true), "energy.tl");
  EXPECT_EQ(scalar_file_name("energy", "", NameScheme::long_names, true), "energy.xg");
}

} // namespace
} // namespace iobasic
