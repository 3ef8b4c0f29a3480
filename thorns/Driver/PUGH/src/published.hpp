// What include/pugh.h shows to other thorns, filled from the driver.
#pragma once

#include "driver.hpp"
#include "include/pugh.h"

#include <deque>
#include <memory>
#include <vector>

namespace pugh {

// One pGExtras and pConnectivity with the memory behind their pointers. Must not move.
class PublishedSizes {
public:
  PublishedSizes(Distribution const& distribution, int n_ranks, int rank);
  PublishedSizes(PublishedSizes const&) = delete;
  PublishedSizes& operator=(PublishedSizes const&) = delete;

  pGExtras extras{};
  pConnectivity connectivity{};

private:
  int* numbers(std::size_t n);                         // n numbers
  int** tables(std::size_t rows, std::size_t columns); // pointers to rows of numbers
  void set_parts(Distribution const& distribution, int n_ranks);
  void set_faces(Distribution const& distribution, int rank);

  std::deque<std::vector<int>> numbers_;
  std::deque<std::vector<int*>> tables_;
};

// The pGH of a grid hierarchy, which also is the extension "PUGH" and owns the driver.
class Published : public pGH {
public:
  Published(cGH* grid_hierarchy, MPI_Comm communicator);
  Published(Published const&) = delete;
  Published& operator=(Published const&) = delete;

  Driver& driver() { return driver_; }

private:
  PublishedSizes& sizes_of(Distribution const& distribution);
  void add_variable(Group const& group, int variable);
  void refresh(Group const& group); // data pointers and numbers of time levels

  Driver driver_;
  std::vector<std::pair<Distribution const*, std::unique_ptr<PublishedSizes>>> sizes_;
  std::deque<pGA> arrays_;
  std::deque<std::vector<void*>> of_variable_; // pGA* by time level
  std::deque<std::string> names_;
  std::vector<void**> variables_;
  std::vector<int> active_, most_, periodic_;
  std::array<pGExtras*, max_dimension> extras_{};
  std::array<pConnectivity*, max_dimension> connectivities_{};
  std::string identity_;
};

} // namespace pugh
