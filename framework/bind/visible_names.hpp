/// The names that the code of a thorn can use: variables, declared accesses of scheduled functions, parameters.
#pragma once

#include "framework/bind/thorn_set.hpp"

#include <optional>
#include <string>
#include <vector>

namespace chemora::bind {

/// A grid variable that the code of a thorn can use.
struct VisibleVariable {
  std::string name;  ///< name of the local variable in C
  std::string owner; ///< the implementation; for private groups the thorn
  ccl::VariableGroup const* group;

  std::string full_name() const { return owner + "::" + name; }
};

/// The variables of all groups of the thorn, of public groups of the implementations that it inherits directly or
/// indirectly, and of protected groups of its friends (friendship is mutual). Pointers in the result are valid as long
/// as `set` exists.
std::vector<VisibleVariable> visible_variables(ThornSet const& set, Thorn const& thorn);

/// Returns the implementations that the thorn inherits directly or indirectly, without the implementation of the thorn.
std::vector<std::string> inherited_implementations(ThornSet const& set, Thorn const& thorn);

/// A variable in READS or WRITES.
struct DeclaredAccess {
  VisibleVariable variable;
  int time_level = 0;
  bool is_written = false;
};

/// Returns the variable to which a reference such as `u`, `impl::u_p` or `thorn::u` refers, with its time level, or
/// nothing. `variables` are those that the thorn sees.
std::optional<DeclaredAccess> resolve_variable(std::vector<VisibleVariable> const& variables, std::string const& text,
                                               Thorn const& thorn);

/// The READS and WRITES clauses of all SCHEDULE items of one function.
struct FunctionAccess {
  std::string name;
  std::vector<DeclaredAccess> accesses; ///< without repetitions, in order of occurrence
};

/// One entry per scheduled function. References to variables that the thorn does not see are omitted;
/// unresolved_accesses returns them.
std::vector<FunctionAccess> declared_accesses(ThornSet const& set, Thorn const& thorn);

/// References in READS, WRITES and INVALIDATES to an implementation that the thorn sees, but to an unknown variable or
/// group.
std::vector<ccl::Name> unresolved_accesses(ThornSet const& set, Thorn const& thorn);

/// A reference such as `u_p` to a variable that has no such time level.
struct MissingTimeLevel {
  ccl::Name reference;
  VisibleVariable variable; ///< if the reference names a group, its first variable
  int time_level = 0;
};
std::vector<MissingTimeLevel> accesses_to_missing_time_levels(ThornSet const& set, Thorn const& thorn);

/// CCTK_REAL, CCTK_INT (integers and booleans) or CCTK_STRING (keywords and strings), in C and in Fortran.
std::string parameter_type(ccl::ParameterType type);

/// A parameter in the common block of the Fortran sources.
struct FortranParameter {
  ccl::Parameter const* parameter;
  std::string type; ///< CCTK_REAL, CCTK_INT or CCTK_STRING, in C and in Fortran
};

/// Returns the parameters in the order of the common block. Parameters of 8 bytes come first, so that the block has no
/// padding.
std::vector<FortranParameter> fortran_parameters(Thorn const& thorn);

/// Returns the name of the Fortran common block of a thorn's parameters.
std::string fortran_parameter_common(Thorn const& thorn);

/// A group whose sizes are arguments of Fortran functions: the extents of an array, the length of a vector.
struct FortranGroup {
  ccl::VariableGroup const* group;
  std::string name;           ///< part of the argument names `X0<name>`, `X1<name>`, ..., `<name>_length`
  std::string first_variable; ///< the first variable of the group that the thorn sees
};

/// The arguments of scheduled Fortran functions: the grid (CHEMORA_GRID_ARGUMENTS of fortran/cctk.h), the sizes of the
/// groups, then each variable with its time levels.
struct FortranArguments {
  std::vector<FortranGroup> groups;
  std::vector<VisibleVariable> variables; ///< variables whose types exist in Fortran

  /// `(cctk_ash1,cctk_ash2,cctk_ash3,hydro_length)`; empty for a scalar.
  std::string dimensions(VisibleVariable const& variable) const;
};

FortranArguments fortran_arguments(ThornSet const& set, Thorn const& thorn);

/// `u`, `u_p`, `u_p_p`
std::string time_level_name(std::string const& variable, int time_level);

bool is_array(ccl::VariableGroup const& group);

} // namespace chemora::bind
