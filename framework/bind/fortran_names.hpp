// Fortran procedures that C sources name in any case.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace chemora::bind {

/// Names in CCTK_FNAME(...) and CCTK_FORTRAN_COMMON_NAME(...) of one C or C++ source.
std::set<std::string> fortran_names_in(std::string const& source);

/// Names in all C and C++ files below the folders, and the files and folders that were looked at.
struct FortranNames {
  std::set<std::string> names;
  std::vector<std::string> looked_at;
};
FortranNames find_fortran_names(std::vector<std::string> const& folders);

/// chemora_fortran_names.h: `#define CHEMORA_FORTRAN_NAME_WaveInit waveinit_` for each.
std::string fortran_names_header(std::set<std::string> const& names);

} // namespace chemora::bind
