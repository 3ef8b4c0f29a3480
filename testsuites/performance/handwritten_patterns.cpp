#include "testsuites/performance/handwritten_patterns.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace performance {

namespace {

constexpr Index n_partial = 32;          ///< sums that are computed together, which fill eight vectors of 32 bytes
constexpr Index columns_of_block = 2048; ///< whose sums fit into the first-level cache

/// Returns the sum of term(j) for all j, with independent partial sums.
template <typename Term>
double sum(Index n, Term term) {
  double partial[n_partial] = {};
  Index j = 0;
  for (; j + n_partial <= n; j += n_partial)
#pragma omp simd
    for (Index lane = 0; lane < n_partial; ++lane) partial[lane] += term(j + lane);
  double result = 0;
  for (Index lane = 0; lane < n_partial; ++lane) result += partial[lane];
  for (; j < n; ++j) result += term(j);
  return result;
}

/// Sums columns; each thread sums a part of the rows, four rows at a time. term(i, j) is the contribution of an
/// element.
template <typename Number, typename Term>
void sum_columns(Index rows, Index columns, Term term, Number* sums) {
  std::fill(sums, sums + columns, Number(0));
#pragma omp parallel
  {
    std::vector<Number> own(static_cast<std::size_t>(columns), Number(0));
#pragma omp for collapse(2) schedule(static) nowait
    for (Index first = 0; first < columns; first += columns_of_block)
      for (Index i = 0; i < rows; i += 4) {
        Index const end = std::min(columns, first + columns_of_block);
        Number* const block = own.data();
        if (i + 4 <= rows) {
#pragma omp simd
          for (Index j = first; j < end; ++j)
            block[j] += (term(i, j) + term(i + 1, j)) + (term(i + 2, j) + term(i + 3, j));
        } else {
          for (Index row = i; row < rows; ++row)
            for (Index j = first; j < end; ++j) block[j] += term(row, j);
        }
      }
#pragma omp critical
    for (Index j = 0; j < columns; ++j) sums[j] += own[static_cast<std::size_t>(j)];
  }
}

} // namespace

void sum_rows_by_hand(Index rows, Index columns, double const* m, double* sums) {
#pragma omp parallel for schedule(static)
  for (Index i = 0; i < rows; ++i) {
    double const* const row = m + i * columns;
    sums[i] = sum(columns, [row](Index j) { return row[j]; });
  }
}

void sum_weighted_rows_by_hand(Index rows, Index columns, double const* m, double const* weights, double* sums) {
#pragma omp parallel for schedule(static)
  for (Index i = 0; i < rows; ++i) {
    double const* const row = m + i * columns;
    sums[i] = sum(columns, [row, weights](Index j) { return row[j] * weights[j]; });
  }
}

void sum_columns_by_hand(Index rows, Index columns, double const* m, double* sums) {
  sum_columns(
      rows, columns, [m, columns](Index i, Index j) { return m[i * columns + j]; }, sums);
}

void sum_weighted_columns_by_hand(Index rows, Index columns, double const* m, double const* weights, double* sums) {
  sum_columns(
      rows, columns, [=](Index i, Index j) { return m[i * columns + j] * weights[i]; }, sums);
}

void distances_by_hand(Index n, double const* places, double latitude, double longitude, double* distances) {
#pragma omp parallel for simd schedule(static)
  for (Index i = 0; i < n; ++i) {
    double const y = places[2 * i] - latitude, x = places[2 * i + 1] - longitude;
    distances[i] = std::sqrt(x * x + y * y);
  }
}

void hotspot_by_hand(Index rows, Index columns, double const* t, double const* power, HotspotFactors const& f,
                     double* next) {
#pragma omp parallel for schedule(static)
  for (Index i = 0; i < rows; ++i) {
    double const *const here = t + i * columns, *const north = t + std::max<Index>(i - 1, 0) * columns,
                        *const south = t + std::min(i + 1, rows - 1) * columns, *const heat = power + i * columns;
    double* const result = next + i * columns;
    auto const point = [&](Index j, Index west, Index east) {
      result[j] = here[j] + f.time_step / f.capacity *
                                (heat[j] + (north[j] + south[j] - 2 * here[j]) / f.resistance_y +
                                 (here[east] + here[west] - 2 * here[j]) / f.resistance_x +
                                 (f.ambient - here[j]) / f.resistance_z);
    };
    point(0, 0, std::min<Index>(1, columns - 1));
#pragma omp simd
    for (Index j = 1; j < columns - 1; ++j) point(j, j - 1, j + 1);
    point(columns - 1, std::max<Index>(columns - 2, 0), columns - 1);
  }
}

