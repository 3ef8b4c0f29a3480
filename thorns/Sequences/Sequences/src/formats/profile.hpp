/// Profile hidden Markov models in the text format of HMMER3, and their parameters for local alignment.
#pragma once

#include "framework/base/source_text.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sequences {

/// A profile with `length` match states M_1 to M_length, insert states I_0 to I_length and delete states D_1 to
/// D_length. I_0 follows the begin state. Probabilities are not logarithms.
struct Profile {
  std::string name{}, accession{}, description{};
  std::string letters{}; ///< of the columns: 20 amino acids or 4 nucleotides
  int length = 0;
  std::string consensus{};               ///< one letter for each match state
  std::vector<double> match{}, insert{}; ///< [k, letter], k from 0; row 0 of `match` is 0
  /// Probabilities of transitions from node k, indexed by k from 0: from M_k (at 0: the begin state) to M_{k+1}, I_k
  /// and D_{k+1}, from I_k to M_{k+1} and I_k, from D_k to M_{k+1} and D_{k+1}. At k = length, M_{k+1} is the end
  /// state.
  std::vector<double> mm{}, mi{}, md{}, im{}, ii{}, dm{}, dd{};

  /// A distribution of scores in bits of random sequences.
  struct Tail {
    double location = 0, lambda = 0;
  };
  std::optional<Tail> viterbi{}; ///< STATS LOCAL VITERBI: mu and lambda of a Gumbel distribution
  std::optional<Tail> forward{}; ///< STATS LOCAL FORWARD: tau and lambda of an exponential tail
};

/// Reads a file with one profile. Throws chemora::base::UserError with all errors.
Profile read_profile(chemora::base::SourceText const& source);

/// A profile in relation to a background of independent letters, as HMMER3 uses it for local alignment. Vectors are
/// indexed by the position k from 0.
struct ProfileOdds {
  /// [k, letter of the alphabet]: emission probabilities divided by background frequencies. A letter that stands for
  /// several letters has the mean of their logarithms, weighted with the background. Insert states emit the background,
  /// so that their odds are 1. Letters without meaning, such as `*`, have odds 0.
  std::vector<double> match{}, insert{};
  /// The probability that a local alignment starts at M_k: o_k / sum_j o_j (length - j + 1), where o_k is the
  /// probability that a path from begin to end visits M_k. For o_k = 1 it is 2 / (length (length + 1)).
  std::vector<double> entry{};
};

/// Returns the parameters for an alphabet, whose order of letters may differ. Throws chemora::base::UserError if the
/// alphabet lacks a letter of the profile.
ProfileOdds local_odds(Profile const& profile, std::string const& alphabet);

/// Background frequencies of HMMER3 in the order of its letters: of amino acids (ACDEFGHIKLMNPQRSTVWY) in
/// Swissprot 50.8, or 1/4 for nucleotides (ACGT).
std::vector<double> background(std::string const& letters);

} // namespace sequences
