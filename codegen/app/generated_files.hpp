/// Files of a thorn that edlc reads and writes for the build.
#pragma once

#include <string>
#include <vector>

namespace chemora::app {

/// Returns the files of `thorn_folder/folder` with this ending, sorted. Throws base::UserError if there are none.
std::vector<std::string> files_of(std::string const& thorn_folder, std::string const& folder,
                                  std::string const& ending);

/// Returns the name of the thorn in a folder.
std::string thorn_of(std::string const& thorn_folder);

/// Writes the file if its contents change, so that sources that depend on it are not compiled again. Throws
/// base::UserError.
void write_file(std::string const& folder, std::string const& name, std::string const& contents);

} // namespace chemora::app
