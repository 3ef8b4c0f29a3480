// What is valid, what a function needs, and how it gets it.
#include "presync.hpp"

#include "boundary_selection.hpp"
#include "validity.hpp"

#include "cctk_Functions.h"
#include "cctk_Parameters.h"

#include <set>

namespace pugh::presync {
namespace {

enum class Mode { off, warn_only, mixed_warn, mixed_error, presync_only };

Mode mode() {
  static Mode const chosen = [] {
    DECLARE_CCTK_PARAMETERS
    if (CCTK_EQUALS(presync_mode, "warn-only")) return Mode::warn_only;
    if (CCTK_EQUALS(presync_mode, "mixed-warn")) return Mode::mixed_warn;
    if (CCTK_EQUALS(presync_mode, "mixed-error")) return Mode::mixed_error;
    return CCTK_EQUALS(presync_mode, "presync-only") ? Mode::presync_only : Mode::off;
  }();
  return chosen;
}

bool may_synchronise() { return mode() != Mode::off && mode() != Mode::warn_only; }

Validity& validity() {
  static Validity valid;
  return valid;
}

// Whether the driver itself applies boundary conditions now; only then they are left to thorn Boundary.
bool is_applying = false;

bool is_part(int region, int of) { return (region & ~of) == 0; }

void report(cGH const* gh, int variable, int level, int wanted, std::string const& reader) {
  int const valid = validity().region(gh, variable, level);
  char const* const form = "%s reads %s in %s, but it is valid %s%s.%s";
  char const* const hint = level > 0 ? " Past time levels are not synchronised."
                           : is_part(CCTK_VALID_INTERIOR, valid)
                               ? " Select a boundary condition for it (Driver_SelectVarForBC), or SYNC it before."
                               : " Declare what writes it with WRITES.";
  std::string const name = level_text(variable, level), need = region_text(wanted), have = region_text(valid);
  bool const is_error = mode() == Mode::mixed_error || mode() == Mode::presync_only;
  CCTK_VWARN(is_error ? CCTK_WARN_ABORT : CCTK_WARN_ALERT, form, reader.c_str(), name.c_str(), need.c_str(),
             valid == CCTK_VALID_NOWHERE ? "" : "in ", have.c_str(), hint);
}

bool is_grid_function(int group) { return CCTK_GroupTypeI(group) == CCTK_GF; }

// The boundary of grid functions is filled by their selected conditions; other variables have none.
void apply_boundary_conditions(cGH* gh, int group) {
  int const first = CCTK_FirstVarIndexI(group), n_variables = CCTK_NumVarsInGroupI(group);
  if (!is_grid_function(group)) {
    for (int variable = first; variable < first + n_variables; ++variable)
      validity().set(variable, 0, validity().region(gh, variable, 0) | CCTK_VALID_EVERYWHERE);
    return;
  }
  bool is_any_selected = false;
  for (int variable = first; variable < first + n_variables; ++variable)
    is_any_selected |= pass_selection_to_boundary(gh, variable);
  if (!is_any_selected) return;
  is_applying = true;
  CCTK_Traverse(gh, "Driver_ApplyBCs");
  is_applying = false;
  for (int variable = first; variable < first + n_variables; ++variable)
    if (has_boundary_condition(variable)) validity().write(variable, 0, CCTK_VALID_BOUNDARY);
}

void synchronise(cGH* gh, std::set<int> const& groups) {
  for (int const group : groups) {
    CCTK_SyncGroupI(gh, group);
    apply_boundary_conditions(gh, group);
  }
}

// The groups whose ghost zones and boundary can be filled from their interior.
template <typename Entries>
std::set<int> groups_to_synchronise(cGH const* gh, Entries const& entries) {
  std::set<int> groups;
  for (auto const& [variable, level, wanted] : entries) {
    int const valid = validity().region(gh, variable, level);
    if (level == 0 && !is_part(wanted, valid) && is_part(CCTK_VALID_INTERIOR, valid) && may_synchronise())
      groups.insert(CCTK_GroupIndexFromVarI(variable));
  }
  return groups;
}

struct Need {
  int variable, level, region;
};

void satisfy(cGH* gh, std::vector<Need> const& needs, std::string const& reader) {
  synchronise(gh, groups_to_synchronise(gh, needs));
  for (auto const& [variable, level, region] : needs)
    if (level < CCTK_ActiveTimeLevelsVI(gh, variable) && !is_part(region, validity().region(gh, variable, level)))
      report(gh, variable, level, region, reader);
}

} // namespace

void before(cGH* gh, cFunctionData const& function) {
  if (mode() == Mode::off || !gh || is_applying) return;
  std::vector<Need> needs;
  for (int n = 0; n < function.n_RDWR; ++n)
    if (function.RDWR[n].where_rd != CCTK_VALID_NOWHERE)
      needs.push_back({function.RDWR[n].varindex, function.RDWR[n].timelevel, function.RDWR[n].where_rd});
  satisfy(gh, needs, std::string(function.thorn) + "::" + function.routine);
}

int after(cGH* gh, cFunctionData const& function) {
  if (mode() == Mode::off || !gh) return 0;
  for (int n = 0; n < function.n_RDWR; ++n) {
    auto const& entry = function.RDWR[n];
    validity().write(entry.varindex, entry.timelevel, entry.where_wr);
    if (entry.where_inv)
      validity().set(entry.varindex, entry.timelevel,
                     validity().region(gh, entry.varindex, entry.timelevel) & ~entry.where_inv);
  }
  return mode() == Mode::presync_only;
}

void time_levels_rotate(cGH const* gh) {
  if (mode() != Mode::off) validity().rotate(gh);
}

void storage_changed(int group, int first_level) {
  if (mode() == Mode::off) return;
  int const first = CCTK_FirstVarIndexI(group);
  for (int variable = first; variable < first + CCTK_NumVarsInGroupI(group); ++variable)
    for (int level = first_level; level < CCTK_DeclaredTimeLevelsVI(variable); ++level)
      validity().set(variable, level, CCTK_VALID_NOWHERE);
}

void synchronised(cGH const* gh, int group) {
  if (mode() == Mode::off) return;
  int const first = CCTK_FirstVarIndexI(group);
  for (int variable = first; variable < first + CCTK_NumVarsInGroupI(group); ++variable)
    if (is_part(CCTK_VALID_INTERIOR, validity().region(gh, variable, 0)))
      validity().write(variable, 0, CCTK_VALID_GHOSTS);
}

} // namespace pugh::presync

