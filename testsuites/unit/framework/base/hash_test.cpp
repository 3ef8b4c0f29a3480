// Hashes of texts: every byte and the seed count, and the values never change between versions.
#include "framework/base/hash.hpp"

#include <gtest/gtest.h>

#include <string>

namespace chemora::base {
namespace {

TEST(Hash, DependsOnEveryByteAndOnTheSeed) {
  EXPECT_NE(hash("abc"), hash("abd"));
  EXPECT_NE(hash("abc", 1), hash("abc", 2));
  EXPECT_NE(hash(std::string("a\0", 2)), hash("a"));
  EXPECT_EQ(to_digest("abc").size(), 32u);
}

} // namespace
} // namespace chemora::base
