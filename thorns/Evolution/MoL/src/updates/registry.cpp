#include "registry.hpp"

#include <algorithm>

namespace mol {
namespace {

bool contains(std::vector<int> const& list, int variable) {
  return std::find(list.begin(), list.end(), variable) != list.end();
}

} // namespace

int Registry::rhs_of(int variable) const {
  for (Evolved const& entry : evolved_)
    if (entry.variable == variable) return entry.rhs;
  return -1;
}

bool Registry::add_evolved(Evolved const& evolved) {
  if (rhs_of(evolved.variable) >= 0) return false;
  change_to_evolved(evolved);
  return true;
}

bool Registry::add_constrained(int variable) {
  if (rhs_of(variable) >= 0 || contains(constrained_, variable)) return false;
  change_to_constrained(variable);
  return true;
}

bool Registry::add_saved(int variable) {
  if (rhs_of(variable) >= 0 || contains(constrained_, variable) || contains(saved_, variable)) return false;
  change_to_saved(variable);
  return true;
}

void Registry::change_to_evolved(Evolved const& evolved) {
  remove(evolved.variable);
  evolved_.push_back(evolved);
}

void Registry::change_to_constrained(int variable) {
  remove(variable);
  constrained_.push_back(variable);
}

void Registry::change_to_saved(int variable) {
  remove(variable);
  saved_.push_back(variable);
}

/// Removes the present role of a variable. Every function that changes a role calls remove() first.
void Registry::remove(int variable) {
  ++revision_;
  std::erase_if(evolved_, [&](Evolved const& entry) { return entry.variable == variable; });
  std::erase(constrained_, variable);
  std::erase(saved_, variable);
}

Registry& registry() {
  static Registry instance;
  return instance;
}

} // namespace mol
