/// Accelerator::check: finds accesses on the host that a scheduled function does not declare.
///
/// Undeclared writes are found by fingerprints of all arrays before and after a call. Undeclared reads are found by
/// poison values (validity/poison_values.hpp), which replace values on the host that are valid only on the device.
#pragma once

#include "cctk.h"
#include "validity/validity.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace accelerator {

/// A hash of the contents of each region (CCTK_VALID_*) of each array on the host.
using Fingerprints = std::map<std::pair<ArrayId, int>, std::uint64_t>;

Fingerprints fingerprints(cGH const* cctkGH);

/// Ends the run with the names and regions of arrays that have changed since `before` and are not in `allowed`.
/// `allowed` holds the parts that `writer` declares or has reported, and parts that were copied for `writer`.
void check_writes(cGH const* cctkGH, Fingerprints const& before, std::vector<Access> const& allowed,
                  std::string const& writer);

/// Called before the scheduler runs other functions at the request of the running function. Prints a warning if arrays
/// that are not in `reported` have changed since `before`. Functions that run on a device would not see these changes.
void check_writes_before_nested_call(cGH const* cctkGH, Fingerprints const& before, std::vector<Access> const& reported,
                                     std::string const& writer);

/// Replaces host values that are valid only on the device: reals and complex components by poison values, integers
/// by their lowest value (check_reads does not search for it). Skips the parts in `excluded`, which running
/// functions may have
/// written on the host without having reported it yet. Returns the parts that it has changed.
std::vector<Access> poison_stale_values(cGH const* cctkGH, std::vector<Access> const& excluded);

/// Ends the run if an array part that is valid on the host, or any scalar or array variable, contains a poison value.
/// A poison value there means: `user` read a part without declaring it, or declared to write a part and did not.
/// Messages name the array parts in `poisoned`.
void check_reads(cGH const* cctkGH, std::vector<Access> const& poisoned, std::string const& user);

} // namespace accelerator
