// The expansion of outgoing light rays at a point of a surface.
#include "horizon.hpp"

#include <cmath>

namespace apparent_horizon {
namespace {

using Matrix = std::array<Vector, 3>;

Matrix symmetric(std::array<double, 6> const& a) {
  return {{{a[0], a[1], a[2]}, {a[1], a[3], a[4]}, {a[2], a[4], a[5]}}};
}

Matrix inverse(Matrix const& a) {
  Matrix cofactors;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      int const i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      cofactors[i][j] = a[i1][j1] * a[i2][j2] - a[i1][j2] * a[i2][j1];
    }
  double const determinant = a[0][0] * cofactors[0][0] + a[0][1] * cofactors[0][1] + a[0][2] * cofactors[0][2];
  for (Vector& row : cofactors)
    for (double& c : row) c /= determinant;
  return cofactors; // the cofactors are symmetric, because the matrix is symmetric
}

Vector operator*(Matrix const& a, Vector const& v) {
  Vector result{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) result[i] += a[i][j] * v[j];
  return result;
}

double dot(Vector const& a, Vector const& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// The contraction a^ij b_ij.
double contract(Matrix const& a, Matrix const& b) {
  double sum = 0;
  for (int i = 0; i < 3; ++i) sum += dot(a[i], b[i]);
  return sum;
}

/// The gradient d_i F of F = r - h.
Vector gradient(Direction const& at, Shape const& s) {
  Vector u;
  for (int i = 0; i < 3; ++i) u[i] = at.n[i] - (s.d1 * at.e1[i] + s.d2 * at.e2[i]) / s.h;
  return u;
}

/// The second derivatives d_i d_j F of F = r - h at r = h. Those of h are its covariant second derivatives on the unit
/// sphere minus the symmetrised product of n_i and the gradient of h, divided by r^2.
Matrix second_derivatives(Direction const& at, Shape const& s) {
  Matrix result;
  auto const slope = [&](int i) { return s.d1 * at.e1[i] + s.d2 * at.e2[i]; };
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      double const of_r = (at.e1[i] * at.e1[j] + at.e2[i] * at.e2[j]) / s.h;
      double const of_h = s.d11 * at.e1[i] * at.e1[j] + s.d12 * (at.e1[i] * at.e2[j] + at.e2[i] * at.e1[j]) +
                          s.d22 * at.e2[i] * at.e2[j] - at.n[i] * slope(j) - slope(i) * at.n[j];
      result[i][j] = of_r - of_h / (s.h * s.h);
    }
  return result;
}

double area_element(Direction const& at, Shape const& s, Matrix const& g) {
  Vector t1, t2; // tangent vectors along theta and along phi/sin(theta)
  for (int i = 0; i < 3; ++i) {
    t1[i] = s.d1 * at.n[i] + s.h * at.e1[i];
    t2[i] = s.d2 * at.n[i] + s.h * at.e2[i];
  }
  double const mixed = dot(t1, g * t2);
  return std::sqrt(dot(t1, g * t1) * dot(t2, g * t2) - mixed * mixed);
}

} // namespace

Expansion expansion(Direction const& direction, Shape const& shape, Geometry const& geometry) {
  Matrix const g = symmetric(geometry.g), k = symmetric(geometry.k), up = inverse(g);
  std::array<Matrix, 3> dg;
  for (int i = 0; i < 3; ++i) dg[i] = symmetric(geometry.dg[i]);
  Vector const u = gradient(direction, shape), raised = up * u;
  double const length = std::sqrt(dot(u, raised));
  Matrix const bend = second_derivatives(direction, shape);
  Matrix projector, total, flat;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      projector[i][j] = up[i][j] - raised[i] * raised[j] / (length * length);
      double christoffel = 0; // Gamma^l_ij d_l F
      for (int l = 0; l < 3; ++l) christoffel += raised[l] * (dg[i][l][j] + dg[j][l][i] - dg[l][i][j]) / 2;
      total[i][j] = (bend[i][j] - christoffel) / length - k[i][j];
      flat[i][j] = (i == j) - direction.n[i] * direction.n[j];
    }
  return {contract(projector, total), 2 * shape.h * shape.h * length / contract(projector, flat),
          area_element(direction, shape, g)};
}

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
