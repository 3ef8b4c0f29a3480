// This thorn's conditions as functions that can be registered: options come from tables.
#include "Boundary.h"
#include "conditions/conditions.hpp"

#include "cctk_Parameters.h"
#include "util_Table.h"

#include <vector>

namespace boundary {
namespace {

// Calls apply(target, table) for each variable.
template <class Apply>
CCTK_INT for_each(cGH const* GH, CCTK_INT n, CCTK_INT const* variables, CCTK_INT const* faces, CCTK_INT const* widths,
                  CCTK_INT const* tables, char const* condition, Apply const& apply) {
  for (CCTK_INT i = 0; i < n; ++i) {
    auto const all_widths = widths_of(GH, {variables[i], faces[i], widths[i], tables[i]}, condition);
    apply(make_target(GH, variables[i], faces[i], all_widths, condition), tables[i]);
  }
  return 0;
}

// COPY_FROM of a table, the index or the name of a variable.
int copied_variable(Target const& target, int table) {
  CCTK_INT type = 0, n = 0, variable = -1;
  int const found = table >= 0 ? Util_TableQueryValueInfo(table, &type, &n, "COPY_FROM") : 0;
  if (found == 1 && type == CCTK_VARIABLE_CHAR) {
    std::vector<char> name(n + 1);
    Util_TableGetString(table, n + 1, name.data(), "COPY_FROM");
    variable = CCTK_VarIndex(name.data());
  } else if (found == 1) {
    Util_TableGetInt(table, &variable, "COPY_FROM");
  }
  if (variable < 0 || variable >= CCTK_NumVars())
    CCTK_VERROR("The boundary condition Copy of %s takes a table in which COPY_FROM is the name or the index of the "
                "variable to copy from.",
                CCTK_FullVarName(target.variable));
  return variable;
}

} // namespace

extern "C" {

CCTK_INT BndNone(const cGH*, CCTK_INT, CCTK_INT*, CCTK_INT*, CCTK_INT*, CCTK_INT*) { return 0; }

// SCALAR: the value, 0 if not given.
CCTK_INT BndScalar(const cGH* GH, CCTK_INT num_vars, CCTK_INT* var_indices, CCTK_INT* faces, CCTK_INT* boundary_widths,
                   CCTK_INT* table_handles) {
  return for_each(GH, num_vars, var_indices, faces, boundary_widths, table_handles, "Scalar",
                  [](Target const& target, int table) { apply_scalar(target, real_option(table, "SCALAR", 0)); });
}

CCTK_INT BndFlat(const cGH* GH, CCTK_INT num_vars, CCTK_INT* var_indices, CCTK_INT* faces, CCTK_INT* boundary_widths,
                 CCTK_INT* table_handles) {
  return for_each(GH, num_vars, var_indices, faces, boundary_widths, table_handles, "Flat",
                  [](Target const& target, int) { apply_flat(target); });
}

CCTK_INT BndCopy(const cGH* GH, CCTK_INT num_vars, CCTK_INT* var_indices, CCTK_INT* faces, CCTK_INT* boundary_widths,
                 CCTK_INT* table_handles) {
  return for_each(GH, num_vars, var_indices, faces, boundary_widths, table_handles, "Copy",
                  [](Target const& target, int table) { apply_copy(target, copied_variable(target, table)); });
}

CCTK_INT BndStatic(const cGH* GH, CCTK_INT num_vars, CCTK_INT* var_indices, CCTK_INT* faces, CCTK_INT* boundary_widths,
                   CCTK_INT* table_handles) {
  return for_each(GH, num_vars, var_indices, faces, boundary_widths, table_handles, "Static",
                  [](Target const& target, int) { apply_static(target); });
}

// LIMIT: the value at infinity, 0; SPEED: of the waves, 1.
CCTK_INT BndRadiative(const cGH* GH, CCTK_INT num_vars, CCTK_INT* var_indices, CCTK_INT* faces,
                      CCTK_INT* boundary_widths, CCTK_INT* table_handles) {
  DECLARE_CCTK_PARAMETERS;
  return for_each(GH, num_vars, var_indices, faces, boundary_widths, table_handles, "Radiation",
                  [&](Target const& target, int table) {
                    apply_radiation(target, {.limit = real_option(table, "LIMIT", 0),
                                             .speed = real_option(table, "SPEED", 1),
                                             .past_variable = target.variable,
                                             .power = radpower});
                  });
}

// FINF: the value at infinity, 0; DECAY_POWER: of 1/r, 1.
CCTK_INT BndRobin(const cGH* GH, CCTK_INT num_vars, CCTK_INT* var_indices, CCTK_INT* faces, CCTK_INT* boundary_widths,
                  CCTK_INT* table_handles) {
  return for_each(GH, num_vars, var_indices, faces, boundary_widths, table_handles, "Robin",
                  [](Target const& target, int table) {
                    CCTK_INT power = 1;
                    if (table >= 0) Util_TableGetInt(table, &power, "DECAY_POWER");
                    apply_robin(target, {.limit = real_option(table, "FINF", 0), .power = power});
                  });
}

} // extern "C"
} // namespace boundary
