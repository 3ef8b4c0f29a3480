#include "kernels/device/private_folder.hpp"

#include "kernels/device/device.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace chemora::device {

namespace fs = std::filesystem;

std::string folder_of_temporaries() {
  char const* base = std::getenv("TMPDIR");
  return base && *base == '/' ? base : "/tmp";
}

namespace {

constexpr char const* lock_name = "in-use";
constexpr char const* unlocked_name = ".in-use"; ///< name of the lock file until it is locked; remove_stale_folders()
                                                 ///< ignores this name
constexpr int max_attempts = 3;

/// Locks a file and returns its descriptor; -1 if another process holds the lock, or if there is no such file.
int lock_file(fs::path const& path, int flags) {
  int const file = open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, 0600);
  if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0) return file;
  if (file >= 0) close(file);
  return -1;
}

bool is_own_folder(fs::path const& path) {
  struct stat status {};
  return lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == geteuid();
}

bool remove_stale_folders() {
  std::error_code ignored;
  for (fs::directory_iterator entry(folder_of_temporaries(), ignored), end; !ignored && entry != end;
       entry.increment(ignored)) {
    fs::path const path = entry->path();
    if (!path.filename().string().starts_with("chemora-") || !is_own_folder(path)) continue;
    int const file = lock_file(path / lock_name, 0);
    if (file < 0) continue;
    std::error_code failure;
    fs::remove_all(path, failure);
    close(file);
  }
  return true;
}

fs::path make_folder() {
  std::string pattern = folder_of_temporaries() + "/chemora-XXXXXX";
  if (!mkdtemp(pattern.data()))
    throw DeviceError(
        fmt::format("No folder {} can be made to compile kernels in. Set TMPDIR to one with space.", pattern));
  return pattern;
}

/// Locks a file in a new folder and returns its descriptor; -1 on failure. No process removes such a folder.
int lock_folder(fs::path const& path) {
  int const file = lock_file(path / unlocked_name, O_CREAT | O_EXCL);
  if (file < 0) return -1;
  std::error_code failure;
  fs::rename(path / unlocked_name, path / lock_name, failure);
  if (!failure) return file;
  close(file);
  return -1;
}

} // namespace

PrivateFolder::PrivateFolder() {
  static bool const is_clean = remove_stale_folders();
  static_cast<void>(is_clean);
  path_ = make_folder();
  lock_ = lock_folder(path_);
  for (int n = 1; lock_ < 0 && n < max_attempts; ++n) {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
    path_ = make_folder();
    lock_ = lock_folder(path_);
  }
}

void PrivateFolder::retain() {
  std::error_code ignored;
  fs::remove(path_ / lock_name, ignored);
  is_retained_ = true;
}

PrivateFolder::~PrivateFolder() {
  std::error_code ignored;
  if (!is_retained_) fs::remove_all(path_, ignored);
  if (lock_ >= 0) close(lock_);
}

bool PrivateFolder::exists() const {
  std::error_code ignored;
  return fs::is_directory(path_, ignored);
}

std::string file_name_of(std::string kernel) {
  std::replace_if(
      kernel.begin(), kernel.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  return kernel;
}

std::string read_all(fs::path const& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void write_all(fs::path const& path, std::string const& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file)
    throw DeviceError(
        fmt::format("{} cannot be written. Is its disk full? Set TMPDIR to a folder with space to compile kernels in.",
                    path.string()));
}

} // namespace chemora::device
