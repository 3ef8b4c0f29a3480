#include "testsuites/performance/handwritten_flux.hpp"

#include <cmath>
#include <cstddef>
#include <cstring>
#include <stdexcept>

namespace performance {

namespace {

constexpr int n_fields = 8, n_geometry = 11, inverse_jacobian = 9;

#ifdef __AVX512F__
constexpr int vector_bytes = 64;
#else
constexpr int vector_bytes = 32;
#endif

/// Returns the largest number of lanes that divides a row of n points and fits into a vector.
template <typename Real, int n>
constexpr int lanes_of_row() {
  int lanes = vector_bytes / static_cast<int>(sizeof(Real));
  while (n % lanes != 0) lanes /= 2;
  return lanes;
}

template <typename Real, int n>
struct Slice {
  static constexpr int points = n * n;
  static constexpr int lanes = lanes_of_row<Real, n>();
  static constexpr int n_vectors = n / lanes;
  typedef Real Vector __attribute__((vector_size(lanes * sizeof(Real))));

  static Vector load(Real const* from) {
    Vector value;
    std::memcpy(&value, from, sizeof value);
    return value;
  }
  static void store(Real* to, Vector value) { std::memcpy(to, &value, sizeof value); }

  alignas(64) Real flux_r[n_fields][points];
  alignas(64) Real flux_s[n_fields][points];

  /// Computes the fluxes of a slice of n * n points. `field` and `geometry` are distances between fields.
  void compute_fluxes(Real const* q, Real const* g, std::size_t field) {
    alignas(64) Real pressure[points];
    for (int p = 0; p < points; ++p) pressure[p] = std::pow(q[4 * field + p], Real(1.4));
    for (int p = 0; p < points; p += lanes) {
      auto const at = [&](Real const* array, int n_field) { return load(array + n_field * field + p); };
      Vector const u1 = at(q, 0), u2 = at(q, 1), u3 = at(q, 2), density = at(q, 3);
      Vector const pressure_p = load(pressure + p);
      for (int direction = 0; direction < 2; ++direction) {
        Real(*flux)[points] = direction == 0 ? flux_r : flux_s;
        Vector const g1 = at(g, 3 * direction), g2 = at(g, 3 * direction + 1), g3 = at(g, 3 * direction + 2);
        Vector const speed = (g1 * u1 + g2 * u2 + g3 * u3) / density;
        store(flux[0] + p, u1 * speed + g1 * pressure_p);
        store(flux[1] + p, u2 * speed + g2 * pressure_p);
        store(flux[2] + p, u3 * speed + g3 * pressure_p);
        store(flux[3] + p, density * speed);
        for (int f = 4; f < n_fields; ++f) store(flux[f] + p, at(q, f) * speed);
      }
    }
  }

  /// Adds the derivatives of one field to n rows. `d` is the derivative matrix with the first index fastest.
  void differentiate(int f, Real const* d, Real const* inverse, Real* rhs) const {
    for (int j = 0; j < n; ++j) {
      Vector sum[n_vectors] = {};
      for (int m = 0; m < n; ++m)
        for (int v = 0; v < n_vectors; ++v)
          sum[v] +=
              load(d + m * n + v * lanes) * flux_r[f][j * n + m] + d[m * n + j] * load(flux_s[f] + m * n + v * lanes);
      for (int v = 0; v < n_vectors; ++v) {
        int const p = j * n + v * lanes;
        store(rhs + p, load(rhs + p) - load(inverse + p) * sum[v]);
      }
    }
  }
};

template <typename Real, int n>
void flux_of_elements(FluxArrays<Real> const& a) {
  constexpr std::size_t points = n * n, field = points * n;
#pragma omp parallel for schedule(static)
  for (int e = 0; e < a.n_elements; ++e) {
    Slice<Real, n> slice;
    for (std::size_t k = 0; k < n; ++k) {
      Real const* const q = a.q + e * n_fields * field + k * points;
      Real const* const g = a.geometry + e * n_geometry * field + k * points;
      Real* const rhs = a.rhs + e * n_fields * field + k * points;
      slice.compute_fluxes(q, g, field);
      for (int f = 0; f < n_fields; ++f)
        slice.differentiate(f, a.derivative, g + inverse_jacobian * field, rhs + f * field);
    }
  }
}

} // namespace

template <typename Real>
void handwritten_flux(FluxArrays<Real> const& arrays) {
  switch (arrays.n) {
  case 4:
    return flux_of_elements<Real, 4>(arrays);
  case 8:
    return flux_of_elements<Real, 8>(arrays);
  case 12:
    return flux_of_elements<Real, 12>(arrays);
  case 16:
    return flux_of_elements<Real, 16>(arrays);
  default:
    throw std::invalid_argument("the hand-written flux kernel has 4, 8, 12 or 16 points per direction");
  }
}

template void handwritten_flux<double>(FluxArrays<double> const&);
template void handwritten_flux<float>(FluxArrays<float> const&);

} // namespace performance
