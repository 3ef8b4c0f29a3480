// The sizes of a distribution on all processes, as include/pGV.h shows them.
#include "published.hpp"

#include <algorithm>
#include <numeric>

namespace pugh {

PublishedSizes::PublishedSizes(Distribution const& distribution, int n_ranks, int rank) {
  int const dim = distribution.shape().dimension;
  extras.dim = connectivity.dim = dim;
  extras.nsize = numbers(dim);
  extras.nghostzones = numbers(dim);
  extras.iterator = numbers(dim);
  extras.hyper_volume = numbers(dim + 1);
  connectivity.nprocs = numbers(dim);
  connectivity.perme = numbers(dim);
  for (int d = 0; d < dim; ++d) {
    extras.nsize[d] = distribution.shape().extent[d];
    extras.nghostzones[d] = distribution.shape().ghosts[d];
    connectivity.nprocs[d] = distribution.topology()[d];
    connectivity.perme[d] = distribution.shape().periodic[d];
  }
  set_parts(distribution, n_ranks);
  set_faces(distribution, rank);
}

int* PublishedSizes::numbers(std::size_t n) { return numbers_.emplace_back(std::max<std::size_t>(n, 1), 0).data(); }

int** PublishedSizes::tables(std::size_t rows, std::size_t columns) {
  std::vector<int*>& pointers = tables_.emplace_back();
  for (std::size_t row = 0; row < std::max<std::size_t>(rows, 1); ++row) pointers.push_back(numbers(columns));
  return pointers.data();
}

void PublishedSizes::set_parts(Distribution const& distribution, int n_ranks) {
  int const dim = extras.dim;
  extras.lb = tables(n_ranks, dim);
  extras.ub = tables(n_ranks, dim);
  extras.rnsize = tables(n_ranks, dim);
  extras.rnpoints = numbers(n_ranks);
  connectivity.neighbours = tables(n_ranks, 2 * dim);
  for (int rank = 0; rank < n_ranks; ++rank) {
    LocalBox const box = distribution.box_of(rank);
    extras.rnpoints[rank] = static_cast<int>(box.n_points());
    for (int d = 0; d < dim; ++d) {
      extras.lb[rank][d] = box.lower[d];
      extras.ub[rank][d] = box.upper(d);
      extras.rnsize[rank][d] = box.shape[d];
      for (int side = 0; side < 2; ++side)
        connectivity.neighbours[rank][2 * d + side] = distribution.neighbour(rank, d, side);
    }
  }
  auto const [fewest, most] = std::minmax_element(extras.rnpoints, extras.rnpoints + n_ranks);
  double const average = std::accumulate(extras.rnpoints, extras.rnpoints + n_ranks, 0.0) / n_ranks;
  extras.maxskew = average > 0 ? 100 * (*most - *fewest) / average : 0;
}

// What every process holds belongs to process 0, or slabs and reductions would take it several times.
void PublishedSizes::set_faces(Distribution const& distribution, int rank) {
  int const dim = extras.dim;
  LocalBox const& box = distribution.box();
  extras.npoints = static_cast<int>(box.n_points());
  extras.bbox = numbers(2 * dim);
  extras.lnsize = numbers(dim);
  extras.hyper_volume[0] = 1;
  for (int end = 0; end < 2; ++end) {
    extras.ownership[end] = numbers(dim);
    extras.ghosts[end] = tables(2 * dim, dim);
    extras.overlap[end] = tables(2 * dim, dim);
  }
  for (int d = 0; d < dim; ++d) {
    extras.lnsize[d] = box.shape[d];
    extras.hyper_volume[d + 1] = extras.hyper_volume[d] * distribution.allocated()[d];
    extras.ownership[0][d] = box.owned.lower[d];
    extras.ownership[1][d] = distribution.is_replicated() && rank > 0 ? 0 : box.owned.upper[d];
    for (int side = 0; side < 2; ++side) extras.bbox[2 * d + side] = box.is_outer[2 * d + side];
  }
  for (int face = 0; face < 2 * dim; ++face)
    for (int d = 0; d < dim; ++d) {
      int const n = box.shape[d], width = extras.nghostzones[d];
      bool const is_normal = d == face / 2, is_upper = face % 2 == 1;
      extras.ghosts[0][face][d] = is_normal && is_upper ? n - width : 0;
      extras.ghosts[1][face][d] = is_normal && !is_upper ? width : n;
      extras.overlap[0][face][d] = !is_normal ? 0 : is_upper ? n - 2 * width : width;
      extras.overlap[1][face][d] = !is_normal ? n : is_upper ? n - width : 2 * width;
    }
}

} // namespace pugh
