/// Files that are safely on disk when a call returns, and checks of files against their recorded size and checksum.
#pragma once

#include "checkpoint_set.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace iotools {

/// An operation of the file system failed. The message contains the operation, the path and the reason.
class FileError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Writes cached data of a file, or the names of a folder, to the disk (fsync). Throw FileError.
void sync_file(std::string const& path);
void sync_folder(std::string const& folder);

/// Writes a file such that at any moment `path` is either the old or the complete new file, also after a crash: the
/// text goes to a temporary file, which is synchronised with the disk and renamed. Throws FileError; the old file then
/// remains and the temporary one is removed.
void write_atomically(std::string const& path, std::string const& text);

/// Renames a file. Throws FileError.
void move_file(std::string const& from, std::string const& to);

/// Name without folder, size and checksum of a file. Throws FileError.
FileRecord record_of(std::string const& path);

/// The whole text of a file. Throws FileError.
std::string read_text(std::string const& path);

/// The sorted names of all files of a folder. Throws FileError.
std::vector<std::string> names_in(std::string const& folder);

/// Empty if `folder` contains the recorded file unchanged, otherwise the reason as a sentence. On success, `path` is
/// the path of the file, with its own or its temporary name.
std::string damage_reason(FileRecord const& record, std::string const& folder, std::string& path);

} // namespace iotools
