// Aliased functions: their prototypes over all thorns, and as C text; what scheduled functions take.
#pragma once

#include "framework/bind/thorn_set.hpp"

#include <string>
#include <vector>

namespace chemora::bind {

/// `CCTK_INT f(CCTK_INT const a, CCTK_REAL const *b)` for another function `name` with the same arguments.
std::string c_declaration(ccl::FunctionPrototype const& prototype, std::string const& name);

/// `CCTK_INT (*)(CCTK_INT const a, ...)`
std::string c_pointer_type(ccl::FunctionPrototype const& prototype);

/// `a, b, c`
std::string c_argument_names(ccl::FunctionPrototype const& prototype);

/// The thorn's own prototype, else the first of another thorn, else null.
ccl::FunctionPrototype const* find_prototype(ThornSet const& set, Thorn const& thorn, std::string const& function);

/// Names of all functions that some thorn uses, requires or provides, in order of first mention, each once.
std::vector<ccl::Name> aliased_function_names(ThornSet const& set);

/// The same for one thorn.
std::vector<ccl::Name> aliased_function_names(Thorn const& thorn);

} // namespace chemora::bind
