// Powers of the determinant.
#include "conformal.hpp"

#include <cmath>

namespace apparent_horizon {
namespace {

double determinant(std::array<double, 6> const& g) {
  return g[0] * (g[3] * g[5] - g[4] * g[4]) - g[1] * (g[1] * g[5] - g[4] * g[2]) + g[2] * (g[1] * g[4] - g[3] * g[2]);
}

} // namespace

bool is_positive(std::array<double, 6> const& g) {
  return g[0] > 0 && g[0] * g[3] - g[1] * g[1] > 0 && determinant(g) > 0;
}

Conformal conformal(std::array<double, 6> const& metric, std::array<double, 6> const& curvature) {
  Conformal result{.w = is_positive(metric) ? std::pow(determinant(metric), -1.0 / 6) : std::nan(""), .g = {}, .k = {}};
  double const w2 = result.w * result.w;
  for (int n = 0; n < 6; ++n) {
    result.g[n] = w2 * metric[n];
    result.k[n] = w2 * curvature[n];
  }
  return result;
}

Geometry physical(Conformal const& at, Vector const& dw, std::array<std::array<double, 6>, 3> const& dg, double lapse) {
  double const factor = 1 / (at.w * at.w);
  Geometry result{.g = {}, .k = {}, .dg = {}, .lapse = lapse};
  for (int n = 0; n < 6; ++n) {
    result.g[n] = factor * at.g[n];
    result.k[n] = factor * at.k[n];
    for (int d = 0; d < 3; ++d) result.dg[d][n] = factor * (dg[d][n] - 2 * at.g[n] * dw[d] / at.w);
  }
  return result;
}

} // namespace apparent_horizon
