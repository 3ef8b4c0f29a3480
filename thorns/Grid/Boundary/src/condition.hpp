/// The boundary conditions of this thorn, and their application to requested variables.
#pragma once

#include "Boundary.h"
#include "update.hpp"

#include <vector>

namespace boundary {

struct Condition {
  char const* name; ///< in Boundary_SelectVarForBC; parameter `register_<name>` in lower case disables it
  /// The method for the present parameters, for --compile-only; null if there is no kernel.
  Method (*method)();
  /// Reads the options in the table, which may be -1, and prepares the condition for one variable. Null: nothing to do.
  Update (*update)(Target const& target, int table);
  phys_bc_fn_ptr function = nullptr; ///< applies the condition on the host; set by the table in conditions.cpp
};

/// Conditions of this thorn in the order of their registration.
std::vector<Condition> const& conditions();

/// The condition with this name (case is ignored) or with this function; null if this thorn has none.
Condition const* find_condition(char const* name);
Condition const* find_condition(phys_bc_fn_ptr function);

/// Prepares a condition for requests, which are in the order of the list.
std::vector<Update> make_updates(cGH const* cctkGH, Condition const& condition, std::vector<Request> const& requests);

/// Applies a condition on the host.
void apply_on_host(cGH const* cctkGH, Condition const& condition, std::vector<Request> const& requests);

} // namespace boundary
