/// Numerical values of tensor expressions in which every variable is a smooth function of the point.
#pragma once

#include "codegen/tensor/components.hpp"
#include "codegen/tensor/tensor_system.hpp"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace chemora::tensor {

/// The equations of a calculation and the definitions, looked up by the component that they assign.
class GivenValues {
public:
  /// The arguments must outlive this object.
  GivenValues(TensorSystem const& system, std::vector<Equation> const& equations);

  struct Given {
    Equation const* equation = nullptr;
    IndexValues values;        ///< values of the indices on the left side of the equation
    int sign = 1;              ///< sign of the requested component, relative to the right side
    std::size_t n_earlier = 0; ///< number of the calculation's equations that precede the evaluation of the right side
  };

  /// Returns the equation that determines the component after the first `n_earlier` equations of the calculation.
  /// Returns nothing if neither these equations nor the definitions assign the component. A definition is evaluated at
  /// each use, an equation in the order of the calculation.
  std::optional<Given> find(std::string const& name, std::vector<int> const& places, std::size_t n_earlier) const;

private:
  TensorSystem const& system_;
  std::vector<Equation> const& equations_;
  /// Positions of equations in equations_, followed by positions of definitions.
  std::map<std::string, std::vector<std::size_t>> by_name_;
};

/// Sample values for quantities that are unknown before the run, so that expressions can be evaluated at compile time.
///
/// Variables are smooth functions that depend on their component's name and `seed`. Jacobians are those of a valid
/// coordinate transformation. Parameters, truth values and keywords are numbers. Variables that definitions and earlier
/// equations assign have the values of the assigned right sides. Derivatives are central differences, accurate to six
/// digits; the values do not depend on the stencils of the operators. Identities between tensors therefore hold for
/// these values. A coincidental equality at one seed does not occur at another.
class SampleValues {
public:
  /// Constructs the state after the first `n_earlier` equations of `given`. Each evaluated term decrements
  /// `terms_left`, which limits the work.
  SampleValues(TensorSystem const& system, GivenValues const& given, std::size_t n_earlier, unsigned seed,
               int& terms_left)
      : system_(system), given_(given), n_earlier_(n_earlier), seed_(seed), terms_left_(terms_left) {}

  /// The value of the expression for these values of its free indices. The result is not finite where a function is
  /// undefined or where the limit of work is exceeded.
  double value(Expression const& expression, IndexValues const& values);
  /// Bound on the error of the values, computed from the largest intermediate value. Rounding errors increase with each
  /// nested difference.
  double error() const;

private:
  using Point = std::array<int, 3>; ///< coordinates of a point, in steps from the evaluation point
  using Key = std::tuple<std::string, std::vector<int>, Point, std::size_t>;

  double at(Point const& point, Expression const& expression, IndexValues const& values);
  double term(Point const& point, Expression const& expression, IndexValues const& values);
  double variable(Point const& point, Expression const& expression, IndexValues const& values);
  std::optional<double> given(Point const& point, std::string const& name, std::vector<int> const& places);
  double derivative(Point const& point, Expression const& expression, IndexValues const& values);
  double shifted(Point const& point, Expression const& expression, IndexValues const& values);
  double difference(Point const& point, Expression const& operand, IndexValues const& values,
                    std::vector<int> const& axes, std::size_t from);
  double apply(Point const& point, Expression const& expression, IndexValues const& values);
  double parameter(std::string const& name) const;
  bool is_jacobian(std::string const& name) const;
  double jacobian(Point const& point, std::string const& name, std::vector<int> const& places) const;
  double function(Point const& point, std::string const& name) const;
  double sample(std::string const& name, double low, double high) const;

  TensorSystem const& system_;
  GivenValues const& given_;
  std::size_t n_earlier_; ///< number of equations that were evaluated
  unsigned seed_;
  int& terms_left_;
  double largest_ = 0;
  std::size_t n_differences_ = 0, max_differences_ = 0; ///< nested differences: the current depth and the largest depth
  int depth_ = 0;                                       ///< nesting depth of the evaluated definitions and equations
  /// Values of components that equations assign, by component, point and number of evaluated equations.
  std::map<Key, double> cache_;
};

} // namespace chemora::tensor
