// Names that cannot be local variables of generated C and C++ sources.
#pragma once

#include <string>

namespace chemora::base {

/// What the name is that prevents its use for a variable or parameter, such as "a macro of the C library" for `NULL`;
/// empty for a name that may be used. DECLARE_CCTK_PARAMETERS and DECLARE_CCTK_ARGUMENTS make local variables of the
/// names in CCL files and equations.
std::string reserved_as(std::string const& name);

} // namespace chemora::base
