// Arrays of a cube of grid points for benchmarks on the host, and their comparison.
#pragma once

#include "framework/base/box.hpp"
#include "kernels/device/device.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <string>

namespace performance {

/// A cube with `size` computed points per axis, surrounded by ghost zones.
struct PaddedGrid {
  int size, ghosts, element_bytes;

  /// Points per cache line.
  int line() const { return 64 / element_bytes; }
  int with_ghosts() const { return size + 2 * ghosts; }
  /// The extents that the driver allocates with PUGH::padding, in which rows are whole cache lines. The first computed
  /// point is at the start of a cache line if the array starts `points_before()` elements after the start of a line.
  chemora::base::Index3 allocated() const { return {whole_lines(with_ghosts()), with_ghosts(), with_ghosts()}; }
  int points_before() const { return (line() - ghosts % line()) % line(); }
  /// The extents for hand-written loops. In each row, a whole cache line precedes the first computed point, and a whole
  /// line follows the last computed point.
  chemora::base::Index3 by_hand() const { return {whole_lines(size + 2 * line()), with_ghosts(), with_ghosts()}; }

private:
  int whole_lines(int n_points) const { return (n_points + line() - 1) / line() * line(); }
};

/// Named arrays of one extent, allocated on first use and released with this object.
template <typename Real>
class Fields {
public:
  /// The first element of each array is `n_before` elements after the start of a cache line.
  Fields(chemora::device::Device& device, chemora::base::Index3 extent, int n_before)
      : device_(device), extent_(extent), n_before_(n_before) {}
  ~Fields() {
    for (auto& [name, field] : fields_) device_.release(field - n_before_);
  }
  Fields(Fields const&) = delete;
  Fields& operator=(Fields const&) = delete;

  Real* operator[](std::string const& name) {
    auto const [entry, is_new] = fields_.emplace(name, nullptr);
    if (is_new) {
      auto const bytes = sizeof(Real) * static_cast<std::size_t>(n_points() + n_before_);
      entry->second = static_cast<Real*>(device_.allocate(bytes)) + n_before_;
      fill(name);
    }
    return entry->second;
  }

  /// Writes smooth values that differ between arrays. Each thread touches the planes that it computes first.
  void fill(std::string const& name) {
    Real* const field = (*this)[name];
    std::ptrdiff_t const plane = n_points() / extent_[2];
    double const phase = static_cast<double>(name.size());
#pragma omp parallel for schedule(static)
    for (int k = 0; k < extent_[2]; ++k)
      for (std::ptrdiff_t p = k * plane; p < (k + 1) * plane; ++p)
        field[p] = static_cast<Real>(std::sin(1e-3 * static_cast<double>(p) + phase));
  }

  std::ptrdiff_t n_points() const { return std::ptrdiff_t{extent_[0]} * extent_[1] * extent_[2]; }

private:
  chemora::device::Device& device_;
  chemora::base::Index3 extent_;
  int n_before_;
  std::map<std::string, Real*> fields_;
};

/// A view of an array; index (0, 0, 0) is the first computed point.
template <typename Number>
struct GridView {
  Number* data;
  chemora::base::Index3 extent, first;

  Number& operator()(int i, int j, int k) const {
    return data[i + first[0] + extent[0] * (j + first[1] + std::ptrdiff_t{extent[1]} * (k + first[2]))];
  }
};

/// Returns the largest difference over the points from `begin` to `end` along each axis, relative to the largest value
/// of `theirs`. Returns infinity if a value is not finite, or if all values of `theirs` are zero, because then nothing
/// was computed.
template <typename Number>
double largest_difference(GridView<Number> const& ours, GridView<Number> const& theirs, int begin, int end) {
  double largest = 0, worst = 0;
  for (int k = begin; k < end; ++k)
    for (int j = begin; j < end; ++j)
      for (int i = begin; i < end; ++i) {
        auto const a = static_cast<double>(ours(i, j, k)), b = static_cast<double>(theirs(i, j, k));
        if (!std::isfinite(a) || !std::isfinite(b)) return std::numeric_limits<double>::infinity();
        worst = std::max(worst, std::abs(a - b));
        largest = std::max(largest, std::abs(b));
      }
  return largest > 0 ? worst / largest : std::numeric_limits<double>::infinity();
}

} // namespace performance
