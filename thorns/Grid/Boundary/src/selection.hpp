/// The registered boundary conditions, and the variables that are selected for them.
#pragma once

#include "Boundary.h"
#include "target.hpp"

#include <map>
#include <string>
#include <vector>

namespace boundary {

struct CompareIgnoringCase {
  bool operator()(std::string const& a, std::string const& b) const;
};

template <class Value>
using ByName = std::map<std::string, Value, CompareIgnoringCase>;

/// Functions of the conditions of all thorns, by the name under which they were registered.
ByName<phys_bc_fn_ptr>& registered_conditions();

/// Requests by condition, each list ordered by table, then by variable.
ByName<std::vector<Request>>& selected_requests();

} // namespace boundary
