// The functions of NaNCheck.h and the aliased functions.
#include "NaNCheck.h"

#include "check.hpp"

#include "cctk_Parameters.h"

#include <cstring>

namespace nanchecker {
namespace {

struct Settings {
  bool details;
  char const* mask; // of the points that count, NULL: all do
};

// Apart from the functions below, whose arguments have names of parameters.
Settings settings() {
  DECLARE_CCTK_PARAMETERS
  return {CCTK_EQUALS(verbose, "all") != 0, ignore_restricted_points ? restriction_mask : nullptr};
}

void spoil(int index, char const* options, void* argument) {
  auto& [gh, n_spoilt] = *static_cast<std::pair<cGH const*, int>*>(argument);
  auto const variable = find_variable(gh, index, options);
  if (!variable) return;
  std::memset(variable->data, 0xff, variable->n_points() * variable->numbers_per_point * variable->real_size);
  tell_of_writing(gh, *variable);
  ++n_spoilt;
}

} // namespace
} // namespace nanchecker

using namespace nanchecker;

extern "C" int NaNChecker_CheckVarsForNaN(cGH const* GH, int report_max, char const* vars, char const* check_for,
                                          char const* action_if_found) {
  auto const refuse = [](int code, char const* why) {
    CCTK_VWARN(CCTK_WARN_ALERT, "Nothing is checked for NaN: %s", why);
    return code;
  };
  if (!GH || !vars) return refuse(-2, "the grid hierarchy or the list of variables is NULL");
  if (action_if_found && !is_action(action_if_found))
    return refuse(-3, "action_if_found is none of 'just warn', 'terminate', 'abort'");
  auto const wanted = check_for ? parse_wanted(check_for) : std::nullopt;
  if (!wanted) return refuse(-3, "check_for is none of 'NaN', 'Inf', 'both'");
  auto const all = check(GH, vars, *wanted, settings().mask);
  if (!all) return refuse(-4, "the list of variables cannot be understood");
  int count = 0;
  for (Found const& found : *all) {
    count += static_cast<int>(found.bad.size());
    if (action_if_found) report(GH, found, settings().details, report_max);
  }
  if (count > 0 && action_if_found) take_action(GH, action_if_found);
  return count;
}

extern "C" int NaNChecker_SetVarsToNaN(cGH const* GH, char const* vars) {
  if (!GH || !vars) {
    CCTK_WARN(CCTK_WARN_ALERT, "Nothing is set to NaN: the grid hierarchy or the list of variables is NULL");
    return -1;
  }
  std::pair<cGH const*, int> spoilt{GH, 0};
  if (CCTK_TraverseString(vars, spoil, &spoilt, CCTK_GROUP_OR_VAR) < 0) {
    CCTK_VWARN(CCTK_WARN_ALERT, "Nothing is set to NaN: the list '%s' cannot be understood", vars);
    return -2;
  }
  return spoilt.second;
}

extern "C" CCTK_INT NaNChecker_CheckVarsForNaN_Wrapper(CCTK_POINTER_TO_CONST cctkGH, CCTK_INT report_max,
                                                       CCTK_STRING vars, CCTK_STRING check_for,
                                                       CCTK_STRING action_if_found) {
  return NaNChecker_CheckVarsForNaN(static_cast<cGH const*>(cctkGH), static_cast<int>(report_max), vars, check_for,
                                    action_if_found);
}

extern "C" CCTK_INT NaNChecker_SetVarsToNaN_Wrapper(CCTK_POINTER_TO_CONST cctkGH, CCTK_STRING vars) {
  return NaNChecker_SetVarsToNaN(static_cast<cGH const*>(cctkGH), vars);
}
