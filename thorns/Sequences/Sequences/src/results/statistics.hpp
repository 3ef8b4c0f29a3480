/// The significance of scores: bits and E-values.
#pragma once

#include <cmath>

namespace sequences {

/// Scores of local alignments of random sequences have a Gumbel distribution (Karlin and Altschul, PNAS 87 (1990)
/// 2264): the expected number of alignments with at least the score S is K m n exp(-lambda S), for a query of m and a
/// database of n letters. The values are parameters of matrix and gap costs. Edge effects are neglected, so that
/// E-values are slightly too large.
struct KarlinAltschul {
  double lambda = 0.267, K = 0.041; ///< of BLOSUM62 with gap costs 11 + k, as published with BLAST

  double bits(double score) const { return (lambda * score - std::log(K)) / std::log(2.); }
  double e_value(double score, double query_letters, double database_letters) const {
    return K * query_letters * database_letters * std::exp(-lambda * score);
  }
};

/// Forward scores of random sequences have an exponential tail: P(x) = exp(-lambda (x - tau)) for x > tau (Eddy, PLoS
/// Comput Biol 4 (2008) e1000069). `x` is in bits, `lambda` is per bit.
inline double e_value_of_forward(double bits, double tau, double lambda, double n_sequences) {
  return n_sequences * (bits < tau ? 1. : std::exp(-lambda * (bits - tau)));
}

/// Viterbi scores of random sequences have a Gumbel distribution: P(x) = 1 - exp(-exp(-lambda (x - mu))).
inline double e_value_of_viterbi(double bits, double mu, double lambda, double n_sequences) {
  return -n_sequences * std::expm1(-std::exp(-lambda * (bits - mu)));
}

} // namespace sequences
