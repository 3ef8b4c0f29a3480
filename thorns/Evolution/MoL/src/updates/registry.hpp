/// The variables that are registered with MoL. Each variable has at most one role.
#pragma once

#include <cstdint>
#include <vector>

namespace mol {

struct Evolved {
  int variable;
  int rhs;
  bool is_slow = false; ///< multirate methods evaluate its right-hand side less often; other methods ignore this
};

class Registry {
public:
  std::vector<Evolved> const& evolved() const { return evolved_; }
  std::vector<int> const& constrained() const { return constrained_; }
  std::vector<int> const& saved() const { return saved_; }

  /// Registration: evolved takes precedence over constrained, which takes precedence over saved. Returns false if the
  /// previous role remains.
  bool add_evolved(Evolved const& evolved);
  bool add_constrained(int variable);
  bool add_saved(int variable);

  /// Change the role, independent of the previous one.
  void change_to_evolved(Evolved const& evolved);
  void change_to_constrained(int variable);
  void change_to_saved(int variable);
  void remove(int variable);

  /// The right-hand side of an evolved variable, or -1.
  int rhs_of(int variable) const;

  /// The number of changes of the registry.
  std::uint64_t revision() const { return revision_; }

private:
  std::vector<Evolved> evolved_;
  std::vector<int> constrained_, saved_;
  std::uint64_t revision_ = 0;
};

/// The registry of this run. It needs no lock, because scheduled functions run one after another.
Registry& registry();

} // namespace mol
