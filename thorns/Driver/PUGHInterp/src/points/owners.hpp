// Which process interpolates at which point: the one that owns the grid point next to it.
#pragma once

#include <array>
#include <span>
#include <vector>

namespace pughinterp {

inline constexpr int max_dimension = 4;

// Global indices [begin, end) of the points that one process owns; empty for a process without points.
struct Owned {
  std::array<int, max_dimension> begin{}, end{};
  bool operator==(Owned const&) const = default;
};

// Boxes that together form a lattice: each direction is cut at the same places everywhere.
class Owners {
public:
  // One box per process. Throws std::invalid_argument when the boxes form no lattice.
  Owners(std::span<Owned const> boxes, int n_dimensions);

  // `index` is the position in units of the grid spacing, counted from the first point of the grid. Points outside the
  // grid belong to the process next to them. -1 without boxes, and for positions that are no numbers.
  int at(std::span<double const> index) const;

private:
  int n_dimensions_;
  std::array<std::vector<int>, max_dimension> begins_; // of the parts of each direction, increasing
  std::vector<int> processes_;                         // by part, the first direction fastest
};

} // namespace pughinterp
