/// The texts that chemora-bind and chemora-fortran generate: whole files, parts of files, and C and Fortran prototypes.
#pragma once

#include "framework/bind/thorn_set.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace chemora::bind {

/// The first lines of a generated C header: a comment with its contents, and `#pragma once`.
std::string header_opening(std::string_view contents);

/// definethisthorn.h: CCTK_THORN, CCTK_THORNSTRING, CCTK_ARRANGEMENTSTRING, THORN_IS_<thorn>.
std::string thorn_name_header(Thorn const& thorn);

/// cctk_DefineThorn.h: <ARRANGEMENT>_<THORN> for every compiled thorn and the thorn that it replaces, in capitals.
std::string thorn_list_header(ThornSet const& set);

/// cctk_Capabilities.h: HAVE_CAPABILITY_<name> for the capabilities that the thorn requires and this configuration has.
std::string capabilities_header(ThornSet const& set, Thorn const& thorn);

/// cctk_Parameters.h: DECLARE_CCTK_PARAMETERS defines `CCTK_REAL const A = ...;` for every parameter that the thorn
/// sees.
std::string parameters_header(Thorn const& thorn);

/// cctk_Arguments.h: CCTK_ARGUMENTS; DECLARE_CCTK_ARGUMENTS defines `cctk_lsh`, `u`, `u_p`, ... for the grid and every
/// variable that the thorn sees, DECLARE_CCTK_ARGUMENTS_<function> only those that the function reads (const) or
/// writes.
std::string arguments_header(ThornSet const& set, Thorn const& thorn);

/// cctk_Functions.h: prototypes of the aliased functions that the thorn uses or provides.
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

// Headers for Fortran, with the names of the headers for C. Fortran sources find them first.

/// cctk_Parameters.h: DECLARE_CCTK_PARAMETERS declares every parameter that the thorn sees, in a common block.
std::string fortran_parameters_header(Thorn const& thorn);

/// cctk_Arguments.h: CCTK_ARGUMENTS, DECLARE_CCTK_ARGUMENTS, DECLARE_CCTK_ARGUMENTS_<function>, CCTK_PASS_FTOF.
std::string fortran_arguments_header(ThornSet const& set, Thorn const& thorn);

/// cctk_Functions.h: DECLARE_CCTK_FUNCTIONS declares the aliased functions that the thorn uses.
std::string fortran_functions_header(ThornSet const& set, Thorn const& thorn);

/// The generated includes for Fortran: each contribution has an effect only if its thorn is active.
std::vector<GeneratedInclude> fortran_used_includes(ThornSet const& set, Thorn const& thorn);

// Parts of <Thorn>_binding.cpp.

/// The common block of the parameters and `copy_parameters()`, which fills it.
std::string fortran_parameter_block(Thorn const& thorn);

/// A C function with a `cGH*` for each scheduled Fortran function: `call_waveevolve_`.
std::string fortran_scheduled_functions(ThornSet const& set, Thorn const& thorn);

/// The function in the table of scheduled functions.
std::string scheduled_function_entry(ccl::ScheduleItem const& item);

/// A C function for each aliased function that the thorn provides in Fortran: `provide_<function>`.
std::string fortran_provided_functions(ThornSet const& set, Thorn const& thorn);

/// Part of aliased_functions.cpp: the function that Fortran calls.
std::string aliased_function_for_fortran(ccl::FunctionPrototype const& prototype, std::string const& name);

// Aliased functions: their prototypes in all thorns, as C text, and their calls between C and Fortran (prototypes.cpp).

/// `CCTK_INT f(CCTK_INT const a, CCTK_REAL const *b)` with `name` in place of the name of the prototype.
std::string c_declaration(ccl::FunctionPrototype const& prototype, std::string const& name);

/// `CCTK_INT (*)(CCTK_INT const a, ...)`
std::string c_pointer_type(ccl::FunctionPrototype const& prototype);

/// `a, b, c`
std::string c_argument_names(ccl::FunctionPrototype const& prototype);

/// The prototype of the thorn, otherwise the first of another thorn, otherwise nullptr.
ccl::FunctionPrototype const* find_prototype(ThornSet const& set, Thorn const& thorn, std::string const& function);

/// Names of all functions that thorns use, require or provide, in order of first occurrence, each once.
std::vector<ccl::Name> aliased_function_names(ThornSet const& set);

/// The same for one thorn.
std::vector<ccl::Name> aliased_function_names(Thorn const& thorn);

/// `waveinit_`
std::string fortran_symbol(std::string const& name);

/// `CCTK_INT f_(CCTK_INT const *a, char const *s, CCTK_FORTRAN_STRLEN_T s_length)`
std::string fortran_declaration(ccl::FunctionPrototype const& prototype, std::string const& symbol);

/// The arguments of a Fortran procedure from those of the C function: `&a, s, length_of(s)`.
std::string fortran_arguments_from_c(ccl::FunctionPrototype const& prototype);

/// The arguments of a C function from those of the Fortran procedure: `*a, c_string(s, s_length).c_str()`.
std::string c_arguments_from_fortran(ccl::FunctionPrototype const& prototype);

/// For each function pointer among the arguments two structs for chemora::bind::fortran::Adapters.
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

/// Names in CCTK_FNAME(...) and CCTK_FORTRAN_COMMON_NAME(...) of one C or C++ source.
std::set<std::string> fortran_names_in(std::string const& source);

/// Names in all C and C++ files below the folders, and the files and folders that were searched.
struct FortranNames {
  std::set<std::string> names;
  std::vector<std::string> searched;
};
FortranNames find_fortran_names(std::vector<std::string> const& folders);

/// chemora_fortran_names.h: `#define CHEMORA_FORTRAN_NAME_WaveInit waveinit_` for each.
std::string fortran_names_header(std::set<std::string> const& names);

// Writing (write_configuration.cpp).

/// Writes <folder>/<Thorn>/include/*.h, <folder>/<Thorn>/<Thorn>_binding.cpp, <folder>/registry.cpp and
/// <folder>/aliased_functions.cpp. A file whose contents do not change keeps its time, so that nothing is
/// compiled again. Throws UserError if a file cannot be written.
void write_configuration(ThornSet const& set, std::string const& folder);

/// Writes the file if its contents change; returns whether it was written.
bool write_if_changed(std::string const& path, std::string const& contents);

} // namespace chemora::bind
