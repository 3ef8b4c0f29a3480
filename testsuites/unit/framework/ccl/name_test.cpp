#include "framework/ccl/name.hpp"

#include <gtest/gtest.h>

namespace ccl = chemora::ccl;

TEST(Name, IgnoresCase) {
  EXPECT_TRUE(ccl::same_name("ADMBase::gxx", "admBASE::GXX"));
  EXPECT_TRUE(ccl::same_name("", ""));
}

TEST(Name, ComparesAllOtherCharacters) {
  EXPECT_FALSE(ccl::same_name("gxx", "gxy"));
  EXPECT_FALSE(ccl::same_name("gxx", "gxx_p"));
  EXPECT_FALSE(ccl::same_name("u_p", "u\177p")); // 32 apart, as the cases of letters are
  EXPECT_FALSE(ccl::same_name("a[", "a{"));
}

TEST(Name, ChangesOnlyLetters) {
  EXPECT_EQ(ccl::lower_case("AZaz@[`{09_:\xC4"), "azaz@[`{09_:\xC4");
  EXPECT_EQ(ccl::upper_case("AZaz@[`{09_:\xE4"), "AZAZ@[`{09_:\xE4");
}
