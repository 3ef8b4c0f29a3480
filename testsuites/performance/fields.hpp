// Named arrays of a benchmark on the host.
#pragma once

#include "framework/base/box.hpp"
#include "kernels/device/device.hpp"

#include <cmath>
#include <cstddef>
#include <map>
#include <string>

namespace performance {

template <typename Real>
class Fields {
public:
  /// Arrays of this extent, whose first element is that many elements behind the beginning of a cache line.
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

  /// Smooth numbers that differ from array to array, first touched by the threads that compute on them.
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

} // namespace performance
