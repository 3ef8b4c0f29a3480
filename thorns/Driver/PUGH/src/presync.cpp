#include "presync.hpp"

#include "cctk_Functions.h"
#include "cctk_Parameters.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace pugh {

namespace {

/// The valid regions (interior, outer boundary, ghost zones) of each variable and time level, as bits CCTK_VALID_*.
/// Initially all regions are invalid. Regions of unknown variables and of time levels without storage are invalid, too.
class Validity {
public:
  Validity() {
    for (int variable = 0; variable < CCTK_NumVars(); ++variable)
      regions_.emplace_back(CCTK_DeclaredTimeLevelsVI(variable), CCTK_VALID_NOWHERE);
  }

  int region(cGH const* cctkGH, int variable, int time_level) const {
    bool const has_storage =
        is_declared(variable, time_level) && time_level < CCTK_ActiveTimeLevelsVI(cctkGH, variable);
    return has_storage ? regions_[variable][time_level] : CCTK_VALID_NOWHERE;
  }

  void set(int variable, int time_level, int region) {
    if (is_declared(variable, time_level)) regions_[variable][time_level] = region;
  }

  // Records a write. Writing only the interior invalidates boundary and ghost zones. Any other write makes the region
  // valid.
  void write(int variable, int time_level, int region) {
    if (region == CCTK_VALID_NOWHERE || !is_declared(variable, time_level)) return;
    int& valid = regions_[variable][time_level];
    valid = region == CCTK_VALID_INTERIOR ? region : valid | region;
  }

  // Rotates the regions with the time levels: each level gets the region of the next more recent level, and the current
  // level becomes invalid.
  void rotate(cGH const* cctkGH) {
    for (int variable = 0; variable < CCTK_NumVars(); ++variable) {
      auto& levels = regions_[variable];
      int const n = std::min(CCTK_ActiveTimeLevelsVI(cctkGH, variable), static_cast<int>(levels.size()));
      if (n < 2) continue; // variables with a single time level do not rotate
      std::rotate(levels.begin(), levels.begin() + n - 1, levels.begin() + n);
      levels.front() = CCTK_VALID_NOWHERE;
    }
  }

private:
  bool is_declared(int variable, int time_level) const {
    return variable >= 0 && variable < static_cast<int>(regions_.size()) && time_level >= 0 &&
           time_level < static_cast<int>(regions_[variable].size());
  }

  std::vector<std::vector<int>> regions_; // valid regions by variable and time level
};

/// The names of the regions, for example "interior, boundary, ghost zones", or "nowhere".
std::string region_text(int region) {
  std::string text;
  auto const add = [&](int bit, char const* name) {
    if (region & bit) text += (text.empty() ? "" : ", ") + std::string(name);
  };
  add(CCTK_VALID_INTERIOR, "interior");
  add(CCTK_VALID_BOUNDARY, "boundary");
  add(CCTK_VALID_GHOSTS, "ghost zones");
  return text.empty() ? "nowhere" : text;
}

/// The name of a variable at a time level, for example "wavetoy::phi_p".
std::string level_text(int variable, int time_level) {
  std::string text = CCTK_FullVarName(variable);
  for (int level = 0; level < time_level; ++level) text += "_p";
  return text;
}

/// A boundary condition that a thorn has selected for a variable.
struct Condition {
  CCTK_INT faces, width, table;
  std::string name;
};

std::map<int, std::vector<Condition>>& conditions() {
  static std::map<int, std::vector<Condition>> by_variable;
  return by_variable;
}

/// Whether a thorn has selected a boundary condition of the variable with Driver_SelectVarForBC.
bool has_boundary_condition(int variable) { return conditions().contains(variable); }

/// Passes the selected conditions of a variable to thorn Boundary. Returns false if the variable has no conditions.
bool pass_selection_to_boundary(cGH const* cctkGH, int variable) {
  if (!has_boundary_condition(variable)) return false;
  if (!CCTK_IsFunctionAliased("Boundary_SelectVarForBCI"))
    CCTK_VERROR("%s needs its boundary conditions, but no active thorn provides Boundary_SelectVarForBCI. Activate "
                "Boundary.",
                CCTK_FullVarName(variable));
  for (auto const& condition : conditions()[variable])
    Boundary_SelectVarForBCI(cctkGH, condition.faces, condition.width, condition.table, variable,
                             condition.name.c_str());
  return true;
}

} // namespace
} // namespace pugh

