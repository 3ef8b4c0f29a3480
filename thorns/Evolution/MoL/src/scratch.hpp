/// Storage of the values that a step needs in addition to the variables.
#pragma once

#include "arrays.hpp"
#include "updates/registry.hpp"

#include <cstdint>

namespace mol {

/// One evolved variable during a step.
struct Integrated {
  Evolved evolved;
  std::ptrdiff_t n;              ///< points
  ArrayRef previous;             ///< the value at the beginning of the step
  std::vector<ArrayRef> scratch; ///< the scratch values of the method
};

/// All evolved variables in the order of registration. The reference is valid until the next call.
std::vector<Integrated> const& integrated_variables(cGH const* cctkGH);

/// Storage for the values of save-and-restore variables during a step, in the order of registration.
std::vector<ArrayRef> saved_arrays(cGH const* cctkGH);

/// A counter that increases whenever cached lists of updates become invalid; see updates/update_list_revision.hpp.
std::uint64_t update_list_revision(cGH const* cctkGH);

} // namespace mol
