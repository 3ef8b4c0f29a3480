/// The process that interpolates at a point: the one that owns the nearest grid point.
#pragma once

#include <array>
#include <span>
#include <vector>

namespace pughinterp {

inline constexpr int max_dimension = 4;

/// Global indices [begin, end) of the points that one process owns; empty for a process without points.
struct Owned {
  std::array<int, max_dimension> begin{}, end{};
  bool operator==(Owned const&) const = default;
};

/// Map from positions to processes. The boxes of the processes must form a lattice: the cuts of each direction extend
/// through the whole grid.
class Owners {
public:
  /// One box per process. Throws std::invalid_argument if the boxes do not form a lattice.
  Owners(std::span<Owned const> boxes, int n_dimensions);

  /// `index` is the position in units of the grid spacing, relative to the first point of the grid. Points outside the
  /// grid belong to the nearest process. Returns -1 if there are no boxes or the position is not a number.
  int at(std::span<double const> index) const;

private:
  int n_dimensions_;
  std::array<std::vector<int>, max_dimension> begins_; ///< of the parts of each direction, increasing
  std::vector<int> processes_;                         // by part, the first direction fastest
};

} // namespace pughinterp
