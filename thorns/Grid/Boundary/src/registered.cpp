// This thorn's conditions as functions that can be registered.
#include "Boundary.h"
#include "known_conditions.hpp"

namespace boundary {
namespace {

// On the host, for callers that know nothing of other places.
CCTK_INT apply(cGH const* GH, char const* condition, CCTK_INT n, CCTK_INT const* variables, CCTK_INT const* faces,
               CCTK_INT const* widths, CCTK_INT const* tables) {
  for (CCTK_INT i = 0; i < n; ++i) {
    Update const update = known_update(GH, condition, {variables[i], faces[i], widths[i], tables[i]});
    update.on_host(update.target);
  }
  return 0;
}

} // namespace

extern "C" {

CCTK_INT BndNone(const cGH*, CCTK_INT, CCTK_INT*, CCTK_INT*, CCTK_INT*, CCTK_INT*) { return 0; }

// SCALAR: the value, 0 if not given.
CCTK_INT BndScalar(const cGH* GH, CCTK_INT num_vars, CCTK_INT* var_indices, CCTK_INT* faces, CCTK_INT* boundary_widths,
                   CCTK_INT* table_handles) {
  return apply(GH, "Scalar", num_vars, var_indices, faces, boundary_widths, table_handles);
}

CCTK_INT BndFlat(const cGH* GH, CCTK_INT num_vars, CCTK_INT* var_indices, CCTK_INT* faces, CCTK_INT* boundary_widths,
                 CCTK_INT* table_handles) {
  return apply(GH, "Flat", num_vars, var_indices, faces, boundary_widths, table_handles);
}

CCTK_INT BndExtrapolation(const cGH* GH, CCTK_INT num_vars, CCTK_INT* var_indices, CCTK_INT* faces,
                          CCTK_INT* boundary_widths, CCTK_INT* table_handles) {
  return apply(GH, "Extrapolation", num_vars, var_indices, faces, boundary_widths, table_handles);
}

// COPY_FROM: another variable.
CCTK_INT BndCopy(const cGH* GH, CCTK_INT num_vars, CCTK_INT* var_indices, CCTK_INT* faces, CCTK_INT* boundary_widths,
                 CCTK_INT* table_handles) {
  return apply(GH, "Copy", num_vars, var_indices, faces, boundary_widths, table_handles);
}

CCTK_INT BndStatic(const cGH* GH, CCTK_INT num_vars, CCTK_INT* var_indices, CCTK_INT* faces, CCTK_INT* boundary_widths,
                   CCTK_INT* table_handles) {
  return apply(GH, "Static", num_vars, var_indices, faces, boundary_widths, table_handles);
}

// LIMIT: the value at infinity, 0; SPEED: of the waves, 1.
CCTK_INT BndRadiative(const cGH* GH, CCTK_INT num_vars, CCTK_INT* var_indices, CCTK_INT* faces,
                      CCTK_INT* boundary_widths, CCTK_INT* table_handles) {
  return apply(GH, "Radiation", num_vars, var_indices, faces, boundary_widths, table_handles);
}

// FINF: the value at infinity, 0; DECAY_POWER: of 1/r, 1.
CCTK_INT BndRobin(const cGH* GH, CCTK_INT num_vars, CCTK_INT* var_indices, CCTK_INT* faces, CCTK_INT* boundary_widths,
                  CCTK_INT* table_handles) {
  return apply(GH, "Robin", num_vars, var_indices, faces, boundary_widths, table_handles);
}

} // extern "C"
} // namespace boundary