void mandelbrot_by_hand(Index rows, Index columns, int max_iterations, ComplexWindow const& window, bool is_transposed,
                        int* iterations) {
  constexpr Index n_lanes = 8;
  using Reals = double __attribute__((vector_size(8 * n_lanes)));
  using Integers = long __attribute__((vector_size(8 * n_lanes)));
  Index const n = rows * columns;
#pragma omp parallel for schedule(dynamic, 64)
  for (Index first = 0; first < n; first += n_lanes) {
    Reals cx{}, cy{}, x{}, y{};
    Integers active{}, count{};
    for (Index lane = 0; lane < std::min(n_lanes, n - first); ++lane) {
      Index const point = first + lane, i = is_transposed ? point % rows : point / columns,
                  j = is_transposed ? point / rows : point % columns;
      cx[lane] = window.left + window.width * static_cast<double>(j) / static_cast<double>(columns);
      cy[lane] = window.top + window.width * static_cast<double>(i) / static_cast<double>(rows);
      active[lane] = -1;
    }
    for (int k = 0; k < max_iterations; ++k) {
      Reals const xx = x * x, yy = y * y;
      active &= xx + yy <= 4;
      long any = 0;
      for (Index lane = 0; lane < n_lanes; ++lane) any |= active[lane];
      if (!any) break;
      count -= active;
      y = 2 * x * y + cy;
      x = xx - yy + cx;
    }
    for (Index lane = 0; lane < std::min(n_lanes, n - first); ++lane)
      iterations[first + lane] = static_cast<int>(count[lane]);
  }
}

void pathfinder_by_hand(Index columns, int const* weights, int const* cost, int* next) {
  auto const least = [&](Index j, Index west, Index east) {
    next[j] = weights[j] + std::min(std::min(cost[west], cost[j]), cost[east]);
  };
  least(0, 0, std::min<Index>(1, columns - 1));
#pragma omp parallel for simd schedule(static)
  for (Index j = 1; j < columns - 1; ++j) least(j, j - 1, j + 1);
  least(columns - 1, std::max<Index>(columns - 2, 0), columns - 1);
}

void srad_differences_by_hand(Index rows, Index columns, double const* u, double noise, double* differences) {
#pragma omp parallel for schedule(static)
  for (Index i = 0; i < rows; ++i) {
    double const *const row = u + i * columns, *const above = u + std::max<Index>(i - 1, 0) * columns,
                        *const below = u + std::min(i + 1, rows - 1) * columns;
#pragma omp simd
    for (Index j = 0; j < columns; ++j) {
      double const here = row[j], north = above[j] - here, south = below[j] - here,
                   west = row[std::max<Index>(j - 1, 0)] - here, east = row[std::min(j + 1, columns - 1)] - here;
      double const gradient = (north * north + south * south + west * west + east * east) / (here * here),
                   laplacian = (north + south + west + east) / here;
      double const numerator = 0.5 * gradient - 1.0 / 16 * laplacian * laplacian, denominator = 1 + 0.25 * laplacian;
      double const q = numerator / (denominator * denominator);
      double const coefficient = 1 / (1 + (q - noise) / (noise * (1 + noise)));
      double* const result = differences + 5 * (i * columns + j);
      result[0] = north;
      result[1] = south;
      result[2] = west;
      result[3] = east;
      result[4] = coefficient < 0 ? 0 : coefficient > 1 ? 1 : coefficient;
    }
  }
}

