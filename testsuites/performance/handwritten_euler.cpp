// CMakeLists.txt compiles this file with -O3 -march=native.
#include "testsuites/performance/handwritten_euler.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace performance {

namespace {

constexpr double gamma = 5.0 / 3.0;

/// Density, velocity and pressure, with the velocity normal to the face first.
template <typename Real>
struct Side {
  Real rho, v[3], p;
};

template <typename Real>
[[gnu::always_inline]] inline Real limited(Real a, Real b) {
  Real const small = std::min(std::min(2 * std::abs(a), 2 * std::abs(b)), std::abs((a + b) / 2));
  return a * b <= 0 ? 0 : (a > 0 ? small : -small);
}

/// Computes the fluxes of mass, momentum (normal component first) and energy. E. F. Toro, Riemann Solvers and Numerical
/// Methods for Fluid Dynamics, 3rd edition, 2009, section 10.4; signal speeds of Einfeldt.
template <typename Real>
[[gnu::always_inline]] inline void hllc(Side<Real> const& l, Side<Real> const& r, Real (&flux)[5]) {
  constexpr auto g = static_cast<Real>(gamma), energy = static_cast<Real>(1 / (gamma - 1));
  Real const root_l = std::sqrt(l.rho), root_r = std::sqrt(r.rho), inverse = 1 / (root_l + root_r);
  Real const weight_l = root_l * inverse, weight_r = root_r * inverse;
  Real const square_l = g * l.p / l.rho, square_r = g * r.p / r.rho, jump = r.v[0] - l.v[0];
  Real const u = weight_l * l.v[0] + weight_r * r.v[0];
  Real const a = std::sqrt(weight_l * square_l + weight_r * square_r + weight_l * weight_r * jump * jump / 2);
  Real const slowest = std::min(l.v[0] - std::sqrt(square_l), u - a);
  Real const fastest = std::max(r.v[0] + std::sqrt(square_r), u + a);
  Real const mass_l = l.rho * (slowest - l.v[0]), mass_r = r.rho * (fastest - r.v[0]);
  Real const contact = (mass_l * l.v[0] - l.p - mass_r * r.v[0] + r.p) / (mass_l - mass_r);

  bool const is_left = contact >= 0;
  Real const rho = is_left ? l.rho : r.rho, p = is_left ? l.p : r.p, signal = is_left ? slowest : fastest;
  Real const v0 = is_left ? l.v[0] : r.v[0], v1 = is_left ? l.v[1] : r.v[1], v2 = is_left ? l.v[2] : r.v[2];
  Real const e = p * energy + rho * (v0 * v0 + v1 * v1 + v2 * v2) / 2;
  bool const is_star = slowest < 0 && fastest > 0;
  Real const ratio = 1 / (signal - contact), star_p = p + rho * (signal - v0) * (contact - v0);
  Real const star_rho = rho * (signal - v0) * ratio; // density between the signal and the contact
  Real const push = star_p * contact, star_e = (e * (signal - v0) + push - p * v0) * ratio;
  Real const mass = is_star ? star_rho * contact : rho * v0;
  flux[0] = mass;
  flux[1] = is_star ? mass * contact + star_p : mass * v0 + p;
  flux[2] = mass * v1;
  flux[3] = mass * v2;
  flux[4] = is_star ? star_e * contact + push : (e + p) * v0;
}

} // namespace

template <typename Real>
HandwrittenEuler<Real>::HandwrittenEuler(std::array<std::ptrdiff_t, 3> const& n_cells) : n_(n_cells) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    ghosts_[axis] = n_[axis] > 1 ? 2 : 0;
    stride_[axis] = static_cast<std::ptrdiff_t>(size_);
    size_ *= static_cast<std::size_t>(n_[axis] + 2 * ghosts_[axis]);
  }
  for (State* const state : {&u_, &old_, &w_, &flux_[0], &flux_[1], &flux_[2]})
    for (auto& array : *state) array.resize(size_);
  set_initial();
}

/// Calls body(begin, j, k, n) for each row, in parallel. The rows contain `margin` ghost cells on each side.
template <typename Real>
template <typename Body>
void HandwrittenEuler<Real>::for_rows(std::ptrdiff_t margin, Body const& body) const {
  std::array<std::ptrdiff_t, 3> m{};
  for (std::size_t axis = 0; axis < 3; ++axis) m[axis] = std::min(margin, ghosts_[axis]);
#pragma omp parallel for collapse(2) schedule(static)
  for (std::ptrdiff_t k = -m[2]; k < n_[2] + m[2]; ++k)
    for (std::ptrdiff_t j = -m[1]; j < n_[1] + m[1]; ++j)
      body((k + ghosts_[2]) * stride_[2] + (j + ghosts_[1]) * stride_[1] + ghosts_[0] - m[0], j, k, n_[0] + 2 * m[0]);
}

