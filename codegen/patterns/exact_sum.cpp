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
constexpr std::size_t long_run = 64; ///< number of terms of one group from which vectors are faster
constexpr std::size_t n_of_vector = 4, n_vectors = 2, n_lanes = ExactLanes::n, n_parts = ExactLanes::n_parts;
static_assert(n_lanes == n_of_vector * n_vectors);

/// Adds terms to the lanes. `n_terms` is a multiple of `n_lanes`. Returns whether the lanes represent the sum.
CHEMORA_VECTOR_VERSIONS
bool add_vectors(double (&parts)[n_parts][n_lanes], double const* terms, std::size_t n_terms) {
  Vector sums[n_parts][n_vectors];
  std::memcpy(sums, parts, sizeof sums);
  Bits errors{};
  for (std::size_t n = 0; n < n_terms; n += n_lanes)
    for (std::size_t v = 0; v < n_vectors; ++v) {
      Vector term;
      std::memcpy(&term, terms + n + v * n_of_vector, sizeof term);
      for (auto& sum : sums) add_exactly_unordered(sum[v], term);
      errors |= reinterpret_cast<Bits>(term); // also of terms that are not finite, and of overflows
    }
  std::memcpy(parts, sums, sizeof sums);
  return ((errors[0] | errors[1] | errors[2] | errors[3]) << 1) == 0;
}

/// Adds terms to the lanes. Returns false, and leaves the lanes unchanged, if the lanes cannot represent the sum.
bool add_to_lanes(ExactLanes& lanes, std::span<double const> terms) {
  ExactLanes const before = lanes;
  if (add_vectors(lanes.parts, terms.data(), terms.size())) return true;
  lanes = before;
  return false;
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
    } else if (omitted - group >= n_lanes && n + n_lanes <= terms.size() && add_to_adjacent(&groups[n], &terms[n])) {
      n += n_lanes;
    } else {
      if (group != omitted) add(group, terms[n]);
      ++n;
    }
  }
}

/// Adds one term to each of `n_lanes` adjacent groups, which are the lanes of a vector. Returns false, without an
/// effect, if the groups are not adjacent or the lanes cannot represent the sums.
bool ExactSums::add_to_adjacent(std::int32_t const* groups, double const* terms) {
  auto const first = static_cast<std::size_t>(groups[0]);
  if (first % n_lanes != 0 || groups[n_lanes - 1] != groups[0] + static_cast<std::int32_t>(n_lanes - 1)) return false;
  for (std::size_t n = 1; n + 1 < n_lanes; ++n)
    if (groups[n] != groups[0] + static_cast<std::int32_t>(n)) return false;
  return add_to_lanes(lanes_[first / n_lanes], {terms, n_lanes});
}

void ExactSums::add(std::size_t group, std::span<double const> terms) {
  if (of_many_.size() < n_lanes * lanes_.size()) of_many_.resize(n_lanes * lanes_.size());
  of_many_[group].add(terms);
}

/// Adds terms of one group. Long runs are added as vectors.
void ExactSums::add_run(std::size_t group, std::span<double const> terms) {
  std::size_t n = 0;
  if (terms.size() >= long_run) {
    double parts[n_parts][n_lanes] = {};
    n = terms.size() / n_lanes * n_lanes;
    if (add_vectors(parts, terms.data(), n)) {
      for (auto const& part : parts)
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
