/// The discrete Fourier transform of lines with any number of points.
#pragma once

#include <cstddef>
#include <vector>

namespace analysis {

/// Several lines of complex numbers, interleaved: element k of line l has the real part real[k * stride + l] and the
/// imaginary part imaginary[k * stride + l].
struct ComplexRows {
  double* real = nullptr;
  double* imaginary = nullptr;
  std::size_t stride = 0;
};

/// Transforms several lines together; each line is a lane of vectors. The algorithm is the mixed-radix transform of
/// Stockham (C. Van Loan, "Computational Frameworks for the Fast Fourier Transform", 1992, section 1.7): a line of
/// n = p m points becomes p lines of m points, until m is 1. The factors are 4, as often as possible, and the prime
/// factors of the remainder. The time is proportional to n times the sum of the factors. The operations on each line do
/// not depend on the other lines or on their number.
class FourierTransform {
public:
  static constexpr std::size_t max_lines = 8;

  struct Root {
    double real = 1, imaginary = 0;
  };
  /// Combines the elements j, j + m, ..., j + (p - 1) m of `n_previous` lines of p m points.
  struct Stage {
    std::size_t factor = 1, m = 1, n_previous = 1;
    std::vector<Root> roots{};        ///< exp(-2 pi i j r / (p m)) at p j + r
    std::vector<Root> factor_roots{}; ///< exp(-2 pi i k / p)
  };

  explicit FourierTransform(std::size_t n);

  /// Returns the length of the buffer that apply() needs.
  std::size_t buffer_size() const { return 4 * n_ * max_lines; }
  /// Sets element k of each line of `to` to the sum of from[j] exp(-2 pi i j k / n) over j. There are up to `max_lines`
  /// lines. `from` and `to` may be the same rows. Threads may call it at the same time with different buffers.
  void apply(ComplexRows const& from, ComplexRows const& to, std::size_t n_lines, double* buffer) const;

private:
  std::size_t n_;
  std::vector<Stage> stages_{};
};

} // namespace analysis