using namespace pugh::presync;

extern "C" CCTK_INT PUGH_GetValidRegion(CCTK_POINTER_TO_CONST gh, CCTK_INT variable, CCTK_INT level) {
  return validity().region(static_cast<cGH const*>(gh), variable, level);
}

extern "C" void PUGH_SetValidRegion(CCTK_POINTER_TO_CONST, CCTK_INT variable, CCTK_INT level, CCTK_INT region) {
  validity().set(variable, level, region);
}

extern "C" CCTK_INT PUGH_RequireValidData(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables, CCTK_INT const* levels,
                                          CCTK_INT n, CCTK_INT const* regions) {
  if (mode() == Mode::off) return 0;
  std::vector<Need> needs;
  for (int i = 0; i < n; ++i) needs.push_back({variables[i], levels[i], regions[i]});
  satisfy(static_cast<cGH*>(const_cast<void*>(gh)), needs, "The caller of Driver_RequireValidData");
  return 0;
}

extern "C" CCTK_INT PUGH_NotifyDataModified(CCTK_POINTER_TO_CONST, CCTK_INT const* variables, CCTK_INT const* levels,
                                            CCTK_INT n, CCTK_INT const* regions) {
  for (int i = 0; mode() != Mode::off && i < n; ++i) validity().write(variables[i], levels[i], regions[i]);
  return 0;
}

// Whether thorn Boundary is to leave the variable alone: its conditions are applied when somebody reads it.
extern "C" CCTK_INT PUGH_FilterOutVarForBCI(CCTK_POINTER_TO_CONST, CCTK_INT variable) {
  return may_synchronise() && !is_applying && pugh::has_boundary_condition(variable);
}
