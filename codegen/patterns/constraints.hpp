/// Constraints on the mapping of a nest (Lee et al., section IV-C). Hard constraints hold for every mapping that is
/// used. A soft constraint adds its weight to the score of the mappings that satisfy it.
///
/// | constraint | strength, scope | intrinsic weight |
/// |---|---|---|
/// | patterns that need synchronisation, store results, or have a size unknown at launch, span all | hard, local | |
/// | a level has the most conservative span of its patterns | hard, global | |
/// | a level has at most the threads that its patterns can use | hard, local | |
/// | only patterns whose results can be combined are split | hard, local | |
/// | each dimension belongs to one level; sequential levels have one thread | hard, global | |
/// | threads per block, and along each dimension | hard, global | |
/// | partial results of reductions fit into shared memory | hard, global | |
/// | adjacent accesses: the level has dimension x and a multiple of `lanes` threads | soft, local | 10 |
/// | no more threads than iterations, rounded up to a power of two | soft, local | 5 |
/// | a warp takes one branch, and its inner loops of unknown size have one length | soft, local | 2 |
/// | threads of a warp have equal or similar numbers of iterations that end at a condition | soft, local | 2 |
/// | a block has at least `min_block_threads` threads | soft, global | 1 |
/// | a thread of a reduction has at least 8 iterations before the threads combine theirs | soft, local | 0.5 |
/// | a block of a host has long parts of rows, if an inner level changes from row to row | soft, local | 0.1 |
/// | a block of nested maps has several rows, up to `row_streams` of all arrays together | soft, local | 0.05 |
///
/// The derived weight is the intrinsic weight times the number of executions of the code that the constraint is about:
/// the product of the sizes of all enclosing patterns, discounted by branches. The paper has no numbers for intrinsic
/// weights. These are in its order: coalesced accesses have the highest one. If all are executed equally often, a
/// constraint outweighs the sum of one constraint of each lower weight. A level with fewer iterations than `lanes` can
/// only fill a part of each access, and the weight of coalesced accesses is multiplied by this part. With
/// Rules::complete, the number of executions of an access is that of its different elements, because caches keep an
/// element that is read again.
#pragma once

#include "codegen/patterns/machine_shape.hpp"
#include "codegen/patterns/mapping.hpp"

#include <string>
#include <vector>

namespace chemora::patterns {

enum class Strength { hard, soft };
enum class Scope { local, global };

enum class ConstraintKind {
  whole_span,            ///< the level spans all, or is split
  conservative_span,     ///< the same, because of one of several patterns of the level
  not_split,             ///< the level is not split
  max_level_threads,     ///< block size at most `limit`
  distinct_dimensions,   ///< each of x, y and z is the dimension of at most one level
  max_block_threads,     ///< at most `limit` threads
  max_dimension_threads, ///< at most as many threads along each dimension as the machine has
  shared_memory,         ///< blocks whose reductions need at most `limit` bytes
  coalesced,             ///< dimension x and a multiple of `limit` threads
  no_idle_threads,       ///< block size at most `limit`
  uniform,               ///< all threads of a warp have the same index of each of `levels`
  min_block_threads,     ///< at least `limit` threads
  few_partial_results,   ///< block size at most `limit`
  long_rows,             ///< dimension x, and block size at least `limit`
  alternate_rows         ///< block size at least `limit`, and Span(1) of the next level
};

struct Constraint {
  ConstraintKind kind = ConstraintKind::whole_span;
  Strength strength = Strength::hard;
  Scope scope = Scope::local;
  int level = -1; ///< -1 for constraints of the whole nest
  double limit = 0;
  double weight = 0;         ///< of a soft constraint
  std::vector<int> levels{}; ///< of `uniform`: the levels; of `shared_memory`: those with reductions
  std::string reason{};      ///< the pattern, branch or access that the constraint comes from
};

/// The constraints that a search uses.
enum class Rules {
  paper,   ///< hard constraints, coalesced accesses and blocks of at least `min_block_threads`: Table II of the paper
  complete ///< all constraints
};

/// Returns the constraints of a nest, hard ones first.
std::vector<Constraint> constraints_of(Nest const& nest, MachineShape const& machine, Rules rules = Rules::complete);

/// Returns accesses that do not constrain the mapping, because the layout of their array follows it.
std::vector<std::string> flexible_accesses(Nest const& nest);

bool is_satisfied(Constraint const& constraint, Mapping const& mapping, MachineShape const& machine);

/// Returns what the constraint requires: "level 1 has `span all` or `split`: `reduce s` combines all of its
/// iterations".
std::string to_text(Constraint const& constraint, MachineShape const& machine);

/// Throws base::UserError with all violated hard constraints, and with the number of levels if it is not that of the
/// nest. `name` is the source of the mapping for messages.
void check_mapping(Mapping const& mapping, Nest const& nest, MachineShape const& machine, std::string const& name);

} // namespace chemora::patterns
