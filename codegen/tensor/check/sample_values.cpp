#include "codegen/tensor/check/sample_values.hpp"

#include "framework/base/errors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <utility>

namespace chemora::tensor {

GivenValues::GivenValues(TensorSystem const& system, std::vector<Equation> const& equations)
    : system_(system), equations_(equations) {
  for (std::size_t n = 0; n < equations.size(); ++n)
    if (!equations[n].is_evolution) by_name_[equations[n].left].push_back(n);
  for (std::size_t n = 0; n < system.definitions.size(); ++n)
    by_name_[system.definitions[n].left].push_back(equations.size() + n);
}

std::optional<GivenValues::Given> GivenValues::find(std::string const& name, std::vector<int> const& places,
                                                    std::size_t n_earlier) const {
  auto const positions = by_name_.find(name);
  if (positions == by_name_.end()) return std::nullopt;
  Variable const& variable = system_.variable(name);
  Component const wanted = component(variable, places);
  std::optional<Given> found;
  for (std::size_t const position : positions->second) {
    bool const is_definition = position >= equations_.size();
    if (found || (!is_definition && position >= n_earlier)) continue;
    Equation const& equation = is_definition ? system_.definitions[position - equations_.size()] : equations_[position];
    for_each_value(abstract_names(equation.indices), {}, [&](IndexValues const& values) {
      if (found) return;
      Component const left = component(variable, numbers(equation.indices, values));
      if (left.sign != 0 && left.name == wanted.name)
        found = Given{&equation, values, left.sign * wanted.sign, is_definition ? n_earlier : position};
    });
  }
  return found;
}

namespace {

/// Spacing h of differences; h**2 and the rounding error of second differences, 1e-16/h**2, are both small.
constexpr double step = 1e-3;

constexpr int max_depth = 200; ///< bound on the recursion into the right sides of definitions and earlier equations

struct WorkLimitExceeded {};

double coordinate(std::array<int, 3> const& point, int axis) {
  constexpr std::array<double, 3> origin{0.37, 0.61, 0.83};
  auto const n = static_cast<std::size_t>(axis);
  return origin[n] + step * point[n];
}

} // namespace

double SampleValues::value(Expression const& expression, IndexValues const& values) {
  try {
    return at({}, expression, values);
  } catch (WorkLimitExceeded const&) {
    terms_left_ = 0;
    return std::numeric_limits<double>::quiet_NaN();
  }
}

double SampleValues::error() const {
  constexpr double of_step = 1e-5, of_rounding = 1e-14; // relative errors
  return largest_ * (of_step + of_rounding / std::pow(2 * step, static_cast<double>(max_differences_)));
}

double SampleValues::at(Point const& point, Expression const& expression, IndexValues const& values) {
  double sum = 0;
  for_each_value(expression.summed, values,
                 [&](IndexValues const& with_sums) { sum += term(point, expression, with_sums); });
  if (std::isfinite(sum)) largest_ = std::max(largest_, std::fabs(sum));
  return sum;
}

double SampleValues::term(Point const& point, Expression const& expression, IndexValues const& values) {
  if (--terms_left_ < 0) throw WorkLimitExceeded{};
  switch (expression.kind) {
  case Kind::number:
  case Kind::keyword:
    return expression.number.value;
  case Kind::parameter:
    return parameter(expression.name);
  case Kind::scalar:
    return sample(expression.name, 0.5, 1);
  case Kind::coordinate:
    return coordinate(point, expression.axis);
  case Kind::spacing:
  case Kind::time_step:
  case Kind::time:
    return sample("grid", 0.1, 0.2);
  case Kind::variable:
  case Kind::temporary:
    return variable(point, expression, values);
  case Kind::delta:
    return delta(numbers(expression.indices, values));
  case Kind::epsilon:
    return epsilon(numbers(expression.indices, values));
  case Kind::normal:
    return sample("normal" + std::to_string(numbers(expression.indices, values)[0]), -1, 1);
  case Kind::derivative:
    return derivative(point, expression, values);
  case Kind::shifted:
    return shifted(point, expression, values);
  case Kind::apply:
    return apply(point, expression, values);
  }
  throw base::InternalError("tensor: an expression of unknown kind");
}

double SampleValues::variable(Point const& point, Expression const& expression, IndexValues const& values) {
  if (expression.name.find("::") != std::string::npos) return function(point, expression.name);
  std::vector<int> const places = numbers(expression.indices, values);
  Component const independent = component(system_.variable(expression.name), places);
  if (independent.sign == 0) return 0;
  if (is_jacobian(expression.name)) return jacobian(point, expression.name, places);
  if (auto const value = given(point, expression.name, places)) return *value;
  if (expression.kind == Kind::temporary) return std::numeric_limits<double>::quiet_NaN();
  constexpr double on_diagonal = 3; // large diagonal, so that determinants are positive like those of metrics
  bool const is_diagonal = places.size() == 2 && places[0] == places[1];
  return independent.sign * (function(point, independent.name) + (is_diagonal ? on_diagonal : 0));
}

std::optional<double> SampleValues::given(Point const& point, std::string const& name, std::vector<int> const& places) {
  Key const key{name, places, point, n_earlier_};
  if (auto const cached = cache_.find(key); cached != cache_.end()) return cached->second;
  auto const source = given_.find(name, places, n_earlier_);
  if (!source) return std::nullopt;
  if (depth_ == max_depth) throw WorkLimitExceeded{};
  ++depth_;
  std::size_t const n_earlier = std::exchange(n_earlier_, source->n_earlier);
  double const value = source->sign * at(point, source->equation->right, source->values);
  n_earlier_ = n_earlier;
  --depth_;
  cache_.emplace(key, value);
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

double SampleValues::shifted(Point const& point, Expression const& expression, IndexValues const& values) {
  Point neighbour = point;
  neighbour[static_cast<std::size_t>(numbers(expression.indices, values)[0] - 1)] += displacement(expression);
  return at(neighbour, expression.operands[0], values);
}

double SampleValues::difference(Point const& point, Expression const& operand, IndexValues const& values,
                                std::vector<int> const& axes, std::size_t from) {
  if (from == axes.size()) {
    n_differences_ += axes.size();
    max_differences_ = std::max(max_differences_, n_differences_);
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
  std::vector<double> operands;
  for (std::size_t n = 0; n < expression.operands.size(); ++n) {
    operands.push_back(operand(n));
    // A zero factor skips the evaluation of the other factor, as in the expansion. Most terms of contractions with
    // delta vanish.
    if (name == "*" && operands.back() == 0) return 0;
  }
  return evaluate(name, std::move(operands)).value_or(std::numeric_limits<double>::quiet_NaN());
}

double SampleValues::parameter(std::string const& name) const {
  Parameter const& parameter = system_.parameter(name);
  if (parameter.type == ValueType::real) return sample(name, 0.5, 1.5);
  if (parameter.type == ValueType::integer) return std::floor(sample(name, 1, 5));
  double const n_values = parameter.type == ValueType::boolean ? 2 : static_cast<double>(parameter.keywords().size());
  return std::floor(sample(name, 0, n_values));
}

bool SampleValues::is_jacobian(std::string const& name) const {
  return std::any_of(system_.operators.begin(), system_.operators.end(),
                     [&](DerivativeOperator const& derivative) { return derivative.jacobian == name; });
}

/// The Jacobian of a transformation in which each new coordinate is a function of one linear combination of the old
/// coordinates. The Jacobian is J^a_i = m^a_i q^a(a) as a function of the new coordinates. Therefore `J^b_i d_b J^a_j`
/// is symmetric, as for every transformation.
double SampleValues::jacobian(Point const& point, std::string const& name, std::vector<int> const& places) const {
  std::string const row = name + std::to_string(places[0]);
  double const matrix =
      (places[0] == places[1] ? 1 : 0) + sample(row + std::to_string(places[1]) + " matrix", -0.3, 0.3);
  return matrix * (1 + 0.3 * std::sin(sample(row + " phase", 0.5, 1.5) * coordinate(point, places[0] - 1)));
}

/// A function whose values and derivatives have order 1 and are not proportional to one another.
double SampleValues::function(Point const& point, std::string const& name) const {
  double phase = 0, exponent = 0;
  for (int axis = 0; axis < 3; ++axis) {
    std::string const along = name + " " + std::to_string(axis);
    phase += sample(along + " phase", 0.5, 1.5) * coordinate(point, axis);
    exponent += sample(along + " exponent", -1, 1) * coordinate(point, axis);
  }
  return sample(name, 0.5, 1.5) + 0.3 * std::sin(phase) + 0.3 * std::exp(exponent);
}

double SampleValues::sample(std::string const& name, double low, double high) const {
  std::seed_seq seeds{seed_, static_cast<unsigned>(std::hash<std::string>{}(name))};
  std::array<std::uint32_t, 1> drawn{};
  seeds.generate(drawn.begin(), drawn.end());
  return low + (high - low) * (drawn[0] / 4294967296.0);
}

} // namespace chemora::tensor
