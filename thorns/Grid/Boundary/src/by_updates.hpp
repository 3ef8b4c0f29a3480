// What was worked out for a list of updates: functions apply the same ones in every step.
#pragma once

#include "conditions/updates.hpp"

#include <algorithm>
#include <list>
#include <vector>

namespace boundary {

// What of an update decides what it reads, what it writes, and by which kernels. (Their parameters may change.)
struct Essence {
  explicit Essence(Update const& update)
      : kind(update.kind), has_kernels(update.on_device), variable(update.target.variable), box(update.target.box),
        zones(update.target.zones) {}

  bool is_of(Update const& update) const {
    return variable == update.target.variable && kind == update.kind &&
           has_kernels == static_cast<bool>(update.on_device) && box == update.target.box &&
           zones == update.target.zones;
  }

  Kind kind;
  bool has_kernels;
  int variable;
  Box box;
  std::vector<Zone> zones;
};

template <class Value>
class ByUpdates {
public:
  // What make() gives for these updates on this refinement level, made at the first call. It stays until others are
  // asked for.
  template <class Make>
  Value const& get(std::vector<Update const*> const& updates, int level, Make const& make) {
    auto const is_of = [](Essence const& essence, Update const* update) { return essence.is_of(*update); };
    for (auto const& known : known_)
      if (known.level == level &&
          std::equal(known.updates.begin(), known.updates.end(), updates.begin(), updates.end(), is_of))
        return known.value;
    if (known_.size() == most) known_.pop_front();
    Known made{level, {}, make()};
    for (Update const* update : updates) made.updates.emplace_back(*update);
    return known_.emplace_back(std::move(made)).value;
  }

private:
  static constexpr std::size_t most = 64; // several conditions, each now and, variable by variable, later

  struct Known {
    int level;
    std::vector<Essence> updates;
    Value value;
  };
  std::list<Known> known_;
};

} // namespace boundary
