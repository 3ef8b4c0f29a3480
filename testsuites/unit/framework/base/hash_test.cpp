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

/// Hashes are the names of files in the caches of users and identify built-in kernels, so that they must not change
/// between versions. The expected values were calculated by an independent implementation of the definition in
/// hash.hpp.
TEST(Hash, NeverChangesBetweenVersions) {
  EXPECT_EQ(hash(""), 0xefd01f60ba992926u);
  EXPECT_EQ(hash("abc"), 0x33ebaf9927cbc5bdu);
  EXPECT_EQ(hash("abc", 1), 0x0fd17d9111492250u);
  EXPECT_EQ(hash(std::string("a\0", 2)), 0x86fc2d0407502de5u);
  EXPECT_EQ(to_digest("abc"), "0fd17d9111492250d57d30035d17474f");
}

} // namespace
} // namespace chemora::base