/// Selects a boundary condition of a variable. Returns 0, or -1 if the variable does not exist.
extern "C" CCTK_INT PUGH_SelectVarForBC(CCTK_POINTER_TO_CONST, CCTK_INT faces, CCTK_INT width, CCTK_INT table,
                                        CCTK_STRING variable, CCTK_STRING condition) {
  int const index = CCTK_VarIndex(variable);
  if (index < 0) return -1;
  pugh::conditions()[index].push_back({faces, width, table, condition});
  return 0;
}

/// Selects a boundary condition for all variables of a group. Returns 0, or -1 if the group does not exist.
extern "C" CCTK_INT PUGH_SelectGroupForBC(CCTK_POINTER_TO_CONST cctkGH, CCTK_INT faces, CCTK_INT width, CCTK_INT table,
                                          CCTK_STRING group, CCTK_STRING condition) {
  int const index = CCTK_GroupIndex(group);
  if (index < 0) return -1;
  int const first = CCTK_FirstVarIndexI(index);
  for (int variable = first; variable < first + CCTK_NumVarsInGroupI(index); ++variable)
    PUGH_SelectVarForBC(cctkGH, faces, width, table, CCTK_FullVarName(variable), condition);
  return 0;
}

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

/// Whether the driver is applying boundary conditions. Thorn Boundary applies conditions that were selected in the
/// driver only during this time.
bool is_applying = false;

bool contains(int region, int part) { return (part & ~region) == 0; }

void report(cGH const* cctkGH, int variable, int level, int required, std::string const& reader) {
  int const valid = validity().region(cctkGH, variable, level);
  char const* const form = "%s reads %s in %s, but it is valid %s%s.%s";
  char const* const hint = level > 0 ? " Past time levels are not synchronised."
                           : contains(valid, CCTK_VALID_INTERIOR)
                               ? " Select a boundary condition for it (Driver_SelectVarForBC), or SYNC it before."
                               : " Declare the functions that write it with WRITES.";
  std::string const name = level_text(variable, level), read = region_text(required), available = region_text(valid);
  bool const is_error = mode() == Mode::mixed_error || mode() == Mode::presync_only;
  CCTK_VWARN(is_error ? CCTK_WARN_ABORT : CCTK_WARN_ALERT, form, reader.c_str(), name.c_str(), read.c_str(),
             valid == CCTK_VALID_NOWHERE ? "" : "in ", available.c_str(), hint);
}

bool is_grid_function(int group) { return CCTK_GroupTypeI(group) == CCTK_GF; }

/// Applies the selected boundary conditions to the variables of a group of grid functions. Grid arrays and scalars have
/// no boundary.
void apply_boundary_conditions(cGH* cctkGH, int group) {
  int const first = CCTK_FirstVarIndexI(group), n_variables = CCTK_NumVarsInGroupI(group);
  if (!is_grid_function(group)) {
    for (int variable = first; variable < first + n_variables; ++variable)
      validity().set(variable, 0, validity().region(cctkGH, variable, 0) | CCTK_VALID_EVERYWHERE);
    return;
  }
  bool is_any_selected = false;
  for (int variable = first; variable < first + n_variables; ++variable)
    is_any_selected |= pass_selection_to_boundary(cctkGH, variable);
  if (!is_any_selected) return;
  is_applying = true;
  CCTK_Traverse(cctkGH, "Driver_ApplyBCs");
  is_applying = false;
  for (int variable = first; variable < first + n_variables; ++variable)
    if (has_boundary_condition(variable)) validity().write(variable, 0, CCTK_VALID_BOUNDARY);
}

void synchronise(cGH* cctkGH, std::set<int> const& groups) {
  for (int const group : groups) {
    CCTK_SyncGroupI(cctkGH, group);
    apply_boundary_conditions(cctkGH, group);
  }
}

/// The groups that have invalid boundaries or ghost zones and a valid interior, from which they can be filled.
template <typename Entries>
std::set<int> groups_to_synchronise(cGH const* cctkGH, Entries const& entries) {
  std::set<int> groups;
  for (auto const& [variable, level, required] : entries) {
    int const valid = validity().region(cctkGH, variable, level);
    if (level == 0 && !contains(valid, required) && contains(valid, CCTK_VALID_INTERIOR) && may_synchronise())
      groups.insert(CCTK_GroupIndexFromVarI(variable));
  }
  return groups;
}

