// Loops on blocks of threads to the source text of a device.
#pragma once

#include "codegen/emit/dialect.hpp"

#include <string>

namespace chemora::emit {

/// The whole source, as print_kernel: what one thread does. Loops over tiles become the numbers of its block, loops
/// over points that are spread over a block begin at its own number. Throws base::InternalError for a nest without
/// blocks, in which every thread would do all of the work.
std::string print_block_kernel(ir::Loops const& loops, BlockDialect const& dialect);

} // namespace chemora::emit
