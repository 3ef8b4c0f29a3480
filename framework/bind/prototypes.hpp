/// Aliased functions: their prototypes in all thorns, as C text, and their calls between C and Fortran.
#pragma once

#include "framework/bind/thorn_set.hpp"

#include <string>
#include <vector>

namespace chemora::bind {

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

} // namespace chemora::bind
