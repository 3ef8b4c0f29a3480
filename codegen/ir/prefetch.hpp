// What a loop over vectors asks memory for before it needs it.
#pragma once

#include <string>

namespace chemora::ir {

/// Rows that are asked for by every vector while it is computed.
struct Prefetch {
  int ahead = 0;       ///< points along x, of rows that are read for the first time; 0: nothing is asked for
  bool stores = false; ///< of rows that are stored, too, unless past the caches or where they are read
  bool edges = false;  ///< and of rows beside the tile that its ends read: a plane ahead

  bool operator==(Prefetch const&) const = default;
};

/// `64 stores edges`
std::string to_text(Prefetch const& prefetch);

} // namespace chemora::ir
