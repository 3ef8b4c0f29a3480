/// Tests the info table and the names of files with scalars.
#include "text.hpp"

namespace iobasic {
namespace {

std::vector<TableColumns> const columns{{.variable = "Wave::u", .reductions = {"minimum", "maximum"}},
                                        {.variable = "Wave::steps", .reductions = {}, .is_integer = true}};

TEST(InfoTable, AlignsHeaderAndRow) {
  auto const dashes = std::string(91, '-') + "\n";
  auto const header = header_text({}, columns);
  EXPECT_EQ(header,
            dashes +
                "Iteration      Time |   Done  Steps/s   Time left |                   Wave::u | Wave::steps\n"
                "                    |                             |      minimum      maximum |            \n" +
                dashes);
  auto const row =
      row_text({}, columns, 12, 0.75, {.done = 0.25, .seconds_left = 3723, .interval_speed = 80}, {-0.5, 12345., 7.});
  EXPECT_EQ(row, "       12     0.750 |  25.0%     80.0     1:02:03 |   -0.5000000 1.234500e+04 |           7\n");
  EXPECT_EQ(row.size(), dashes.size());
}

TEST(InfoTable, WritesADashForUnknownValues) {
  auto const row = row_text({}, {columns[1]}, 0, 0., {}, {std::nullopt});
  EXPECT_EQ(row, "        0     0.000 |      -        -           - |           -\n");
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

TEST(InfoTable, FitsIntoTheRequestedWidth) {
  std::vector<TableColumns> many;
  for (char const* name : {"Advection::phi", "Advection::phi_error", "Advection::energy"})
    many.push_back({.variable = name, .reductions = {"minimum", "maximum"}});
  std::vector<std::optional<double>> const values(6, -1.23456789e-9);
  TableFormat const limited{.max_width = 100};
  auto const header = header_text(limited, many), row = row_text(limited, many, 12, 0.75, {}, values);
  EXPECT_TRUE(header.starts_with("The table omits these variables, because its rows have at most 100 columns\n"
                                 "(IOBasic::table_width; 0: no limit): Advection::energy\n---"))
      << header;
  EXPECT_TRUE(row.ends_with("| -1.235e-09 -1.235e-09 | -1.235e-09 -1.235e-09\n")) << row;
  EXPECT_LE(row.size(), 101) << "with the newline";
  EXPECT_EQ(header.size() - header.rfind('\n', header.size() - 2) - 1, row.size())
      << "the header is as wide as the row";
  EXPECT_NE(row_text({}, many, 12, 0.75, {}, values).find("-1.234568e-09"), std::string::npos) << "no limit";
  EXPECT_NE(row_text(limited, many, 12, 0.75, {}, std::vector<std::optional<double>>(6, 0.001234567)).find("1.235e-03"),
            std::string::npos)
      << "small numbers keep four digits";
  many.resize(1);
  EXPECT_NE(row_text(limited, many, 12, 0.75, {}, values).find("-1.234568e-09"), std::string::npos)
      << "a row that fits has all digits";
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
