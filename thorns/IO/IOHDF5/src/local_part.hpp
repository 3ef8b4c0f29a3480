// What a process holds of a variable.
#pragma once

#include <cctk.h>

#include <vector>

namespace iohdf5 {

/// A box of a variable's grid, x first; a scalar has no directions.
struct Box {
  std::vector<int> begin, end; ///< global indices

  std::size_t n_points() const;
  std::vector<int> shape() const;
  bool operator==(Box const&) const = default;
};

Box intersection(Box const& a, Box const& b);

struct LocalPart {
  Box held;                   ///< all points here, ghost zones included
  Box owned;                  ///< those that no other process owns
  std::vector<int> strides;   ///< points of the memory in each direction, at least those held
  std::vector<int> whole;     ///< points of the whole variable
  bool is_replicated = false; ///< every process holds the same whole variable
};

LocalPart local_part(cGH const* cctkGH, int group);

/// Groups that a checkpoint holds: with storage and points, unless tagged Checkpoint="no".
bool belongs_to_checkpoint(cGH const* cctkGH, int group);

} // namespace iohdf5
