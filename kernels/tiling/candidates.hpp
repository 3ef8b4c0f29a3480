// The tile shapes that are worth a look.
#pragma once

#include "framework/base/box.hpp"

#include <cstdint>
#include <vector>

namespace chemora::tiling {

/// Every shape (tx, ty, tz) with tx = ceil(lx / k), k = 1, 2, 3, ..., 1 <= ty <= ly, 1 <= tz <= lz and
/// tx ty tz <= limit (Chemora paper, section on dynamic compilation), each once, x longest first. For processors
/// whose tiles are blocks of at most `limit` threads; without such a limit there are very many (decision 0004).
std::vector<base::Index3> all_candidates(base::Index3 const& extent, std::int64_t limit);

/// A selection for a processor that works through a tile row by row: every axis divided evenly, by
/// 1, 2, ... up to `most_parts` (x only while rows keep `least_row` points), so that no thin tiles are left over.
std::vector<base::Index3> even_candidates(base::Index3 const& extent, int most_parts, int least_row);

} // namespace chemora::tiling
