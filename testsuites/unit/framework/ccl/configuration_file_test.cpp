#include "framework/base/errors.hpp"
#include "framework/ccl/configuration_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace chemora;
using testing::HasSubstr;
using Kind = ccl::RequiredCapability::Kind;

ccl::Configuration parse(std::string const& text) { return ccl::parse_configuration({"configuration.ccl", text}); }

std::string error_of(std::string const& text) {
  try {
    parse(text);
  } catch (base::UserError const& error) {
    return error.what();
  }
  return "no error";
}

TEST(ConfigurationFile, ReadsRequirements) {
  auto const file = parse(
      "# comment\nREQUIRES MPI HDF5 (>= 1.8.5)\nrequires Vectors\nOPTIONAL LoopControl\n{\n}\nOPTIONAL_IFACTIVE A {}\n"
      "REQUIRES THORNS: IOUtil PUGH\n");
  ASSERT_EQ(file.requirements.size(), 5u);
  EXPECT_EQ(file.requirements[0].name.text, "MPI");
  EXPECT_EQ(file.requirements[1].comparison, ">=");
  EXPECT_EQ(file.requirements[1].version, "1.8.5");
  EXPECT_EQ(file.requirements[2].kind, Kind::required);
  EXPECT_EQ(file.requirements[3].kind, Kind::optional);
  EXPECT_EQ(file.requirements[4].kind, Kind::optional_if_active);
  ASSERT_EQ(file.required_thorns.size(), 2u);
  EXPECT_EQ(file.required_thorns[1].text, "PUGH");
}

TEST(ConfigurationFile, ReadsProvidedCapabilities) {
  auto const file =
      parse("PROVIDES HDF5\n{\n SCRIPT configure.sh\n LANG bash\n OPTIONS HDF5_DIR LIBZ\n  OTHER\n VERSION 1.8\n}\n"
            "PROVIDES B { SCRIPT\n LANG }\n");
  ASSERT_EQ(file.provides.size(), 2u);
  EXPECT_EQ(file.provides[0].script, "configure.sh");
  EXPECT_EQ(file.provides[0].language, "bash");
  EXPECT_EQ(file.provides[0].options.size(), 3u);
  EXPECT_EQ(file.provides[0].version, "1.8");
  EXPECT_EQ(file.provides[1].script, "");
}

TEST(ConfigurationFile, ReportsFoundAndExpected) {
  EXPECT_THAT(error_of("REQIRES MPI"), HasSubstr("Did you mean `requires`?"));
  EXPECT_THAT(error_of("REQUIRES"), HasSubstr("expected the name of a capability"));
  EXPECT_THAT(error_of("REQUIRES A (> 1)"), HasSubstr("one of << <= = >= >>"));
  EXPECT_THAT(error_of("OPTIONAL A"), HasSubstr("expected `{` after the capability"));
  EXPECT_THAT(error_of("PROVIDES A { SCRPT x }"), HasSubstr("Did you mean `script`?"));
  EXPECT_THAT(error_of("PROVIDES A {"), HasSubstr("Found the end of the file"));
}

} // namespace
