/// Writes files such that their data are on disk when a call returns, and compares files with their recorded size and
/// checksum.
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
/// text goes to a temporary file, which is synchronised with the disk and renamed. If an operation fails, the function
/// removes the temporary file, keeps the old file and throws FileError.
void write_atomically(std::string const& path, std::string const& text);

/// Renames a file. Throws FileError.
void move_file(std::string const& from, std::string const& to);

/// Returns the name (without its folder), the size and the checksum of a file. Throws FileError.
FileRecord record_of(std::string const& path);

/// The whole text of a file. Throws FileError.
std::string read_text(std::string const& path);

/// The sorted names of all files of a folder. Throws FileError.
std::vector<std::string> names_in(std::string const& folder);

/// Checks that `folder` contains the recorded file unchanged. Returns an empty text and sets `path`, or returns the
/// reason as a sentence. The file may have its final or its temporary name.
std::string damage_reason(FileRecord const& record, std::string const& folder, std::string& path);

} // namespace iotools
