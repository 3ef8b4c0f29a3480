/// The text of the errors that users receive, for tests of messages.
#pragma once

#include "framework/base/errors.hpp"

#include <functional>
#include <string>

namespace chemora::testing_support {

/// Returns the text of the base::UserError that the action throws, or "no error".
inline std::string error_of(std::function<void()> const& action) {
  try {
    action();
  } catch (base::UserError const& error) {
    return error.what();
  }
  return "no error";
}

/// Returns the findings of the base::UserError that the action throws as `line:column: message`, one per line, or "no
/// error".
inline std::string findings_of(std::function<void()> const& action) {
  try {
    action();
  } catch (base::UserError const& error) {
    std::string findings;
    for (base::Diagnostic const& finding : error.diagnostics())
      findings += (findings.empty() ? "" : "\n") + std::to_string(finding.where.line) + ":" +
                  std::to_string(finding.where.column) + ": " + finding.message;
    return findings;
  }
  return "no error";
}

} // namespace chemora::testing_support
