// Peers of the patterns benchmark: the programs as loops with OpenMP, written by hand. Matrices have rows of adjacent
// elements.
#pragma once

#include <cstddef>
#include <vector>

namespace performance {

using Index = std::ptrdiff_t;

void sum_rows_by_hand(Index rows, Index columns, double const* m, double* sums);
void sum_columns_by_hand(Index rows, Index columns, double const* m, double* sums);
void sum_weighted_rows_by_hand(Index rows, Index columns, double const* m, double const* weights, double* sums);
void sum_weighted_columns_by_hand(Index rows, Index columns, double const* m, double const* weights, double* sums);

/// Distances of places (latitude, longitude) from a place.
void distances_by_hand(Index n, double const* places, double latitude, double longitude, double* distances);

struct HotspotFactors {
  double time_step, capacity, resistance_x, resistance_y, resistance_z, ambient;
};
void hotspot_by_hand(Index rows, Index columns, double const* t, double const* power, HotspotFactors const& factors,
                     double* next);

struct ComplexWindow {
  double left, top, width;
};
/// Numbers of iterations. `is_transposed`: the points of a column are adjacent.
void mandelbrot_by_hand(Index rows, Index columns, int max_iterations, ComplexWindow const& window, bool is_transposed,
                        int* iterations);

void pathfinder_by_hand(Index columns, int const* weights, int const* cost, int* next);

/// Five numbers for each point: differences to the north, south, west and east, and the coefficient.
void srad_differences_by_hand(Index rows, Index columns, double const* u, double noise, double* differences);
void srad_update_by_hand(Index rows, Index columns, double const* differences, double const* u, double lambda,
                         double* next);

void gaussian_step_by_hand(Index n, Index k, double const* a, double const* factors, double* next);
void lu_step_by_hand(Index n, Index k, double const* a, double* next);

/// Row i of a matrix of links has the columns `column[first[i]]` to `column[first[i + 1] - 1]`.
struct Links {
  Index n;
  int const *first, *column;
};
void page_rank_by_hand(Links const& links, double const* shares, double damping, double dangling, double* next);
void breadth_first_step_by_hand(Links const& links, int const* cost, int level, int* next);

void sum_integer_rows_by_hand(Index rows, Index columns, int const* counts, int* sums);
/// Sums over the rows whose element of `selected` is 1.
void sum_selected_columns_by_hand(Index rows, Index columns, int const* counts, int const* selected, int* sums);

void gradients_by_hand(Index n, Index batch_size, int const* order, double const* q, double const* x, double const* c,
                       double* gradients);
void clustering_by_hand(Index n, Index dimensions, double const* frames, Index centre, double const* distances,
                        double* next);

/// Elements ordered by key; elements with equal keys keep their order.
struct OrderByHand {
  std::vector<int> order{}; ///< numbers of the elements
  std::vector<int> first{}; ///< position of the first element of each key, and the number of elements
  std::vector<int> keys{};  ///< from small to large
};

/// Each thread collects the keys of its elements in a hash table. The tables are merged and sorted; then each thread
/// counts the members of each group among its elements, and writes their numbers to their positions.
void order_by_hand(std::vector<int> const& keys, OrderByHand& result);

} // namespace performance
