// One operation on numbers: what every operation of a graph means, to the bit.
#pragma once

#include "codegen/ir/operation.hpp"

#include <span>

namespace chemora::ir {

/// The result of `op` on operands of type `operand` giving `result`. Numbers travel as doubles: int32, boolean (0 or
/// 1) and real32 are exact in them, and real32 is computed in single precision. Fused multiply-add rounds once;
/// transcendentals are the C library's; int32 wraps around. Only operations with operands, shift excepted.
double evaluate(Op op, Type operand, Type result, std::span<double const> operands);

/// `number` as a value of `type`: rounded for real32.
double rounded_to(Type type, double number);

/// The coordinate: one product and one sum, each rounded to `real`.
double coordinate(Type real, double origin, int global_index, double spacing);

} // namespace chemora::ir
