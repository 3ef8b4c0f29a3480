// The functions that NaNCheck.h declares, and the aliased functions with the same purpose.
#include "NaNCheck.h"

#include "check.hpp"

#include "cctk_Parameters.h"

#include <cstring>

namespace nanchecker {
namespace {

struct Settings {
  bool details;
  char const* mask; ///< grid function that selects the points to check; null: all points
};

/// Reads the parameters. The functions below cannot read them, because their arguments have the names of parameters.
Settings settings() {
  DECLARE_CCTK_PARAMETERS
  return {CCTK_EQUALS(verbose, "all") != 0, ignore_restricted_points ? restriction_mask : nullptr};
}

void set_to_nan(int index, char const* options, void* argument) {
  auto& [cctkGH, n_variables] = *static_cast<std::pair<cGH const*, int>*>(argument);
  auto const variable = find_variable(cctkGH, index, options);
  if (!variable) return;
  std::memset(variable->data, 0xff, variable->n_points() * variable->numbers_per_point * variable->real_size);
  report_write(cctkGH, *variable);
  ++n_variables;
}

} // namespace
} // namespace nanchecker

using namespace nanchecker;

extern "C" int NaNChecker_CheckVarsForNaN(cGH const* cctkGH, int report_max, char const* vars, char const* check_for,
                                          char const* action_if_found) {
  auto const reject = [](int code, char const* reason) {
    CCTK_VWARN(CCTK_WARN_ALERT, "No variable is checked for NaN: %s", reason);
    return code;
  };
  if (!cctkGH || !vars) return reject(-2, "the grid hierarchy or the list of variables is NULL");
  if (action_if_found && !is_action(action_if_found))
    return reject(-3, "action_if_found must be 'just warn', 'terminate' or 'abort'");
  auto const searched = check_for ? parse_searched_values(check_for) : std::nullopt;
  if (!searched) return reject(-3, "check_for must be 'NaN', 'Inf' or 'both'");
  auto const variables = check(cctkGH, vars, *searched, settings().mask);
  if (!variables) return reject(-4, "the list contains a name that is not a variable or group of an active thorn");
  int count = 0;
  for (CheckedVariable const& checked : *variables) {
    count += static_cast<int>(checked.bad.size());
    if (action_if_found) report(cctkGH, checked, settings().details, report_max);
  }
  if (count > 0 && action_if_found) take_action(cctkGH, action_if_found);
  return count;
}

extern "C" int NaNChecker_SetVarsToNaN(cGH const* cctkGH, char const* vars) {
  if (!cctkGH || !vars) {
    CCTK_WARN(CCTK_WARN_ALERT, "No variable is set to NaN: the grid hierarchy or the list of variables is NULL");
    return -1;
  }
  std::pair<cGH const*, int> arguments{cctkGH, 0};
  if (CCTK_TraverseString(vars, set_to_nan, &arguments, CCTK_GROUP_OR_VAR) < 0) {
    CCTK_VWARN(CCTK_WARN_ALERT,
               "No variable is set to NaN: '%s' is not a list of variables and groups of active thorns", vars);
    return -2;
  }
  return arguments.second;
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
