// The grid hierarchy structure and the memory behind its pointers.
#pragma once

#include "cctk.h"

#include <vector>

namespace pugh {

// Of the dimension of the grid functions; spacing and time step 1, no storage. Must not move: `gh` points into it.
class GridHierarchy {
public:
  GridHierarchy();
  GridHierarchy(GridHierarchy const&) = delete;
  GridHierarchy& operator=(GridHierarchy const&) = delete;

  cGH gh{};

private:
  int* next_numbers(int n); // the next n of numbers_

  std::vector<int> numbers_;
  std::size_t n_used_ = 0;
  std::vector<CCTK_REAL> spacing_, origin_;
  std::vector<std::vector<void*>> levels_; // by variable
  std::vector<void**> data_;
  std::vector<cGHGroupData> groups_;
};

} // namespace pugh
