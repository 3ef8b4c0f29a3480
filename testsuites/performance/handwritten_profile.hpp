// Peers of the recursion benchmark: scores of a profile hidden Markov model with all sequences of a database, written
// by hand for the local model of HMMER3 with several hits per sequence.
#pragma once

#include "testsuites/performance/sequence_database.hpp"

#include <array>
#include <string>
#include <vector>

namespace performance {

/// A profile with the positions 1 to `length`; element 0 of each array is unused. Emissions are divided by those of the
/// background.
struct SearchProfile {
  enum Transition { mm, mi, md, im, ii, dm, dd };
  int length = 0;
  std::vector<std::array<float, 32>> match{}; ///< letters in the order of protein_letters; 1 for all others
  /// Probabilities of transitions from a position to the next one. Those of position 0 and of the last one are 0.
  std::vector<std::array<float, 7>> transitions{};
  std::vector<float> entry{}; ///< probability of a local alignment that begins with the match state
};

/// Writes a profile of random probabilities in the format HMMER3/f. The consensus is a prefix of generate_query().
void write_profile(int length, std::string const& path);

/// Reads a profile in the format HMMER3/f. Throws std::runtime_error.
SearchProfile read_profile(std::string const& path);

enum class ProfileScore { forward, viterbi };

/// Return the scores in bits above the null model. The recursion of Durbin et al. (1998), chapter 5, with states N, B,
/// E, J, C around the profile; insertions have the emissions of the background. Probabilities are float, and rescaled
/// where the sum of a row exceeds 2^60. `by_hand` computes a sequence per vector lane, with OpenMP over groups.
std::vector<double> profile_scores_by_scalar_loop(SequenceDatabase const& database, SearchProfile const& profile,
                                                  ProfileScore score);
std::vector<double> profile_scores_by_hand(SequenceDatabase const& database, SearchProfile const& profile,
                                           ProfileScore score);

} // namespace performance
