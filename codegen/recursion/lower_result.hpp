/// Translates functions without recursive parameters, which compute results from tables.
#pragma once

#include "codegen/recursion/typed_expressions.hpp"

namespace chemora::recursion {

/// Translates such a function to one case without constraints, whose names are those of `lowered.tables`.
void lower_result(Signature const& signature, Declarations& declarations, base::Diagnostics& diagnostics,
                  Lowered& lowered);

} // namespace chemora::recursion
