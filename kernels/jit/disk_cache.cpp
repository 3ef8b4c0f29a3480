#include "kernels/jit/disk_cache.hpp"

#include "framework/base/hash.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace chemora::jit {

namespace {

constexpr std::string_view magic = "chemora kernel 1\n";
constexpr char const* ending = ".kernel";
constexpr std::string_view unfinished = "unfinished-";     // prefix of the names of incomplete files
constexpr off_t max_bytes_of_entry = off_t{1} << 30;       // far larger than usual entries; a larger file is damaged
constexpr std::time_t seconds_until_stale = 2 * 24 * 3600; // writing a file takes seconds, and clocks may differ by a
                                                           // day

/// Owns a file descriptor and closes it in the destructor.
class Descriptor {
public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor const&) = delete;
  Descriptor& operator=(Descriptor const&) = delete;

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  int close() {
    int const result = number_ >= 0 ? ::close(number_) : 0;
    number_ = -1;
    return result;
  }

private:
  int number_;
};

bool is_writable_by_owner_only(struct stat const& status) {
  return status.st_uid == geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

std::optional<std::string> read_own_file(std::string const& path) {
  Descriptor const file(open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
  struct stat status {};
  if (!file.is_open() || fstat(file.number(), &status) != 0) return {};
  if (!S_ISREG(status.st_mode) || !is_writable_by_owner_only(status) || status.st_size > max_bytes_of_entry) return {};
  std::string contents(static_cast<std::size_t>(status.st_size), '\0');
  for (std::size_t done = 0; done < contents.size();) {
    ssize_t const n = read(file.number(), contents.data() + done, contents.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return {};
    done += static_cast<std::size_t>(n);
  }
  return contents;
}

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t const n = write(file, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

std::string checksum(std::string_view key, std::string_view object) {
  return fmt::format("{:016x}", base::hash(object, base::hash(key)));
}

std::string make_entry(std::string const& key, std::string const& object) {
  return fmt::format("{}{} {} {}\n", magic, key.size(), object.size(), checksum(key, object)) + key + object;
}

bool take_number(std::string_view& text, std::size_t& number) {
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end == text.data() + text.size() || *end != ' ') return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()) + 1);
  return true;
}

/// Returns the object that an entry contains; empty if the entry is damaged or has another key.
std::optional<std::string> object_of(std::string_view entry, std::string const& key) {
  if (!entry.starts_with(magic)) return {};
  entry.remove_prefix(magic.size());
  std::size_t key_bytes = 0, object_bytes = 0;
  if (!take_number(entry, key_bytes) || !take_number(entry, object_bytes)) return {};
  constexpr std::size_t digits = 16;
  if (entry.size() < digits + 1 || entry[digits] != '\n') return {};
  std::string_view const sum = entry.substr(0, digits);
  entry.remove_prefix(digits + 1);
  if (key_bytes != key.size() || entry.size() < key_bytes || entry.size() - key_bytes != object_bytes) return {};
  if (entry.substr(0, key_bytes) != key || checksum(key, entry.substr(key_bytes)) != sum) return {};
  return std::string(entry.substr(key_bytes));
}

/// Creates the folder. Returns why the folder cannot be used, or an empty text if it can be used.
std::string prepare_folder(std::string const& folder) {
  if (folder.empty()) return "neither CaKernel::cache_dir nor HOME names a folder";
  std::error_code error;
  auto const parent = std::filesystem::path(folder).parent_path();
  if (!parent.empty()) std::filesystem::create_directories(parent, error);
  if (mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
    return fmt::format("the folder {} cannot be made ({})", folder, std::strerror(errno));
  struct stat status {};
  if (stat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) return fmt::format("{} is not a folder", folder);
  if (!is_writable_by_owner_only(status))
    return fmt::format("the folder {} belongs to another user, or others can write to it; its mode should be 0700",
                       folder);
  return {};
}

/// Calls `visit` for the regular files of this user in the folder. Other runs may remove files during the loop.
template <class Visit>
void for_each_own_file(std::string const& folder, Visit const& visit) {
  std::error_code error;
  for (std::filesystem::directory_iterator file(folder, error), end; !error && file != end; file.increment(error)) {
    struct stat status {};
    if (lstat(file->path().c_str(), &status) == 0 && S_ISREG(status.st_mode) && is_writable_by_owner_only(status))
      visit(file->path(), status);
  }
}

/// Removes incomplete files of killed runs: regular files of this user that were last written days ago. If a run still
/// has such a file open, only this entry is lost.
void remove_stale_files(std::string const& folder) {
  for_each_own_file(folder, [](std::filesystem::path const& path, struct stat const& status) {
    if (path.filename().string().starts_with(unfinished) && status.st_mtime < std::time(nullptr) - seconds_until_stale)
      unlink(path.c_str());
  });
}

struct Entry {
  std::string path;
  std::uint64_t bytes;
  timespec last_use;
};

bool is_older(Entry const& a, Entry const& b) {
  return std::make_pair(a.last_use.tv_sec, a.last_use.tv_nsec) < std::make_pair(b.last_use.tv_sec, b.last_use.tv_nsec);
}

std::vector<Entry> entries_of(std::string const& folder) {
  std::vector<Entry> entries;
  for_each_own_file(folder, [&](std::filesystem::path const& path, struct stat const& status) {
    if (path.extension() == ending)
      entries.push_back({path.string(), static_cast<std::uint64_t>(status.st_size), status.st_mtim});
  });
  return entries;
}

} // namespace

DiskCache::DiskCache(std::string folder, std::uint64_t max_bytes) : folder_(std::move(folder)), max_bytes_(max_bytes) {
  std::string const reason = prepare_folder(folder_);
  if (reason.empty()) {
    remove_stale_files(folder_);
    return;
  }
  error_ = fmt::format("Compiled kernels are not cached on disk: {}.", reason);
  folder_.clear();
}

std::string DiskCache::path_of(std::string const& key) const { return folder_ + "/" + base::to_digest(key) + ending; }

std::optional<std::string> DiskCache::find(std::string const& key) {
  if (folder_.empty()) return {};
  std::string const path = path_of(key);
  auto const entry = read_own_file(path);
  auto object = entry ? object_of(*entry, key) : std::nullopt;
  if (object) {
    used_.insert(path);
    // Sets the modification time to the time of this use. The call may fail in a read-only folder, which is harmless.
    utimensat(AT_FDCWD, path.c_str(), nullptr, AT_SYMLINK_NOFOLLOW);
  }
  return object;
}

/// The function frees a tenth more than necessary, so that store() need not scan the folder at every call.
void DiskCache::remove_least_recently_used() {
  auto entries = entries_of(folder_);
  bytes_ = 0;
  for (Entry const& entry : entries) *bytes_ += entry.bytes;
  if (*bytes_ <= max_bytes_) return;
  std::sort(entries.begin(), entries.end(), is_older);
  for (Entry const& entry : entries) {
    if (*bytes_ <= max_bytes_ - max_bytes_ / 10) return;
    if (!used_.contains(entry.path) && unlink(entry.path.c_str()) == 0) *bytes_ -= entry.bytes;
  }
}

bool DiskCache::store(std::string const& key, std::string const& object) {
  if (folder_.empty()) return false;
  std::string name = fmt::format("{}/{}XXXXXX", folder_, unfinished);
  Descriptor file(mkostemp(name.data(), O_CLOEXEC));
  int code = file.is_open() ? 0 : errno;
  if (code == 0 && (!write_all(file.number(), make_entry(key, object)) || fsync(file.number()) != 0)) code = errno;
  if (file.close() != 0 && code == 0) code = errno;
  if (code == 0 && rename(name.c_str(), path_of(key).c_str()) != 0) code = errno;
  if (code == 0) {
    used_.insert(path_of(key));
    if (bytes_) *bytes_ += magic.size() + key.size() + object.size();
    if (!bytes_ || *bytes_ > max_bytes_) remove_least_recently_used();
    return true;
  }
  unlink(name.c_str());
  error_ = fmt::format("Compiled kernels are not cached on disk: the folder {} cannot be written ({}).", folder_,
                       std::strerror(code));
  return false;
}

std::string cache_folder(std::string const& given) {
  if (!given.empty()) return given;
  if (char const* xdg = std::getenv("XDG_CACHE_HOME"); xdg && *xdg == '/') return std::string(xdg) + "/chemora";
  if (char const* home = std::getenv("HOME"); home && *home == '/') return std::string(home) + "/.cache/chemora";
  return {};
}

} // namespace chemora::jit
