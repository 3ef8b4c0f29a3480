// A folder of this process' own for as long as it works there.
#pragma once

#include <filesystem>
#include <string>

namespace chemora::device {

/// $TMPDIR if that is an absolute path, or else /tmp.
std::string folder_of_temporaries();

/// A folder below $TMPDIR or /tmp that only this user can enter; removed with its contents unless kept. The system may
/// remove it earlier, when it cleans /tmp. The folder of a process that was killed stays; the next process of this user
/// removes it when it makes its first one. The lock on a file in the folder distinguishes the two: the kernel releases
/// it when the process ends.
class PrivateFolder {
public:
  /// Throws DeviceError when none can be made.
  PrivateFolder();
  ~PrivateFolder();
  PrivateFolder(PrivateFolder const&) = delete;
  PrivateFolder& operator=(PrivateFolder const&) = delete;

  std::filesystem::path const& path() const { return path_; }
  bool is_there() const;
  void keep();

private:
  std::filesystem::path path_;
  int lock_ = -1; ///< descriptor of the locked file
  bool is_kept_ = false;
};

/// The file's contents; empty without such a file.
std::string read_all(std::filesystem::path const& path);

/// Throws DeviceError when not all of it could be written.
void write_all(std::filesystem::path const& path, std::string const& text);

} // namespace chemora::device
