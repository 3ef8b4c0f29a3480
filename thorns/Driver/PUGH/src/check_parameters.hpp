// Parameters that no run can follow.
#pragma once

namespace pugh {

// Says which parameters leave grid functions of this dimension without a point inside of their ghost zones: such a grid
// would run and compute nothing. A direction of one point is left out of the run and needs none.
void check_extents(int dimension, int n_ranks);

} // namespace pugh
