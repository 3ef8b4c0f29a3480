// The schedule for people: indented text and a DOT graph.
#pragma once

#include "framework/schedule/schedule.hpp"

namespace chemora::schedule {

/// Every bin that holds items, groups unfolded, with WHILE and IF and each item's description; only `where` if given.
std::string to_text(Schedule const& schedule, std::string const& where = "");

/// One cluster per group, arrows in order of execution, for Graphviz.
std::string to_dot(Schedule const& schedule);

} // namespace chemora::schedule
