// Goes on after a mistake of the user, so that one run shows all of them.
#pragma once

#include "framework/base/errors.hpp"

namespace chemora::base {

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
