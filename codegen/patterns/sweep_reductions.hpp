/// Reductions of sweeps in programs on arrays (array_sweep.hpp).
#pragma once

#include "codegen/patterns/grid_program.hpp"

#include <functional>

namespace chemora::patterns {

constexpr std::size_t max_parts = 6; ///< of an exact sum

/// A structure with max_parts numbers, whose sum is the sum, and a truth value: whether they are too few.
Structure exact_sum_structure();

/// Returns an array of `n` structures of exact sums, of which number t has the terms t, t + n, t + 2 n and so on.
/// Threads compute them without an exchange. `program` has the structure, and receives variables.
NodePtr partial_sums(Program& program, int n, NodePtr const& n_terms,
                     std::function<NodePtr(NodePtr const& number)> const& term);

NodePtr make_pattern(Type const& type, Pattern pattern, std::vector<NodePtr> extents = {});
NodePtr fold(ir::Op op, Generator const& generator, NodePtr const& body);

/// Returns the reduction of the values of a generator; null for sums, and for kinds that need numbers of points. `min`
/// and `max` ignore NaN.
NodePtr reduction_of(Program& program, Sweep::Kind kind, Generator const& generator, NodePtr const& value);

/// Returns `let name = value; body`, where `body` receives the variable.
NodePtr let_in(Program& program, std::string const& name, NodePtr const& value,
               std::function<NodePtr(NodePtr const& variable)> const& body);

} // namespace chemora::patterns
