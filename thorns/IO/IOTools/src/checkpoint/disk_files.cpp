#include "disk_files.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <span>
#include <sys/stat.h>
#include <unistd.h>

namespace iotools {
namespace {

[[noreturn]] void fail(char const* what, std::string const& path, int reason) {
  throw FileError(std::string("cannot ") + what + " `" + path + "`: " + std::strerror(reason));
}

class OpenFile {
public:
  OpenFile(std::string const& path, int flags) : path_(path), descriptor_(open(path.c_str(), flags | O_CLOEXEC, 0644)) {
    if (descriptor_ < 0) fail("open", path, errno);
  }
  OpenFile(OpenFile const&) = delete;
  OpenFile& operator=(OpenFile const&) = delete;
  ~OpenFile() { close(descriptor_); }

  void write(std::string const& text) const {
    for (std::size_t n_written = 0; n_written < text.size();) {
      auto const n = ::write(descriptor_, text.data() + n_written, text.size() - n_written);
      if (n < 0 && errno != EINTR) fail("write", path_, errno);
      if (n > 0) n_written += static_cast<std::size_t>(n);
    }
  }

  /// Returns the number of bytes, 0 at the end of the file.
  std::size_t read(std::span<std::byte> into) const {
    for (;;) {
      auto const n = ::read(descriptor_, into.data(), into.size());
      if (n >= 0) return static_cast<std::size_t>(n);
      if (errno != EINTR) fail("read", path_, errno);
    }
  }

  void sync() const {
    // Some file systems do not support fsync for folders. There is no alternative then.
    if (fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) fail("write to the disk", path_, errno);
  }

private:
  std::string path_;
  int descriptor_;
};

} // namespace

void sync_file(std::string const& path) { OpenFile(path, O_RDONLY).sync(); }

void sync_folder(std::string const& folder) { OpenFile(folder, O_RDONLY | O_DIRECTORY).sync(); }

void write_atomically(std::string const& path, std::string const& text) {
  std::string const temporary_path = path + ".tmp";
  try {
    OpenFile const file(temporary_path, O_WRONLY | O_CREAT | O_TRUNC);
    file.write(text);
    file.sync();
    move_file(temporary_path, path);
  } catch (FileError const&) {
    unlink(temporary_path.c_str());
    throw;
  }
  auto const folder = std::filesystem::path(path).parent_path().string();
  sync_folder(folder.empty() ? "." : folder);
}

void move_file(std::string const& from, std::string const& to) {
  if (rename(from.c_str(), to.c_str()) != 0) fail("rename to its final name the file", from, errno);
}

FileRecord record_of(std::string const& path) {
  OpenFile const file(path, O_RDONLY);
  FileRecord record{std::filesystem::path(path).filename().string(), 0, 0};
  Checksum sum;
  std::vector<std::byte> buffer(std::size_t{1} << 20);
  while (auto const n = file.read(buffer)) {
    sum.add({buffer.data(), n});
    record.size += n;
  }
  record.checksum = sum.value();
  return record;
}

std::string read_text(std::string const& path) {
  OpenFile const file(path, O_RDONLY);
  std::string text;
  std::vector<std::byte> buffer(1 << 16);
  while (auto const n = file.read(buffer)) text.append(reinterpret_cast<char const*>(buffer.data()), n);
  return text;
}

std::vector<std::string> names_in(std::string const& folder) {
  std::vector<std::string> names;
  std::error_code error;
  std::filesystem::directory_iterator entries(folder, error);
  if (error) throw FileError("cannot read the folder `" + folder + "`: " + error.message());
  for (auto const& entry : entries) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::string damage_reason(FileRecord const& record, std::string const& folder, std::string& path) {
  std::string reason = "the file `" + record.name + "` is missing";
  for (auto const& name : {record.name, temporary_name(record.name)}) {
    auto const candidate = folder + "/" + name;
    struct stat status {};
    if (stat(candidate.c_str(), &status) != 0) continue;
    auto const size = static_cast<std::uint64_t>(status.st_size);
    if (size != record.size) {
      reason = "the file `" + name + "` has " + std::to_string(size) + " bytes, not " + std::to_string(record.size);
      continue;
    }
    auto const present = record_of(candidate);
    if (present.size == record.size && present.checksum == record.checksum) {
      path = candidate;
      return "";
    }
    reason = "the file `" + name + "` was changed: its checksum is " + to_hex(present.checksum) + ", not " +
             to_hex(record.checksum);
  }
  return reason;
}

} // namespace iotools
