// Aliased functions between C and Fortran, as C++ text.
#pragma once

#include "framework/ccl/interface_file.hpp"

#include <string>

namespace chemora::bind {

/// `waveinit_`
std::string fortran_symbol(std::string const& name);

/// `CCTK_INT f_(CCTK_INT const *a, char const *s, CCTK_FORTRAN_STRLEN_T s_length)`
std::string fortran_declaration(ccl::FunctionPrototype const& prototype, std::string const& symbol);

/// `a, s, n_length` of the C function's own arguments as a Fortran procedure wants them: `&a, s, length_of(s)`.
std::string fortran_arguments_from_c(ccl::FunctionPrototype const& prototype);

/// The other way round: `*a, c_string(s, s_length).c_str()`.
std::string c_arguments_from_fortran(ccl::FunctionPrototype const& prototype);

/// For each function pointer among the arguments two structs for chemora::bind::fortran::Adapters.
std::string fortran_adapters(ccl::FunctionPrototype const& prototype);

} // namespace chemora::bind
