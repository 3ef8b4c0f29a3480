// Tests that a cached object that cannot be loaded is compiled again once, and that the new object replaces it in the
// cache.
#include "testsuites/unit/kernels/jit/processes.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace chemora::jit {
namespace {

TEST(CompileAndLoad, LoadsCompiledAndCachedObjects) {
  CountingDevice device;
  std::string const folder = new_folder();
  for (int round = 0; round < 2; ++round)
    for (auto const& outcome : run_lists(device, {{"a", "b"}, {}, {"b"}}, folder)) {
      EXPECT_EQ(outcome.n_modules, static_cast<int>(outcome.all.size()));
      EXPECT_EQ(outcome.cache_error, "");
    }
  EXPECT_EQ(device.n_compiled, 2);
  std::filesystem::remove_all(std::filesystem::path(folder).parent_path());
}

/// Stores a cache entry for the source "a". The entry is undamaged, but its object cannot be loaded.
void cache_unloadable_object(std::string const& folder) {
  CountingDevice other;
  other.prefix = "broken ";
  run_lists(other, {{"a"}}, folder);
}

TEST(CompileAndLoad, CompilesUnloadableObjectsAgain) {
  std::string const folder = new_folder();
  cache_unloadable_object(folder);
  CountingDevice device;
  device.unloadable = "broken a";
  auto const outcomes = run_lists(device, {{"b"}, {"a", "b"}, {}, {"a"}}, folder);
  EXPECT_EQ(device.n_compiled, 2) << "b, and a once for both";
  EXPECT_EQ(outcomes[0].cache_error, "");
  for (std::size_t const rank : {1u, 3u}) {
    EXPECT_EQ(outcomes[rank].cache_error, "Kernel k cannot be loaded.");
    EXPECT_EQ(outcomes[rank].obtained.object, "object of a");
    EXPECT_FALSE(outcomes[rank].obtained.is_from_cache);
    EXPECT_EQ(outcomes[rank].n_modules, static_cast<int>(outcomes[rank].all.size()));
  }
  auto const later = run_lists(device, {{"a"}}, folder);
  EXPECT_TRUE(later[0].obtained.is_from_cache) << "the new object has replaced the old object in the cache";
  EXPECT_EQ(later[0].cache_error, "");
  std::filesystem::remove_all(std::filesystem::path(folder).parent_path());
}

TEST(CompileAndLoad, ReturnsNoModuleForUnloadableObjectsWithoutCompiler) {
  std::string const folder = new_folder();
  cache_unloadable_object(folder);
  CountingDevice device;
  device.unloadable = "broken a";
  auto const outcome = run_lists(device, {{"a"}}, folder, {.no_compilers = {"None here."}})[0];
  EXPECT_EQ(outcome.cache_error, "Kernel k cannot be loaded.");
  EXPECT_EQ(outcome.obtained.object, "");
  EXPECT_EQ(outcome.n_modules, 0);
  EXPECT_EQ(outcome.error, "");
  std::filesystem::remove_all(std::filesystem::path(folder).parent_path());
}

TEST(CompileAndLoad, ThrowsIfANewObjectDoesNotLoad) {
  CountingDevice device;
  device.unloadable = "object of a";
  EXPECT_EQ(run_lists(device, {{"a"}}, "")[0].error, "Kernel k cannot be loaded.");
}

} // namespace
} // namespace chemora::jit
