/* Functions of NaNChecker for other thorns. */
#ifndef NANCHECK_H
#define NANCHECK_H

#include "cctk.h"

#ifdef __cplusplus
namespace NaNChecker {
extern "C" {
#endif

/* How many values of this process are bad. vars: groups and variables, or "all"; check_for: "NaN", "Inf" or "both";
   action_if_found: "just warn", "terminate", "abort", or NULL to say nothing. Negative: -2 NULL for GH or vars,
   -3 unknown action_if_found or check_for, -4 vars cannot be understood. Not collective. */
int NaNChecker_CheckVarsForNaN(const cGH* GH, int report_max, const char* vars, const char* check_for,
                               const char* action_if_found);

/* How many real and complex variables were made not-a-number; -1 NULL for GH or vars, -2 vars cannot be understood. */
int NaNChecker_SetVarsToNaN(const cGH* GH, const char* vars);

#ifdef __cplusplus
}
}
#endif
#endif
