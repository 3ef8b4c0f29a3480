#include "codegen/patterns/exact_sum.hpp"

#include <cmath>
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

void ExactSum::add(ExactSum const& other) {
  for (double const term : other.terms()) add(term);
}

std::vector<double> ExactSum::terms() const {
  std::vector<double> result = parts_;
  if (has_special_) result.push_back(special_);
  return result;
}

double ExactSum::value() const {
  if (has_special_) return special_;
  if (parts_.empty()) return 0;
  std::size_t n = parts_.size() - 1;
  double sum = parts_[n], error = 0;
  while (n > 0 && error == 0) {
    error = parts_[--n];
    add_exactly(sum, error);
  }
  // If the error is half a unit in the last place, the sign of the next part decides.
  if (error == 0 || n == 0 || (error < 0) != (parts_[n - 1] < 0)) return sum;
  double const twice = 2 * error, rounded = sum + twice;
  return rounded - sum == twice ? rounded : sum;
}

} // namespace chemora::patterns
