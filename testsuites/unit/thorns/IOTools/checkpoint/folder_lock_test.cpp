/// Tests the lock of a folder. Only one process can hold the lock, and the lock ends with this process even if the lock
/// file remains.
#include "folder_lock.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <sys/wait.h>
#include <unistd.h>

using iotools::FolderLock;
namespace fs = std::filesystem;

namespace {

class FolderLockTest : public testing::Test {
protected:
  FolderLockTest() { fs::create_directories(folder_); }
  ~FolderLockTest() override { fs::remove_all(folder_); }
  std::string const folder_ = testing::TempDir() + "folder_lock_" + std::to_string(getpid());
};

} // namespace

TEST_F(FolderLockTest, ReportsTheHolderUntilItEnds) {
  auto first = std::make_unique<FolderLock>(folder_, "c");
  EXPECT_EQ(first->holder(), "");
  EXPECT_THAT(FolderLock(folder_, "c").holder(), testing::StartsWith("process " + std::to_string(getpid()) + " on "));
  EXPECT_EQ(FolderLock(folder_, "d").holder(), "") << "another name is another lock";
  first.reset();
  EXPECT_EQ(FolderLock(folder_, "c").holder(), "");
  EXPECT_TRUE(fs::is_empty(folder_)) << "the lock file is removed";
}

TEST_F(FolderLockTest, IgnoresTheFileOfAKilledProcess) {
  if (pid_t const child = fork(); child == 0) {
    FolderLock const killed(folder_, "c");
    _exit(killed.holder().empty() ? 0 : 1); // no destructor runs
  } else {
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_EQ(status, 0);
  }
  EXPECT_TRUE(fs::exists(folder_ + "/c.lock"));
  EXPECT_EQ(FolderLock(folder_, "c").holder(), "");
}

TEST_F(FolderLockTest, HasOneHolderAtATime) {
  std::string const inside = folder_ + "/inside";
  constexpr int n_processes = 4, n_times = 200;
  for (int process = 0; process < n_processes; ++process)
    if (fork() == 0) {
      for (int n = 0; n < n_times; ++n)
        if (FolderLock const writer(folder_, "c"); writer.holder().empty()) {
          if (!fs::create_directory(inside) || !fs::remove(inside)) _exit(1); // another process holds the lock
        }
      _exit(0);
    }
  for (int process = 0; process < n_processes; ++process) {
    int status = -1;
    ASSERT_GT(wait(&status), 0);
    EXPECT_EQ(status, 0);
  }
}

TEST(FolderLock, AcceptsAFolderThatCannotBeWritten) { EXPECT_EQ(FolderLock("/no such folder", "c").holder(), ""); }