/// A region of a variable that a function reads.
struct Need {
  int variable, level, region;
};

void satisfy(cGH* cctkGH, std::vector<Need> const& needs, std::string const& reader) {
  synchronise(cctkGH, groups_to_synchronise(cctkGH, needs));
  for (auto const& [variable, level, region] : needs)
    if (level < CCTK_ActiveTimeLevelsVI(cctkGH, variable) &&
        !contains(validity().region(cctkGH, variable, level), region))
      report(cctkGH, variable, level, region, reader);
}

} // namespace

void before(cGH* cctkGH, cFunctionData const& function) {
  if (mode() == Mode::off || !cctkGH || is_applying) return;
  std::vector<Need> needs;
  for (int n = 0; n < function.n_RDWR; ++n)
    if (function.RDWR[n].where_rd != CCTK_VALID_NOWHERE)
      needs.push_back({function.RDWR[n].varindex, function.RDWR[n].timelevel, function.RDWR[n].where_rd});
  satisfy(cctkGH, needs, std::string(function.thorn) + "::" + function.routine);
}

int after(cGH* cctkGH, cFunctionData const& function) {
  if (mode() == Mode::off || !cctkGH) return 0;
  for (int n = 0; n < function.n_RDWR; ++n) {
    auto const& entry = function.RDWR[n];
    validity().write(entry.varindex, entry.timelevel, entry.where_wr);
    if (entry.where_inv)
      validity().set(entry.varindex, entry.timelevel,
                     validity().region(cctkGH, entry.varindex, entry.timelevel) & ~entry.where_inv);
  }
  return mode() == Mode::presync_only;
}

void time_levels_rotate(cGH const* cctkGH) {
  if (mode() != Mode::off) validity().rotate(cctkGH);
}

void storage_changed(int group, int first_level) {
  if (mode() == Mode::off) return;
  int const first = CCTK_FirstVarIndexI(group);
  for (int variable = first; variable < first + CCTK_NumVarsInGroupI(group); ++variable)
    for (int level = first_level; level < CCTK_DeclaredTimeLevelsVI(variable); ++level)
      validity().set(variable, level, CCTK_VALID_NOWHERE);
}

void synchronised(cGH const* cctkGH, int group) {
  if (mode() == Mode::off) return;
  int const first = CCTK_FirstVarIndexI(group);
  for (int variable = first; variable < first + CCTK_NumVarsInGroupI(group); ++variable)
    if (contains(validity().region(cctkGH, variable, 0), CCTK_VALID_INTERIOR))
      validity().write(variable, 0, CCTK_VALID_GHOSTS);
}

} // namespace pugh::presync

using namespace pugh::presync;

extern "C" CCTK_INT PUGH_GetValidRegion(CCTK_POINTER_TO_CONST cctkGH, CCTK_INT variable, CCTK_INT level) {
  return validity().region(static_cast<cGH const*>(cctkGH), variable, level);
}

extern "C" void PUGH_SetValidRegion(CCTK_POINTER_TO_CONST, CCTK_INT variable, CCTK_INT level, CCTK_INT region) {
  validity().set(variable, level, region);
}

extern "C" CCTK_INT PUGH_RequireValidData(CCTK_POINTER_TO_CONST cctkGH, CCTK_INT const* variables,
                                          CCTK_INT const* levels, CCTK_INT n, CCTK_INT const* regions) {
  if (mode() == Mode::off) return 0;
  std::vector<Need> needs;
  for (int i = 0; i < n; ++i) needs.push_back({variables[i], levels[i], regions[i]});
  satisfy(static_cast<cGH*>(const_cast<void*>(cctkGH)), needs, "The caller of Driver_RequireValidData");
  return 0;
}

extern "C" CCTK_INT PUGH_NotifyDataModified(CCTK_POINTER_TO_CONST, CCTK_INT const* variables, CCTK_INT const* levels,
                                            CCTK_INT n, CCTK_INT const* regions) {
  for (int i = 0; mode() != Mode::off && i < n; ++i) validity().write(variables[i], levels[i], regions[i]);
  return 0;
}

/// Returns 1 if thorn Boundary must skip the variable, because the driver applies the conditions when a function reads
/// the boundary.
extern "C" CCTK_INT PUGH_FilterOutVarForBCI(CCTK_POINTER_TO_CONST, CCTK_INT variable) {
  return may_synchronise() && !is_applying && pugh::has_boundary_condition(variable);
}
