#include "mapping.hpp"

#include "Numerics/ThornTools/src/communicator.hpp"
#include "Numerics/ThornTools/src/grid.hpp"
#include "cctk_Parameters.h"
#include "util_Table.h"

#include <map>

namespace pughslab {
namespace {

/// The grid of a variable, and the part of the array on this process.
struct Layout {
  Grid grid;
  Piece piece; // local part; the process owns the points [begin, end)
  std::array<bool, max_dimension> wraps{};
  bool is_replicated = false;
};

std::array<bool, max_dimension> periodic_directions() {
  DECLARE_CCTK_PARAMETERS
  return {periodic && periodic_x, periodic && periodic_y, periodic && periodic_z, false};
}

Layout layout_of(cGH const* cctkGH, int variable) {
  cGroup group;
  cGroupDynamicData data;
  int const index = CCTK_GroupIndexFromVarI(variable);
  if (index < 0 || CCTK_GroupData(index, &group) < 0) throw SlabError(-1, "there is no such variable");
  if (group.grouptype == CCTK_SCALAR) throw SlabError(-2, "it is a scalar, which has no hyperslabs");
  if (CCTK_GroupDynamicData(cctkGH, index, &data) < 0) throw SlabError(-4, "the driver has no data about it");
  if (data.dim > max_dimension) throw SlabError(-2, "it has too many dimensions");
  Layout layout;
  layout.is_replicated = group.disttype == CCTK_DISTRIB_CONSTANT;
  layout.grid.dimension = data.dim;
  Index begin{}, end{};
  thorntools::owned_points(data, begin.data(), end.data());
  for (int d = 0; d < data.dim; ++d) {
    layout.wraps[d] = group.grouptype == CCTK_GF && data.gsh[d] > 1 && periodic_directions()[d];
    int const images = layout.wraps[d] ? data.nghostzones[d] : 0;
    layout.grid.extent[d] = data.gsh[d];
    layout.grid.first[d] = images;
    layout.grid.last[d] = data.gsh[d] - images;
    layout.piece.lower[d] = data.lbnd[d];
    layout.piece.shape[d] = data.lsh[d];
    layout.piece.begin[d] = data.lbnd[d] + begin[d];
    layout.piece.end[d] = data.lbnd[d] + end[d];
  }
  return layout;
}

bool includes_images(int table) {
  CCTK_INT value = 0;
  if (table < 0) return false;
  int const status = Util_TableGetInt(table, &value, "with_ghostzones");
  if (status < 0 && status != UTIL_ERROR_TABLE_NO_SUCH_KEY)
    CCTK_WARN(CCTK_WARN_ALERT, "The key with_ghostzones of a hyperslab's table is not an integer and is ignored");
  return status == 1 && value != 0;
}

/// Extends the grid and the owned points of this process by the periodic images at the ends of the grid.
void include_images(Layout& layout) {
  for (int d = 0; d < layout.grid.dimension; ++d) {
    if (!layout.wraps[d]) continue;
    layout.grid.first[d] = 0;
    layout.grid.last[d] = layout.grid.extent[d];
    Piece& piece = layout.piece;
    if (piece.shape[d] == 0) continue;
    if (piece.lower[d] == 0) piece.begin[d] = 0;
    if (piece.lower[d] + piece.shape[d] == layout.grid.extent[d]) piece.end[d] = layout.grid.extent[d];
  }
}

Mapping make_mapping(Layout const& layout, Query const& query) {
  Mapping mapping;
  mapping.slab = make_slab(layout.grid, query.request);
  mapping.piece = layout.piece;
  mapping.part = part_of(mapping.slab, layout.piece);
  mapping.extent = layout.grid.extent;
  mapping.dimension = layout.grid.dimension;
  mapping.conversion = query.conversion;
  return mapping;
}

struct Mappings {
  std::map<int, Mapping> by_handle;
  int next = 0;
};

Mappings& mappings() {
  static Mappings stored;
  return stored;
}

} // namespace

Mapping make_global_mapping(Query const& query) {
  Layout layout = layout_of(query.cctkGH, query.variable);
  if (includes_images(query.table)) include_images(layout);
  Mapping mapping = make_mapping(layout, query);
  if (layout.is_replicated) return mapping;
  mapping.parts.resize(static_cast<std::size_t>(CCTK_nProcs(query.cctkGH)));
  static_assert(sizeof(Part) == 2 * max_dimension * sizeof(int));
  MPI_Allgather(&mapping.part, 2 * max_dimension, MPI_INT, mapping.parts.data(), 2 * max_dimension, MPI_INT,
                thorntools::communicator(query.cctkGH));
  return mapping;
}

Mapping make_local_mapping(Query const& query) {
  Layout layout = layout_of(query.cctkGH, query.variable);
  bool const with_ghosts = includes_images(query.table);
  if (with_ghosts) include_images(layout);
  for (int d = 0; d < layout.grid.dimension; ++d) {
    if (layout.wraps[d] && !with_ghosts) continue;
    layout.piece.begin[d] = layout.piece.lower[d];
    layout.piece.end[d] = layout.piece.lower[d] + layout.piece.shape[d];
  }
  return make_mapping(layout, query);
}

int store(Mapping mapping) {
  int const handle = mappings().next++;
  mappings().by_handle.emplace(handle, std::move(mapping));
  return handle;
}

Mapping const* find(int handle) {
  auto const entry = mappings().by_handle.find(handle);
  return entry == mappings().by_handle.end() ? nullptr : &entry->second;
}

bool discard(int handle) { return mappings().by_handle.erase(handle) == 1; }

} // namespace pughslab
