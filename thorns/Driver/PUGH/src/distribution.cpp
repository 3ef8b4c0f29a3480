// How the groups of one shape are spread over the processes.
#include "distribution.hpp"

namespace pugh {
namespace {

constexpr int line = 64 / sizeof(CCTK_REAL); // points of a cache line of today's processors

int whole_lines(int points) { return (points + line - 1) / line * line; }

} // namespace

Distribution::Distribution(Decomposition const& decomposition, int rank, bool is_padded)
    : shape_(decomposition.shape()), box_(decomposition.local_box(rank)), topology_(decomposition.topology()),
      decomposition_(decomposition), exchange_(make_exchange(decomposition, rank)),
      own_copies_(pugh::own_copies(exchange_, rank)), own_sweeps_(pugh::own_sweeps(exchange_, rank)) {
  set_numbers();
  if (!is_padded) return;
  alignment_ = line;
  allocated_ = allocated_extent(box_.shape, is_padded);
  points_before_ = whole_lines(shape_.ghosts[0]) - shape_.ghosts[0];
}

Distribution::Distribution(Shape const& replicated) : shape_(replicated), box_(replicated_box(replicated)) {
  set_numbers();
}

Index Distribution::allocated_extent(Index const& local, bool is_padded) {
  Index extent = local;
  if (is_padded) extent[0] = whole_lines(extent[0]);
  return extent;
}

void Distribution::set_numbers() {
  allocated_ = box_.shape;
  for (int d = 0; d < shape_.dimension; ++d) upper_[d] = box_.upper(d);
}

std::size_t Distribution::n_allocated() const {
  std::size_t n = 1;
  for (int extent : allocated_) n *= static_cast<std::size_t>(extent);
  return n;
}

LocalBox Distribution::box_of(int rank) const { return decomposition_ ? decomposition_->local_box(rank) : box_; }

int Distribution::neighbour(int rank, int direction, int side) const {
  return decomposition_ ? decomposition_->neighbour(rank, direction, side) : -1;
}

void Distribution::describe(cGroupDynamicData& data) const {
  data.dim = shape_.dimension;
  data.gsh = shape_.extent.data();
  data.lsh = box_.shape.data();
  data.ash = allocated_.data();
  data.lbnd = box_.lower.data();
  data.ubnd = upper_.data();
  data.tile_min = zeros_.data();
  data.tile_max = box_.shape.data();
  data.alignment = alignment_;
  data.alignment_offset = points_before_;
  data.bbox = box_.is_outer.data();
  data.nghostzones = shape_.ghosts.data();
}

} // namespace pugh
