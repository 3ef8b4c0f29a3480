// One function per kind of expression.
#include "codegen/tensor/sample_values.hpp"

#include "codegen/tensor/arithmetic.hpp"
#include "codegen/tensor/resolve.hpp"
#include "framework/base/errors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <utility>

namespace chemora::tensor {

namespace {

constexpr double step = 1e-3; ///< h**2 and the rounding of second differences, 1e-16/h**2, are both small

constexpr int deepest = 200; ///< given values within given values: recursion is bounded

struct TooMuchWork {};

double coordinate(std::array<int, 3> const& point, int axis) {
  constexpr std::array<double, 3> origin{0.37, 0.61, 0.83};
  auto const n = static_cast<std::size_t>(axis);
  return origin[n] + step * point[n];
}

bool holds(std::string const& name, double a, double b) {
  if (name == "==") return a == b;
  if (name == "!=") return a != b;
  if (name == "<") return a < b;
  if (name == "<=") return a <= b;
  if (name == ">") return a > b;
  if (name == ">=") return a >= b;
  if (name == "and") return a != 0 && b != 0;
  return a != 0 || b != 0;
}

bool is_of_truth(std::string const& name) {
  static std::vector<std::string> const names{"==", "!=", "<", "<=", ">", ">=", "and", "or"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

} // namespace

double SampleValues::value(Expression const& expression, IndexValues const& values) {
  try {
    return at({}, expression, values);
  } catch (TooMuchWork const&) {
    terms_left_ = 0;
    return std::numeric_limits<double>::quiet_NaN();
  }
}

double SampleValues::error() const {
  constexpr double of_step = 1e-5, of_rounding = 1e-14;
  return largest_ * (of_step + of_rounding / std::pow(2 * step, static_cast<double>(most_differences_)));
}

double SampleValues::at(Point const& point, Expression const& expression, IndexValues const& values) {
  double sum = 0;
  for_each_value(expression.summed, values, [&](IndexValues const& all) { sum += term(point, expression, all); });
  if (std::isfinite(sum)) largest_ = std::max(largest_, std::fabs(sum));
  return sum;
}

double SampleValues::term(Point const& point, Expression const& expression, IndexValues const& values) {
  if (--terms_left_ < 0) throw TooMuchWork{};
  switch (expression.kind) {
  case Kind::number:
  case Kind::keyword:
    return expression.number.value;
  case Kind::parameter:
    return parameter(expression.name);
  case Kind::coordinate:
    return coordinate(point, expression.axis);
  case Kind::spacing:
  case Kind::time_step:
  case Kind::time:
    return made_up("grid", 0.1, 0.2);
  case Kind::variable:
  case Kind::temporary:
    return variable(point, expression, values);
  case Kind::delta:
    return delta(numbers(expression.indices, values));
  case Kind::epsilon:
    return epsilon(numbers(expression.indices, values));
  case Kind::normal:
    return made_up("normal" + std::to_string(numbers(expression.indices, values)[0]), -1, 1);
  case Kind::derivative:
    return derivative(point, expression, values);
  case Kind::apply:
    return apply(point, expression, values);
  }
  throw base::InternalError("tensor: an expression of unknown kind");
}

double SampleValues::variable(Point const& point, Expression const& expression, IndexValues const& values) {
  if (expression.name.find("::") != std::string::npos) return function(point, expression.name);
  std::vector<int> const places = numbers(expression.indices, values);
  Component const one = component(system_.variable(expression.name), places);
  if (one.sign == 0) return 0;
  if (is_jacobian(expression.name)) return jacobian(point, expression.name, places);
  if (auto const known = given(point, expression.name, places)) return *known;
  if (expression.kind == Kind::temporary) return std::numeric_limits<double>::quiet_NaN();
  // Determinants are positive then, as those of metrics are.
  constexpr double of_diagonal = 3;
  bool const is_diagonal = places.size() == 2 && places[0] == places[1];
  return one.sign * (function(point, one.name) + (is_diagonal ? of_diagonal : 0));
}

std::optional<double> SampleValues::given(Point const& point, std::string const& name, std::vector<int> const& places) {
  Key const key{name, places, point, n_earlier_};
  if (auto const known = known_.find(key); known != known_.end()) return known->second;
  auto const found = given_.find(name, places, n_earlier_);
  if (!found) return std::nullopt;
  if (depth_ == deepest) throw TooMuchWork{};
  ++depth_;
  std::size_t const n_earlier = std::exchange(n_earlier_, found->n_earlier);
  double const value = found->sign * at(point, found->equation->right, found->values);
  n_earlier_ = n_earlier;
  --depth_;
  known_.emplace(key, value);
  return value;
}

double SampleValues::derivative(Point const& point, Expression const& expression, IndexValues const& values) {
  Expression const& operand = expression.operands[0];
  if (!system_.derivative_operator(expression.name).is_sum_over_axes)
    return difference(point, operand, values, numbers(expression.indices, values), 0);
  double sum = 0;
  for (int axis = 1; axis <= 3; ++axis) sum += difference(point, operand, values, {axis}, 0);
  return sum;
}

double SampleValues::difference(Point const& point, Expression const& operand, IndexValues const& values,
                                std::vector<int> const& axes, std::size_t from) {
  if (from == axes.size()) {
    n_differences_ += axes.size();
    most_differences_ = std::max(most_differences_, n_differences_);
    double const value = at(point, operand, values);
    n_differences_ -= axes.size();
    return value;
  }
  auto const axis = static_cast<std::size_t>(axes[from] - 1);
  Point above = point, below = point;
  ++above[axis];
  --below[axis];
  return (difference(above, operand, values, axes, from + 1) - difference(below, operand, values, axes, from + 1)) /
         (2 * step);
}

double SampleValues::apply(Point const& point, Expression const& expression, IndexValues const& values) {
  std::string const& name = expression.name;
  auto const operand = [&](std::size_t n) { return at(point, expression.operands[n], values); };
  if (name == "if") return operand(operand(0) != 0 ? 1 : 2);
  if (name == "not") return operand(0) == 0 ? 1 : 0;
  if (is_of_truth(name)) return holds(name, operand(0), operand(1)) ? 1 : 0;
  std::vector<double> operands;
  for (std::size_t n = 0; n < expression.operands.size(); ++n) {
    operands.push_back(operand(n));
    // As at the expansion: most terms of contractions with delta vanish.
    if (name == "*" && operands.back() == 0) return 0;
  }
  return arithmetic(name, operands).value_or(std::numeric_limits<double>::quiet_NaN());
}

double SampleValues::parameter(std::string const& name) const {
  Parameter const& known = system_.parameter(name);
  if (known.type == ValueType::real) return made_up(name, 0.5, 1.5);
  if (known.type == ValueType::integer) return std::floor(made_up(name, 1, 5));
  double const n_values = known.type == ValueType::boolean ? 2 : static_cast<double>(known.keywords().size());
  return std::floor(made_up(name, 0, n_values));
}

bool SampleValues::is_jacobian(std::string const& name) const {
  return std::any_of(system_.operators.begin(), system_.operators.end(),
                     [&](DerivativeOperator const& one) { return one.jacobian == name; });
}

/// Of new coordinates that are functions of one linear combination of the old ones each. As functions of the new
/// coordinates these are m^a_i q^a(a), whose slope along i, `J^b_i d_b J^a_j`, is symmetric as it must be.
double SampleValues::jacobian(Point const& point, std::string const& name, std::vector<int> const& places) const {
  std::string const row = name + std::to_string(places[0]);
  double const matrix =
      (places[0] == places[1] ? 1 : 0) + made_up(row + std::to_string(places[1]) + " matrix", -0.3, 0.3);
  return matrix * (1 + 0.3 * std::sin(made_up(row + " phase", 0.5, 1.5) * coordinate(point, places[0] - 1)));
}

/// Of order 1, with derivatives of order 1 that are not proportional to one another.
double SampleValues::function(Point const& point, std::string const& name) const {
  double phase = 0, exponent = 0;
  for (int axis = 0; axis < 3; ++axis) {
    std::string const along = name + " " + std::to_string(axis);
    phase += made_up(along + " phase", 0.5, 1.5) * coordinate(point, axis);
    exponent += made_up(along + " exponent", -1, 1) * coordinate(point, axis);
  }
  return made_up(name, 0.5, 1.5) + 0.3 * std::sin(phase) + 0.3 * std::exp(exponent);
}

double SampleValues::made_up(std::string const& name, double low, double high) const {
  std::seed_seq seeds{seed_, static_cast<unsigned>(std::hash<std::string>{}(name))};
  std::array<std::uint32_t, 1> drawn{};
  seeds.generate(drawn.begin(), drawn.end());
  return low + (high - low) * (drawn[0] / 4294967296.0);
}

} // namespace chemora::tensor
