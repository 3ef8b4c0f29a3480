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
constexpr std::size_t n_of_vector = 4, n_vectors = 2, n_lanes = n_of_vector * n_vectors, n_parts = 3;

/// Adds terms to the lanes `parts`. `n_terms` is a multiple of `n_lanes`. Returns whether the parts represent the sum.
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

/// Adds terms to the lanes. Returns false, and leaves the lanes unchanged, if the lanes cannot represent the sum.
bool ExactSum::add_to_lanes(std::span<double const> terms) {
  static_assert(Lanes::n == n_lanes && Lanes::n_parts == n_parts);
  Lanes const before = lanes_;
  if (add_vectors(lanes_.parts, terms.data(), terms.size())) return true;
  lanes_ = before;
  return false;
}

/// Adds the lanes to the other parts of the sum.
void ExactSum::add_lanes() {
  Lanes const lanes = std::exchange(lanes_, {});
  for (auto const& part : lanes.parts)
    for (double const term : part)
      if (term != 0) add(term);
}

void ExactSum::add(std::span<double const> terms) {
  std::size_t const n_in_lanes = terms.size() / n_lanes * n_lanes;
  for (std::size_t begin = 0; begin < n_in_lanes; begin += block) {
    std::span<double const> const some = terms.subspan(begin, std::min(block, n_in_lanes - begin));
    if (add_to_lanes(some)) continue;
    add_lanes(); // the terms may be much smaller than earlier ones
    if (add_to_lanes(some)) continue;
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
  Parts& parts = parts_[group];
  add_exactly_unordered(parts.first, term);
  if (term == 0) return;
  add_exactly_unordered(parts.second, term);
  if (term == 0) return;
  add_exactly_unordered(parts.third, term);
  if (term != 0) others_[group].add(term);
}

void ExactSums::add(std::span<std::int32_t const> groups, std::span<double const> terms, std::size_t omitted) {
  for (std::size_t n = 0; n < terms.size();) {
    auto const group = static_cast<std::size_t>(groups[n]);
    if (n + long_run <= terms.size() && groups[n + long_run - 1] == groups[n]) {
      std::size_t const first = n;
      while (n < terms.size() && groups[n] == groups[first]) ++n;
      if (group != omitted) add_run(group, terms.subspan(first, n - first));
    } else {
      if (group != omitted) add(group, terms[n]);
      ++n;
    }
  }
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
  for (double const part : {parts_[group].first, parts_[group].second, parts_[group].third})
    if (part != 0) result.push_back(part);
  if (auto const found = others_.find(group); found != others_.end()) {
    std::vector<double> const others = found->second.terms();
    result.insert(result.end(), others.begin(), others.end());
  }
  return result;
}

} // namespace chemora::patterns
