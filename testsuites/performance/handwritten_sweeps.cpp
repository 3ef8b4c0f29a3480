#include "testsuites/performance/handwritten_sweeps.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <vector>
#if defined(__AVX__)
#include <immintrin.h>
#endif

namespace performance {

namespace {

using Lanes = double __attribute__((vector_size(64)));
constexpr std::size_t n_lanes = 8;

Lanes load(double const* from) {
  Lanes lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}
void store(double* to, Lanes lanes) { std::memcpy(to, &lanes, sizeof lanes); }

/// Factors of the elimination: u'[i] = factor[i] f[i] + r factor[i] u'[i - 1], then u[i] = u'[i] + r factor[i] u[i +
/// 1].
std::vector<double> elimination(std::size_t n, double r) {
  std::vector<double> factor(n);
  for (std::size_t i = 0; i < n; ++i) factor[i] = 1 / (1 + 2 * r - (i ? r * r * factor[i - 1] : 0));
  return factor;
}

/// Transposes 8 vectors: three rounds of interleaving vectors k and k + 4.
void transpose(std::array<Lanes, n_lanes>& rows) {
  for (int round = 0; round < 3; ++round) {
    std::array<Lanes, n_lanes> next;
    for (std::size_t k = 0; k < 4; ++k) {
      next[2 * k] = __builtin_shufflevector(rows[k], rows[k + 4], 0, 8, 1, 9, 2, 10, 3, 11);
      next[2 * k + 1] = __builtin_shufflevector(rows[k], rows[k + 4], 4, 12, 5, 13, 6, 14, 7, 15);
    }
    rows = next;
  }
}

/// Solves eight neighbouring lines along x.
void solve_block_along_x(std::size_t n, double r, std::vector<double> const& factor, double* u, Lanes* buffer) {
  Lanes last{};
  for (std::size_t i = 0; i < n; i += n_lanes) {
    std::array<Lanes, n_lanes> rows;
    for (std::size_t k = 0; k < n_lanes; ++k) rows[k] = load(u + k * n + i);
    transpose(rows);
    for (std::size_t k = 0; k < n_lanes; ++k)
      buffer[i + k] = last = rows[k] * factor[i + k] + last * (r * factor[i + k]);
  }
  last = Lanes{};
  for (std::size_t i = n; i > 0; i -= n_lanes) {
    std::array<Lanes, n_lanes> rows;
    for (std::size_t k = n_lanes; k-- > 0;)
      rows[k] = last = buffer[i - n_lanes + k] + last * (r * factor[i - n_lanes + k]);
    transpose(rows);
    for (std::size_t k = 0; k < n_lanes; ++k) store(u + k * n + i - n_lanes, rows[k]);
  }
}

/// Solves neighbouring lines with this distance between points of a line.
template <std::size_t n_vectors>
void solve_block(std::size_t n, std::size_t stride, double r, std::vector<double> const& factor, double* u,
                 Lanes* buffer) {
  Lanes last[n_vectors]{};
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < n_vectors; ++k)
      buffer[i * n_vectors + k] = last[k] = load(u + i * stride + k * n_lanes) * factor[i] + last[k] * (r * factor[i]);
  std::fill(last, last + n_vectors, Lanes{});
  for (std::size_t i = n; i-- > 0;)
    for (std::size_t k = 0; k < n_vectors; ++k) {
      last[k] = buffer[i * n_vectors + k] + last[k] * (r * factor[i]);
      store(u + i * stride + k * n_lanes, last[k]);
    }
}

// Vectors of the processor. GCC 12 compares wider vectors lane by lane.
#if defined(__AVX512F__)
constexpr std::size_t vector_lanes = 8;
#else
constexpr std::size_t vector_lanes = 4;
#endif
using Vector = double __attribute__((vector_size(vector_lanes * sizeof(double))));
constexpr std::size_t vectors_of_rows = n_lanes / vector_lanes;

template <typename Number>
Number smaller(Number a, Number b) {
  return a < b ? a : b;
}
template <typename Number>
Number larger(Number a, Number b) {
  return a > b ? a : b;
}
double root(double a) { return std::sqrt(a); }
Vector root(Vector a) {
#if defined(__AVX512F__)
  return _mm512_sqrt_pd(a);
#elif defined(__AVX__)
  return _mm256_sqrt_pd(a);
#else
  for (std::size_t lane = 0; lane < vector_lanes; ++lane) a[lane] = std::sqrt(a[lane]);
  return a;
#endif
}

/// The upwind solution for the smaller neighbours along three axes: of the equation with one, two or three terms.
template <typename Number>
[[gnu::always_inline]] inline Number upwind(Number a, Number b, Number c, double h) {
  Number const low = smaller(a, b), high = larger(a, b);
  Number const first = smaller(low, c), second = larger(low, smaller(high, c)), third = larger(high, c);
  Number const one = first + h, zero{};
  Number const difference = first - second;
  Number const two = (first + second + root(larger(zero, 2 * h * h - difference * difference))) * 0.5;
  Number const sum = first + second + third;
  Number const squares = first * first + second * second + third * third;
  Number const three = (sum + root(larger(zero, sum * sum - 3 * (squares - h * h)))) * (1. / 3);
  return one <= second ? one : two <= third ? two : three;
}

constexpr double infinity = 1e30; ///< the value of neighbours beyond the boundary

} // namespace

