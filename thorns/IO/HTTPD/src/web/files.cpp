#include "files.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <string_view>

namespace httpd {

OutputFolder::OutputFolder(std::string const& path)
    : folder_(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {}

namespace {

constexpr int folder_flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

bool is_allowed(std::string_view component) {
  return !component.empty() && component.front() != '.' && component.find('\0') == std::string_view::npos;
}

/// Appends the files of an open folder, whose name is `prefix`.
void add_files(OpenFile folder, std::string const& prefix, int depth, std::vector<OutputFile>& files) {
  std::unique_ptr<DIR, int (*)(DIR*)> const stream(fdopendir(folder.descriptor()), closedir);
  if (!stream) return;
  int const descriptor = folder.release(); // closedir closes it
  while (auto const* const entry = readdir(stream.get())) {
    std::string const name = entry->d_name;
    struct stat status {};
    if (!is_allowed(name) || fstatat(descriptor, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (files.size() >= OutputFolder::max_files) return;
    if (S_ISREG(status.st_mode))
      files.push_back({prefix + name, static_cast<double>(status.st_size), static_cast<double>(status.st_mtime)});
    else if (S_ISDIR(status.st_mode) && depth < OutputFolder::max_depth)
      add_files(OpenFile(openat(descriptor, name.c_str(), folder_flags)), prefix + name + "/", depth + 1, files);
  }
}

} // namespace

std::vector<OutputFile> OutputFolder::list() const {
  std::vector<OutputFile> files;
  if (folder_.is_open()) add_files(OpenFile(openat(folder_.descriptor(), ".", folder_flags)), "", 0, files);
  std::sort(files.begin(), files.end(), [](auto const& a, auto const& b) { return a.name < b.name; });
  return files;
}

OpenFile OutputFolder::open(std::string const& name) const {
  OpenFile folder(folder_.is_open() ? openat(folder_.descriptor(), ".", folder_flags) : -1);
  std::string_view remainder = name;
  for (auto slash = remainder.find('/'); slash != std::string_view::npos; slash = remainder.find('/')) {
    std::string const component(remainder.substr(0, slash));
    if (!folder.is_open() || !is_allowed(component)) return {};
    folder = OpenFile(openat(folder.descriptor(), component.c_str(), folder_flags));
    remainder.remove_prefix(slash + 1);
  }
  if (!folder.is_open() || !is_allowed(remainder)) return {};
  // O_NONBLOCK: a named pipe does not block the server.
  OpenFile file(
      openat(folder.descriptor(), std::string(remainder).c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status {};
  bool const is_regular = file.is_open() && fstat(file.descriptor(), &status) == 0 && S_ISREG(status.st_mode);
  return is_regular ? std::move(file) : OpenFile();
}

} // namespace httpd
