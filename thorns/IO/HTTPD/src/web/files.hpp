/// The files below the output folder, which a client may list and download.
#pragma once

#include "request.hpp"

#include <string>
#include <vector>

namespace httpd {

/// A file of the output folder.
struct OutputFile {
  std::string name; ///< path relative to the folder, with `/`
  double bytes = 0;
  double modified = 0; ///< seconds since 1970
};

/// The output folder. Names are relative to it. No function follows a symbolic link below the folder, or reaches a file
/// or folder whose name starts with a dot.
class OutputFolder {
public:
  OutputFolder() = default;
  explicit OutputFolder(std::string const& path);

  /// Returns at most `max_files` regular files, in the order of their names, from at most `max_depth` nested folders.
  std::vector<OutputFile> list() const;

  /// Opens a regular file for reading. Returns a closed file if there is no such file, or its name is not allowed.
  OpenFile open(std::string const& name) const;

  static constexpr std::size_t max_files = 2000;
  static constexpr int max_depth = 4;

private:
  OpenFile folder_;
};

} // namespace httpd