template <typename Real>
void HandwrittenEuler<Real>::set_initial() {
  constexpr double pi = std::numbers::pi, width = 0.025, amplitude = 0.01;
  auto const centre = [&](std::ptrdiff_t n, std::size_t axis) {
    return (static_cast<double>(n) + 0.5) / static_cast<double>(n_[axis]);
  };
  for_rows(0, [&](std::ptrdiff_t begin, std::ptrdiff_t j, std::ptrdiff_t, std::ptrdiff_t n) {
    double const lower = (centre(j, 1) - 0.25) / width, upper = (centre(j, 1) - 0.75) / width;
    double const layer = std::tanh(lower) - std::tanh(upper) - 1, rho = 1.5 + 0.5 * layer;
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      double const v = amplitude * std::sin(4 * pi * centre(i, 0)) *
                       (std::exp(-0.25 * lower * lower) + std::exp(-0.25 * upper * upper));
      double const values[] = {rho, 0.5 * rho * layer, rho * v, 0,
                               2.5 / (gamma - 1) + 0.5 * rho * (0.25 * layer * layer + v * v)};
      for (std::size_t a = 0; a < 5; ++a) u_[a][static_cast<std::size_t>(begin + i)] = static_cast<Real>(values[a]);
    }
  });
}

/// Copies the periodic images, axis by axis, so that edges and corners are correct.
template <typename Real>
void HandwrittenEuler<Real>::fill_ghosts() {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (n_[axis] == 1) continue;
    std::ptrdiff_t const stride = stride_[axis], length = n_[axis] + 2 * ghosts_[axis];
    std::ptrdiff_t const n_blocks = static_cast<std::ptrdiff_t>(size_) / stride / length;
#pragma omp parallel for collapse(2) schedule(static)
    for (std::size_t a = 0; a < 5; ++a)
      for (std::ptrdiff_t block = 0; block < n_blocks; ++block)
        for (std::ptrdiff_t layer = 0; layer < ghosts_[axis]; ++layer) {
          Real* const first = u_[a].data() + (block * length + layer) * stride;
          std::copy_n(first + n_[axis] * stride, stride, first);
          Real* const last = first + (n_[axis] + ghosts_[axis]) * stride;
          std::copy_n(last - n_[axis] * stride, stride, last);
        }
  }
}

template <typename Real>
void HandwrittenEuler<Real>::compute_primitives() {
  for_rows(2, [&](std::ptrdiff_t begin, std::ptrdiff_t, std::ptrdiff_t, std::ptrdiff_t n) {
    Real const *rho = u_[0].data(), *m1 = u_[1].data(), *m2 = u_[2].data(), *m3 = u_[3].data(), *e = u_[4].data();
    Real *d = w_[0].data(), *v1 = w_[1].data(), *v2 = w_[2].data(), *v3 = w_[3].data(), *p = w_[4].data();
#pragma omp simd
    for (std::ptrdiff_t i = begin; i < begin + n; ++i) {
      Real const volume = 1 / rho[i];
      d[i] = rho[i];
      v1[i] = m1[i] * volume;
      v2[i] = m2[i] * volume;
      v3[i] = m3[i] * volume;
      p[i] = static_cast<Real>(gamma - 1) * (e[i] - (m1[i] * v1[i] + m2[i] * v2[i] + m3[i] * v3[i]) / 2);
    }
  });
}

/// Stores the fluxes through the faces between the cells i and i+1 at index i.
template <typename Real>
template <std::size_t axis>
void HandwrittenEuler<Real>::compute_fluxes() {
  std::ptrdiff_t const s = stride_[axis];
  constexpr std::size_t first = 1 + axis, second = 1 + (axis + 1) % 3, third = 1 + (axis + 2) % 3;
  Real const* const from[] = {w_[0].data(), w_[first].data(), w_[second].data(), w_[third].data(), w_[4].data()};
  State& flux = flux_[axis];
  Real* const to[] = {flux[0].data(), flux[first].data(), flux[second].data(), flux[third].data(), flux[4].data()};
  for_rows(1, [&](std::ptrdiff_t begin, std::ptrdiff_t j, std::ptrdiff_t k, std::ptrdiff_t n) {
    if ((axis == 1 && j == n_[1]) || (axis == 2 && k == n_[2])) return;
    std::ptrdiff_t const end = axis == 0 ? begin + n - 1 : begin + n;
#pragma omp simd
    for (std::ptrdiff_t i = begin; i < end; ++i) {
      Real left[5], right[5], result[5];
#pragma GCC unroll 5
      for (std::size_t a = 0; a < 5; ++a) {
        Real const* const q = from[a] + i;
        Real const step = q[s] - q[0];
        left[a] = q[0] + limited(q[0] - q[-s], step) / 2;
        right[a] = q[s] - limited(step, q[2 * s] - q[s]) / 2;
      }
      hllc<Real>({left[0], {left[1], left[2], left[3]}, left[4]}, {right[0], {right[1], right[2], right[3]}, right[4]},
                 result);
#pragma GCC unroll 5
      for (std::size_t a = 0; a < 5; ++a) to[a][i] = result[a];
    }
  });
}

