/// Mappings, which describe hyperslabs of a variable. A mapping applies to all variables of the same size until it is
/// freed.
#pragma once

#include "geometry/slab.hpp"

#include "cctk.h"

#include <mpi.h>
#include <vector>

namespace pughslab {

/// A conversion function of the caller that replaces convert(). It converts nelems values and returns their number.
using Conversion = CCTK_INT (*)(CCTK_INT nelems, CCTK_INT src_stride, CCTK_INT dst_stride, CCTK_INT src_type,
                                CCTK_INT dst_type, CCTK_POINTER_TO_CONST from, CCTK_POINTER to);

struct Mapping {
  Slab slab;
  Piece piece;                 // local part of the array
  Part part;                   // local part of the slab
  std::vector<Part> parts;     // parts of a distributed slab by process; empty if each process has its own slab
  Index extent = {1, 1, 1, 1}; ///< extent of the array, which all variables must have
  int dimension = 0;
  Conversion conversion = nullptr;
};

/// The arguments of make_global_mapping() and make_local_mapping().
struct Query {
  cGH const* cctkGH;
  int variable;
  Request request;
  int table; ///< option with_ghostzones: whether the slab includes periodic ghost points
  Conversion conversion;
};

/// Creates a mapping of the whole grid. Collective. Throws SlabError.
Mapping make_global_mapping(Query const& query);
/// Creates a mapping of the points on this process, including ghost zones. Throws SlabError.
Mapping make_local_mapping(Query const& query);

/// Access to the stored mappings by handle. For an invalid handle, find() returns NULL and discard() returns false.
int store(Mapping mapping);
Mapping const* find(int handle);
bool discard(int handle);

} // namespace pughslab
