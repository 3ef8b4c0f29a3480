// Points travel to the processes that interpolate at them, results travel back.
#include "exchange.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace pughinterp {
namespace {

std::vector<int> offsets(std::vector<int> const& counts) {
  std::vector<int> result(counts.size(), 0);
  std::partial_sum(counts.begin(), counts.end() - 1, result.begin() + 1);
  return result;
}

int sum(std::vector<int> const& counts) { return std::accumulate(counts.begin(), counts.end(), 0); }

// Moves items of `size` bytes; one MPI type per item, so that counts stay counts of points.
void move_items(void const* from, std::vector<int> const& n_from, void* to, std::vector<int> const& n_to,
                std::size_t size, MPI_Comm communicator) {
  MPI_Datatype item = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(static_cast<int>(size), MPI_BYTE, &item);
  MPI_Type_commit(&item);
  MPI_Alltoallv(from, n_from.data(), offsets(n_from).data(), item, to, n_to.data(), offsets(n_to).data(), item,
                communicator);
  MPI_Type_free(&item);
}

} // namespace

Exchange::Exchange(std::vector<int> const& destination, MPI_Comm communicator) : communicator_(communicator) {
  int n_ranks = 1;
  MPI_Comm_size(communicator, &n_ranks);
  n_sent_.assign(n_ranks, 0);
  n_received_.assign(n_ranks, 0);
  for (std::size_t i = 0; i < destination.size(); ++i) {
    if (destination[i] < 0) continue;
    order_.push_back(static_cast<int>(i));
    ++n_sent_[destination[i]];
  }
  std::stable_sort(order_.begin(), order_.end(), [&](int a, int b) { return destination[a] < destination[b]; });
  MPI_Alltoall(n_sent_.data(), 1, MPI_INT, n_received_.data(), 1, MPI_INT, communicator);
}

Points Exchange::send(std::vector<double> const& index, int n_dims) const {
  std::vector<double> sorted;
  for (int const point : order_)
    sorted.insert(sorted.end(), index.begin() + point * n_dims, index.begin() + (point + 1) * n_dims);
  Points points;
  points.n = sum(n_received_);
  points.index.resize(static_cast<std::size_t>(points.n) * n_dims);
  move_items(sorted.data(), n_sent_, points.index.data(), n_received_, n_dims * sizeof(double), communicator_);
  return points;
}

void Exchange::return_values(std::byte const* values, std::size_t size, std::byte* answers) const {
  std::vector<std::byte> sorted(order_.size() * size);
  move_items(values, n_received_, sorted.data(), n_sent_, size, communicator_);
  if (!answers) return;
  for (std::size_t i = 0; i < order_.size(); ++i)
    std::memcpy(answers + order_[i] * size, sorted.data() + i * size, size);
}

} // namespace pughinterp
