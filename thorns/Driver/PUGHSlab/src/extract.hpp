// Takes the values of a variable at the points of a mapping.
#pragma once

#include "mapping.hpp"

namespace pughslab {

struct Extraction {
  cGH const* grid_hierarchy;
  Mapping const* mapping;
  int variable;
  int time_level;
  int destination; // a process, or -1: all
  int type;        // of the values wanted, CCTK_VARIABLE_*; negative: the variable's
  void* values;    // receives the slab, first index fastest; NULL where nobody wants it
};

// Collective for mappings of the whole grid. Throws SlabError: -2 time level without storage, -3 types that do not
// convert, -4 a variable of another size than the mapping's, -5 more points than MPI can count.
void extract(Extraction const& extraction);

} // namespace pughslab
