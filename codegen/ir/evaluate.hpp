// Operations on numbers: the definition of every operation of a graph, to the last bit.
#pragma once

#include "codegen/ir/operation.hpp"

#include <span>

namespace chemora::ir {

/// The result of `op` for operands of type `operand`, as type `result`. Numbers are passed as doubles, in which int32,
/// boolean (0 or 1) and real32 are exact. Operations on real32 are computed in single precision. Fused multiply-add
/// rounds once, transcendental functions are those of the C library, and int32 wraps around. `op` must have operands
/// and must not be a shift.
double evaluate(Op op, Type operand, Type result, std::span<double const> operands);

/// `number` as a value of `type`, rounded for real32.
double rounded_to(Type type, double number);

/// A coordinate: one product and one sum, each rounded to `real`.
double coordinate(Type real, double origin, int global_index, double spacing);

/// The cube root with the sign of x, within 0.501 units in the last place. Zeros, infinities and NaNs are their own
/// cube roots. 32-bit numbers are converted, computed in 64 bits and rounded.
///
/// Uses only operations that round in the same way everywhere. codegen/emit emits the same sequence in each language,
/// so that all devices give the same bits.
double cube_root(double x);

} // namespace chemora::ir
