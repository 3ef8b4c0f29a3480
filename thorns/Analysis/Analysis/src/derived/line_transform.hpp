/// Discrete Fourier transforms of lines of numbers. Several lines are transformed together, one in each lane of
/// vectors.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

/// Whether there is a version for AVX2. Clang ignores `#pragma GCC target`, which selects the instruction set.
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__)
#define ANALYSIS_HAS_AVX2_TRANSFORM
#endif

namespace analysis {

constexpr std::size_t n_lanes = 4; ///< real64 numbers of an AVX register or of two SSE2 registers
using Lanes = double __attribute__((vector_size(n_lanes * sizeof(double))));

/// One complex number of each of several lines. The alignment is that of AVX registers also in code for SSE2.
struct alignas(sizeof(Lanes)) ComplexLanes {
  Lanes real, imaginary; // not initialised, because large arrays are overwritten
};

/// Transforms lines of a given number of elements. An object contains factors and buffers; each thread needs its own.
class LineTransform {
public:
  virtual ~LineTransform() = default;
  /// Sets out[k] = sum_j in[j stride] exp(-2 pi i j k / n). The bits of a line do not depend on the other lanes.
  virtual void transform(ComplexLanes const* in, std::size_t stride, ComplexLanes* out) const = 0;
};

using MakeLineTransform = std::unique_ptr<LineTransform> (*)(std::size_t n);

/// Returns the versions for the instruction sets of this processor, the fastest one last. All have the same bits.
std::vector<MakeLineTransform> line_transforms();

} // namespace analysis
