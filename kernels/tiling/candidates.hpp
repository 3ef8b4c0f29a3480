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

/// Rows of a tile: of so many points at least where they are divided, and of whole lines of `line` points then, so that
/// all vectors are whole ones and all tiles' rows lie in their lines alike.
struct Rows {
  int least, line;
};

/// A selection for a processor that works through a tile row by row: y and z divided evenly, by 1, 2, 3, 4, 6, 8, 12,
/// 16, ... and by once and twice the number of threads; x by 1, 2, 4, ... as far as `rows` says.
std::vector<base::Index3> even_candidates(base::Index3 const& extent, int n_threads, Rows const& rows);

} // namespace chemora::tiling
