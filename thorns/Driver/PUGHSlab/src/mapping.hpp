/// Mappings: hyperslabs of a variable. They apply to all variables of the same size until they are freed.
#pragma once

#include "geometry/slab.hpp"

#include "cctk.h"

#include <mpi.h>
#include <vector>

namespace pughslab {

/// A conversion of values by the caller instead of convert(). Converts nelems values and returns the converted number.
using Conversion = CCTK_INT (*)(CCTK_INT nelems, CCTK_INT src_stride, CCTK_INT dst_stride, CCTK_INT src_type,
                                CCTK_INT dst_type, CCTK_POINTER_TO_CONST from, CCTK_POINTER to);

struct Mapping {
  Slab slab;
  Piece piece;                 // the local part of the array
  Part part;                   // the local part of the slab
  std::vector<Part> parts;     // all parts of a distributed slab, by process; empty if each process has its own slab
  Index extent = {1, 1, 1, 1}; ///< of the array; other variables must have the same
  int dimension = 0;
  Conversion conversion = nullptr;
};

/// The arguments of the mapping functions.
struct Query {
  cGH const* cctkGH;
  int variable;
  Request request;
  int table; ///< key with_ghostzones: whether the slab includes the images in periodic directions
  Conversion conversion;
};

/// A mapping of the whole grid. Collective. Throws SlabError.
Mapping make_global_mapping(Query const& query);
/// A mapping of this process' points, with ghost zones. Throws SlabError.
Mapping make_local_mapping(Query const& query);

/// The stored mappings, by handle. `find` returns NULL and `discard` returns false if there is none.
int store(Mapping mapping);
Mapping const* find(int handle);
bool discard(int handle);

} // namespace pughslab
