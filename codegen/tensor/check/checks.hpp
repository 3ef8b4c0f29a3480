/// Checks of a complete system of equations. The checks report equations and names that would compile but have another
/// effect than the user expects.
#pragma once

#include "codegen/edl/syntax_tree.hpp"
#include "codegen/tensor/components.hpp"
#include "codegen/tensor/declare/symbols.hpp"
#include "framework/base/errors.hpp"

#include <vector>

namespace chemora::tensor {

/// Reports, for an expanded system without errors:
/// - time derivatives in a schedule bin where no integrator uses them (error), or in an unknown group (warning);
/// - a time derivative that two calculations assign at the same points: an error if neither calculation has a
///   condition, a warning if the conditions of both calculations can hold together;
/// - an evolved variable without initial data (warning);
/// - a variable with initial data to which a calculation assigns a value among time derivatives (warning);
/// - a calculation that may run while one of its variables has no storage: its condition does not imply that of the
///   variable (error).
void check_evolution(TensorSystem const& system, ComponentSystem const& components, base::Diagnostics& diagnostics);

/// Reports names of the generated thorn that collide with each other or with reserved words of C and of the framework.
/// The names are those of components (`v1` of `v_i`), right-hand sides (`urhs`), parameters, groups and functions of
/// the calculations. All these names share one name space, in which case is ignored. The caller must have set
/// `is_evolved` of the variables.
void check_generated_names(edl::SyntaxTree const& tree, TensorSystem const& system, Symbols const& symbols,
                           base::Diagnostics& diagnostics);

/// Reports equations that use a scalar after its reduction in the same calculation. The scalar then has the value of an
/// earlier reduction, because reductions follow all equations. Also reports uses of scalars that are reduced at
/// ANALYSIS only, when their output is due.
void check_reductions(ComponentSystem const& system, base::Diagnostics& diagnostics);

/// Reports collisions among the names of further schedule items. A calculation that fills ghost zones has schedule
/// items whose names start with its own name.
void check_names_of_items(ComponentSystem const& system, base::Diagnostics& diagnostics);

/// Reports expressions that combine values of cells with values at faces, and results at the wrong place: a value at
/// faces that an equation assigns, or a value of cells in a block `faces`.
void check_centring(TensorSystem const& system, std::vector<Calculation> const& calculations,
                    base::Diagnostics& diagnostics);

/// Reports equations and definitions whose right side lacks the symmetry that the left side declares.
///
/// A symmetric tensor stores only one of the components `S_12` and `S_21`, so an equation `S_ij = D_i q_j` would
/// discard the other component. The check evaluates both components numerically (SampleValues), so the form of the
/// equation does not matter. The check treats results of other calculations as arbitrary values. A right side that is
/// symmetric only because of such results is therefore an error. The user avoids this error with `sym(...)`, which does
/// not change symmetric values. The check reports every right side that lacks the symmetry.
void check_symmetry(TensorSystem const& system, std::vector<Calculation> const& calculations,
                    base::Diagnostics& diagnostics);

} // namespace chemora::tensor
