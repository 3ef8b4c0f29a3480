#include "framework/bind/thorn_set.hpp"

#include "framework/base/errors.hpp"

#include <gtest/gtest.h>

namespace {

using namespace chemora;

int sign(int n) { return (n > 0) - (n < 0); }

TEST(CapabilityVersion, ComparesNumbersByValue) {
  EXPECT_EQ(sign(bind::compare_versions("1.9", "1.10")), -1);
  EXPECT_EQ(sign(bind::compare_versions("1.010", "1.10")), 0);
  EXPECT_EQ(sign(bind::compare_versions("2", "1.99")), 1);
  EXPECT_EQ(sign(bind::compare_versions("20170508123456789012345", "20170508123456789012346")), -1);
}

TEST(CapabilityVersion, ComparesLettersBeforeNumbers) {
  EXPECT_EQ(sign(bind::compare_versions("2014-04-18-ET1", "2014-04-18-ET2")), -1);
  EXPECT_EQ(sign(bind::compare_versions("1.0b", "1.0a9")), 1);
  EXPECT_EQ(sign(bind::compare_versions("1.0", "1.0.1")), -1);
}

TEST(CapabilityVersion, EvaluatesEachComparison) {
  for (auto const& [version, holds] : {std::pair{"1", "<< <="}, std::pair{"2", "<= = >="}, std::pair{"3", ">= >>"}})
    for (std::string const comparison : {"<<", "<=", "=", ">=", ">>"}) {
      std::string const words = std::string(" ") + holds + " ";
      EXPECT_EQ(bind::satisfies_version(version, comparison, "2"), words.find(" " + comparison + " ") != words.npos)
          << version << comparison << "2";
    }
  EXPECT_THROW(bind::satisfies_version("1", "<", "2"), base::InternalError);
}

} // namespace
