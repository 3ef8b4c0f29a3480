// Continuing after a mistake in the input, so that one run reports many of them.
#pragma once

#include "framework/base/errors.hpp"

namespace chemora::base {

// Reported findings are bounded, so that the memory for messages and their length do not grow with the number of
// mistakes: a file of backslashes has as many errors as characters.
constexpr std::size_t max_findings = 50;  ///< of one severity; a note follows them if there are more
constexpr std::size_t max_message = 2000; ///< bytes
constexpr std::size_t max_excerpt = 200;  ///< bytes of the source line that are shown

/// Runs the step; the findings of a UserError that ends it become findings of `problems`.
template <class Step>
void collect_errors(Diagnostics& problems, Step step) {
  try {
    step();
  } catch (UserError const& error) {
    for (auto const& [where, message, excerpt, severity] : error.diagnostics())
      severity == Severity::error ? problems.error(where, message) : problems.warning(where, message);
  }
}

} // namespace chemora::base
