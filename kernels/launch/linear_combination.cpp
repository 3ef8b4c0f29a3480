// Row by row; the sums of a stretch of a row stay in the cache while the terms are added.
#include "kernels/launch/linear_combination.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace chemora::launch {

namespace {

constexpr std::ptrdiff_t stretch = 256; ///< points: 2 KiB of sums

class LinearCombination final : public device::Module {
public:
  LinearCombination(int n_sources, bool keeps_target) {
    std::vector<std::string> numbers;
    for (int n = 0; n < n_sources; ++n) numbers.push_back(std::to_string(n));
    auto sorted = numbers;
    std::sort(sorted.begin(), sorted.end());
    if (keeps_target) terms_.push_back(numbers.size()); // `target` and `scale` come last
    for (auto const& number : numbers)
      terms_.push_back(static_cast<std::size_t>(std::find(sorted.begin(), sorted.end(), number) - sorted.begin()));
  }

  void launch(std::span<void const* const> inputs, std::span<void* const> outputs,
              chemora_kernel_arguments const& a) override {
    auto* const target = static_cast<double*>(outputs[0]);
    std::ptrdiff_t const row = a.allocated[0], plane = row * a.allocated[1];
#pragma omp parallel for collapse(2) schedule(static)
    for (int z = a.lower[2]; z < a.upper[2]; ++z)
      for (int y = a.lower[1]; y < a.upper[1]; ++y)
        for (std::ptrdiff_t x = a.lower[0]; x < a.upper[0]; x += stretch)
          add(inputs, a.parameters, target, x + y * row + z * plane, std::min(stretch, a.upper[0] - x));
  }

private:
  /// `n` points from the index `first`.
  void add(std::span<void const* const> inputs, double const* factors, double* target, std::ptrdiff_t first,
           std::ptrdiff_t n) const {
    std::array<double, static_cast<std::size_t>(stretch)> sums{};
    double* const sum = sums.data();
    bool is_first = true;
    for (std::size_t const term : terms_) {
      double const factor = factors[term];
      double const* const source = static_cast<double const*>(inputs[term]) + first;
      if (is_first)
        for (std::ptrdiff_t i = 0; i < n; ++i) sum[i] = factor * source[i];
      else
        for (std::ptrdiff_t i = 0; i < n; ++i) sum[i] += factor * source[i];
      is_first = false;
    }
    std::copy_n(sum, n, target + first);
  }

  std::vector<std::size_t> terms_; ///< in the order of adding: positions among inputs and parameters
};

} // namespace

std::unique_ptr<device::Module> make_linear_combination(int n_sources, bool keeps_target) {
  return std::make_unique<LinearCombination>(n_sources, keeps_target);
}

} // namespace chemora::launch
