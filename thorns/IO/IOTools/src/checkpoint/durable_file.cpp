// POSIX calls, whose errors become sentences.
#include "durable_file.hpp"

#include "checksum.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace iotools {
namespace {

[[noreturn]] void fail(char const* what, std::string const& path, int reason) {
  throw FileError(std::string("cannot ") + what + " `" + path + "`: " + std::strerror(reason));
}

class OpenFile {
public:
  OpenFile(std::string const& path, int flags) : path_(path), number_(open(path.c_str(), flags | O_CLOEXEC, 0644)) {
    if (number_ < 0) fail("open", path, errno);
  }
  OpenFile(OpenFile const&) = delete;
  OpenFile& operator=(OpenFile const&) = delete;
  ~OpenFile() { close(number_); }

  void write(std::string const& text) const {
    for (std::size_t done = 0; done < text.size();) {
      auto const n = ::write(number_, text.data() + done, text.size() - done);
      if (n < 0 && errno != EINTR) fail("write", path_, errno);
      if (n > 0) done += static_cast<std::size_t>(n);
    }
  }

  /// 0 at the end.
  std::size_t read(std::span<std::byte> into) const {
    for (;;) {
      auto const n = ::read(number_, into.data(), into.size());
      if (n >= 0) return static_cast<std::size_t>(n);
      if (errno != EINTR) fail("read", path_, errno);
    }
  }

  void sync() const {
    // Some file systems cannot sync folders; then there is nothing more to do.
    if (fsync(number_) != 0 && errno != EINVAL && errno != EROFS) fail("bring to the disk", path_, errno);
  }

private:
  std::string path_;
  int number_;
};

} // namespace

void make_durable(std::string const& path) { OpenFile(path, O_RDONLY).sync(); }

void make_folder_durable(std::string const& folder) { OpenFile(folder, O_RDONLY | O_DIRECTORY).sync(); }

void write_durably(std::string const& path, std::string const& text) {
  std::string const beside = path + ".tmp";
  try {
    OpenFile const file(beside, O_WRONLY | O_CREAT | O_TRUNC);
    file.write(text);
    file.sync();
    move_file(beside, path);
  } catch (FileError const&) {
    unlink(beside.c_str());
    throw;
  }
  auto const folder = std::filesystem::path(path).parent_path().string();
  make_folder_durable(folder.empty() ? "." : folder);
}

void move_file(std::string const& from, std::string const& to) {
  if (rename(from.c_str(), to.c_str()) != 0) fail("rename to its final name the file", from, errno);
}

FileSeal seal_of(std::string const& path) {
  OpenFile const file(path, O_RDONLY);
  FileSeal seal{std::filesystem::path(path).filename().string(), 0, 0};
  Checksum sum;
  std::vector<std::byte> buffer(std::size_t{1} << 20);
  while (auto const n = file.read(buffer)) {
    sum.add({buffer.data(), n});
    seal.size += n;
  }
  seal.checksum = sum.value();
  return seal;
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

std::string why_damaged(FileSeal const& seal, std::string const& folder, std::string& path) {
  std::string reason = "the file `" + seal.name + "` is missing";
  for (auto const& name : {seal.name, temporary_name(seal.name)}) {
    auto const place = folder + "/" + name;
    struct stat status {};
    if (stat(place.c_str(), &status) != 0) continue;
    auto const size = static_cast<std::uint64_t>(status.st_size);
    if (size != seal.size) {
      reason = "the file `" + name + "` has " + std::to_string(size) + " bytes, not " + std::to_string(seal.size);
      continue;
    }
    auto const found = seal_of(place);
    if (found.size == seal.size && found.checksum == seal.checksum) {
      path = place;
      return "";
    }
    reason = "the file `" + name + "` was changed: its checksum is " + to_hex(found.checksum) + ", not " +
             to_hex(seal.checksum);
  }
  return reason;
}

} // namespace iotools
