// Tests values that users assign in parameters.
#include "framework/base/user_files.hpp"
#include "testsuites/support/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::base {
namespace {

TEST(ParseAssignments, SeparatesNamesAndValues) {
  Diagnostics errors;
  std::map<std::string, std::string> const expected{{"a", "1"}, {"b.c", "x = y"}};
  EXPECT_EQ(parse_assignments(" a = 1,\n b.c=x = y, ", "T::p", errors), expected);
  EXPECT_FALSE(errors.has_errors());
}

TEST(ParseAssignments, ReportsMissingValuesAndRepeatedNames) {
  Diagnostics errors;
  parse_assignments("a, b = 1, b = 2, = 3", "T::p", errors);
  std::string const found = testing_support::findings_of([&] { errors.throw_if_errors(); });
  EXPECT_THAT(found, testing::HasSubstr("Found `a`, expected `NAME = VALUE` between commas."));
  EXPECT_THAT(found, testing::HasSubstr("The name `b` occurs twice."));
  EXPECT_THAT(found, testing::HasSubstr("Found `= 3`, expected"));
}

TEST(PathFrom, HasNoCurrentFolders) {
  EXPECT_EQ(path_from("out/mine", "./mine.pat"), "out/mine/mine.pat");
  EXPECT_EQ(path_from("", "./mine.pat"), "mine.pat");
  EXPECT_EQ(path_from("out", "/data/./a.pat"), "/data/a.pat");
  EXPECT_EQ(path_from("./link", "../a.pat"), "link/../a.pat") << "link may be a symbolic link";
  EXPECT_EQ(path_from("", "."), ".");
}

TEST(ShippedFolder, ReportsMissingFolders) {
  std::string const found =
      testing_support::findings_of([] { shipped_folder("No/Thorn/patterns", "T::programs", ".xyz"); });
  EXPECT_THAT(found, testing::HasSubstr("There is no folder No/Thorn/patterns of the thorns below"));
  EXPECT_THAT(found, testing::HasSubstr("such as `./mine.xyz`."));
}

} // namespace
} // namespace chemora::base
