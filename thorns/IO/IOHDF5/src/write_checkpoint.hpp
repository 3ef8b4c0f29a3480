// A whole checkpoint: files of all processes, then the manifest that makes them one.
#pragma once

#include <cctk.h>

#include <string>

namespace iohdf5 {

/// Collective. Writes the set `<base>.it_<iteration>` into `folder`, which is there. Either it is complete on disk when
/// this returns, or nothing of it counts and an older set of that name is what it was. Empty, or the reasons.
std::string write_checkpoint(cGH const* cctkGH, std::string const& folder, std::string const& base);

/// Removes a set: first its manifest, so that at no moment it looks complete. Call on rank 0 only.
void remove_checkpoint(std::string const& folder, std::string const& set);

} // namespace iohdf5