void solve_lines_by_scalar_loop(int n_points, int axis, double r, double* u) {
  auto const n = static_cast<std::size_t>(n_points);
  std::size_t const strides[] = {1, n, n * n};
  std::size_t const stride = strides[axis], first = axis == 0 ? n : 1, second = axis == 2 ? n : n * n;
  auto const factor = elimination(n, r);
#pragma omp parallel for schedule(static)
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t j = 0; j < n; ++j) {
      double* const line = u + j * first + k * second;
      for (std::size_t i = 0; i < n; ++i)
        line[i * stride] = line[i * stride] * factor[i] + (i ? line[(i - 1) * stride] * (r * factor[i]) : 0);
      for (std::size_t i = n - 1; i-- > 0;) line[i * stride] += line[(i + 1) * stride] * (r * factor[i]);
    }
}

void solve_lines_by_hand(int n_points, int axis, double r, double* u) {
  auto const n = static_cast<std::size_t>(n_points);
  auto const factor = elimination(n, r);
#pragma omp parallel
  {
    std::vector<Lanes> buffer(n * 4);
#pragma omp for schedule(static)
    for (std::size_t k = 0; k < n; ++k) {
      if (axis == 0)
        for (std::size_t j = 0; j < n; j += n_lanes)
          solve_block_along_x(n, r, factor, u + (k * n + j) * n, buffer.data());
      else if (n % (4 * n_lanes) == 0)
        for (std::size_t i = 0; i < n; i += 4 * n_lanes)
          solve_block<4>(n, axis == 1 ? n : n * n, r, factor, u + k * (axis == 1 ? n * n : n) + i, buffer.data());
      else
        for (std::size_t i = 0; i < n; i += n_lanes)
          solve_block<1>(n, axis == 1 ? n : n * n, r, factor, u + k * (axis == 1 ? n * n : n) + i, buffer.data());
    }
  }
}

void sweep_eikonal_by_scalar_loop(int n_points, double h, double* u) {
  auto const n = static_cast<std::size_t>(n_points);
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t i = 0; i < n; ++i) {
        double* const at = u + (k * n + j) * n + i;
        double const a = smaller(i ? at[-1] : infinity, i + 1 < n ? at[1] : infinity);
        double const b = smaller(j ? *(at - n) : infinity, j + 1 < n ? at[n] : infinity);
        double const c = smaller(k ? *(at - n * n) : infinity, k + 1 < n ? at[n * n] : infinity);
        *at = smaller(*at, upwind(a, b, c, h));
      }
}

void sweep_eikonal_by_hand(int n_points, double h, double* u) {
  auto const n = static_cast<std::size_t>(n_points);
  std::vector<double> const outside(n, infinity);
  std::vector<double> unused(n);
#pragma omp parallel firstprivate(unused)
  for (std::size_t diagonal = 0; diagonal < 2 * n - 1; ++diagonal) {
    std::size_t const begin = diagonal < n ? 0 : diagonal - n + 1, end = std::min(diagonal, n - 1) + 1;
#pragma omp for schedule(static)
    for (std::size_t first = begin; first < end; first += n_lanes) {
      double* here[n_lanes];
      double const* sides[4][n_lanes];
      for (std::size_t lane = 0; lane < n_lanes; ++lane) {
        bool const is_inside = first + lane < end;
        std::size_t const j = first + lane, k = diagonal - j;
        here[lane] = is_inside ? u + (k * n + j) * n : unused.data();
        sides[0][lane] = is_inside && j > 0 ? here[lane] - n : outside.data();
        sides[1][lane] = is_inside && j + 1 < n ? here[lane] + n : outside.data();
        sides[2][lane] = is_inside && k > 0 ? here[lane] - n * n : outside.data();
        sides[3][lane] = is_inside && k + 1 < n ? here[lane] + n * n : outside.data();
      }
      auto const gather = [](auto const& lines, std::size_t vector, std::size_t i) {
        Vector lanes;
        for (std::size_t lane = 0; lane < vector_lanes; ++lane) lanes[lane] = lines[vector * vector_lanes + lane][i];
        return lanes;
      };
      std::array<Vector, vectors_of_rows> last, current;
      for (std::size_t v = 0; v < vectors_of_rows; ++v) last[v] = Vector{} + infinity, current[v] = gather(here, v, 0);
      for (std::size_t i = 0; i < n; ++i) {
#pragma GCC unroll 2
        for (std::size_t v = 0; v < vectors_of_rows; ++v) {
          Vector const next = i + 1 < n ? gather(here, v, i + 1) : Vector{} + infinity;
          Vector const b = smaller(gather(sides[0], v, i), gather(sides[1], v, i));
          Vector const c = smaller(gather(sides[2], v, i), gather(sides[3], v, i));
          last[v] = smaller(current[v], upwind(smaller(last[v], next), b, c, h));
          for (std::size_t lane = 0; lane < vector_lanes; ++lane) here[v * vector_lanes + lane][i] = last[v][lane];
          current[v] = next;
        }
      }
    }
  }
}

} // namespace performance
