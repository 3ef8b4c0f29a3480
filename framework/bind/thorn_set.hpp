/// All thorns of a configuration with their parsed CCL files, and the checks of these files.
#pragma once

#include "framework/base/errors.hpp"
#include "framework/ccl/configuration_file.hpp"
#include "framework/ccl/interface_file.hpp"
#include "framework/ccl/parameter_ccl_file.hpp"
#include "framework/ccl/schedule_file.hpp"

#include <map>
#include <string>
#include <vector>

namespace chemora::bind {

/// A name that a thorn had before, and the parameter that this name in ActiveThorns sets, if any.
struct FormerThornName {
  std::string name, parameter, value;
};

/// A thorn of the manifest.
struct ThornFolder {
  std::string arrangement;
  std::string thorn;
  std::string folder;   ///< folder of the CCL files and of src/
  std::string namesake; ///< the thorn of Cactus that it replaces, as Arrangement/Thorn, or empty
  std::vector<FormerThornName> former_names{};
  std::string loops{};      ///< the file loops.txt that edlc wrote for the thorn's folder `loops`, or empty
  std::string recursions{}; ///< the file recursions.txt for the folder `recursions`, or empty
};

/// Capabilities that the machine or the script of a thorn provides; the keys of the maps are names in lower case.
struct Capabilities {
  std::vector<std::string> capabilities; ///< names of available capabilities: MPI, HDF5, ...
  std::map<std::string, std::string> capability_versions;
  std::map<std::string, std::string> capability_headers; ///< lines for cctk_Capabilities.h of thorns that require it
};

/// The input of chemora-bind: the thorns of the ThornLists and the capabilities of this machine.
struct Manifest : Capabilities {
  std::vector<ThornFolder> thorns;
};

/// Lines `thorn<TAB>Arrangement/Thorn<TAB>folder[<TAB>namesake]`, `capability<TAB>name[<TAB>version]`,
/// `header<TAB>capability<TAB>text`, and after its thorn `loops<TAB>Arrangement/Thorn<TAB>file`,
/// `recursions<TAB>Arrangement/Thorn<TAB>file` and
/// `former<TAB>Arrangement/Thorn<TAB>former name[<TAB>parameter<TAB>value]`. Throws UserError for any other line.
Manifest parse_manifest(base::SourceText const& text);

/// A thorn with the texts of its CCL files and the parsed files.
struct Thorn {
  std::string arrangement;
  std::string name;
  std::string folder;
  std::string namesake;
  std::vector<FormerThornName> former_names;
  base::SourceText interface_text, param_text, schedule_text, configuration_text;
  ccl::Interface interface;
  ccl::ParameterFile param;
  ccl::ScheduleFile schedule;
  ccl::Configuration configuration; ///< empty if the thorn has no configuration.ccl

  std::string const& implementation() const { return interface.implementation.text; }
};

struct ThornSet : Capabilities {
  std::vector<Thorn> thorns; ///< in ThornList order

  /// The first thorn with this implementation, or nullptr. Case is ignored.
  Thorn const* first_with_implementation(std::string const& implementation) const;
  /// Thorns whose configuration.ccl PROVIDES the capability.
  std::vector<Thorn const*> providers_of(std::string const& capability) const;
  bool machine_has(std::string const& capability) const;
};

/// Parses the given texts (an empty configuration text is allowed). Throws UserError with the findings of all four
/// files.
Thorn parse_thorn(ThornFolder const& place, base::SourceText interface, base::SourceText param,
                  base::SourceText schedule, base::SourceText configuration);

/// Sets the array length of shared parameters, because `USES INT n` does not specify it.
void give_shared_parameters_their_length(ThornSet& set);

/// Reads and parses all CCL files. Throws UserError with the findings of all thorns.
ThornSet read_thorns(Manifest const& manifest);

// Checks of CCL files and of the relations between thorns, before anything is compiled.

/// All findings about the thorns of a configuration, with positions in the CCL files. Errors make the build fail,
/// warnings are printed.
std::vector<base::Diagnostic> check_thorns(ThornSet const& set);

/// Findings in single files, before a configuration contains their thorn. The names of the files are interface.ccl,
/// param.ccl, schedule.ccl or configuration.ccl.
std::vector<base::Diagnostic> check_files(std::vector<std::string> const& paths);

// Parts of check_thorns, one source each.
void check_implementations(ThornSet const& set, base::Diagnostics& findings);   ///< groups, inheritance, visible names
void check_aliased_functions(ThornSet const& set, base::Diagnostics& findings); ///< prototypes and providers
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
