/// Discrete Fourier transforms of lines of numbers. Several lines are transformed together, one in each lane of
/// vectors.
#pragma once

#include <complex>
#include <cstddef>
#include <vector>

namespace analysis {

constexpr std::size_t n_lanes = 4;
using Lanes = double __attribute__((vector_size(n_lanes * sizeof(double))));

/// One complex number of each of several lines. The alignment is that of registers with 32 bytes also in code for
/// smaller registers.
struct alignas(sizeof(Lanes)) ComplexLanes {
  Lanes real, imaginary; // not initialised, because large arrays are overwritten
};

/// The factors for lines of `n` numbers, and buffers. Each thread needs an object of its own.
class LineTransform {
public:
  /// Lines are transformed in steps, one for each factor of `n`. Small factors are faster.
  explicit LineTransform(std::size_t n);

  std::size_t size() const { return roots_.size(); }
  /// The numbers to transform. The functions below overwrite them.
  ComplexLanes* in() { return buffers_[0].data(); }
  /// Returns the modes sum_j in[j] exp(-2 pi i j k / n). The bits of a line do not depend on the other lanes.
  ComplexLanes const* modes();

private:
  std::vector<std::complex<double>> roots_; ///< exp(-2 pi i j / n)
  std::vector<std::size_t> factors_;        ///< whose product is n
  std::vector<ComplexLanes> buffers_[2];
  std::vector<ComplexLanes> pairs_; ///< scratch memory for large factors
};

/// Transforms pairs of real lines as complex lines, and stores the modes k with 2 k <= n of all lines.
/// Lanes are pairs of `lines`, which contains the addresses of the first numbers of 2 * n_lanes lines of n numbers with
/// the given stride. `modes` contains the addresses of the modes of each line. The lanes of an element of the result
/// are adjacent modes; those after the last one are 0.
void transform_real(LineTransform& transform, double const* const (&lines)[2 * n_lanes], long stride,
                    ComplexLanes* const (&modes)[2 * n_lanes]);

/// Transforms the lines of elements first[0], first[stride], ... in place.
void transform_in_place(LineTransform& transform, ComplexLanes* first, std::size_t stride);

/// Computes |F * scale|^2 for the transforms F of the lines of elements first[0], first[stride], ... The numbers of all
/// lanes are adjacent in `power`. The distance of the numbers of adjacent modes is stride * n_lanes.
void power_of_lines(LineTransform& transform, ComplexLanes const* first, std::size_t stride, double scale,
                    double* power);

} // namespace analysis
