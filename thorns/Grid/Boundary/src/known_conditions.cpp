// Options from tables: one line for each condition.
#include "known_conditions.hpp"

#include "cctk_Parameters.h"
#include "util_Table.h"

#include <algorithm>
#include <string>
#include <vector>

namespace boundary {
namespace {

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

Update make(std::string const& condition, Target const& target, int table) {
  DECLARE_CCTK_PARAMETERS;
  auto const is = [&](char const* name) { return CCTK_Equals(condition.c_str(), name) != 0; };
  if (is("Scalar")) return scalar_update(target, real_option(table, "SCALAR", 0));
  if (is("Flat")) return flat_update(target);
  if (is("Extrapolation")) return extrapolation_update(target);
  if (is("Copy")) return copy_update(target, copied_variable(target, table));
  if (is("Static")) return static_update(target);
  if (is("Radiation"))
    return radiation_update(target, {.limit = real_option(table, "LIMIT", 0),
                                     .speed = real_option(table, "SPEED", 1),
                                     .past_variable = target.variable,
                                     .power = radpower});
  CCTK_INT power = 1;
  if (table >= 0) Util_TableGetInt(table, &power, "DECAY_POWER");
  return robin_update(target, {.limit = real_option(table, "FINF", 0), .power = power});
}

} // namespace

bool is_known(phys_bc_fn_ptr function) {
  static std::vector<phys_bc_fn_ptr> const known = [] {
    std::vector<phys_bc_fn_ptr> list;
    for (auto* const own : {BndScalar, BndFlat, BndExtrapolation, BndCopy, BndStatic, BndRadiative, BndRobin})
      list.push_back(reinterpret_cast<phys_bc_fn_ptr>(own));
    return list;
  }();
  return std::find(known.begin(), known.end(), function) != known.end();
}

Update known_update(cGH const* cctkGH, char const* condition, Request const& request) {
  auto const widths = widths_of(cctkGH, request, condition);
  return make(condition, make_target(cctkGH, request.variable, request.faces, widths, condition), request.table);
}

Update known_update_after(Update const& other, char const* condition, Request const& request) {
  auto const widths = widths_of(other.target.cctkGH, request, condition);
  auto const target = make_target_like(other.target, request.variable, request.faces, widths, condition);
  return make(condition, target, request.table);
}

} // namespace boundary
