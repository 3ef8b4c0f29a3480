// Peers of the recursion benchmark: Smith-Waterman scores of a query with all sequences of a database, and of a pair of
// long sequences (handwritten_pair.cpp), written by hand.
#pragma once

#include "testsuites/performance/sequence_database.hpp"

#include <array>
#include <vector>

namespace performance {

/// Costs of an alignment: a gap of length k costs open + k * extend.
struct AlignmentCosts {
  std::array<std::array<std::int8_t, 32>, n_protein_letters> matrix{}; ///< row: letter of the query
  int open = 11, extend = 1;
};

/// Returns the costs with the matrix BLOSUM62 (Henikoff and Henikoff 1992, half-bit units, as NCBI distributes it).
AlignmentCosts blosum62_costs();

/// Returns the scores of all sequences, computed by a plain loop over the recursion of Gotoh (1982).
std::vector<int> scores_by_scalar_loop(SequenceDatabase const& database, std::span<std::uint8_t const> query,
                                       AlignmentCosts const& costs);

/// Returns the same scores, computed with one sequence per vector lane: in saturating 8-bit numbers, and again in 16 or
/// 32 bits where a score is too large. OpenMP over groups of sequences.
std::vector<int> scores_by_hand(SequenceDatabase const& database, std::span<std::uint8_t const> query,
                                AlignmentCosts const& costs);

/// Returns the score, computed row by row by a plain loop. If `costs.open` is 0, all letters of a gap cost the same,
/// and the loop has no tables of gaps.
int pair_score_by_scalar_loop(std::span<std::uint8_t const> q, std::span<std::uint8_t const> t,
                              AlignmentCosts const& costs);

/// Returns the same score, computed in 16-bit numbers along antidiagonals of strips of rows. The score must be less
/// than 32,768. OpenMP over strips, which follow each other as a pipeline.
int pair_score_by_hand(std::span<std::uint8_t const> q, std::span<std::uint8_t const> t, AlignmentCosts const& costs);

/// Return the cells per second of one thread that the arithmetic instructions of a cell permit, in independent chains
/// without memory accesses. An alignment with affine gaps needs a sum that saturates, six maxima and three differences
/// of 8-bit numbers. An edit distance needs two minima, a sum, a comparison and a choice of 16-bit numbers.
double alignment_instruction_bound();
/// A pair of long sequences needs those of an alignment in 16-bit numbers, without affine gaps a sum that saturates,
/// four maxima and a difference.
double distance_instruction_bound();
double pair_instruction_bound(bool has_affine_gaps);

} // namespace performance
