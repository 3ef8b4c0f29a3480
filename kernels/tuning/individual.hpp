/// Individuals of the search: plans that were measured, with their scores and parents (Paraiso paper, section 3.2).
#pragma once

#include "kernels/tuning/genome.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace chemora::tuning {

using IndividualId = std::int64_t;

/// How an individual was derived. A component study exchanges the components of two individuals (analyses.hpp).
enum class Birth { initial, mutation, crossover, triangulation, component };

std::string to_text(Birth birth);
std::optional<Birth> find_birth(std::string_view name);

/// Number, mean and sample standard deviation (with the divisor n - 1) of scores.
struct Statistics {
  int n = 0;
  double mean = 0;
  double deviation = 0; ///< 0 for fewer than two scores
};

Statistics statistics_of(std::vector<double> const& scores);

/// The first words of failures that may be due to other programs: an exceeded limit of time or memory, or a signal with
/// which the system killed the process.
inline constexpr std::string_view exceeded = "The plan exceeded";

/// Returns the failure of an individual that was measured several times. A failure remains after later successful
/// measurements, unless it starts with `exceeded` and the individual has scores.
std::string merged_failure(std::string const& earlier, std::string const& later, bool has_scores);

/// A plan that was measured, or whose measurement failed.
struct Individual {
  IndividualId id = 0; ///< assigned by the database, in the order of insertion
  Genome genome;
  std::string plan; ///< text of the plan, for readers
  Birth birth = Birth::initial;
  /// For Birth::component, the components that the second parent has passed on: letters of `CMS` (Component).
  std::string components;
  std::vector<IndividualId> parents;
  std::vector<double> scores; ///< points per second; larger is better
  /// Why the measurement failed, as a sentence: other bits, a crash, a time-out, no memory. Empty after a success.
  std::string failure;

  bool has_failed() const { return !failure.empty(); }
  /// The statistics of the scores. A failed individual has the score 0, as in the paper.
  Statistics statistics() const { return has_failed() ? Statistics{} : statistics_of(scores); }
};

} // namespace chemora::tuning
