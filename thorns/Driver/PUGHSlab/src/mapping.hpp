// Mappings: a hyperslab made for a variable, and for all others of the same group sizes, until it is freed.
#pragma once

#include "geometry/slab.hpp"

#include "cctk.h"

#include <mpi.h>
#include <vector>

namespace pughslab {

// Converts nelems values; returns how many it has converted. A caller's replacement for our conversion.
using Conversion = CCTK_INT (*)(CCTK_INT nelems, CCTK_INT src_stride, CCTK_INT dst_stride, CCTK_INT src_type,
                                CCTK_INT dst_type, CCTK_POINTER_TO_CONST from, CCTK_POINTER to);

struct Mapping {
  Slab slab;
  Piece piece;                 // this process' part of the array
  Part part;                   // of the slab, on this process
  std::vector<Part> parts;     // of a distributed slab, by process; empty when each process takes what it has
  Index extent = {1, 1, 1, 1}; // of the array, to recognise variables that fit
  int dimension = 0;
  Conversion conversion = nullptr;
};

struct Query {
  cGH const* grid_hierarchy;
  int variable;
  Request request;
  int table; // key with_ghostzones: whether the images in periodic directions are points of their own
  Conversion conversion;
};

// Of the whole grid; collective. Of what this process holds, ghost zones included; not collective. Throw SlabError.
Mapping make_global_mapping(Query const& query);
Mapping make_local_mapping(Query const& query);

// Kept mappings, by handle.
int keep(Mapping mapping);
Mapping const* find(int handle); // NULL if there is none
bool forget(int handle);

} // namespace pughslab
