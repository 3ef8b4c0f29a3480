// Inheritance and friendship of implementations.
#include "framework/bind/visible_variables.hpp"

#include <algorithm>
#include <functional>

namespace chemora::bind {

namespace {

bool contains(std::vector<std::string> const& names, std::string const& name) {
  return std::any_of(names.begin(), names.end(), [&](auto const& other) { return ccl::same_name(other, name); });
}

using Neighbours = std::function<std::vector<std::string>(std::string const& implementation)>;

/// Everything reachable from `start`, nearest first, without `start`.
std::vector<std::string> reachable(std::string const& start, Neighbours const& neighbours) {
  std::vector<std::string> found{start};
  for (std::size_t n = 0; n < found.size(); ++n)
    for (auto const& next : neighbours(found[n]))
      if (!contains(found, next)) found.push_back(next);
  found.erase(found.begin());
  return found;
}

std::vector<std::string> texts(std::vector<ccl::Name> const& names) {
  std::vector<std::string> all;
  for (auto const& name : names) all.push_back(name.text);
  return all;
}

std::vector<std::string> friend_implementations(ThornSet const& set, Thorn const& thorn) {
  return reachable(thorn.implementation(), [&](std::string const& implementation) {
    std::vector<std::string> friends;
    for (auto const& other : set.thorns) {
      auto const named = texts(other.interface.friends);
      if (ccl::same_name(other.implementation(), implementation))
        friends.insert(friends.end(), named.begin(), named.end());
      else if (contains(named, implementation))
        friends.push_back(other.implementation());
    }
    return friends;
  });
}

void add_groups(Thorn const& owner, std::vector<ccl::Access> const& accesses, std::vector<VisibleVariable>& variables) {
  for (auto const& group : owner.interface.groups) {
    if (std::find(accesses.begin(), accesses.end(), group.access) == accesses.end()) continue;
    bool const is_private = group.access == ccl::Access::private_access;
    for (auto const& variable : group.variables)
      variables.push_back({variable.text, is_private ? owner.name : owner.implementation(), &group});
  }
}

} // namespace

std::vector<std::string> inherited_implementations(ThornSet const& set, Thorn const& thorn) {
  return reachable(thorn.implementation(), [&](std::string const& implementation) {
    Thorn const* const of =
        ccl::same_name(implementation, thorn.implementation()) ? &thorn : set.first_with_implementation(implementation);
    return of ? texts(of->interface.inherits) : std::vector<std::string>{};
  });
}

std::vector<VisibleVariable> visible_variables(ThornSet const& set, Thorn const& thorn) {
  using enum ccl::Access;
  std::vector<VisibleVariable> variables;
  add_groups(thorn, {public_access, protected_access, private_access}, variables);
  for (auto const& implementation : inherited_implementations(set, thorn))
    if (Thorn const* const owner = set.first_with_implementation(implementation))
      add_groups(*owner, {public_access}, variables);
  for (auto const& implementation : friend_implementations(set, thorn))
    if (Thorn const* const owner = set.first_with_implementation(implementation))
      add_groups(*owner, {protected_access}, variables);
  return variables;
}

} // namespace chemora::bind
