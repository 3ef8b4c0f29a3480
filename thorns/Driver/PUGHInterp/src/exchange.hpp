// Points travel to the processes that interpolate at them, results travel back.
#pragma once

#include "evaluate.hpp"

namespace pughinterp {

// Where each point of this process goes, and how many come from and go to each process.
class Exchange {
public:
  // `destination[i]` is the process for point i, -1 for points that stay unanswered. Collective.
  Exchange(std::vector<int> const& destination, MPI_Comm communicator);

  // The points of all processes for this one, in the order of processes. Collective.
  Points send(std::vector<double> const& index, int n_dims) const;

  // Brings values of `size` bytes per received point back to where the points came from, in the order of the points
  // there; unanswered points are left alone. `answers` may be NULL. Collective.
  void return_values(std::byte const* values, std::size_t size, std::byte* answers) const;

private:
  MPI_Comm communicator_;
  std::vector<int> order_; // this process' points in the order they are sent
  std::vector<int> n_sent_, n_received_;
};

} // namespace pughinterp
