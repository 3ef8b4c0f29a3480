/// Pearson's chi-squared tests of independence (Paraiso paper, sections 5.4 and 5.5).
#pragma once

#include <map>
#include <string>
#include <vector>

namespace chemora::tuning {

/// Counts of a population in which two predicates hold.
struct Contingency {
  long n_all = 0, n_first = 0, n_second = 0, n_both = 0;
};

/// Pearson's statistic X^2, and whether both predicates occur together more often than independent ones would.
struct Association {
  double x2 = 0;
  bool is_positive = false;
};

/// Returns X^2 with one degree of freedom. The statistic is 0 if a predicate holds for all or for no members, because
/// such counts are no evidence.
Association association(Contingency const& counts);

/// Returns the probability that a chi-squared variable with `degrees_of_freedom` exceeds `x2`.
double chi_squared_tail(double x2, int degrees_of_freedom);

/// Numbers of occurrences of words, which are texts of letters with equal lengths.
using WordCounts = std::map<std::string, long>;

/// Tests the hypothesis that the second letter of two-letter words is independent of the first: p(ab) = p(a) p(b).
/// With three letters, X^2 has 4 degrees of freedom.
double chi_squared_of_order_0(WordCounts const& words);

/// Tests the hypothesis that the last letter of three-letter words depends on its predecessor only: p(abc) = p(ab)
/// p(bc) / p(b). With three letters, X^2 has 12 degrees of freedom. (The paper states 16 and compares with 37.70, the
/// limit for 15.)
double chi_squared_of_order_1(WordCounts const& words);

/// Tests whether the letter `last` follows the letters `prefix` more or less often than it follows other letters.
Association association_of_prefix(WordCounts const& words, std::string const& prefix, char last);

} // namespace chemora::tuning
