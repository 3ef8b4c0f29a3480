// Only one holds the lock at a time; it ends with its holder, not with the file.
#include "sole_writer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <sys/wait.h>
#include <unistd.h>

using iotools::SoleWriter;
namespace fs = std::filesystem;

namespace {

class SoleWriterTest : public testing::Test {
protected:
  SoleWriterTest() { fs::create_directories(folder_); }
  ~SoleWriterTest() override { fs::remove_all(folder_); }
  std::string const folder_ = testing::TempDir() + "sole_writer_" + std::to_string(getpid());
};

} // namespace

TEST_F(SoleWriterTest, second_is_told_of_the_first_until_that_ends) {
  auto first = std::make_unique<SoleWriter>(folder_, "c");
  EXPECT_EQ(first->other(), "");
  EXPECT_THAT(SoleWriter(folder_, "c").other(), testing::StartsWith("process " + std::to_string(getpid()) + " on "));
  EXPECT_EQ(SoleWriter(folder_, "d").other(), "") << "another name is another lock";
  first.reset();
  EXPECT_EQ(SoleWriter(folder_, "c").other(), "");
  EXPECT_TRUE(fs::is_empty(folder_)) << "nothing is left behind";
}

TEST_F(SoleWriterTest, file_of_a_killed_process_is_no_lock) {
  if (pid_t const child = fork(); child == 0) {
    SoleWriter const killed(folder_, "c");
    _exit(killed.other().empty() ? 0 : 1); // no destructor runs
  } else {
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_EQ(status, 0);
  }
  EXPECT_TRUE(fs::exists(folder_ + "/c.lock"));
  EXPECT_EQ(SoleWriter(folder_, "c").other(), "");
}

TEST_F(SoleWriterTest, only_one_of_many_that_come_and_go_holds_it) {
  std::string const inside = folder_ + "/inside";
  constexpr int n_processes = 4, n_times = 200;
  for (int process = 0; process < n_processes; ++process)
    if (fork() == 0) {
      for (int n = 0; n < n_times; ++n)
        if (SoleWriter const writer(folder_, "c"); writer.other().empty()) {
          if (!fs::create_directory(inside) || !fs::remove(inside)) _exit(1); // somebody else is in
        }
      _exit(0);
    }
  for (int process = 0; process < n_processes; ++process) {
    int status = -1;
    ASSERT_GT(wait(&status), 0);
    EXPECT_EQ(status, 0);
  }
}

TEST(SoleWriter, folder_that_cannot_be_written_is_no_objection) {
  EXPECT_EQ(SoleWriter("/no such folder", "c").other(), "");
}
