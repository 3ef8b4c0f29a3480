// Tests that the kernel cache treats entries with random damage as missing. A damaged object must never be loaded.
#include "kernels/jit/disk_cache.hpp"
#include "testsuites/fuzz/damage.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace {

using namespace chemora;
namespace fs = std::filesystem;

TEST(CacheEntry, AnyDamageIsAMiss) {
  std::string pattern = (fs::temp_directory_path() / "chemora-fuzz-XXXXXX").string();
  fs::path const folder = mkdtemp(pattern.data());
  jit::DiskCache cache((folder / "cache").string());
  std::string const key = "graph k\nplan k\nsource", object = std::string(500, '\x7f') + "ELF" + std::string(300, '\0');
  ASSERT_TRUE(cache.store(key, object));
  fs::path const path = fs::directory_iterator(folder / "cache")->path();
  std::ifstream file(path, std::ios::binary);
  std::string const entry{std::istreambuf_iterator<char>(file), {}};

  int n_damaged = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    std::string const changed = testing_support::damaged(entry, seed);
    if (changed == entry) continue;
    ++n_damaged;
    std::ofstream(path, std::ios::binary | std::ios::trunc) << changed;
    EXPECT_FALSE(cache.find(key)) << "seed " << seed;
  }
  EXPECT_GT(n_damaged, 2000);
  std::ofstream(path, std::ios::binary | std::ios::trunc) << entry;
  EXPECT_EQ(cache.find(key), object);
  fs::remove_all(folder);
}

} // namespace
