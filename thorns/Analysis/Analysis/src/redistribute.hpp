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

/// Calls `visit` with the number of each point of `part` in `box`, x fastest in both.
template <typename Visit>
void for_each_point(Box const& part, Box const& box, Visit const& visit) {
  for (long k = part.first[2]; k < part.end[2]; ++k)
    for (long j = part.first[1]; j < part.end[1]; ++j)
      for (long i = part.first[0]; i < part.end[0]; ++i)
        visit(static_cast<std::size_t>(i - box.first[0] +
                                       box.extent(0) * (j - box.first[1] + box.extent(1) * (k - box.first[2]))));
}

/// Returns the boxes of all processes. Collective.
inline std::vector<Box> boxes_of_all(Box const& own, MPI_Comm communicator) {
  int n = 0;
  MPI_Comm_size(communicator, &n);
  std::vector<Box> boxes(static_cast<std::size_t>(n));
  MPI_Allgather(&own, sizeof(Box), MPI_BYTE, boxes.data(), sizeof(Box), MPI_BYTE, communicator);
  return boxes;
}

/// Returns the values of the points of to[rank], with x fastest. `values` are those of from[rank]. The boxes `from`
/// contain each point at most once; points of `to` that they do not contain get a value-initialised T. Collective.
template <typename T>
std::vector<T> redistribute(std::vector<T> const& values, std::vector<Box> const& from, std::vector<Box> const& to,
                            MPI_Comm communicator) {
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  Box const &source = from[static_cast<std::size_t>(rank)], &target = to[static_cast<std::size_t>(rank)];
  std::vector<int> sent, received, sent_places, received_places;
  std::vector<T> outgoing;
  int n_received = 0;
  for (std::size_t p = 0; p < from.size(); ++p) {
    sent_places.push_back(static_cast<int>(outgoing.size()));
    for_each_point(intersection(source, to[p]), source, [&](std::size_t n) { outgoing.push_back(values[n]); });
    sent.push_back(static_cast<int>(outgoing.size()) - sent_places.back());
    received_places.push_back(n_received);
    received.push_back(static_cast<int>(intersection(from[p], target).n_points()));
    n_received += received.back();
  }
  std::vector<T> incoming(static_cast<std::size_t>(n_received));
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(static_cast<int>(sizeof(T)), MPI_BYTE, &type);
  MPI_Type_commit(&type);
  MPI_Alltoallv(outgoing.data(), sent.data(), sent_places.data(), type, incoming.data(), received.data(),
                received_places.data(), type, communicator);
  MPI_Type_free(&type);
  std::vector<T> result(static_cast<std::size_t>(target.n_points()));
  std::size_t next = 0;
  for (std::size_t p = 0; p < from.size(); ++p)
    for_each_point(intersection(from[p], target), target, [&](std::size_t n) { result[n] = incoming[next++]; });
  return result;
}

} // namespace analysis
