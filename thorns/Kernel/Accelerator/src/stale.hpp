// Whether functions on the host use what they do not declare to read: values that are valid on the device only are made
// recognisable on the host before each call, and looked for in what it leaves.
#pragma once

#include "cctk.h"
#include "validity/validity.hpp"

#include <string>
#include <vector>

namespace accelerator {

/// Fills on the host what is valid on the device only: reals, and parts of complex numbers, with marks
/// (validity/marks.hpp), integers with their lowest value, which nobody looks for. Leaves what is `kept`, as
/// running functions may have written it on the host without telling yet. Gives what it has changed.
std::vector<Access> mark_stale(cGH const* cctkGH, std::vector<Access> const& kept);

/// Ends the run if what is valid on the host, or any scalar or array, holds such marks since `user` was called: it has
/// read what was `marked`, or said to write what it left as it was.
void check_reads(cGH const* cctkGH, std::vector<Access> const& marked, std::string const& user);

} // namespace accelerator
