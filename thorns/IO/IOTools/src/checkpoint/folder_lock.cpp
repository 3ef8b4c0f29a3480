#include "folder_lock.hpp"

#include "disk_files.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace iotools {
namespace {

std::string this_process() {
  std::array<char, 256> host{};
  if (gethostname(host.data(), host.size() - 1) != 0) host[0] = '?';
  return "process " + std::to_string(getpid()) + " on " + host.data();
}

std::string read_holder(std::string const& path) {
  try {
    auto const text = read_text(path);
    if (!text.empty()) return text.substr(0, text.find('\n'));
  } catch (FileError const&) {
    // The other process has just ended.
  }
  return "an unknown process";
}

/// True if `path` still names the open file.
bool is_file_at(int descriptor, std::string const& path) {
  struct stat opened {
  }, present{};
  return fstat(descriptor, &opened) == 0 && stat(path.c_str(), &present) == 0 && opened.st_dev == present.st_dev &&
         opened.st_ino == present.st_ino;
}

} // namespace

FolderLock::FolderLock(std::string const& folder, std::string const& base) : path_(folder + "/" + base + ".lock") {
  // The previous holder may remove the file between open() and flock(). The next attempt then creates a new lock
  // file.
  constexpr int n_attempts = 100;
  for (int attempt = 0; attempt < n_attempts; ++attempt)
    if (try_lock()) return;
  holder_ = "an unknown process"; // another process held the lock in each attempt
}

/// Uses flock(2), which also works between computers on most shared file systems. Returns false if the caller must try
/// again.
bool FolderLock::try_lock() {
  descriptor_ = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor_ < 0) return true; // the first write into this folder also fails and is reported
  bool const is_locked = flock(descriptor_, LOCK_EX | LOCK_NB) == 0;
  if (!is_locked && errno == EWOULDBLOCK) holder_ = read_holder(path_);
  if (is_locked && is_file_at(descriptor_, path_)) {
    auto const text = this_process() + "\n";
    if (ftruncate(descriptor_, 0) != 0 || write(descriptor_, text.data(), text.size()) < 0) {
      // Write errors are ignored, because only error messages use the content of the lock file.
    }
    return true;
  }
  close(descriptor_);
  descriptor_ = -1;
  return !is_locked;
}

FolderLock::~FolderLock() {
  if (descriptor_ < 0) return;
  unlink(path_.c_str());
  close(descriptor_);
}

} // namespace iotools
