#include "owners.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace pughinterp {
namespace {

bool is_empty(Owned const& box, int n_dimensions) {
  for (int d = 0; d < n_dimensions; ++d)
    if (box.end[d] <= box.begin[d]) return true;
  return false;
}

/// The last part that starts at or before the point, or the first part.
std::size_t part_of(std::vector<int> const& begins, double point) {
  auto const next = std::upper_bound(begins.begin(), begins.end(), point);
  return next == begins.begin() ? 0 : static_cast<std::size_t>(next - begins.begin() - 1);
}

} // namespace

Owners::Owners(std::span<Owned const> boxes, int n_dimensions) : n_dimensions_(n_dimensions) {
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

int Owners::at(std::span<double const> index) const {
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
