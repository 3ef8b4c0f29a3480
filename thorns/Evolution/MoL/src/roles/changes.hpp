// Whether something has changed that lists of updates follow from.
#pragma once

#include "registry.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace mol {

// What there is of a group of variables.
struct Extent {
  int n_levels = -1; // time levels with storage
  std::ptrdiff_t n_points = -1;
  bool is_on_grid = true; // or it is an array, which MoL keeps in memory of its own
  bool operator==(Extent const&) const = default;
};

class Changes {
public:
  // Another number whenever the registrations, or the extent of what is evolved or of a right-hand side, are others
  // than at the last call; where arrays are evolved, each time. `group_of` and `extent_of` take a variable; groups are
  // asked for once: that is less than to make a list of updates.
  template <class GroupOf, class ExtentOf>
  std::uint64_t number(Registry const& registry, GroupOf const& group_of, ExtentOf const& extent_of) {
    bool has_changed = revision_ != registry.revision();
    if (has_changed) find_groups(registry, group_of);
    revision_ = registry.revision();
    for (Group& group : groups_) {
      Extent const now = extent_of(group.variable);
      has_changed |= !(now == group.extent) || !now.is_on_grid;
      group.extent = now;
    }
    return number_ += has_changed;
  }

private:
  struct Group {
    int group, variable; // one of it
    Extent extent{};
  };

  template <class GroupOf>
  void find_groups(Registry const& registry, GroupOf const& group_of) {
    groups_.clear();
    for (Evolved const& evolved : registry.evolved())
      for (int const variable : {evolved.variable, evolved.rhs}) {
        int const group = group_of(variable);
        if (std::none_of(groups_.begin(), groups_.end(), [=](Group const& known) { return known.group == group; }))
          groups_.push_back({group, variable});
      }
  }

  std::vector<Group> groups_;
  std::uint64_t revision_ = 0, number_ = 0;
};

} // namespace mol