template <typename Real>
void HandwrittenEuler<Real>::compute_all_fluxes() {
  fill_ghosts();
  compute_primitives();
  if (n_[0] > 1) compute_fluxes<0>();
  if (n_[1] > 1) compute_fluxes<1>();
  if (n_[2] > 1) compute_fluxes<2>();
}

/// Like the thorn, takes the larger signal speed of the cells on both sides of the upper face.
template <typename Real>
Real HandwrittenEuler<Real>::largest_rate() const {
  Real largest = 0;
#pragma omp parallel for collapse(2) schedule(static) reduction(max : largest)
  for (std::ptrdiff_t k = 0; k < n_[2]; ++k)
    for (std::ptrdiff_t j = 0; j < n_[1]; ++j) {
      std::ptrdiff_t const begin = (k + ghosts_[2]) * stride_[2] + (j + ghosts_[1]) * stride_[1] + ghosts_[0];
#pragma omp simd reduction(max : largest)
      for (std::ptrdiff_t i = begin; i < begin + n_[0]; ++i) {
        Real rate = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
          if (n_[axis] == 1) continue;
          auto const speed = [&](std::ptrdiff_t at) {
            return std::abs(w_[1 + axis].data()[at]) +
                   std::sqrt(static_cast<Real>(gamma) * w_[4].data()[at] / w_[0].data()[at]);
          };
          rate += static_cast<Real>(n_[axis]) * std::max(speed(i), speed(i + stride_[axis]));
        }
        largest = std::max(largest, rate);
      }
    }
  return largest;
}

template <typename Real>
void HandwrittenEuler<Real>::update(Real dt, bool is_last) {
  std::array<Real, 3> factor{};
  for (std::size_t axis = 0; axis < 3; ++axis) factor[axis] = n_[axis] > 1 ? dt * static_cast<Real>(n_[axis]) : 0;
  Real const share = is_last ? static_cast<Real>(0.5) : 0;
  for_rows(0, [&](std::ptrdiff_t begin, std::ptrdiff_t, std::ptrdiff_t, std::ptrdiff_t n) {
    for (std::size_t a = 0; a < 5; ++a) {
      Real *const u = u_[a].data(), *const old = old_[a].data();
      Real const *const x = flux_[0][a].data(), *const y = flux_[1][a].data(), *const z = flux_[2][a].data();
#pragma omp simd
      for (std::ptrdiff_t i = begin; i < begin + n; ++i) {
        Real const change = factor[0] * (x[i] - x[i - (factor[0] != 0 ? 1 : 0)]) +
                            factor[1] * (y[i] - y[i - (factor[1] != 0 ? stride_[1] : 0)]) +
                            factor[2] * (z[i] - z[i - (factor[2] != 0 ? stride_[2] : 0)]);
        Real const start = is_last ? old[i] : u[i];
        old[i] = start;
        u[i] = share * start + (1 - share) * (u[i] - change);
      }
    }
  });
}

template <typename Real>
void HandwrittenEuler<Real>::step(Real courant) {
  compute_all_fluxes();
  Real const dt = courant / largest_rate();
  update(dt, false);
  compute_all_fluxes();
  update(dt, true);
}

template <typename Real>
double HandwrittenEuler<Real>::norm2(std::size_t variable) const {
  double sum = 0;
  for (std::ptrdiff_t k = 0; k < n_[2]; ++k)
    for (std::ptrdiff_t j = 0; j < n_[1]; ++j)
      for (std::ptrdiff_t i = 0; i < n_[0]; ++i) {
        auto const value = static_cast<double>(u_[variable][static_cast<std::size_t>(
            (k + ghosts_[2]) * stride_[2] + (j + ghosts_[1]) * stride_[1] + ghosts_[0] + i)]);
        sum += value * value;
      }
  return std::sqrt(sum / static_cast<double>(n_cells()));
}

template class HandwrittenEuler<double>;
template class HandwrittenEuler<float>;

} // namespace performance
