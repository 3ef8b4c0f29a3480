/// The tables that the build generates for every compiled thorn: CCL texts, functions, and variables that start-up
/// sets.
#pragma once

#include <cstddef>
#include <span>

namespace chemora::bind {

using FunctionPointer = void (*)();

/// A CCL file, embedded verbatim in the executable; start-up parses it again with framework/ccl.
struct EmbeddedText {
  char const* file_name; ///< for error messages
  char const* contents;  ///< empty if the thorn has no such file
};

/// A function of schedule.ccl. It takes no arguments at STARTUP and a `cGH*` everywhere else; for a Fortran function,
/// `function` is a generated C function that passes CCTK_ARGUMENTS.
struct ScheduledFunction {
  char const* name; ///< spelling in schedule.ccl
  bool is_fortran;
  FunctionPointer function;
};

/// A function of this thorn that implements the aliased function `alias` (PROVIDES FUNCTION).
struct ProvidedFunction {
  char const* alias;
  FunctionPointer function;
};

/// The pointer that DECLARE_CCTK_PARAMETERS reads. Start-up sets `*storage` to the value of the parameter (CCTK_REAL*,
/// CCTK_INT*, char const* const*), for array parameters to element 0.
struct ParameterSlot {
  char const* owner; ///< implementation for shared and restricted parameters, thorn for private ones
  char const* name;  ///< spelling in the declaration by the owner
  void** storage;
};

/// The index of a variable that DECLARE_CCTK_ARGUMENTS reads. Start-up sets `*index`; -1 if the implementation of the
/// variable is not active.
struct VariableSlot {
  char const* full_name; ///< `implementation::variable` (`thorn::variable` if private); for vector groups element 0
  int* index;
};

/// A former name of the thorn, from thorns/former-names.th. Parameter files may still use this name.
struct FormerName {
  char const* name;
  char const*
      parameter; ///< parameter of the thorn that is set to `value` if ActiveThorns contains the former name; or empty
  char const* value;
};

/// The generated data and functions of one thorn.
struct ThornBinding {
  char const* thorn;
  char const* arrangement;
  EmbeddedText interface;
  EmbeddedText param;
  EmbeddedText schedule;
  EmbeddedText configuration;
  std::span<ScheduledFunction const> scheduled_functions;
  std::span<ProvidedFunction const> provided_functions;
  std::span<ParameterSlot const> parameter_slots;
  std::span<VariableSlot const> variable_slots;
  void (*copy_parameters)(); ///< copies parameters to the common block of Fortran; called after every change of a
                             ///< parameter
  std::span<FormerName const> former_names;
};

/// Returns all compiled thorns, in the order of the ThornList. The definition is generated.
std::span<ThornBinding const> thorn_bindings();

/// A function that thorns call by its alias. The call goes through `*slot`, which start-up sets to the function of the
/// provider.
struct AliasedFunction {
  char const* name;
  FunctionPointer* slot;
};

/// Returns all aliased functions that compiled thorns use, require or provide. The definition is generated.
std::span<AliasedFunction const> aliased_functions();

/// Returns a digest of the names and CCL files of all compiled thorns. The definition is generated.
char const* program_identity();

/// The contents of a library with one thorn, which a program loads at run time. The library exports the function
/// `extern "C" AddedThorn const* chemora_added_thorn()`, whose definition is generated.
struct AddedThorn {
  std::size_t binding_size;              ///< size of ThornBinding when the library was compiled
  char const* program;                   ///< program_identity() of the program for which the library was compiled
  ThornBinding binding;                  ///< the thorn
  std::span<AliasedFunction const> also; ///< aliased functions of the thorn that the program does not have
};

} // namespace chemora::bind
