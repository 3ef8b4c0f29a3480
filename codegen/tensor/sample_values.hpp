// What tensor expressions come to where every variable is some smooth function of the point.
#pragma once

#include "codegen/tensor/index_values.hpp"
#include "codegen/tensor/tensor_system.hpp"

#include <array>
#include <tuple>

namespace chemora::tensor {

/// Numbers in the place of what is known only during a run: variables become smooth functions made up from their
/// components' names and `seed`, parameters numbers, truth values and keywords; definitions and temporaries have the
/// value of their right sides. Derivative operators are central differences of these functions, good to six digits: the
/// stencils do not count, the equations do. Identities between tensors therefore hold, and what holds by chance for one
/// seed does not for another.
class SampleValues {
public:
  /// `equations` are those of the calculation whose temporaries occur.
  SampleValues(TensorSystem const& system, std::vector<Equation> const& equations, unsigned seed)
      : system_(system), equations_(equations), seed_(seed) {}

  /// With values for the free indices; not finite where, for instance, a root has no value, and after 200,000 terms,
  /// which derivatives within derivatives can have.
  double value(Expression const& expression, IndexValues const& values) { return at({}, expression, values); }

private:
  using Point = std::array<int, 3>; ///< in steps from where the functions are looked at

  double at(Point const& point, Expression const& expression, IndexValues const& values);
  double term(Point const& point, Expression const& expression, IndexValues const& values);
  double variable(Point const& point, Expression const& expression, IndexValues const& values);
  double temporary(Point const& point, Expression const& expression, IndexValues const& values);
  double derivative(Point const& point, Expression const& expression, IndexValues const& values);
  double difference(Point const& point, Expression const& operand, IndexValues const& values,
                    std::vector<int> const& axes, std::size_t from);
  double apply(Point const& point, Expression const& expression, IndexValues const& values);
  double parameter(std::string const& name) const;
  double function(Point const& point, std::string const& name) const;
  double made_up(std::string const& name, double low, double high) const;
  Equation const* equation_of(std::string const& name) const;

  TensorSystem const& system_;
  std::vector<Equation> const& equations_;
  unsigned seed_;
  int n_terms_ = 0;
  std::map<std::tuple<std::string, std::vector<int>, Point>, double> known_; ///< values of temporaries
};

} // namespace chemora::tensor
