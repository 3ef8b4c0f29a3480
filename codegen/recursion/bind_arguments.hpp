/// Binds the arguments of a statement `print` to the parameters of its function.
#pragma once

#include "codegen/recursion/declarations.hpp"

namespace chemora::recursion {

/// Checks the number and types of the arguments, and replaces unknown alphabets of the system by those of the
/// arguments. Returns nothing after an error.
std::optional<Print> bind_arguments(syntax::Print const& print, System system, Signature const& signature,
                                    Declarations const& declarations, base::Diagnostics& diagnostics);

} // namespace chemora::recursion
