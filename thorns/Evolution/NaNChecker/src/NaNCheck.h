/* Functions of NaNChecker for other thorns. */
#ifndef NANCHECK_H
#define NANCHECK_H

#include "cctk.h"

#ifdef __cplusplus
namespace NaNChecker {
extern "C" {
#endif

/* Returns the number of NaN or infinite values on this process. vars: groups and variables, or "all"; check_for: "NaN",
   "Inf" or "both"; action_if_found: "just warn", "terminate", "abort", or NULL for no output. Errors: -2 GH or vars
   is NULL, -3 unknown action_if_found or check_for, -4 vars is not a list of variables and groups. Not collective. */
int NaNChecker_CheckVarsForNaN(const cGH* GH, int report_max, const char* vars, const char* check_for,
                               const char* action_if_found);

/* Sets real and complex variables to NaN and returns their number. Errors: -1 GH or vars is NULL, -2 vars is not a list
   of variables and groups. */
int NaNChecker_SetVarsToNaN(const cGH* GH, const char* vars);

#ifdef __cplusplus
}
}
#endif
#endif
