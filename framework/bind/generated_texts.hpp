// The texts the binder writes; each function makes one file.
#pragma once

#include "framework/bind/thorn_set.hpp"

#include <string>
#include <vector>

namespace chemora::bind {

/// definethisthorn.h: CCTK_THORN, CCTK_THORNSTRING, CCTK_ARRANGEMENTSTRING, THORN_IS_<thorn>.
std::string thorn_name_header(Thorn const& thorn);

/// cctk_DefineThorn.h: <ARRANGEMENT>_<THORN> for every compiled thorn and what it stands in for, in capitals.
std::string thorn_list_header(ThornSet const& set);

/// cctk_Capabilities.h: HAVE_CAPABILITY_<name> for what the thorn wants and this configuration has.
std::string capabilities_header(ThornSet const& set, Thorn const& thorn);

/// cctk_Parameters.h: DECLARE_CCTK_PARAMETERS makes `CCTK_REAL const A = ...;` of every parameter the thorn sees.
std::string parameters_header(Thorn const& thorn);

/// cctk_Arguments.h: CCTK_ARGUMENTS; DECLARE_CCTK_ARGUMENTS makes `cctk_lsh`, `u`, `u_p`, ... of the grid and every
/// variable the thorn sees, DECLARE_CCTK_ARGUMENTS_<function> only of those the function reads (const) or writes.
std::string arguments_header(ThornSet const& set, Thorn const& thorn);

/// cctk_Functions.h: prototypes of the aliased functions the thorn uses or provides.
std::string functions_header(ThornSet const& set, Thorn const& thorn);

/// A header that thorns contribute to with INCLUDE HEADER and INCLUDE SOURCE.
struct GeneratedInclude {
  std::string name;
  std::string contents;
};
std::vector<GeneratedInclude> used_includes(ThornSet const& set, Thorn const& thorn);

/// <Thorn>_binding.cpp: the table of one thorn, see thorn_binding.hpp.
std::string thorn_binding_source(ThornSet const& set, Thorn const& thorn);

/// registry.cpp: thorn_bindings().
std::string registry_source(ThornSet const& set);

/// aliased_functions.cpp: every aliased function as a C function that calls through its slot.
std::string aliased_functions_source(ThornSet const& set);

} // namespace chemora::bind
