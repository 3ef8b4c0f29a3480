/// Divides the tables of a plan within problems into strips of rows. A kernel computes the elements of one strip during
/// a block of times together, so that their window stays in a cache.
///
/// A strip has Plan::strip_rows values of the dimension of the lanes. Strip s during the times of block b is a tile:
///
///     for launch = 0 to n_strips + n_blocks - 2:
///       for all tiles with s + b = launch, at once:
///         for the times of block b:
///           copy the elements of the last rows of strip s - 1 at this time from the border
///           compute the elements of strip s at this time
///           copy the elements of the last rows of strip s to the border
///
/// Calls read elements of the same strip or the preceding one, at an earlier time. An earlier launch has computed the
/// tile of strip s - 1 that contains these elements. The border has one element for each time, function, and row that
/// the next strip reads.
#pragma once

#include "codegen/wavefront/wave_space.hpp"

#include <map>
#include <optional>
#include <string>

namespace chemora::wavefront {

struct Strips {
  long rows = 0;                      ///< of a strip
  std::map<std::string, long> halo{}; ///< by function: rows of the preceding strip that calls read
};

/// Strips, or the reason why the tables cannot be divided.
struct StripsOrReason {
  std::optional<Strips> strips{};
  std::string reason{};
};

/// Divides the tables into strips of `rows` rows. The functions must have the same two dimensions and equal
/// coefficients of the schedule, and their calls constant distances to the same or preceding rows.
StripsOrReason strips_of(recursion::System const& system, WaveSpace const& space, long rows, int lanes);

/// Returns the number of elements that an array has for `rows` elements of a strip. The additional ones separate the
/// strips, so that two of them have neither a cache line in common nor a pair of lines that processors prefetch
/// together, in which threads would write at the same time (false sharing).
long padded_rows(long rows, ir::Type type);

} // namespace chemora::wavefront
