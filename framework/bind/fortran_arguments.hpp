// The arguments of a thorn's scheduled Fortran functions, as they are declared there and passed from C.
#pragma once

#include "framework/bind/visible_variables.hpp"

#include <string>
#include <vector>

namespace chemora::bind {

/// A group whose sizes are arguments: of an array its extents, of a vector its length.
struct FortranGroup {
  ccl::VariableGroup const* group;
  std::string name;           ///< of the arguments: `X0<name>`, `X1<name>`, ..., `<name>_length`
  std::string first_variable; ///< of the group, as the thorn sees it
};

/// The grid comes first (CHEMORA_GRID_ARGUMENTS of fortran/cctk.h), then the sizes of the groups, then each variable
/// with its time levels.
struct FortranArguments {
  std::vector<FortranGroup> groups;
  std::vector<VisibleVariable> variables; ///< those of a type that Fortran has

  /// `(cctk_ash1,cctk_ash2,cctk_ash3,hydro_length)`; empty for a scalar.
  std::string dimensions(VisibleVariable const& variable) const;
};

FortranArguments fortran_arguments(ThornSet const& set, Thorn const& thorn);

/// `u`, `u_p`, `u_p_p`
std::string time_level_name(std::string const& variable, int time_level);

bool is_array(ccl::VariableGroup const& group);

} // namespace chemora::bind
