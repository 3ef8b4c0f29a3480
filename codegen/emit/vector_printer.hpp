// Loops whose innermost one runs over vector lanes to C++ for the host.
#pragma once

#include "codegen/emit/dialect.hpp"

#include <string>

namespace chemora::emit {

/// True for a nest that the vector printer takes: its last loop has lanes.
bool has_vectors(ir::Loops const& loops);

/// The whole source, as print_kernel. Vectors are explicit (vector_types.hpp). Loops over points with `unroll` > 1
/// along y and z do that many rows at a time, which share what they load from neighbouring rows ("unroll and jam");
/// along x, that many vectors.
std::string print_vector_kernel(ir::Loops const& loops, Dialect const& dialect);

} // namespace chemora::emit
