/// A temporary folder of this process.
#pragma once

#include <filesystem>
#include <string>

namespace chemora::device {

/// $TMPDIR if it is an absolute path, otherwise /tmp.
std::string folder_of_temporaries();

/// A folder below folder_of_temporaries() that only this user can enter. The destructor removes it with its contents
/// unless it is retained. The system may remove it earlier, when it cleans /tmp.
///
/// The folder of a killed process remains. The next process of this user removes it when it makes its first folder. It
/// recognises such a folder by a file whose lock the system released when the process ended.
class PrivateFolder {
public:
  /// Throws DeviceError if no folder can be made.
  PrivateFolder();
  ~PrivateFolder();
  PrivateFolder(PrivateFolder const&) = delete;
  PrivateFolder& operator=(PrivateFolder const&) = delete;

  std::filesystem::path const& path() const { return path_; }
  bool exists() const;
  /// The folder is not removed.
  void retain();

private:
  std::filesystem::path path_;
  int lock_ = -1; ///< descriptor of the locked file
  bool is_retained_ = false;
};

/// Replaces other characters than letters and digits by `_`.
std::string file_name_of(std::string kernel);

/// The contents of a file; empty if there is none.
std::string read_all(std::filesystem::path const& path);

/// Throws DeviceError if the file cannot be written completely.
void write_all(std::filesystem::path const& path, std::string const& text);

} // namespace chemora::device
