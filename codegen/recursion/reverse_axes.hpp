/// Functions of the grid whose axes run in the opposite direction.
#pragma once

#include "codegen/recursion/system.hpp"

#include <set>

namespace chemora::recursion {

/// Mirrors all functions along `axes` (x, y, z): the element at n is what the element at points - 1 - n of the given
/// system is for mirrored grid functions. Values of dimensions become points - 1 - n, and subscripts of tables and grid
/// functions are mirrored:
///
///     u[i - 1, j, k] + phi[i, j, k] * i       becomes       u[i + 1, j, k] + phi[i, j, k] * (points_x - i - 1)
System with_reversed_axes(System const& system, std::set<std::string> const& axes);

} // namespace chemora::recursion
