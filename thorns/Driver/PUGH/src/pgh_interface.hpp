/// The data structures of include/pugh.h, which other thorns read, with the values of the driver.
#pragma once

#include "driver.hpp"
#include "include/pugh.h"

#include <deque>
#include <memory>
#include <vector>

namespace pugh {

/// A pGExtras and a pConnectivity with the arrays that they point to. Must not move.
class PghSizes {
public:
  PghSizes(Distribution const& distribution, int n_ranks, int rank);
  PghSizes(PghSizes const&) = delete;
  PghSizes& operator=(PghSizes const&) = delete;

  pGExtras extras{};
  pConnectivity connectivity{};

private:
  /// New arrays, initialised with 0: n numbers, and pointers to rows of numbers.
  int* new_array(std::size_t n);
  int** new_table(std::size_t rows, std::size_t columns);
  void set_parts(Distribution const& distribution, int n_ranks);
  void set_faces(Distribution const& distribution, int rank);

  std::deque<std::vector<int>> numbers_;
  std::deque<std::vector<int*>> tables_;
};

/// The pGH of a grid hierarchy. It is the grid hierarchy extension "PUGH" and owns the driver.
class PghInterface : public pGH {
public:
  PghInterface(cGH* cctkGH, MPI_Comm communicator);
  PghInterface(PghInterface const&) = delete;
  PghInterface& operator=(PghInterface const&) = delete;

  Driver& driver() { return driver_; }

private:
  PghSizes& sizes_of(Distribution const& distribution);
  void add_variable(Group const& group, int variable);
  /// Updates the data pointers and the numbers of time levels.
  void refresh(Group const& group);

  Driver driver_;
  std::vector<std::pair<Distribution const*, std::unique_ptr<PghSizes>>> sizes_;
  std::deque<pGA> arrays_;
  std::deque<std::vector<void*>> time_levels_; ///< of each variable: pGA* by time level
  std::deque<std::string> names_;
  std::vector<void**> variables_;
  std::vector<int> active_levels_, max_levels_, periodic_;
  std::array<pGExtras*, max_dimension> extras_{};
  std::array<pConnectivity*, max_dimension> connectivities_{};
  std::string identity_;
};

} // namespace pugh
