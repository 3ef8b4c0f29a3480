/// What all processes do after an iteration, as rank 0 decides it.
#pragma once

#include "board.hpp"

#include <string>

namespace httpd {

struct Plan {
  bool collects = false;      ///< compute the plotted values and collect the slices
  bool triggers = false;      ///< compute plotted values that a trigger makes current in the next iteration
  bool writes_report = false; ///< write the report of kernels
  std::vector<Command> commands = {};
  std::vector<SliceRequest> slices = {};
};

/// Encodes a plan for a message to all processes. The text of an empty plan is empty. Texts in the plan must not
/// contain the control characters 0x1e and 0x1f.
std::string to_text(Plan const& plan);
/// Ignores malformed records.
Plan to_plan(std::string const& text);

} // namespace httpd
