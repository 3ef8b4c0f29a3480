// Which variables MoL evolves, and how; each variable has one role at most.
#pragma once

#include <cstdint>
#include <vector>

namespace mol {

struct Evolved {
  int variable;
  int rhs;
  bool is_slow = false; // evaluated less often by multirate methods, like the others by all other methods
};

class Registry {
public:
  std::vector<Evolved> const& evolved() const { return evolved_; }
  std::vector<int> const& constrained() const { return constrained_; }
  std::vector<int> const& saved() const { return saved_; }

  // Registration: evolved takes precedence over constrained, which takes precedence over saved. False if the variable
  // keeps the role it had.
  bool add_evolved(Evolved const& evolved);
  bool add_constrained(int variable);
  bool add_saved(int variable);

  // Changes of role, whatever it was before.
  void change_to_evolved(Evolved const& evolved);
  void change_to_constrained(int variable);
  void change_to_saved(int variable);
  void remove(int variable);

  // The right-hand side of an evolved variable, or -1.
  int rhs_of(int variable) const;

  // Another number after each change; never 0 once there is something.
  std::uint64_t revision() const { return revision_; }

private:
  std::vector<Evolved> evolved_;
  std::vector<int> constrained_, saved_;
  std::uint64_t revision_ = 0;
};

// The registry of this run. Scheduled functions run one after another: nothing guards it.
Registry& registry();

} // namespace mol
