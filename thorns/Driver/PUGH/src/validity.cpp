// Bits by variable and time level.
#include "validity.hpp"

#include <algorithm>

namespace pugh {

Validity::Validity() {
  for (int variable = 0; variable < CCTK_NumVars(); ++variable)
    regions_.emplace_back(static_cast<std::size_t>(CCTK_DeclaredTimeLevelsVI(variable)), CCTK_VALID_NOWHERE);
}

int Validity::region(cGH const* grid_hierarchy, int variable, int time_level) const {
  if (variable < 0 || variable >= static_cast<int>(regions_.size())) return CCTK_VALID_NOWHERE;
  if (time_level < 0 || time_level >= CCTK_ActiveTimeLevelsVI(grid_hierarchy, variable)) return CCTK_VALID_NOWHERE;
  return regions_[static_cast<std::size_t>(variable)][static_cast<std::size_t>(time_level)];
}

void Validity::set(int variable, int time_level, int region) {
  if (variable < 0 || variable >= static_cast<int>(regions_.size())) return;
  auto& levels = regions_[static_cast<std::size_t>(variable)];
  if (time_level >= 0 && time_level < static_cast<int>(levels.size()))
    levels[static_cast<std::size_t>(time_level)] = region;
}

void Validity::write(int variable, int time_level, int region) {
  if (variable < 0 || variable >= static_cast<int>(regions_.size()) || region == CCTK_VALID_NOWHERE) return;
  auto& levels = regions_[static_cast<std::size_t>(variable)];
  if (time_level < 0 || time_level >= static_cast<int>(levels.size())) return;
  int& valid = levels[static_cast<std::size_t>(time_level)];
  valid = region == CCTK_VALID_INTERIOR ? region : valid | region;
}

void Validity::rotate(cGH const* grid_hierarchy) {
  for (int variable = 0; variable < static_cast<int>(regions_.size()); ++variable) {
    auto& levels = regions_[static_cast<std::size_t>(variable)];
    int const n = std::min(CCTK_ActiveTimeLevelsVI(grid_hierarchy, variable), static_cast<int>(levels.size()));
    if (n < 2) continue; // with one time level nothing becomes past
    std::rotate(levels.begin(), levels.begin() + n - 1, levels.begin() + n);
    levels.front() = CCTK_VALID_NOWHERE;
  }
}

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

std::string level_text(int variable, int time_level) {
  std::string text = CCTK_FullVarName(variable);
  for (int level = 0; level < time_level; ++level) text += "_p";
  return text;
}

} // namespace pugh
