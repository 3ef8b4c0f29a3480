// What must hold between thorns, and what the framework does not support; found before anything is compiled.
#pragma once

#include "framework/bind/thorn_set.hpp"

#include <vector>

namespace chemora::bind {

/// All findings, with positions in the CCL files. Errors make the build fail, warnings are printed.
std::vector<base::Diagnostic> check_thorns(ThornSet const& set);

// Its parts, one file each.
void check_implementations(ThornSet const& set, base::Diagnostics& findings);   ///< groups, inheritance, visible names
void check_aliased_functions(ThornSet const& set, base::Diagnostics& findings); ///< prototypes and providers
void check_shared_parameters(ThornSet const& set, base::Diagnostics& findings);
void check_regular_expressions(ccl::ParameterFile const& file, base::Diagnostics& findings);
void check_names(ccl::ParameterFile const& file, base::Diagnostics& findings); ///< keywords and macros of C++
void check_names(ccl::Interface const& file, base::Diagnostics& findings);
void check_names(ccl::ScheduleFile const& file, base::Diagnostics& findings);
void check_schedules(ThornSet const& set, base::Diagnostics& findings); ///< items twice, languages, READS and WRITES
void check_capabilities(ThornSet const& set, base::Diagnostics& findings);

} // namespace chemora::bind
