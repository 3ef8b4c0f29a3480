/// The results of inner maps that kernels store.
///
///     output s = map(i < rows: let w = map(j < columns: exp(m[i, j])); sum(w) / max(w))
///
/// A kernel computes an element of `w` where it is used. Here each element is used twice, so that it is faster to store
/// the elements and to read them twice (Lee et al., section V-A).
#pragma once

#include "codegen/patterns/known_sizes.hpp"
#include "codegen/patterns/machine_shape.hpp"

#include <set>

namespace chemora::patterns {

/// Returns the variables of `let` expressions inside patterns whose arrays are stored. Such an array is a nest of maps
/// and zipWiths whose extents follow from sizes and parameters.
///
/// An element is stored if it is evaluated more than once on average, and if the evaluations cost more than one
/// evaluation, one store and the loads:
///
///     n_evaluations * cost > cost + store + n_evaluations * load
///
/// | part of an expression | cost |
/// |---|---|
/// | arithmetic operation, comparison | 1 |
/// | quotient, remainder, square root | 8 |
/// | transcendental function | 20 |
/// | element of an array: load or store | 4 |
/// | reduction or iterate | number of elements times the cost of an element plus 1 |
///
/// Alternatives of conditions count half. Unknown sizes are `default_size`.
std::set<int> stored_inner_results(Program const& program, NodePtr const& value, KnownNumbers const& known);

/// The same for a kernel on a machine. One block stores the results of an inner map, so that the mapping may have fewer
/// threads. The set is empty if these are fewer than the machine needs, and fewer than without stored results.
std::set<int> stored_inner_results(Program const& program, NodePtr const& value, KnownNumbers const& known,
                                   MachineShape const& machine);

/// Returns whether an array is a nest of maps and zipWiths with one pattern for each axis.
bool is_nest_of_maps(Node const& array);

} // namespace chemora::patterns
