// Reductions of arrays that each process has its own of.
#include "arrays.hpp"

#include "Numerics/ThornTools/src/communicator.hpp"

#include <climits>

namespace pughreduce {
namespace {

// Points [first, last) of an array, in pieces whose extents are ints.
void accumulate_points(void const* data, int type, std::size_t first, std::size_t last, Operation operation,
                       Partial& partial) {
  auto const size = static_cast<std::size_t>(CCTK_VarTypeSize(type));
  for (std::size_t begin = first; begin < last;) {
    std::size_t const n = std::min<std::size_t>(last - begin, INT_MAX);
    Array array;
    array.data = static_cast<std::byte const*>(data) + begin * size;
    array.type = type;
    array.shape[0] = array.end[0] = static_cast<int>(n);
    for (int d = 1; d < max_dimension; ++d) array.end[d] = 1;
    accumulate(array, operation, partial);
    begin += n;
  }
}

} // namespace

std::vector<Partial> reduce_here(LocalArrays const& arrays, Operation operation) {
  std::vector<Partial> partials(arrays.data.size());
  for (std::size_t a = 0; a < arrays.data.size(); ++a)
    accumulate_points(arrays.data[a], arrays.types[a], 0, arrays.n_points, operation, partials[a]);
  return partials;
}

std::vector<Partial> reduce_to_numbers(cGH const* grid_hierarchy, LocalArrays const& arrays, Operation operation) {
  auto partials = reduce_here(arrays, operation);
  combine(partials, operation, thorntools::communicator(grid_hierarchy));
  return partials;
}

std::vector<Partial> reduce_by_point(cGH const* grid_hierarchy, LocalArrays const& arrays, Operation operation) {
  std::vector<Partial> partials(arrays.data.size() * arrays.n_points);
  for (std::size_t a = 0; a < arrays.data.size(); ++a)
    for (std::size_t i = 0; i < arrays.n_points; ++i)
      accumulate_points(arrays.data[a], arrays.types[a], i, i + 1, operation, partials[a * arrays.n_points + i]);
  combine(partials, operation, thorntools::communicator(grid_hierarchy));
  return partials;
}

} // namespace pughreduce
