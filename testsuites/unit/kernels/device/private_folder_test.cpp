// Tests that no process removes a temporary folder that another process uses.
#include "kernels/device/private_folder.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace chemora::device {
namespace {

namespace fs = std::filesystem;

/// Returns whether a process that starts now would remove this folder. It would do so if the folder exists and its lock
/// is free.
bool is_removable(fs::path const& folder) {
  int const file = open((folder / "in-use").c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0) return false;
  struct stat status {};
  bool const is_free = flock(file, LOCK_EX | LOCK_NB) == 0;
  bool const is_linked = fstat(file, &status) == 0 && status.st_nlink > 0;
  close(file);
  return is_free && is_linked;
}

class PrivateFolders : public testing::Test {
protected:
  PrivateFolders() {
    std::string pattern = (fs::temp_directory_path() / "chemora-folders-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
    char const* const before = std::getenv("TMPDIR");
    before_ = before ? before : "";
    setenv("TMPDIR", path_.c_str(), 1);
  }
  ~PrivateFolders() override {
    before_.empty() ? unsetenv("TMPDIR") : setenv("TMPDIR", before_.c_str(), 1);
    fs::remove_all(path_);
  }

  fs::path path_;
  std::string before_;
};

/// During the test, another thread searches continuously for folders of ended processes.
TEST_F(PrivateFolders, AreLockedBeforeOtherProcessesFindThem) {
  std::atomic<bool> is_over = false;
  std::atomic<int> n_removable = 0;
  std::jthread others([&] {
    while (!is_over) {
      std::error_code ignored;
      for (fs::directory_iterator entry(path_, ignored), end; !ignored && entry != end; entry.increment(ignored))
        n_removable += is_removable(entry->path());
    }
  });
  int n_unlocked = 0;
  for (int n = 0; n < 5000; ++n) {
    PrivateFolder const folder;
    n_unlocked += !fs::exists(folder.path() / "in-use");
  }
  is_over = true;
  others.join();
  EXPECT_EQ(n_removable, 0);
  EXPECT_EQ(n_unlocked, 0);
}

} // namespace
} // namespace chemora::device
