// READS and WRITES of a thorn's scheduled functions, resolved to variables and time levels.
#pragma once

#include "framework/bind/visible_variables.hpp"

#include <string>
#include <vector>

namespace chemora::bind {

struct DeclaredAccess {
  VisibleVariable variable;
  int time_level = 0;
  bool is_written = false;
};

/// All clauses of all items that schedule one function.
struct FunctionAccess {
  std::string name;
  std::vector<DeclaredAccess> accesses; ///< each variable and time level once; in order of mention
};

/// One entry per scheduled function. References to what the thorn does not see are left out here; unresolved_accesses
/// names them.
std::vector<FunctionAccess> declared_accesses(ThornSet const& set, Thorn const& thorn);

/// References of READS, WRITES and INVALIDATES whose implementation the thorn sees, but which name no variable or
/// group of it.
std::vector<ccl::Name> unresolved_accesses(ThornSet const& set, Thorn const& thorn);

/// A reference such as `u_p` to a variable that has no such time level.
struct MissingTimeLevel {
  ccl::Name reference;
  VisibleVariable variable; ///< of a group, the first
  int time_level = 0;
};
std::vector<MissingTimeLevel> accesses_to_missing_time_levels(ThornSet const& set, Thorn const& thorn);

} // namespace chemora::bind
