// Several boxes of grid points together.
#pragma once

#include "framework/base/box.hpp"

namespace chemora::base {

/// `outer` without all of `inner`, which may overlap, as disjoint boxes.
std::vector<Box> subtract_all(Box const& outer, std::vector<Box> const& inner);

} // namespace chemora::base
