// Files that are on the disk when a call returns, and what is said about those that are not.
#pragma once

#include "manifest.hpp"

#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace iotools {

/// The file system refused; the message says what, where and why.
class FileError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// fsync(2) of a file, and of the folder it is in, so that its name is on the disk too. Throws FileError.
void make_durable(std::string const& path);
void make_folder_durable(std::string const& folder);

/// A file with this text appears under `path` at once and whole: written beside it, made durable, renamed. Throws
/// FileError; what was under `path` before is then still there, and nothing beside it.
void write_durably(std::string const& path, std::string const& text);

/// rename(2). Throws FileError.
void move_file(std::string const& from, std::string const& to);

/// Size and checksum of a file; `name` is that of `path` without folder. Throws FileError.
FileSeal seal_of(std::string const& path);

/// The whole text of a file. Throws FileError.
std::string read_text(std::string const& path);

/// The names of all files of a folder, sorted. Throws FileError when it cannot be read.
std::vector<std::string> names_in(std::string const& folder);

/// Why the file that `seal` describes is not in `folder` as it was, as a sentence; empty when it is. On success `path`
/// is where it is: under its own or under its temporary name.
std::string why_damaged(FileSeal const& seal, std::string const& folder, std::string& path);

} // namespace iotools
