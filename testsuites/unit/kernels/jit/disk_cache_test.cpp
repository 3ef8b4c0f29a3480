// Tests that the disk cache returns either exactly the stored object or nothing, even if its files are damaged.
#include "framework/base/hash.hpp"
#include "kernels/jit/disk_cache.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace chemora::jit {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;

class DiskCacheTest : public testing::Test {
protected:
  DiskCacheTest() {
    std::string pattern = (fs::temp_directory_path() / "chemora-cache-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  ~DiskCacheTest() override {
    chmod(folder_.c_str(), 0700);
    fs::remove_all(folder_);
  }

  std::string cache_folder() const { return folder_ / "kernels"; }
  fs::path only_entry() const { return *fs::directory_iterator(cache_folder()); }

  std::string read_entry() const {
    std::ifstream file(only_entry(), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void write_entry(std::string const& contents) const {
    std::ofstream(only_entry(), std::ios::binary | std::ios::trunc) << contents;
  }

  fs::path folder_;
  std::string const key_ = "graph\nplan\nsource";
  std::string const object_ = std::string("\x7f"
                                          "ELF\0binary\n",
                                          12) +
                              std::string(3000, 'x');
};

TEST_F(DiskCacheTest, ReturnsWhatWasStored) {
  DiskCache cache(cache_folder());
  EXPECT_THAT(cache.error(), IsEmpty());
  EXPECT_FALSE(cache.find(key_));
  EXPECT_TRUE(cache.store(key_, object_));
  EXPECT_EQ(DiskCache(cache_folder()).find(key_), object_);
  EXPECT_FALSE(cache.find(key_ + " "));
  EXPECT_EQ(fs::status(cache_folder()).permissions(), fs::perms::owner_all);
  EXPECT_EQ(std::distance(fs::directory_iterator(cache_folder()), {}), 1) << "nothing unfinished is left";
}

TEST_F(DiskCacheTest, EveryTruncationIsAMiss) {
  DiskCache cache(cache_folder());
  cache.store(key_, object_);
  std::string const entry = read_entry();
  for (std::size_t length = 0; length < entry.size(); length += length < 100 ? 1 : 97) {
    write_entry(entry.substr(0, length));
    EXPECT_FALSE(cache.find(key_)) << length;
  }
  write_entry(entry + "x");
  EXPECT_FALSE(cache.find(key_)) << "too long";
  fs::resize_file(only_entry(), std::uintmax_t{1} << 42);
  EXPECT_FALSE(cache.find(key_)) << "longer than memory";
  write_entry(entry);
  EXPECT_EQ(cache.find(key_), object_);
}

TEST_F(DiskCacheTest, EveryFlippedBitIsAMiss) {
  DiskCache cache(cache_folder());
  cache.store(key_, object_);
  std::string const entry = read_entry();
  for (std::size_t i = 0; i < entry.size(); i += i < 150 ? 1 : 61) {
    std::string damaged = entry;
    damaged[i] = static_cast<char>(damaged[i] ^ 4);
    write_entry(damaged);
    EXPECT_FALSE(cache.find(key_)) << "byte " << i;
  }
}

TEST_F(DiskCacheTest, AnEntryOfAnotherKeyIsAMiss) {
  DiskCache cache(cache_folder());
  cache.store("another key", object_);
  fs::rename(only_entry(), fs::path(cache_folder()) / (base::to_digest(key_) + ".kernel"));
  EXPECT_FALSE(cache.find(key_)) << "digests may collide";
}

TEST_F(DiskCacheTest, StoringAgainReplacesADamagedEntry) {
  DiskCache cache(cache_folder());
  cache.store(key_, object_);
  write_entry("damaged");
  EXPECT_TRUE(cache.store(key_, object_));
  EXPECT_EQ(cache.find(key_), object_);
}

TEST_F(DiskCacheTest, IgnoresEntriesThatOtherUsersCanWrite) {
  DiskCache cache(cache_folder());
  cache.store(key_, object_);
  chmod(only_entry().c_str(), 0666);
  EXPECT_FALSE(cache.find(key_));
}

TEST_F(DiskCacheTest, LinksAreMisses) {
  DiskCache cache(cache_folder());
  cache.store(key_, object_);
  auto const entry = only_entry();
  fs::rename(entry, folder_ / "elsewhere");
  fs::create_symlink(folder_ / "elsewhere", entry);
  EXPECT_FALSE(cache.find(key_));
}

TEST_F(DiskCacheTest, AForeignEntryIsAMiss) {
  if (geteuid() != 0) GTEST_SKIP() << "[SKIP] only root can change the owner of a file";
  DiskCache cache(cache_folder());
  cache.store(key_, object_);
  ASSERT_EQ(chown(only_entry().c_str(), 12345, 12345), 0);
  EXPECT_FALSE(cache.find(key_));
  ASSERT_EQ(chown(cache_folder().c_str(), 12345, 12345), 0);
  EXPECT_THAT(DiskCache(cache_folder()).error(), HasSubstr("belongs to another user"));
}

/// Creates a file whose time of last modification is `age` before now.
void make_old_file(fs::path const& path, std::chrono::hours age) {
  std::ofstream(path) << "half an entry";
  chmod(path.c_str(), 0600);
  fs::last_write_time(path, fs::file_time_type::clock::now() - age);
}

TEST_F(DiskCacheTest, RemovesOldFilesOfKilledRuns) {
  DiskCache(cache_folder()).store(key_, object_);
  fs::path const cache = cache_folder(), entry = only_entry();
  fs::last_write_time(entry, fs::file_time_type::clock::now() - std::chrono::hours(1000));
  make_old_file(cache / "unfinished-killed", std::chrono::hours(100));
  make_old_file(cache / "unfinished-atwork", std::chrono::hours(1));
  make_old_file(cache / "notours", std::chrono::hours(100));
  make_old_file(folder_ / "elsewhere", std::chrono::hours(100));
  fs::create_symlink(folder_ / "elsewhere", cache / "unfinished-link");
  fs::create_directory(cache / "unfinished-folder");
  fs::last_write_time(cache / "unfinished-folder", fs::file_time_type::clock::now() - std::chrono::hours(100));

  EXPECT_EQ(DiskCache(cache).find(key_), object_);
  EXPECT_FALSE(fs::exists(cache / "unfinished-killed"));
  for (fs::path const& kept : {cache / "unfinished-atwork", cache / "notours", cache / "unfinished-link",
                               cache / "unfinished-folder", folder_ / "elsewhere"})
    EXPECT_TRUE(fs::exists(kept)) << kept;
}

/// Sets the time of last use of an entry to `hours` before now.
void make_old(fs::path const& entry, int hours) {
  fs::last_write_time(entry, fs::file_time_type::clock::now() - std::chrono::hours(hours));
}

TEST_F(DiskCacheTest, RemovesTheLeastRecentlyUsedEntries) {
  fs::path const cache = cache_folder();
  auto const entry_of = [&](std::string const& key) { return cache / (base::to_digest(key) + ".kernel"); };
  std::string const object(10000, 'x');
  DiskCache unlimited(cache);
  for (int n = 0; n < 9; ++n) {
    std::string const key = "key " + std::to_string(n);
    unlimited.store(key, object);
    make_old(entry_of(key), 100 - n);
  }
  make_old_file(cache / "unfinished-atwork", std::chrono::hours(1));
  make_old_file(cache / "notours", std::chrono::hours(1000));
  EXPECT_EQ(DiskCache(cache).find("key 0"), object) << "counts as a use";

  DiskCache limited(cache, 75000);
  EXPECT_EQ(limited.find("key 1"), object) << "the cache does not remove entries that the current run uses";
  make_old(entry_of("key 1"), 1000);
  EXPECT_TRUE(limited.store("new", object));
  for (int const kept : {0, 1, 6, 7, 8}) EXPECT_TRUE(fs::exists(entry_of("key " + std::to_string(kept)))) << kept;
  for (int const removed : {2, 3, 4, 5})
    EXPECT_FALSE(fs::exists(entry_of("key " + std::to_string(removed)))) << removed;
  EXPECT_EQ(limited.find("new"), object);
  EXPECT_TRUE(fs::exists(cache / "unfinished-atwork") && fs::exists(cache / "notours"));
  for (int n = 0; n < 20; ++n) EXPECT_TRUE(limited.store("more " + std::to_string(n), object));
  EXPECT_EQ(limited.find("more 0"), object) << "the entries of one run may exceed the size limit";
  EXPECT_FALSE(fs::exists(entry_of("key 8")));
}

TEST_F(DiskCacheTest, IgnoresAFolderThatOtherUsersCanWrite) {
  fs::create_directory(cache_folder());
  chmod(cache_folder().c_str(), 0777);
  DiskCache cache(cache_folder());
  EXPECT_THAT(cache.error(), HasSubstr("its mode should be 0700"));
  EXPECT_FALSE(cache.store(key_, object_));
  EXPECT_THAT(fs::directory_iterator(cache_folder()), testing::Eq(fs::directory_iterator()));
}

TEST_F(DiskCacheTest, APathThatIsNoFolderIsNotUsed) {
  std::ofstream(folder_ / "file") << "x";
  EXPECT_THAT(DiskCache((folder_ / "file").string()).error(), HasSubstr("is not a folder"));
  EXPECT_THAT(DiskCache((folder_ / "file" / "below").string()).error(), HasSubstr("cannot be made"));
  EXPECT_THAT(DiskCache("").error(), HasSubstr("CaKernel::cache_dir"));
}

TEST_F(DiskCacheTest, AFolderThatVanishesOrFillsUpIsNoError) {
  DiskCache cache(cache_folder());
  fs::remove_all(cache_folder());
  EXPECT_FALSE(cache.store(key_, object_));
  EXPECT_THAT(cache.error(), HasSubstr("cannot be written"));
  EXPECT_FALSE(cache.find(key_));
}

TEST_F(DiskCacheTest, AReadOnlyFolderCanBeRead) {
  DiskCache(cache_folder()).store(key_, object_);
  chmod(cache_folder().c_str(), 0500);
  DiskCache cache(cache_folder());
  EXPECT_EQ(cache.find(key_), object_);
  bool const may_write_anything = geteuid() == 0;
  EXPECT_EQ(cache.store("new", object_), may_write_anything);
  chmod(cache_folder().c_str(), 0700);
}

TEST(CacheFolder, FollowsParameterThenEnvironment) {
  setenv("XDG_CACHE_HOME", "/somewhere", 1);
  EXPECT_EQ(cache_folder("/given"), "/given");
  EXPECT_EQ(cache_folder(""), "/somewhere/chemora");
  setenv("XDG_CACHE_HOME", "relative", 1);
  setenv("HOME", "/home/me", 1);
  EXPECT_EQ(cache_folder(""), "/home/me/.cache/chemora");
}

} // namespace
} // namespace chemora::jit
