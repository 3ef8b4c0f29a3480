// Two arrays change places: each has the memory of the other afterwards.
#pragma once

#include "cctk.h"
#include "grid_array.hpp"

namespace ca_kernel {

/// Whether somebody can do that here: the device for arrays in its memory, the driver for those of the host.
bool can_swap();

/// Whether these two may: grid functions of one type and shape, none in a group whose variables lie in one block.
bool may_swap(GridArray const& a, GridArray const& b);

/// Throws base::UserError when it is refused.
void swap_arrays(cGH const* cctkGH, GridArray const& a, GridArray const& b);

} // namespace ca_kernel
