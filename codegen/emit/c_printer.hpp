// Loops to source text in any language of the C family.
#pragma once

#include "codegen/emit/dialect.hpp"

#include <string>

namespace chemora::emit {

/// The whole source: a head comment, the dialect's preamble, the kernel.
std::string print_kernel(ir::Loops const& loops, Dialect const& dialect);

} // namespace chemora::emit
