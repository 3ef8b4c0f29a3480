#include "codegen/patterns/exact_sum.hpp"

#include "framework/base/vector_versions.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace chemora::patterns {

namespace {

/// Replaces the numbers, of which `a` has the larger magnitude, by their rounded sum and its error.
void add_exactly(double& a, double& b) {
  if (std::fabs(a) < std::fabs(b)) std::swap(a, b);
  double const sum = a + b;
  b -= sum - a;
  a = sum;
}

/// Replaces `sum` by the rounded sum, and the term by its error, for numbers or vectors of any magnitudes
/// (D. E. Knuth, "The Art of Computer Programming", volume 2, section 4.2.2).
template <typename Number>
[[gnu::always_inline]] inline void add_exactly_unordered(Number& sum, Number& term) {
  Number const total = sum + term, part = total - sum;
  term = (sum - (total - part)) + (term - part);
  sum = total;
}

constexpr std::size_t block = 512; ///< terms that are added again one after another if lanes cannot represent them

__extension__ typedef double Vector __attribute__((vector_size(4 * sizeof(double))));
__extension__ typedef unsigned long long Bits __attribute__((vector_size(4 * sizeof(double))));
__extension__ typedef std::int32_t Groups __attribute__((vector_size(8 * sizeof(std::int32_t))));
constexpr std::size_t long_run = 64; ///< number of terms of one group from which vectors are faster
constexpr std::size_t n_of_vector = 4, n_vectors = 2, n_lanes = ExactLanes::n, n_parts = ExactLanes::n_parts;
static_assert(n_lanes == n_of_vector * n_vectors);

[[gnu::always_inline]] inline bool is_zero(Bits const& bits) { return (bits[0] | bits[1] | bits[2] | bits[3]) == 0; }

/// Adds terms to the first parts of lanes. Returns false, and leaves the lanes unchanged, if these parts cannot
/// represent the sum.
template <std::size_t n_used>
[[gnu::always_inline]] inline bool add_to_parts(ExactLanes& lanes, double const* terms, std::size_t n_terms) {
  Vector sums[n_used][n_vectors];
  std::memcpy(sums, lanes.parts, sizeof sums);
  Bits errors{};
  for (std::size_t n = 0; n < n_terms; n += n_lanes)
    for (std::size_t v = 0; v < n_vectors; ++v) {
      Vector term;
      std::memcpy(&term, terms + n + v * n_of_vector, sizeof term);
      for (auto& sum : sums) add_exactly_unordered(sum[v], term);
      errors |= reinterpret_cast<Bits>(term); // also of terms that are not finite, and of overflows
    }
  if (!is_zero(errors << 1)) return false; // without signs
  std::memcpy(lanes.parts, sums, sizeof sums);
  return true;
}

/// Adds terms to the lanes; their number is a multiple of `n_lanes`. Returns false, and leaves the lanes unchanged, if
/// the lanes cannot represent the sum.
CHEMORA_VECTOR_VERSIONS
bool add_to_lanes(ExactLanes& lanes, std::span<double const> terms) {
  Bits last[n_vectors];
  std::memcpy(last, lanes.parts[n_parts - 1], sizeof last);
  bool const is_short = is_zero((last[0] | last[1]) << 1); // typical of numbers with similar magnitudes
  return (is_short && add_to_parts<n_parts - 1>(lanes, terms.data(), terms.size())) ||
         add_to_parts<n_parts>(lanes, terms.data(), terms.size());
}

/// Adds terms to groups as long as the numbers of the groups increase by 1. The first group is the first lane of
/// `lanes`. Returns the number of added terms, which is a multiple of `n_lanes`.
CHEMORA_VECTOR_VERSIONS
std::size_t add_to_adjacent(ExactLanes* lanes, std::int32_t const* groups, double const* terms, std::size_t n_terms) {
  std::size_t n = 0;
  for (; n + n_lanes <= n_terms; n += n_lanes) {
    Groups some;
    std::memcpy(&some, groups + n, sizeof some);
    some -= groups[0] + static_cast<std::int32_t>(n) + Groups{0, 1, 2, 3, 4, 5, 6, 7};
    if (!is_zero(reinterpret_cast<Bits>(some)) || !add_to_parts<n_parts>(*lanes++, terms + n, n_lanes)) break;
  }
  return n;
}

} // namespace

void ExactSum::add(double term) {
  if (!std::isfinite(term)) {
    special_ = has_special_ ? special_ + term : term;
    has_special_ = true;
    return;
  }
  std::size_t n_parts = 0;
  for (double part : parts_) {
    add_exactly(term, part);
    if (part != 0) parts_[n_parts++] = part;
  }
  parts_.resize(n_parts);
  if (term != 0) parts_.push_back(term);
}

/// Adds the lanes to the other parts of the sum.
void ExactSum::add_lanes() {
  ExactLanes const lanes = std::exchange(lanes_, {});
  for (auto const& part : lanes.parts)
    for (double const term : part)
      if (term != 0) add(term);
}

