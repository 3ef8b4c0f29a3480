// Which grid variables a thorn's code may name.
#pragma once

#include "framework/bind/thorn_set.hpp"

#include <string>
#include <vector>

namespace chemora::bind {

struct VisibleVariable {
  std::string name;  ///< of the C local
  std::string owner; ///< implementation, of private groups the thorn
  ccl::VariableGroup const* group;

  std::string full_name() const { return owner + "::" + name; }
};

/// All groups of the thorn itself, public groups of the implementations it inherits (and those inherit), protected
/// groups of its friends (and those who befriend it). Pointers stay valid as long as `set`.
std::vector<VisibleVariable> visible_variables(ThornSet const& set, Thorn const& thorn);

/// Implementations the thorn inherits, directly or through others, without itself.
std::vector<std::string> inherited_implementations(ThornSet const& set, Thorn const& thorn);

} // namespace chemora::bind
