// The transform of lines for processors with AVX2. All headers of the standard library except <complex> are included
// before the instruction set is selected, because other sources share the functions of these headers. KissFFT calls the
// functions of <complex> for a type of this source only. They have the selected instruction set, too.
#include "line_transform.hpp"

#include <cmath>
#include <concepts>
#include <memory>
#include <sstream>
#include <utility>
#include <vector>

#ifdef ANALYSIS_HAS_AVX2_TRANSFORM
#pragma GCC target("avx2")
#include "kissfft_lanes.hpp"

namespace analysis {

std::unique_ptr<LineTransform> make_avx2_transform(std::size_t n) { return make_kiss_transform(n); }

} // namespace analysis
#endif
