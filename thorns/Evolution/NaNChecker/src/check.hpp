/// Checks the variables of a list and reports the result.
#pragma once

#include "scan/scan.hpp"
#include "variable.hpp"

namespace nanchecker {

struct CheckedVariable {
  Variable variable;
  std::vector<std::size_t> bad; ///< numbers of the values that were found
};

/// Checks the real and complex variables of a list, in its order. `mask` is the full name of a grid function that is 0
/// at points to ignore; null checks all points. The result is empty if the list is invalid.
std::optional<std::vector<CheckedVariable>> check(cGH const* cctkGH, char const* list, SearchedValues searched,
                                                  char const* mask);

/// Reports the number of bad values on this process and the position of the first. With `details`, reports each of
/// them, up to report_max (-1: all).
void report(cGH const* cctkGH, CheckedVariable const& checked, bool details, int report_max);

/// Whether a word is "just warn", "terminate" or "abort".
bool is_action(char const* word);
/// Ends the run if the word requires it. cctkGH may be null.
void take_action(cGH const* cctkGH, char const* word);

} // namespace nanchecker
