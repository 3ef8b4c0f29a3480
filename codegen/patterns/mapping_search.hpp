/// The search for the mapping with the highest score (Lee et al., Algorithm 1).
#pragma once

#include "codegen/patterns/constraints.hpp"

#include <string>
#include <vector>

namespace chemora::patterns {

struct SearchResult {
  Mapping mapping{};     ///< the candidate with the highest score, with its parallelism controlled
  Mapping candidate{};   ///< the same before control_parallelism(): only Span(1) and Span(all)
  double score = 0;      ///< sum of the weights of the satisfied soft constraints
  long n_candidates = 0; ///< combinations of dimension, block size and span of all levels
  long n_legal = 0;      ///< candidates that satisfy the hard constraints
  long n_best = 0;       ///< legal candidates with the highest score
};

/// Tries all candidates. Of those with the highest score, the one with the highest parallelism is selected, and of
/// these the first one in lexicographic order (dimension x before y, small blocks first, Span(1) before Span(all)).
/// With Rules::complete, parallelism beyond `max_parallelism` counts as `max_parallelism`.
///
/// The candidates of a nest of n levels have n different dimensions of x, y and z in any order. If n is larger than 3,
/// they have these three dimensions, and all other levels are sequential.
SearchResult find_mapping(Nest const& nest, MachineShape const& machine, Rules rules = Rules::complete);

/// Procedure ControlDOP of the paper, which is silent about rounding and about several levels: both factors are rounded
/// up. If the parallelism is below the minimum, levels that may be split change from Span(all) to Split(k), that with
/// the most iterations per thread first, and k is at most the number of blocks that have an iteration for each thread,
/// and `split_size` iterations. If it is above the maximum, levels change from Span(1) to Span(n), innermost first, so
/// that values of enclosing patterns are reused; n is at most the number of iterations per thread of a block. On a
/// host, a block counts as one of `lanes` threads, and levels keep Span(1) if blocks have several rows
/// (ConstraintKind::alternate_rows).
Mapping control_parallelism(Mapping mapping, Nest const& nest, MachineShape const& machine);

/// Returns the mapping with other block sizes and numbers of spans and splits for the sizes of `nest`, which are those
/// at launch. Dimensions and kinds of spans, and therefore the structure of the code, are those of `mapping`.
Mapping adjust_mapping(Mapping const& mapping, Nest const& nest, MachineShape const& machine);

/// Returns the sum of the weights of the soft constraints that the mapping satisfies.
double score_of(Mapping const& mapping, Nest const& nest, MachineShape const& machine, Rules rules = Rules::complete);

/// Returns a text with the levels of the nest, each constraint with its weight and whether the mapping satisfies it,
/// the score, and the numbers of threads and blocks.
std::string trace_of(Mapping const& mapping, Nest const& nest, MachineShape const& machine,
                     Rules rules = Rules::complete);
/// The same for the result of a search, with the numbers of candidates.
std::string trace_of(SearchResult const& result, Nest const& nest, MachineShape const& machine,
                     Rules rules = Rules::complete);

} // namespace chemora::patterns
