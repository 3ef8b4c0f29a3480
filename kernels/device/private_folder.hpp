/// A temporary folder of this process.
#pragma once

#include <filesystem>
#include <string>

namespace chemora::device {

/// Returns $TMPDIR if it is an absolute path, otherwise /tmp.
std::string folder_of_temporaries();

/// A folder below folder_of_temporaries() that only this user can enter. The destructor removes the folder with its
/// contents unless retain() was called. The system may remove the folder earlier when it cleans /tmp.
///
/// A killed process leaves its folder. The next process of this user removes this folder when it creates its first
/// folder. It recognises the folder of a killed process by a file whose lock the system has released.
class PrivateFolder {
public:
  /// Creates the folder. Throws DeviceError if no folder can be created.
  PrivateFolder();
  ~PrivateFolder();
  PrivateFolder(PrivateFolder const&) = delete;
  PrivateFolder& operator=(PrivateFolder const&) = delete;

  std::filesystem::path const& path() const { return path_; }
  bool exists() const;
  /// Prevents the destructor from removing the folder.
  void retain();

private:
  std::filesystem::path path_;
  int lock_ = -1; ///< descriptor of the locked file
  bool is_retained_ = false;
};

/// Returns the kernel's name with all characters except letters and digits replaced by `_`.
std::string file_name_of(std::string kernel);

/// Returns the contents of a file; empty if the file does not exist.
std::string read_all(std::filesystem::path const& path);

/// Writes a file. Throws DeviceError if the file cannot be written completely.
void write_all(std::filesystem::path const& path, std::string const& text);

} // namespace chemora::device
