// Asks group by group: that is less than to make a list of updates.
#include "circumstances.hpp"

#include "fields.hpp"
#include "roles/registry.hpp"

#include <algorithm>
#include <vector>

namespace mol {
namespace {

struct Group {
  int variable; // one of it
  int n_levels = -1;
  std::ptrdiff_t n_points = -1;
};

// Those of evolved variables and of their right-hand sides, each once.
std::vector<Group> groups_of_evolved() {
  std::vector<Group> groups;
  for (Evolved const& evolved : registry().evolved())
    for (int const variable : {evolved.variable, evolved.rhs}) {
      int const group = CCTK_GroupIndexFromVarI(variable);
      if (std::none_of(groups.begin(), groups.end(),
                       [=](Group const& known) { return CCTK_GroupIndexFromVarI(known.variable) == group; }))
        groups.push_back({variable});
    }
  return groups;
}

} // namespace

std::uint64_t circumstances(cGH const* cctkGH) {
  static std::vector<Group> groups;
  static std::uint64_t registrations = 0, n_changes = 0;
  bool has_changed = registrations != registry().revision();
  if (has_changed) groups = groups_of_evolved();
  registrations = registry().revision();
  for (Group& group : groups) {
    int const n_levels = CCTK_ActiveTimeLevelsVI(cctkGH, group.variable);
    std::ptrdiff_t const n = n_points(cctkGH, group.variable);
    has_changed |= n_levels != group.n_levels || n != group.n_points || !is_grid_function(group.variable);
    group.n_levels = n_levels;
    group.n_points = n;
  }
  return n_changes += has_changed;
}

} // namespace mol
