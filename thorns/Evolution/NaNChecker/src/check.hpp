// Looks at all variables of a list.
#pragma once

#include "scan/scan.hpp"
#include "variable.hpp"

namespace nanchecker {

struct Found {
  Variable variable;
  std::vector<std::size_t> bad; // numbers, by index
};

// The variables of the list that can hold bad values, with what was found, in the order of the list. `counts` names a
// grid function that is 0 where values do not matter; NULL: all matter. Nothing when the list cannot be understood.
std::optional<std::vector<Found>> check(cGH const* gh, char const* list, Wanted wanted, char const* counts);

// Says what was found on this process: how many and where the first is; with `details` all, up to report_max (-1: all).
void report(cGH const* gh, Found const& found, bool details, int report_max);

// "just warn", "terminate" or "abort": false for other words.
bool is_action(char const* word);
// Ends the run where the word asks for it. GH may be NULL.
void take_action(cGH const* gh, char const* word);

} // namespace nanchecker
