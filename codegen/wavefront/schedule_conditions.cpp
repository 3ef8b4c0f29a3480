#include "codegen/wavefront/schedule_search.hpp"

#include "framework/base/errors.hpp"

#include <algorithm>
#include <numeric>

namespace chemora::wavefront {

using ir::LinearExpression;

Unknowns::Unknowns(recursion::System const& system) {
  for (recursion::Function const& function : system.functions) {
    first[function.name] = n_coefficients;
    number[function.name] = number.size();
    n_coefficients += function.dimensions.size();
  }
  n = n_coefficients + system.functions.size();
}

std::vector<std::vector<long>> corners(recursion::Function const& function, std::map<std::string, long> const& sizes) {
  std::vector<std::vector<long>> result{{}};
  for (recursion::Dimension const& dimension : function.dimensions) {
    long const lower = dimension.lower.value(sizes), upper = dimension.upper.value(sizes);
    if (lower > upper) return {};
    std::vector<std::vector<long>> extended;
    for (std::vector<long> const& corner : result)
      for (long const index : lower == upper ? std::vector{lower} : std::vector{lower, upper}) {
        extended.push_back(corner);
        extended.back().push_back(index);
      }
    result = std::move(extended);
  }
  return result;
}

namespace {

/// A rational point with a positive common denominator.
struct Vertex {
  std::vector<long> numerators{};
  long denominator = 1;
  bool operator==(Vertex const&) const = default;
};

using Rows = std::vector<std::vector<long>>; ///< factors of the variables, then the constant: the row is at least 0

/// Returns the solution of `equations` (each row is 0), or nothing if there is not exactly one.
std::optional<Vertex> solution(Rows equations, std::size_t n) {
  for (std::size_t column = 0; column < n; ++column) {
    auto const pivot = std::find_if(equations.begin() + static_cast<long>(column), equations.end(),
                                    [&](auto const& row) { return row[column] != 0; });
    if (pivot == equations.end()) return std::nullopt;
    std::swap(*pivot, equations[column]);
    for (std::size_t other = 0; other < n; ++other) {
      long const factor = equations[other][column], own = equations[column][column];
      if (other == column || factor == 0) continue;
      long divisor = 0;
      for (std::size_t k = 0; k <= n; ++k) {
        equations[other][k] = equations[other][k] * own - equations[column][k] * factor;
        divisor = std::gcd(divisor, equations[other][k]);
      }
      for (std::size_t k = 0; k <= n && divisor > 1; ++k) equations[other][k] /= divisor;
    }
  }
  Vertex vertex;
  for (std::size_t k = 0; k < n; ++k) vertex.denominator = std::lcm(vertex.denominator, equations[k][k]);
  for (std::size_t k = 0; k < n; ++k)
    vertex.numerators.push_back(-equations[k][n] * (vertex.denominator / equations[k][k]));
  return vertex;
}

bool is_inside(Vertex const& vertex, Rows const& rows) {
  return std::ranges::all_of(rows, [&](std::vector<long> const& row) {
    long const start = row.back() * vertex.denominator;
    return std::inner_product(vertex.numerators.begin(), vertex.numerators.end(), row.begin(), start) >= 0;
  });
}

/// Returns the vertices of the polytope that the rows describe.
std::vector<Vertex> vertices(Rows const& rows, std::size_t n) {
  std::vector<Vertex> found;
  std::vector<std::size_t> chosen(n);
  std::iota(chosen.begin(), chosen.end(), 0U);
  while (n <= rows.size()) {
    Rows equations;
    for (std::size_t const row : chosen) equations.push_back(rows[row]);
    std::optional<Vertex> const vertex = solution(std::move(equations), n);
    if (vertex && is_inside(*vertex, rows) && std::ranges::count(found, *vertex) == 0) found.push_back(*vertex);
    std::size_t last = n;
    while (last > 0 && chosen[last - 1] == rows.size() - n + last - 1) --last;
    if (last == 0) break;
    ++chosen[last - 1];
    for (std::size_t k = last; k < n; ++k) chosen[k] = chosen[k - 1] + 1;
  }
  return found;
}

/// Returns the expression as factors of the variables and the constant.
std::vector<long> row_of(LinearExpression const& expression, std::vector<std::string> const& variables,
                         std::map<std::string, long> const& sizes) {
  LinearExpression const numbers = with_sizes(expression, sizes);
  std::vector<long> row;
  for (std::string const& variable : variables) row.push_back(numbers.factor(variable));
  row.push_back(numbers.constant);
  return row;
}

/// Returns the condition at one vertex: the caller's time is greater than that of the callee.
Inequality condition_at(Vertex const& vertex, CallSet const& set, Unknowns const& unknowns,
                        std::map<std::string, long> const& sizes) {
  Inequality condition{.factors = std::vector<long>(unknowns.n, 0), .at_least = vertex.denominator};
  for (std::size_t axis = 0; axis < set.caller->dimensions.size(); ++axis)
    condition.factors[unknowns.coefficient(set.caller->name, axis)] += vertex.numerators[axis];
  for (std::size_t axis = 0; axis < set.arguments.size(); ++axis) {
    std::vector<long> const row = row_of(set.arguments[axis], set.variables, sizes);
    condition.factors[unknowns.coefficient(set.callee->name, axis)] -= std::inner_product(
        vertex.numerators.begin(), vertex.numerators.end(), row.begin(), row.back() * vertex.denominator);
  }
  condition.factors[unknowns.offset(set.caller->name)] += vertex.denominator;
  condition.factors[unknowns.offset(set.callee->name)] -= vertex.denominator;
  return condition;
}

/// Returns equal coefficients, and an offset that is not less than that of the callee.
std::vector<Inequality> conditions_of_same_element(CallSet const& set, Unknowns const& unknowns) {
  std::vector<Inequality> conditions;
  for (std::size_t axis = 0; axis < set.caller->dimensions.size(); ++axis) {
    conditions.push_back({.factors = std::vector<long>(unknowns.n, 0), .is_equality = true});
    conditions.back().factors[unknowns.coefficient(set.caller->name, axis)] = 1;
    conditions.back().factors[unknowns.coefficient(set.callee->name, axis)] = -1;
  }
  conditions.push_back({.factors = std::vector<long>(unknowns.n, 0)});
  conditions.back().factors[unknowns.offset(set.caller->name)] = 1;
  conditions.back().factors[unknowns.offset(set.callee->name)] = -1;
  return conditions;
}

} // namespace

std::vector<Inequality> inequalities(CallSet const& set, Unknowns const& unknowns,
                                     std::map<std::string, long> const& sizes, SameElement same_element) {
  if (set.is_of_same_element() && same_element == SameElement::ordered)
    return conditions_of_same_element(set, unknowns);
  Rows rows;
  for (loops::Constraint const& constraint : set.domain)
    rows.push_back(row_of(constraint.expression, set.variables, sizes));
  std::vector<Inequality> result;
  for (Vertex const& vertex : vertices(rows, set.variables.size())) {
    Inequality const condition = condition_at(vertex, set, unknowns, sizes);
    if (std::ranges::count(result, condition) == 0) result.push_back(condition);
  }
  return result;
}

} // namespace chemora::wavefront
