/// Moves values of grid points between processes.
#pragma once

#include "codegen/patterns/distribute.hpp"

#include <mpi.h>

#include <algorithm>
#include <vector>

namespace analysis {

using chemora::patterns::Box;

inline Box intersection(Box const& a, Box const& b) {
  Box both;
  for (int d = 0; d < 3; ++d) {
    both.first[d] = std::max(a.first[d], b.first[d]);
    both.end[d] = std::min(a.end[d], b.end[d]);
  }
  return both;
}

/// Returns the number of a point in a box, with x fastest.
inline std::size_t number_in(Box const& box, long i, long j, long k) {
  return static_cast<std::size_t>(i - box.first[0] +
                                  box.extent(0) * (j - box.first[1] + box.extent(1) * (k - box.first[2])));
}

/// Calls `visit` with the number of the first point of each row along x of `part` in `box`.
template <typename Visit>
void for_each_row(Box const& part, Box const& box, Visit const& visit) {
  if (part.n_points() == 0) return;
  for (long k = part.first[2]; k < part.end[2]; ++k)
    for (long j = part.first[1]; j < part.end[1]; ++j) visit(number_in(box, part.first[0], j, k));
}

/// Calls `visit` with the number of each point of `part` in `box`, x fastest in both.
template <typename Visit>
void for_each_point(Box const& part, Box const& box, Visit const& visit) {
  auto const n = static_cast<std::size_t>(std::max(0L, part.extent(0)));
  for_each_row(part, box, [&](std::size_t first) {
    for (std::size_t i = 0; i < n; ++i) visit(first + i);
  });
}

/// Copies the values at the points of `part` from the values of one box to those of another box.
template <typename T>
void copy_rows(Box const& part, T const* values, Box const& from, T* result, Box const& to) {
  if (part.n_points() == 0) return;
  for (long k = part.first[2]; k < part.end[2]; ++k)
    for (long j = part.first[1]; j < part.end[1]; ++j)
      std::copy_n(values + number_in(from, part.first[0], j, k), part.extent(0),
                  result + number_in(to, part.first[0], j, k));
}

/// Returns the values of a grid function at the points of a box, with x fastest.
inline std::vector<double> values_of(chemora::patterns::LocalField const& field, Box const& box) {
  std::vector<double> values(static_cast<std::size_t>(box.n_points()));
  auto next = values.begin();
  for (long k = 0; k < box.extent(2); ++k)
    for (long j = 0; j < box.extent(1); ++j)
      for (long i = 0; i < box.extent(0); ++i)
        *next++ = field.first[i * field.strides[0] + j * field.strides[1] + k * field.strides[2]];
  return values;
}

/// Returns the boxes of all processes. Collective.
inline std::vector<Box> boxes_of_all(Box const& own, MPI_Comm communicator) {
  int n = 0;
  MPI_Comm_size(communicator, &n);
  std::vector<Box> boxes(static_cast<std::size_t>(n));
  MPI_Allgather(&own, sizeof(Box), MPI_BYTE, boxes.data(), sizeof(Box), MPI_BYTE, communicator);
  return boxes;
}

/// Copies values to `result`, which has the points of to[rank], with x fastest. `values` are those of from[rank]. The
/// boxes `from` contain each point at most once. Points that they do not contain retain their values. Collective.
template <typename T>
void redistribute_into(std::vector<T>& result, std::vector<T> const& values, std::vector<Box> const& from,
                       std::vector<Box> const& to, MPI_Comm communicator) {
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  auto const here = static_cast<std::size_t>(rank);
  Box const &source = from[here], &target = to[here];
  std::vector<int> sent, received, sent_places, received_places;
  std::vector<T> outgoing;
  int n_received = 0;
  for (std::size_t p = 0; p < from.size(); ++p) {
    sent_places.push_back(static_cast<int>(outgoing.size()));
    received_places.push_back(n_received);
    Box const part = intersection(source, to[p]);
    if (p != here)
      for_each_row(part, source, [&](std::size_t first) {
        outgoing.insert(outgoing.end(), values.data() + first, values.data() + first + part.extent(0));
      });
    sent.push_back(static_cast<int>(outgoing.size()) - sent_places.back());
    received.push_back(p == here ? 0 : static_cast<int>(intersection(from[p], target).n_points()));
    n_received += received.back();
  }
  std::vector<T> incoming(static_cast<std::size_t>(n_received));
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(static_cast<int>(sizeof(T)), MPI_BYTE, &type);
  MPI_Type_commit(&type);
  MPI_Alltoallv(outgoing.data(), sent.data(), sent_places.data(), type, incoming.data(), received.data(),
                received_places.data(), type, communicator);
  MPI_Type_free(&type);
  auto next = incoming.begin();
  for (std::size_t p = 0; p < from.size(); ++p) {
    Box const part = intersection(from[p], target);
    if (p == here) continue;
    for_each_row(part, target, [&](std::size_t first) {
      std::copy_n(next, part.extent(0), result.data() + first);
      next += part.extent(0);
    });
  }
  copy_rows(intersection(source, target), values.data(), source, result.data(), target);
}

/// Returns the values of the points of to[rank]; points that `from` does not contain have a value-initialised T.
/// Collective.
template <typename T>
std::vector<T> redistribute(std::vector<T> values, std::vector<Box> const& from, std::vector<Box> const& to,
                            MPI_Comm communicator) {
  if (from == to) return values;
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  std::vector<T> result(static_cast<std::size_t>(to[static_cast<std::size_t>(rank)].n_points()));
  redistribute_into(result, values, from, to, communicator);
  return result;
}

} // namespace analysis