void srad_update_by_hand(Index rows, Index columns, double const* differences, double const* u, double lambda,
                         double* next) {
#pragma omp parallel for schedule(static)
  for (Index i = 0; i < rows; ++i) {
    double const *const row = differences + 5 * i * columns, *const below =
                                                                 differences + 5 * std::min(i + 1, rows - 1) * columns;
#pragma omp simd
    for (Index j = 0; j < columns; ++j) {
      double const* const here = row + 5 * j;
      double const east = row[5 * std::min(j + 1, columns - 1) + 4];
      next[i * columns + j] =
          u[i * columns + j] +
          0.25 * lambda * (here[4] * here[0] + below[5 * j + 4] * here[1] + here[4] * here[2] + east * here[3]);
    }
  }
}

void gaussian_step_by_hand(Index n, Index k, double const* a, double const* factors, double* next) {
#pragma omp parallel for schedule(static)
  for (Index i = 0; i < n; ++i) {
    Index const first = i > k ? k : n;
    std::memcpy(next + i * n, a + i * n, static_cast<std::size_t>(first) * sizeof(double));
#pragma omp simd
    for (Index j = first; j < n; ++j) next[i * n + j] = a[i * n + j] - factors[i] * a[k * n + j];
  }
}

void lu_step_by_hand(Index n, Index k, double const* a, double* next) {
#pragma omp parallel for schedule(static)
  for (Index i = 0; i < n; ++i) {
    Index const first = i > k ? k + 1 : n;
    std::memcpy(next + i * n, a + i * n, static_cast<std::size_t>(first) * sizeof(double));
    double const factor = a[i * n + k];
#pragma omp simd
    for (Index j = first; j < n; ++j) next[i * n + j] = a[i * n + j] - factor * a[k * n + j];
  }
}

void page_rank_by_hand(Links const& links, double const* shares, double damping, double dangling, double* next) {
  auto const n = static_cast<double>(links.n);
#pragma omp parallel for schedule(static)
  for (Index i = 0; i < links.n; ++i) {
    double total = 0;
    for (int k = links.first[i]; k < links.first[i + 1]; ++k) total += shares[links.column[k]];
    next[i] = (1 - damping) / n + damping * (total + dangling / n);
  }
}

void breadth_first_step_by_hand(Links const& links, int const* cost, int level, int* next) {
#pragma omp parallel for schedule(static)
  for (Index i = 0; i < links.n; ++i) {
    next[i] = cost[i];
    for (int k = links.first[i]; cost[i] < 0 && k < links.first[i + 1]; ++k)
      if (cost[links.column[k]] == level) {
        next[i] = level + 1;
        break;
      }
  }
}

void sum_integer_rows_by_hand(Index rows, Index columns, int const* counts, int* sums) {
#pragma omp parallel for schedule(static)
  for (Index i = 0; i < rows; ++i) {
    int total = 0;
#pragma omp simd reduction(+ : total)
    for (Index j = 0; j < columns; ++j) total += counts[i * columns + j];
    sums[i] = total;
  }
}

void sum_selected_columns_by_hand(Index rows, Index columns, int const* counts, int const* selected, int* sums) {
  std::vector<Index> chosen;
  for (Index i = 0; i < rows; ++i)
    if (selected[i] == 1) chosen.push_back(i);
  Index const* const row = chosen.data();
  sum_columns(
      static_cast<Index>(chosen.size()), columns, [=](Index i, Index j) { return counts[row[i] * columns + j]; }, sums);
}

void gradients_by_hand(Index n, Index batch_size, int const* order, double const* q, double const* x, double const* c,
                       double* gradients) {
#pragma omp parallel for schedule(static)
  for (Index sample = 0; sample < batch_size; ++sample) {
    double const* const row = q + order[sample] * n;
    gradients[sample] = sum(n, [row, x](Index j) { return row[j] * x[j]; }) + c[order[sample]];
  }
}

void clustering_by_hand(Index n, Index dimensions, double const* frames, Index centre, double const* distances,
                        double* next) {
  double const* const origin = frames + centre * dimensions;
#pragma omp parallel for schedule(static)
  for (Index i = 0; i < n; ++i) {
    double const* const frame = frames + i * dimensions;
    double const square = sum(dimensions, [frame, origin](Index j) {
      double const d = frame[j] - origin[j];
      return d * d;
    });
    next[i] = std::min(distances[i], std::sqrt(square));
  }
}

} // namespace performance
