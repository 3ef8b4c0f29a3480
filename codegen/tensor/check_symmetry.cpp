// Compares components with exchanged indices.
#include "codegen/tensor/check_symmetry.hpp"

#include "codegen/tensor/sample_values.hpp"

#include <algorithm>
#include <cmath>

namespace chemora::tensor {

namespace {

/// What a parameter chooses differs from seed to seed; what differs by rounding does so for one of them at most.
constexpr unsigned n_seeds = 4;
constexpr int n_needed = 2;

/// Differences of functions are good to six digits.
constexpr double tolerance = 1e-4;

using Components = std::map<std::vector<int>, double>;

Components components_of(Equation const& equation, SampleValues samples) {
  Components components;
  for_each_value(abstract_names(equation.indices), {}, [&](IndexValues const& values) {
    components[numbers(equation.indices, values)] = samples.value(equation.right, values);
  });
  return components;
}

/// What is no number, such as the root of a negative one, is not compared.
bool lacks(IndexPair const& pair, Components const& components) {
  double scale = 0;
  for (auto const& [places, value] : components) scale = std::max(scale, std::fabs(value));
  return std::any_of(components.begin(), components.end(), [&](auto const& component) {
    std::vector<int> exchanged = component.first;
    std::swap(exchanged[pair.first], exchanged[pair.first + 1]);
    auto const other = components.find(exchanged);
    if (other == components.end()) return false;
    double const expected = pair.is_antisymmetric ? -other->second : other->second;
    return std::fabs(component.second - expected) > tolerance * scale + tolerance * tolerance;
  });
}

std::string message(Equation const& equation, IndexPair const& pair, Variable const& variable) {
  return "`" + to_text(variable) + "` is " + (pair.is_antisymmetric ? "antisymmetric" : "symmetric") +
         ", but the right side is not, so that one of two components would be lost; " +
         (pair.is_antisymmetric ? "write half the difference, as in `1/2 (E_ij - E_ji)`"
                                : "write `sym(...)` around it") +
         ", or declare `" + equation.left + "` without this symmetry.";
}

void check(Equation const& equation, TensorSystem const& system, std::vector<Equation> const& equations,
           base::Diagnostics& diagnostics) {
  bool const is_of_compiler = equation.where.line == 0; // the slope of a Jacobian is symmetric if it is truly one
  if (is_of_compiler) return;
  Variable const& variable = system.variable(equation.left);
  std::vector<int> n_found(variable.shape.pairs.size(), 0);
  for (unsigned seed = 1; seed <= n_seeds && !n_found.empty(); ++seed) {
    Components const components = components_of(equation, SampleValues(system, equations, seed));
    for (std::size_t n = 0; n < n_found.size(); ++n) n_found[n] += lacks(variable.shape.pairs[n], components);
  }
  for (std::size_t n = 0; n < n_found.size(); ++n)
    if (n_found[n] >= n_needed) diagnostics.error(equation.where, message(equation, variable.shape.pairs[n], variable));
}

} // namespace

void check_symmetry(TensorSystem const& system, std::vector<Calculation> const& calculations,
                    base::Diagnostics& diagnostics) {
  for (Equation const& definition : system.definitions) check(definition, system, {}, diagnostics);
  for (Calculation const& calculation : calculations)
    for (Equation const& equation : calculation.equations) check(equation, system, calculation.equations, diagnostics);
}

} // namespace chemora::tensor
