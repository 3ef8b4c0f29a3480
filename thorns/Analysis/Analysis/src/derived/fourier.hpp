/// The discrete Fourier transform of lines with any number of points.
#pragma once

#include <complex>
#include <vector>

namespace analysis {

/// Mixed-radix decimation in time: a line of n = p m points is divided into p lines of every p-th point, whose
/// transforms are combined (Cooley and Tukey, Mathematics of Computation 19 (1965) 297). The time is proportional to n
/// times the sum of the prime factors of n. Each line is transformed by one thread, so that the result depends on the
/// line only.
class FourierTransform {
public:
  using Complex = std::complex<double>;

  explicit FourierTransform(std::size_t n);

  /// Replaces line[k] by the sum of line[j] exp(-2 pi i j k / n) over j. Threads may call it at the same time.
  void apply(Complex* line) const;

private:
  /// `part` has storage for as many numbers as the largest factor.
  void transform(Complex const* in, std::size_t stride, Complex* out, std::size_t n, std::size_t factor,
                 Complex* part) const;

  std::size_t n_;
  std::vector<std::size_t> factors_{};
  std::vector<Complex> roots_{}; ///< exp(-2 pi i k / n)
};

} // namespace analysis
