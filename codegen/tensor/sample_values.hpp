// What tensor expressions come to where every variable is some smooth function of the point.
#pragma once

#include "codegen/tensor/given_values.hpp"
#include "codegen/tensor/tensor_system.hpp"

#include <array>
#include <tuple>

namespace chemora::tensor {

/// Numbers in the place of what is known only during a run: variables become smooth functions made up from their
/// components' names and `seed`, Jacobians of operators those of some transformation, parameters numbers, truth values
/// and keywords; what definitions and earlier equations give has the value of their right sides. Derivative operators
/// are central differences of these functions, good to six digits: the stencils do not count, the equations do.
/// Identities between tensors therefore hold, and what holds by chance for one seed does not for another.
class SampleValues {
public:
  /// After the first `n_earlier` equations that `given` knows. `terms_left` bounds the work and goes down with it.
  SampleValues(TensorSystem const& system, GivenValues const& given, std::size_t n_earlier, unsigned seed,
               int& terms_left)
      : system_(system), given_(given), n_earlier_(n_earlier), seed_(seed), terms_left_(terms_left) {}

  /// With values for the free indices; not finite where, for instance, a root has no value, and where it would take
  /// more work than allowed.
  double value(Expression const& expression, IndexValues const& values);

  /// What the values may be wrong by: errors of differences of the largest number that was met on the way. Rounding
  /// grows with every difference of differences.
  double error() const;

private:
  using Point = std::array<int, 3>; ///< in steps from where the functions are looked at
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
  double made_up(std::string const& name, double low, double high) const;

  TensorSystem const& system_;
  GivenValues const& given_;
  std::size_t n_earlier_; ///< equations that have been done
  unsigned seed_;
  int& terms_left_;
  double largest_ = 0;
  std::size_t n_differences_ = 0, most_differences_ = 0; ///< within one another, here and at most
  int depth_ = 0;                                        ///< of given values within given values
  std::map<Key, double> known_;                          ///< given values; with the equations that have been done
};

} // namespace chemora::tensor
