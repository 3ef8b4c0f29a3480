/// Determines the process that interpolates at a point: the process that owns the nearest grid point.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <stdexcept>
#include <vector>

namespace pughinterp {

inline constexpr int max_dimension = 4;

/// Global indices [begin, end) of the points that one process owns; empty for a process without points.
struct Owned {
  std::array<int, max_dimension> begin{}, end{};
  bool operator==(Owned const&) const = default;
};

inline bool is_empty(Owned const& box, int n_dimensions) {
  for (int d = 0; d < n_dimensions; ++d)
    if (box.end[d] <= box.begin[d]) return true;
  return false;
}

/// A map from positions to processes. The boxes of the processes must form a lattice, which means that all cuts are
/// planes through the whole grid.
class Owners {
public:
  /// One box per process. Throws std::invalid_argument if the boxes do not form a lattice.
  Owners(std::span<Owned const> boxes, int n_dimensions);

  /// `index` is the position in units of the grid spacing, relative to the first point of the grid. Points outside the
  /// grid belong to the nearest process. Returns -1 if there are no boxes or the position is not a number.
  int at(std::span<double const> index) const;

private:
  int n_dimensions_;
  std::array<std::vector<int>, max_dimension> begins_; ///< first index of each part by direction, increasing
  std::vector<int> processes_;                         // process by part; the first direction varies fastest
};

/// The last part that starts at or before the point, or the first part.
inline std::size_t part_of(std::vector<int> const& begins, double point) {
  auto const next = std::upper_bound(begins.begin(), begins.end(), point);
  return next == begins.begin() ? 0 : static_cast<std::size_t>(next - begins.begin() - 1);
}

inline Owners::Owners(std::span<Owned const> boxes, int n_dimensions) : n_dimensions_(n_dimensions) {
  std::size_t n_parts = 1;
  for (int d = 0; d < n_dimensions; ++d) {
    for (Owned const& box : boxes)
      if (!is_empty(box, n_dimensions)) begins_[d].push_back(box.begin[d]);
    std::sort(begins_[d].begin(), begins_[d].end());
    begins_[d].erase(std::unique(begins_[d].begin(), begins_[d].end()), begins_[d].end());
    n_parts *= begins_[d].size();
  }
  processes_.assign(n_parts, -1);
  for (std::size_t process = 0; process < boxes.size(); ++process) {
    if (is_empty(boxes[process], n_dimensions)) continue;
    std::size_t part = 0, stride = 1;
    for (int d = 0; d < n_dimensions; ++d) {
      part += stride * part_of(begins_[d], boxes[process].begin[d]);
      stride *= begins_[d].size();
    }
    processes_[part] = static_cast<int>(process);
  }
  if (std::find(processes_.begin(), processes_.end(), -1) != processes_.end())
    throw std::invalid_argument("the parts of the grid do not form a lattice");
}

inline int Owners::at(std::span<double const> index) const {
  if (processes_.empty()) return -1;
  std::size_t part = 0, stride = 1;
  for (int d = 0; d < n_dimensions_; ++d) {
    if (std::isnan(index[d])) return -1;
    part += stride * part_of(begins_[d], std::floor(index[d] + 0.5));
    stride *= begins_[d].size();
  }
  return processes_[part];
}

} // namespace pughinterp
