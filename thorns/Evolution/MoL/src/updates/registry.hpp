/// The variables that are registered with MoL, and a counter that increases whenever cached lists of updates of them
/// become invalid.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace mol {

struct Evolved {
  int variable;
  int rhs;
  bool is_slow = false; ///< multirate methods evaluate the right-hand side of a slow variable less often
};

/// The registered variables. Each has exactly one of the roles evolved, constrained and saved.
class Registry {
public:
  std::vector<Evolved> const& evolved() const { return evolved_; }
  std::vector<int> const& constrained() const { return constrained_; }
  std::vector<int> const& saved() const { return saved_; }

  /// Register a variable. The role evolved takes precedence over constrained, and constrained over saved. Return false
  /// if the variable retains its previous role.
  bool add_evolved(Evolved const& evolved);
  bool add_constrained(int variable);
  bool add_saved(int variable);

  /// Change the role of a variable, whatever its previous role was.
  void change_to_evolved(Evolved const& evolved);
  void change_to_constrained(int variable);
  void change_to_saved(int variable);
  void remove(int variable);

  /// The right-hand side of an evolved variable, or -1.
  int rhs_of(int variable) const;

  /// The number of changes since the registry was created.
  std::uint64_t revision() const { return revision_; }

private:
  std::vector<Evolved> evolved_;
  std::vector<int> constrained_, saved_;
  std::uint64_t revision_ = 0;
};

/// The registry of this run. It needs no lock, because scheduled functions run one after another.
Registry& registry();

/// Storage of a group of variables.
struct Extent {
  int n_levels = -1; ///< number of time levels with storage
  std::ptrdiff_t n_points = -1;
  bool is_on_grid = true; ///< false for grid arrays, whose scratch values are in memory that MoL allocates
  bool operator==(Extent const&) const = default;
};

class UpdateListRevision {
public:
  /// Returns the revision. It increases if registrations, numbers of time levels or array sizes have changed since the
  /// last call, and on every call if grid arrays are evolved. `group_of` and `extent_of` take a variable index.
  /// extent_of is called once for each group of evolved variables and right-hand sides.
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
    int group, variable; ///< group index, and the index of one variable of the group
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
