// Types, kinds and scopes of variables as numbers of the C interface.
#pragma once

#include "framework/ccl/interface_file.hpp"

#include <string>

namespace chemora::variables {

/// CCTK_VARIABLE_REAL for "REAL", "CCTK_REAL" or "CCTK_VARIABLE_REAL" in any case; -1 if there is no such type.
int type_code(std::string const& name);

/// "CCTK_VARIABLE_REAL"; nullptr for an unknown code.
char const* type_name(int code);

/// Bytes of one value; -1 for an unknown code.
int type_size(int code);

int group_type_code(ccl::GroupType type);
int distribution_code(ccl::Distribution distribution);

} // namespace chemora::variables
