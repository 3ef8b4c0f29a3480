/// The texts that chemora-bind and chemora-fortran generate: whole files, parts of files, and C and Fortran prototypes.
#pragma once

#include "framework/bind/thorn_set.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace chemora::bind {

/// Returns the first lines of a generated C header: a comment that describes the header, and `#pragma once`.
std::string header_opening(std::string_view contents);

/// definethisthorn.h: CCTK_THORN, CCTK_THORNSTRING, CCTK_ARRANGEMENTSTRING, THORN_IS_<thorn>.
std::string thorn_name_header(Thorn const& thorn);

/// cctk_DefineThorn.h: defines the macro <ARRANGEMENT>_<THORN> in capitals for every compiled thorn and every thorn of
/// Cactus that it replaces.
std::string thorn_list_header(ThornSet const& set);

/// cctk_Capabilities.h: defines HAVE_CAPABILITY_<name> for each capability that the thorn requires and this
/// configuration provides.
std::string capabilities_header(ThornSet const& set, Thorn const& thorn);

/// cctk_Parameters.h: DECLARE_CCTK_PARAMETERS defines `CCTK_REAL const A = ...;` for every parameter that the thorn
/// sees.
std::string parameters_header(Thorn const& thorn);

/// cctk_Arguments.h: CCTK_ARGUMENTS; DECLARE_CCTK_ARGUMENTS defines `cctk_lsh`, `u`, `u_p`, ... for the grid and every
/// variable that the thorn sees, DECLARE_CCTK_ARGUMENTS_<function> only those that the function reads (const) or
/// writes.
std::string arguments_header(ThornSet const& set, Thorn const& thorn);

/// cctk_Functions.h: contains the prototypes of the aliased functions that the thorn uses or provides.
std::string functions_header(ThornSet const& set, Thorn const& thorn);

/// Generates a header from the contributions that thorns declare with INCLUDE HEADER and INCLUDE SOURCE.
struct GeneratedInclude {
  std::string name;
  std::string contents;
};
std::vector<GeneratedInclude> used_includes(ThornSet const& set, Thorn const& thorn);

/// <Thorn>_binding.cpp: defines the table of one thorn (thorn_binding.hpp).
std::string thorn_binding_source(ThornSet const& set, Thorn const& thorn);

/// registry.cpp: defines thorn_bindings() and program_identity().
std::string registry_source(ThornSet const& set);

/// aliased_functions.cpp: defines each aliased function as a C function that calls the provider through a function
/// pointer.
std::string aliased_functions_source(ThornSet const& set);

/// added_thorn.cpp: the AddedThorn of the last thorn of the set, for a program with the other thorns.
std::string added_thorn_source(ThornSet const& set);

// Headers for Fortran have the same names as the headers for C. In Fortran sources, their folder precedes the folder of
// the C headers.

/// cctk_Parameters.h: DECLARE_CCTK_PARAMETERS declares every parameter that the thorn sees, in a common block.
std::string fortran_parameters_header(Thorn const& thorn);

/// cctk_Arguments.h: CCTK_ARGUMENTS, DECLARE_CCTK_ARGUMENTS, DECLARE_CCTK_ARGUMENTS_<function>, CCTK_PASS_FTOF.
std::string fortran_arguments_header(ThornSet const& set, Thorn const& thorn);

/// cctk_Functions.h: DECLARE_CCTK_FUNCTIONS declares the aliased functions that the thorn uses.
std::string fortran_functions_header(ThornSet const& set, Thorn const& thorn);

/// Generates the headers of INCLUDE HEADER for Fortran: the contribution of a thorn has an effect only if the thorn is
/// active.
std::vector<GeneratedInclude> fortran_used_includes(ThornSet const& set, Thorn const& thorn);

// Parts of <Thorn>_binding.cpp.

/// Defines the Fortran common block of the parameters and the function `copy_parameters()`, which fills the block.
std::string fortran_parameter_block(Thorn const& thorn);

/// Defines a C function with an argument `cGH*` for each scheduled Fortran function, for example `call_waveevolve_`.
std::string fortran_scheduled_functions(ThornSet const& set, Thorn const& thorn);

/// Returns the name of the C function that the table of scheduled functions contains for this function.
std::string scheduled_function_entry(ccl::ScheduleItem const& item);

/// Defines a C function `provide_<function>` for each aliased function that the thorn provides in Fortran.
std::string fortran_provided_functions(ThornSet const& set, Thorn const& thorn);

