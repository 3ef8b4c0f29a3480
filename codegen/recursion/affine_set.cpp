#include "codegen/recursion/affine_set.hpp"

#include "framework/base/text.hpp"

#include <algorithm>
#include <numeric>

namespace chemora::recursion {

namespace {

using ir::LinearExpression;

constexpr std::size_t max_constraints = 400; ///< of an elimination; then the set counts as non-empty
constexpr long max_factor = 1L << 30;        ///< larger numbers end an elimination, too

/// Divides by the greatest common divisor of the factors and rounds the constant down, which keeps all integer points.
LinearExpression tightened(LinearExpression expression) {
  long divisor = 0;
  for (auto const& [name, factor] : expression.factors) divisor = std::gcd(divisor, factor);
  if (divisor <= 1) return expression;
  for (auto& [name, factor] : expression.factors) factor /= divisor;
  long const rest = ((expression.constant % divisor) + divisor) % divisor;
  expression.constant = (expression.constant - rest) / divisor;
  return expression;
}

/// Returns the inequalities `expression >= 0` of the constraints.
std::vector<LinearExpression> inequalities(Constraints const& constraints) {
  std::vector<LinearExpression> result;
  for (auto const& [expression, is_equality] : constraints) {
    result.push_back(tightened(expression));
    if (is_equality) result.push_back(tightened(-1 * expression));
  }
  return result;
}

/// Returns the name whose elimination creates the fewest inequalities.
std::string cheapest_name(std::vector<LinearExpression> const& rows) {
  std::map<std::string, std::pair<long, long>> signs;
  for (LinearExpression const& row : rows)
    for (auto const& [name, factor] : row.factors) ++(factor > 0 ? signs[name].first : signs[name].second);
  std::string best;
  long best_count = 0;
  for (auto const& [name, count] : signs) {
    long const created = count.first * count.second - count.first - count.second;
    if (best.empty() || created < best_count) {
      best = name;
      best_count = created;
    }
  }
  return best;
}

bool is_within(LinearExpression const& row, long max) {
  return std::abs(row.constant) <= max && std::all_of(row.factors.begin(), row.factors.end(), [&](auto const& factor) {
           return std::abs(factor.second) <= max;
         });
}

bool is_too_large(LinearExpression const& row) { return !is_within(row, max_factor); }

/// Returns the inequalities without `name`; nothing if there are too many of them.
std::optional<std::vector<LinearExpression>> eliminated(std::vector<LinearExpression> const& rows,
                                                        std::string const& name) {
  std::vector<LinearExpression> result, lower, upper;
  for (LinearExpression const& row : rows) {
    long const factor = row.factor(name);
    (factor == 0 ? result : factor > 0 ? lower : upper).push_back(row);
  }
  for (LinearExpression const& low : lower)
    for (LinearExpression const& high : upper) {
      LinearExpression const row = tightened(-high.factor(name) * low + low.factor(name) * high);
      if (is_too_large(row) || result.size() > max_constraints) return std::nullopt;
      result.push_back(row);
    }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

loops::Constraint negated(LinearExpression const& expression) { return {ir::linear(-1) - expression, false}; }

} // namespace

loops::Constraint at_least(LinearExpression const& left, LinearExpression const& right) {
  return {left - right, false};
}

loops::Constraint equals(LinearExpression const& left, LinearExpression const& right) { return {left - right, true}; }

bool is_representable(LinearExpression const& expression) {
  constexpr long max = 1L << 31;
  return is_within(expression, max);
}

bool is_empty(Constraints const& constraints) {
  std::vector<LinearExpression> rows = inequalities(constraints);
  for (;;) {
    if (std::any_of(rows.begin(), rows.end(), is_too_large)) return false;
    auto const is_false = [](LinearExpression const& row) { return row.is_constant() && row.constant < 0; };
    if (std::any_of(rows.begin(), rows.end(), is_false)) return true;
    std::string const name = cheapest_name(rows);
    if (name.empty()) return false;
    std::optional<std::vector<LinearExpression>> next = eliminated(rows, name);
    if (!next) return false;
    rows = std::move(*next);
  }
}

bool implies(Constraints const& set, loops::Constraint const& constraint) {
  if (!is_empty(joined(set, {negated(constraint.expression)}))) return false;
  return !constraint.is_equality || is_empty(joined(set, {negated(-1 * constraint.expression)}));
}

Constraints simplified(Constraints domain, Constraints const& known) {
  for (std::size_t n = 0; n < domain.size(); ++n) {
    loops::Constraint const opposite{-1 * domain[n].expression, false};
    if (!domain[n].is_equality && implies(joined(domain, known), opposite)) domain[n].is_equality = true;
  }
  for (std::size_t n = 0; n < domain.size();) {
    Constraints others = domain;
    others.erase(others.begin() + static_cast<long>(n));
    if (implies(joined(others, known), domain[n]))
      domain = others;
    else
      ++n;
  }
  return domain;
}

Constraints joined(Constraints left, Constraints const& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

std::string to_text(Constraints const& constraints) {
  if (constraints.empty()) return "all points";
  auto const text = [](loops::Constraint const& constraint) {
    LinearExpression left, right;
    for (auto const& [name, factor] : constraint.expression.factors)
      factor > 0 ? left += factor * ir::linear(name) : right -= factor * ir::linear(name);
    long const constant = constraint.expression.constant;
    if (left.factors.empty())
      left.constant = constant;
    else
      right.constant = -constant;
    return ir::to_text(left) + (constraint.is_equality ? " == " : " >= ") + ir::to_text(right);
  };
  return base::join(constraints, " and ", text);
}

} // namespace chemora::recursion
