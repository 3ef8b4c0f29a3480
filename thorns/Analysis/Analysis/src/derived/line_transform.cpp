#include "kissfft_lanes.hpp"

namespace analysis {

std::unique_ptr<LineTransform> make_avx2_transform(std::size_t n);

std::vector<MakeLineTransform> line_transforms() {
  std::vector<MakeLineTransform> transforms{make_kiss_transform};
#ifdef ANALYSIS_HAS_AVX2_TRANSFORM
  if (__builtin_cpu_supports("avx2")) transforms.push_back(make_avx2_transform);
#endif
  return transforms;
}

} // namespace analysis
