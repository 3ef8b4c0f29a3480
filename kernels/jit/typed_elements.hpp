/// Elements of arrays of any type as numbers.
#pragma once

#include "codegen/ir/operation.hpp"

#include <cstddef>

namespace chemora::jit {

/// Returns element number `n` of an array of this type.
double load_element(std::byte const* memory, ir::Type type, std::size_t n);

/// Sets element number `n`. The type must represent the number, except for rounding.
void store_element(std::byte* memory, ir::Type type, std::size_t n, double number);

} // namespace chemora::jit
