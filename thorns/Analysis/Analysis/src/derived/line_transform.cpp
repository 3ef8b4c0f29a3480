#include "kissfft_lanes.hpp"

namespace analysis {

std::unique_ptr<LineTransform> make_avx2_transform(std::size_t n);

std::vector<MakeLineTransform> line_transforms() {
  std::vector<MakeLineTransform> all{make_kiss_transform};
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__)
  if (__builtin_cpu_supports("avx2")) all.push_back(make_avx2_transform);
#endif
  return all;
}

} // namespace analysis