void ExactSum::add(std::span<double const> terms) {
  std::size_t const n_in_lanes = terms.size() / n_lanes * n_lanes;
  for (std::size_t begin = 0; begin < n_in_lanes; begin += block) {
    std::span<double const> const some = terms.subspan(begin, std::min(block, n_in_lanes - begin));
    if (add_to_lanes(lanes_, some)) continue;
    add_lanes(); // the terms may be much smaller than earlier ones
    if (add_to_lanes(lanes_, some)) continue;
    for (double const term : some) add(term);
  }
  for (double const term : terms.subspan(n_in_lanes)) add(term);
}

void ExactSum::add(ExactSum const& other) {
  for (double const term : other.terms()) add(term);
}

std::vector<double> ExactSum::terms() const {
  ExactSum sum = *this;
  sum.add_lanes();
  std::vector<double> result = std::move(sum.parts_);
  if (has_special_) result.push_back(special_);
  return result;
}

double ExactSum::value() const {
  // The sign of a NaN depends on the order of the terms.
  if (has_special_) return std::isnan(special_) ? std::numeric_limits<double>::quiet_NaN() : special_;
  std::vector<double> const parts = terms();
  if (parts.empty()) return 0;
  std::size_t n = parts.size() - 1;
  double sum = parts[n], error = 0;
  while (n > 0 && error == 0) {
    error = parts[--n];
    add_exactly(sum, error);
  }
  // If the error is half a unit in the last place, the sign of the next part decides.
  if (error == 0 || n == 0 || (error < 0) != (parts[n - 1] < 0)) return sum;
  double const twice = 2 * error, rounded = sum + twice;
  return rounded - sum == twice ? rounded : sum;
}

/// Sums of at most 2^60 terms below this limit do not overflow.
constexpr double max_magnitude = 0x1p960;

void ExactSums::add(std::size_t group, double term) {
  if (!(std::fabs(term) < max_magnitude)) return others_[group].add(term);
  ExactLanes& lanes = lanes_[group / n_lanes];
  for (auto& part : lanes.parts) {
    add_exactly_unordered(part[group % n_lanes], term);
    if (term == 0) return;
  }
  others_[group].add(term);
}

void ExactSums::add(std::span<std::int32_t const> groups, std::span<double const> terms, std::size_t omitted) {
  for (std::size_t n = 0; n < terms.size();) {
    auto const group = static_cast<std::size_t>(groups[n]);
    if (n + long_run <= terms.size() && groups[n + long_run - 1] == groups[n]) {
      std::size_t const first = n;
      while (n < terms.size() && groups[n] == groups[first]) ++n;
      if (group != omitted) add_run(group, terms.subspan(first, n - first));
    } else if (std::size_t const n_adjacent = add_adjacent(groups.subspan(n), terms.subspan(n), omitted);
               n_adjacent > 0) {
      n += n_adjacent;
    } else {
      if (group != omitted) add(group, terms[n]);
      ++n;
    }
  }
}

/// Adds terms at the beginning if their groups are adjacent, and returns their number.
std::size_t ExactSums::add_adjacent(std::span<std::int32_t const> groups, std::span<double const> terms,
                                    std::size_t omitted) {
  auto const first = static_cast<std::size_t>(groups[0]);
  if (first % n_lanes != 0) return 0;
  return add_to_adjacent(&lanes_[first / n_lanes], groups.data(), terms.data(),
                         std::min(terms.size(), omitted - first));
}

void ExactSums::add(std::size_t group, std::span<double const> terms) {
  if (of_many_.size() < n_lanes * lanes_.size()) of_many_.resize(n_lanes * lanes_.size());
  of_many_[group].add(terms);
}

/// Adds terms of one group. Long runs are added as vectors.
void ExactSums::add_run(std::size_t group, std::span<double const> terms) {
  std::size_t n = 0;
  if (terms.size() >= long_run) {
    ExactLanes lanes;
    n = terms.size() / n_lanes * n_lanes;
    if (add_to_lanes(lanes, terms.first(n))) {
      for (auto const& part : lanes.parts)
        for (double const term : part) add(group, term);
    } else {
      n = 0;
    }
  }
  for (; n < terms.size(); ++n) add(group, terms[n]);
}

double ExactSums::value(std::size_t group) const {
  ExactSum sum;
  for (double const term : terms(group)) sum.add(term);
  return sum.value();
}

std::vector<double> ExactSums::terms(std::size_t group) const {
  std::vector<double> result;
  for (auto const& part : lanes_[group / n_lanes].parts)
    if (part[group % n_lanes] != 0) result.push_back(part[group % n_lanes]);
  if (auto const found = others_.find(group); found != others_.end()) {
    std::vector<double> const others = found->second.terms();
    result.insert(result.end(), others.begin(), others.end());
  }
  if (group < of_many_.size()) {
    std::vector<double> const others = of_many_[group].terms();
    result.insert(result.end(), others.begin(), others.end());
  }
  return result;
}

} // namespace chemora::patterns
