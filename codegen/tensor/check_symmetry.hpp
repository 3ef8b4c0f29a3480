// Symmetric and antisymmetric tensors whose right sides are something else.
#pragma once

#include "codegen/tensor/tensor_system.hpp"
#include "framework/base/errors.hpp"

namespace chemora::tensor {

/// Of the components `S_12` and `S_21` of a symmetric tensor one is kept, so an equation `S_ij = D_i q_j` would lose
/// the other. Reports equations and definitions whose right side lacks the symmetry that the left side declares.
/// Decided with numbers (SampleValues), so that it does not matter how a symmetry is written. What other calculations
/// give is not known: a right side that is symmetric only by them is refused, and `sym(...)`, which leaves equal
/// numbers as they are, is the way out; none is accepted that lacks the symmetry, as variables may have any values
/// here.
void check_symmetry(TensorSystem const& system, std::vector<Calculation> const& calculations,
                    base::Diagnostics& diagnostics);

} // namespace chemora::tensor
