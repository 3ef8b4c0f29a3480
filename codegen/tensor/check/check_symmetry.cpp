/// Checks by sample values that right sides have the symmetries that their left sides declare.
#include "codegen/tensor/check/checks.hpp"

#include "codegen/tensor/check/sample_values.hpp"

#include <algorithm>
#include <cmath>

namespace chemora::tensor {

namespace {

/// Each equation is evaluated with several seeds, because the values of the parameters depend on the seed. Two seeds
/// must show the error, because rounding may cause a difference with one seed.
constexpr unsigned n_seeds = 4;
constexpr int n_required = 2;

/// Relative tolerance of the comparison. Numerical derivatives are accurate to six digits.
constexpr double tolerance = 1e-4;

/// The check evaluates at most this many terms and skips larger equations. The expansion reports equations that are too
/// large.
constexpr int max_terms_of_equation = 400'000, max_terms_of_file = 4'000'000;

struct Components {
  std::map<std::vector<int>, double> values;
  double error = 0;
};

Components components_of(Equation const& equation, SampleValues samples) {
  Components components;
  for_each_value(abstract_names(equation.indices), {}, [&](IndexValues const& values) {
    components.values[numbers(equation.indices, values)] = samples.value(equation.right, values);
  });
  components.error = samples.error();
  return components;
}

/// Returns whether the components lack the symmetry of a pair of indices. Values that are NaN, such as roots of
/// negative numbers, are not compared.
bool lacks_symmetry(IndexPair const& pair, Components const& components) {
  double scale = 0;
  for (auto const& [places, value] : components.values) scale = std::max(scale, std::fabs(value));
  return std::any_of(components.values.begin(), components.values.end(), [&](auto const& component) {
    std::vector<int> exchanged = component.first;
    std::swap(exchanged[pair.first], exchanged[pair.first + 1]);
    auto const partner = components.values.find(exchanged);
    if (partner == components.values.end()) return false;
    double const expected = pair.is_antisymmetric ? -partner->second : partner->second;
    return std::fabs(component.second - expected) > tolerance * scale + components.error;
  });
}

std::string message(Equation const& equation, IndexPair const& pair, Variable const& variable) {
  return "`" + to_text(variable) + "` is " + (pair.is_antisymmetric ? "antisymmetric" : "symmetric") +
         ", but the right side is not: one of two components would be lost; " +
         (pair.is_antisymmetric ? "write half the difference, as in `1/2 (E_ij - E_ji)`"
                                : "write `sym(...)` around it") +
         ", or declare `" + equation.left + "` without this symmetry.";
}

class SymmetryCheck {
public:
  SymmetryCheck(TensorSystem const& system, base::Diagnostics& diagnostics)
      : system_(system), diagnostics_(diagnostics) {}

  /// Checks an equation that is evaluated after the first `n_earlier` equations of `given`.
  void check(Equation const& equation, GivenValues const& given, std::size_t n_earlier) {
    // The compiler generates one equation that is symmetric by construction, the derivative of a Jacobian.
    bool const is_generated = equation.where.line == 0;
    Variable const& variable = system_.variable(equation.left);
    if (is_generated || variable.shape.pairs.empty()) return;
    int const allowed = std::min(max_terms_of_equation, terms_left_);
    int left = allowed;
    std::vector<int> n_differing(variable.shape.pairs.size(), 0);
    for (unsigned seed = 1; seed <= n_seeds && left > 0; ++seed) {
      Components const components = components_of(equation, SampleValues(system_, given, n_earlier, seed, left));
      for (std::size_t n = 0; n < n_differing.size(); ++n)
        n_differing[n] += lacks_symmetry(variable.shape.pairs[n], components);
    }
    terms_left_ -= allowed - left;
    for (std::size_t n = 0; n < n_differing.size(); ++n)
      if (n_differing[n] >= n_required)
        diagnostics_.error(equation.where, message(equation, variable.shape.pairs[n], variable));
  }

private:
  TensorSystem const& system_;
  base::Diagnostics& diagnostics_;
  int terms_left_ = max_terms_of_file;
};

} // namespace

void check_symmetry(TensorSystem const& system, std::vector<Calculation> const& calculations,
                    base::Diagnostics& diagnostics) {
  SymmetryCheck check(system, diagnostics);
  std::vector<Equation> const none;
  GivenValues const definitions(system, none);
  for (Equation const& definition : system.definitions) check.check(definition, definitions, 0);
  for (Calculation const& calculation : calculations) {
    GivenValues const given(system, calculation.equations);
    for (std::size_t n = 0; n < calculation.equations.size(); ++n) check.check(calculation.equations[n], given, n);
  }
}

} // namespace chemora::tensor
