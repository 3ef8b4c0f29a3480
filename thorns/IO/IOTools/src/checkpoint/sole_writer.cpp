// A lock with flock(2), which also works between machines on most file systems that they share.
#include "sole_writer.hpp"

#include "durable_file.hpp"

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

std::string holder(std::string const& path) {
  try {
    auto const text = read_text(path);
    if (!text.empty()) return text.substr(0, text.find('\n'));
  } catch (FileError const&) {
    // It has just ended.
  }
  return "an unknown process";
}

bool is_file_at(int number, std::string const& path) {
  struct stat ours {
  }, there{};
  return fstat(number, &ours) == 0 && stat(path.c_str(), &there) == 0 && ours.st_dev == there.st_dev &&
         ours.st_ino == there.st_ino;
}

} // namespace

SoleWriter::SoleWriter(std::string const& folder, std::string const& base) : path_(folder + "/" + base + ".lock") {
  // The file may be removed by the run that held it between our open() and our lock: then the next attempt makes one.
  constexpr int n_attempts = 100;
  for (int attempt = 0; attempt < n_attempts; ++attempt)
    if (lock()) return;
  other_ = "an unknown process"; // somebody has been there each time
}

// False: try again.
bool SoleWriter::lock() {
  number_ = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (number_ < 0) return true; // neither can checkpoints be written here: they will say why
  bool const is_ours = flock(number_, LOCK_EX | LOCK_NB) == 0;
  if (!is_ours && errno == EWOULDBLOCK) other_ = holder(path_);
  if (is_ours && is_file_at(number_, path_)) {
    auto const text = this_process() + "\n";
    if (ftruncate(number_, 0) != 0 || write(number_, text.data(), text.size()) < 0) {
      // The lock counts, not what it says.
    }
    return true;
  }
  close(number_);
  number_ = -1;
  return !is_ours;
}

SoleWriter::~SoleWriter() {
  if (number_ < 0) return;
  unlink(path_.c_str());
  close(number_);
}

} // namespace iotools