/// Part of aliased_functions.cpp: defines the function that Fortran code calls.
std::string aliased_function_for_fortran(ccl::FunctionPrototype const& prototype, std::string const& name);

// Aliased functions: their prototypes in all thorns, as C text, and their calls between C and Fortran (prototypes.cpp).

/// `CCTK_INT f(CCTK_INT const a, CCTK_REAL const *b)` with `name` in place of the name of the prototype.
std::string c_declaration(ccl::FunctionPrototype const& prototype, std::string const& name);

/// `CCTK_INT (*)(CCTK_INT const a, ...)`
std::string c_pointer_type(ccl::FunctionPrototype const& prototype);

/// `a, b, c`
std::string c_argument_names(ccl::FunctionPrototype const& prototype);

/// Returns the prototype that this thorn declares, otherwise the first prototype of another thorn, otherwise nullptr.
ccl::FunctionPrototype const* find_prototype(ThornSet const& set, Thorn const& thorn, std::string const& function);

/// Returns the names of all aliased functions that thorns use, require or provide, in order of first occurrence,
/// without repetitions.
std::vector<ccl::Name> aliased_function_names(ThornSet const& set);

/// Returns the names of the aliased functions that one thorn uses, requires or provides.
std::vector<ccl::Name> aliased_function_names(Thorn const& thorn);

/// `waveinit_`
std::string fortran_symbol(std::string const& name);

/// `CCTK_INT f_(CCTK_INT const *a, char const *s, CCTK_FORTRAN_STRLEN_T s_length)`
std::string fortran_declaration(ccl::FunctionPrototype const& prototype, std::string const& symbol);

/// Converts the arguments of a C function to those of a Fortran procedure: `&a, s, length_of(s)`.
std::string fortran_arguments_from_c(ccl::FunctionPrototype const& prototype);

/// Converts the arguments of a Fortran procedure to those of a C function: `*a, c_string(s, s_length).c_str()`.
std::string c_arguments_from_fortran(ccl::FunctionPrototype const& prototype);

/// Defines two structs for chemora::bind::fortran::Adapters for each argument that is a function pointer.
std::string fortran_adapters(ccl::FunctionPrototype const& prototype);

// Fortran sources: preparation for the compiler, and Fortran procedures that C sources call (fortran_source.cpp).

enum class FortranForm { fixed, free };

/// Converts the output of a C preprocessor with line markers to lines of Fortran with line markers (`# 12 "wave.F"`):
///
///     DECLARE_X && integer i  ! comment    ->  DECLARE_X
///                                                    integer i
///
/// `&&` outside of strings ends a statement. Comments are removed, because macros may have been expanded in them.
/// Directives (`!$omp`, `!GCC$`) are kept and begin in the first column of fixed form. Lines are not folded; the
/// compiler has options for long lines. Every line keeps its file and line number.
std::string fortran_to_compile(std::string const& preprocessed, FortranForm form);

/// Returns the names inside CCTK_FNAME(...) and CCTK_FORTRAN_COMMON_NAME(...) in one C or C++ source.
std::set<std::string> fortran_names_in(std::string const& source);

/// Fortran names in all C and C++ files below the folders, and the files and folders that were searched.
struct FortranNames {
  std::set<std::string> names;
  std::vector<std::string> searched;
};
FortranNames find_fortran_names(std::vector<std::string> const& folders);

/// chemora_fortran_names.h: `#define CHEMORA_FORTRAN_NAME_WaveInit waveinit_` for each.
std::string fortran_names_header(std::set<std::string> const& names);

// Writing (write_configuration.cpp).

/// Writes <folder>/<Thorn>/include/*.h, <folder>/<Thorn>/<Thorn>_binding.cpp, <folder>/registry.cpp and
/// <folder>/aliased_functions.cpp. A file whose contents do not change is not written, so that its time stamp causes no
/// recompilation. Throws UserError if a file cannot be written.
void write_configuration(ThornSet const& set, std::string const& folder);

/// Writes the files of the last thorn of the set, which a program with the other thorns loads at run time:
/// <folder>/<Thorn>/..., <folder>/include/* and <folder>/added_thorn.cpp.
void write_added_thorn(ThornSet const& set, std::string const& folder);

/// Writes the file if its contents change; returns whether it was written.
bool write_if_changed(std::string const& path, std::string const& contents);

} // namespace chemora::bind
