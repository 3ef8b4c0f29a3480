/// Analyses of a finished search: which individuals, kinds of birth and components of genomes contributed to the best
/// plans (Paraiso paper, sections 5.2 to 5.5).
#pragma once

#include "kernels/tuning/chi_squared.hpp"
#include "kernels/tuning/database.hpp"
#include "kernels/tuning/individual.hpp"
#include "kernels/tuning/search_space.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace chemora::tuning {

/// The score of an individual relative to the scores of its parents. A difference is significant if it exceeds
/// sqrt(s^2 + s_P^2), with the deviations s of the individual and s_P of the parent.
enum class Rank {
  slower,  ///< [<<] significantly slower than every parent
  between, ///< [<=] none of the other ranks
  equal,   ///< [~]  not significantly different from the fastest parent
  faster   ///< [>>] significantly faster than every parent
};

/// An individual and its relation to the others.
struct Relative {
  Individual individual;
  /// The contribution distance d: 0 for the best individuals, whose mean exceeds that of the top individual less its
  /// deviation, and for their ancestors; otherwise, one more than the smallest distance of a parent. Empty for an
  /// individual without parents that is no ancestor of the best.
  std::optional<int> distance;
  std::optional<Rank> rank; ///< empty for individuals without parents
};

/// Classifies individuals, which must be sorted by number. A parent has a smaller number than its children. Failed
/// individuals have the score 0. Individuals of component studies are omitted, because no evolution led to them.
std::vector<Relative> classify(std::vector<Individual> const& individuals);

/// A row of the tests of independence: X^2 of two predicates within the part of the population for which a third one
/// holds.
struct PredicateTest {
  std::string first, second, condition;
  Contingency counts;
};

/// Returns the 15 tests of Table A15 of the paper and its two control experiments, in the order of the table.
std::vector<PredicateTest> predicate_tests(std::vector<Relative> const& relatives);

/// Traces the families of the best individuals (distance 0) back in all possible ways. Returns the words of `length`
/// letters, where a letter is the number of parents of an individual and an ancestor precedes its descendant.
WordCounts family_words(std::vector<Relative> const& relatives, int length);

/// The significance limits of the paper, for a probability of 0.001.
constexpr double significant_association = 10.83, significant_order_0 = 18.47, significant_order_1 = 37.70;

/// A genome of the component study: each of the components configuration (C), storage (M) and kernels (S) is that of
/// the initial or of the top individual.
struct ComponentMix {
  std::string from_top; ///< the components of the top individual: letters of `CMS`
  Genome genome;
};

/// Returns the eight genomes with all combinations of components (Table 10 of the paper). The first is `initial`, the
/// last is `top`.
std::array<ComponentMix, 8> component_mixes(SearchSpace const& space, Genome const& initial, Genome const& top);

/// A score relative to that of the initial individual (0) and that of the top individual (1), and its deviation.
struct RelativeScore {
  double linear = 0, linear_deviation = 0;
  double logarithmic = 0, logarithmic_deviation = 0; ///< of the logarithms of the scores
};

RelativeScore relative_score(Statistics const& score, Statistics const& initial, Statistics const& top);

/// Returns a summary of a search and the tables of the Paraiso paper: contribution distances (A1 to A7), ranks relative
/// to the parents (A8 to A14), tests of independence (A15) and of the order of families (11), and the component study
/// (10) if its individuals were measured.
std::string to_tables(std::vector<Individual> const& individuals);

/// Returns the tables of every search in the database for kernels whose names contain `kernel`.
std::string to_tables(Database const& database, std::string const& kernel);

} // namespace chemora::tuning
