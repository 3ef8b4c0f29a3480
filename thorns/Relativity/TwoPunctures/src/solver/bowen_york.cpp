// The extrinsic curvature of black holes with momentum and spin.
#include "bowen_york.hpp"

namespace twopunctures {

SymmetricTensor bowen_york_curvature(Puncture const& puncture, Point const& from_it, double r) {
  Point const n = {from_it[0] / r, from_it[1] / r, from_it[2] / r}, &P = puncture.momentum, &S = puncture.spin;
  Point const twist = {S[1] * n[2] - S[2] * n[1], S[2] * n[0] - S[0] * n[2], S[0] * n[1] - S[1] * n[0]};
  double const along = P[0] * n[0] + P[1] * n[1] + P[2] * n[2], of_P = 1.5 / (r * r), of_S = 3 / (r * r * r);
  SymmetricTensor tensor;
  int component = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j)
      tensor[component++] = of_P * (P[i] * n[j] + P[j] * n[i] + along * (n[i] * n[j] - (i == j))) +
                            of_S * (twist[i] * n[j] + twist[j] * n[i]);
  return tensor;
}

double square(SymmetricTensor const& t) {
  return t[0] * t[0] + t[3] * t[3] + t[5] * t[5] + 2 * (t[1] * t[1] + t[2] * t[2] + t[4] * t[4]);
}

} // namespace twopunctures
