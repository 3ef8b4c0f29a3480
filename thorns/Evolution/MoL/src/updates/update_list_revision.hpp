/// A counter that increases whenever cached lists of updates become invalid.
#pragma once

#include "registry.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace mol {

/// Storage of a group of variables.
struct Extent {
  int n_levels = -1; ///< time levels with storage
  std::ptrdiff_t n_points = -1;
  bool is_on_grid = true; ///< false for grid arrays, whose scratch values are in memory of MoL
  bool operator==(Extent const&) const = default;
};

class UpdateListRevision {
public:
  /// The revision: increased if registrations, numbers of time levels or sizes have changed since the last call, and on
  /// every call if grid arrays are evolved. `group_of` and `extent_of` take a variable; extent_of is called once for
  /// each group of evolved variables and right-hand sides.
  template <class GroupOf, class ExtentOf>
  std::uint64_t update(Registry const& registry, GroupOf const& group_of, ExtentOf const& extent_of) {
    bool has_changed = registry_revision_ != registry.revision();
    if (has_changed) find_groups(registry, group_of);
    registry_revision_ = registry.revision();
    for (Group& group : groups_) {
      Extent const extent = extent_of(group.variable);
      has_changed |= !(extent == group.extent) || !extent.is_on_grid;
      group.extent = extent;
    }
    return revision_ += has_changed;
  }

private:
  struct Group {
    int group, variable; ///< `variable` is one of the group
    Extent extent{};
  };

  template <class GroupOf>
  void find_groups(Registry const& registry, GroupOf const& group_of) {
    groups_.clear();
    for (Evolved const& evolved : registry.evolved())
      for (int const variable : {evolved.variable, evolved.rhs}) {
        int const group = group_of(variable);
        if (std::none_of(groups_.begin(), groups_.end(), [=](Group const& entry) { return entry.group == group; }))
          groups_.push_back({group, variable});
      }
  }

  std::vector<Group> groups_;
  std::uint64_t registry_revision_ = 0, revision_ = 0;
};

} // namespace mol
