// Which boundary conditions exist, and which variables are waiting for which of them.
#pragma once

#include "Boundary.h"
#include "target.hpp"

#include <map>
#include <string>
#include <vector>

namespace boundary {

struct Condition {
  std::string name; // as it was registered
  phys_bc_fn_ptr function;
};

struct LessIgnoringCase {
  bool operator()(std::string const& a, std::string const& b) const;
};

template <class Value>
using ByName = std::map<std::string, Value, LessIgnoringCase>;

ByName<Condition>& conditions();

// Requests by condition, each list ordered by table, then by variable.
ByName<std::vector<Request>>& selected();

} // namespace boundary
