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
  /// Both must outlive this object.
  GivenValues(TensorSystem const& system, std::vector<Equation> const& equations);

  struct Given {
    Equation const* equation = nullptr;
    IndexValues values;        ///< of the indices on its left side
    int sign = 1;              ///< of the requested component, relative to the right side
    std::size_t n_earlier = 0; ///< number of the calculation's equations that precede the evaluation of the right side
  };

  /// The equation that determines the component after the first `n_earlier` equations of the calculation; nothing if
  /// neither these nor the definitions assign it. A definition is evaluated at its use, an equation at its place.
  std::optional<Given> find(std::string const& name, std::vector<int> const& places, std::size_t n_earlier) const;

private:
  TensorSystem const& system_;
  std::vector<Equation> const& equations_;
  std::map<std::string, std::vector<std::size_t>> by_name_; ///< positions in equations_, then those of definitions
};

/// Values for quantities that are known only during a run, so that expressions can be evaluated at compile time.
///
/// Variables are smooth functions that depend on their component's name and `seed`; Jacobians are those of some
/// transformation; parameters, truth values and keywords are numbers. Variables that definitions and earlier equations
/// assign have the values of those right sides. Derivatives are central differences of these functions, accurate to six
/// digits; the stencils of the operators do not matter. Identities between tensors therefore hold, and a coincidence at
/// one seed does not occur at another.
class SampleValues {
public:
  /// The state after the first `n_earlier` equations of `given`. `terms_left` limits the work and is decremented.
  SampleValues(TensorSystem const& system, GivenValues const& given, std::size_t n_earlier, unsigned seed,
               int& terms_left)
      : system_(system), given_(given), n_earlier_(n_earlier), seed_(seed), terms_left_(terms_left) {}

  /// The value for these values of the free indices. It is not finite where a function has no value or where the limit
  /// of work is exceeded.
  double value(Expression const& expression, IndexValues const& values);
  /// Bound on the error of the values: errors of differences of the largest number that occurred. Rounding errors grow
  /// with each nested difference.
  double error() const;

private:
  using Point = std::array<int, 3>; ///< in steps from the evaluation point
  using Key = std::tuple<std::string, std::vector<int>, Point, std::size_t>;

  double at(Point const& point, Expression const& expression, IndexValues const& values);
  double term(Point const& point, Expression const& expression, IndexValues const& values);
  double variable(Point const& point, Expression const& expression, IndexValues const& values);
  std::optional<double> given(Point const& point, std::string const& name, std::vector<int> const& places);
  double derivative(Point const& point, Expression const& expression, IndexValues const& values);
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
  std::size_t n_differences_ = 0, max_differences_ = 0; ///< nested differences: present and largest number
  int depth_ = 0;                                       ///< of given values within given values
  std::map<Key, double> cache_;                         ///< given values, by the number of evaluated equations
};

} // namespace chemora::tensor
