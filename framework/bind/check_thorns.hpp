/// Checks of CCL files and of the relations between thorns, before anything is compiled.
#pragma once

#include "framework/bind/thorn_set.hpp"

#include <string>
#include <vector>

namespace chemora::bind {

/// All findings about the thorns of a configuration, with positions in the CCL files. Errors make the build fail,
/// warnings are printed.
std::vector<base::Diagnostic> check_thorns(ThornSet const& set);

/// Findings in single files, before a configuration contains their thorn. The names of the files are interface.ccl,
/// param.ccl, schedule.ccl or configuration.ccl.
std::vector<base::Diagnostic> check_files(std::vector<std::string> const& paths);

// Parts of check_thorns, one source each.
void check_implementations(ThornSet const& set, base::Diagnostics& findings);   ///< groups, inheritance, visible names
void check_aliased_functions(ThornSet const& set, base::Diagnostics& findings); ///< prototypes and providers
void check_shared_parameters(ThornSet const& set, base::Diagnostics& findings);
void check_schedules(ThornSet const& set, base::Diagnostics& findings); ///< duplicates, languages, READS and WRITES
void check_capabilities(ThornSet const& set, base::Diagnostics& findings);

// Checks of single files (check_files.cpp).
void check_regular_expressions(ccl::ParameterFile const& file, base::Diagnostics& findings);
void check_names(ccl::ParameterFile const& file, base::Diagnostics& findings); ///< no keywords and macros of C++
void check_names(ccl::Interface const& file, base::Diagnostics& findings);
void check_names(ccl::ScheduleFile const& file, base::Diagnostics& findings);

/// Compares versions of capabilities as Cactus does: negative, zero or positive. Runs of digits are compared as
/// numbers, the characters between them as text: 1.9 < 1.10-ET1.
int compare_versions(std::string const& a, std::string const& b);

/// `comparison` is one of << <= = >= >> as in REQUIRES cap (>= 1.2). Throws base::InternalError for any other.
bool satisfies_version(std::string const& version, std::string const& comparison, std::string const& required);

} // namespace chemora::bind
