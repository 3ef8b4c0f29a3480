/// Expands tensor equations into equations of components. Upwind derivatives are turned to the stable side and written
/// in a form without branches.
#pragma once

#include "codegen/tensor/components.hpp"
#include "codegen/tensor/tensor_system.hpp"
#include "framework/base/errors.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace chemora::tensor {

/// Writes out every free and repeated index over 1, 2, 3, and applies the defaults:
/// - a calculation with `D_t` runs in MoL_CalcRHS, a calculation that assigns evolved variables runs at INITIAL, and
///   any other calculation runs at ANALYSIS;
/// - a calculation covers the interior if it contains derivatives, the boundary in MoL_RHSBoundaries, and every point
///   otherwise;
/// - evolved groups have two time levels, and other groups have one time level.
/// Throws base::UserError for an equation that is too large, differentiates a variable that the same calculation
/// assigns, or differentiates where neighbouring points are missing. Messages quote lines of `source`.
ComponentSystem expand(TensorSystem const& system, base::SourceText const& source);

/// Expands one calculation. The definitions that it uses precede its equations, each once. The schedule place and
/// region remain those of `calculation`. Throws base::UserError where an equation cannot be expanded, and adds other
/// errors and warnings to `diagnostics`.
ComponentCalculation expand_calculation(TensorSystem const& system, Calculation const& calculation,
                                        base::SourceText const& source, base::Diagnostics& diagnostics);

/// Turns upwind derivatives in equations for time derivatives to the stable side.
///
/// Before: `(neg(v1) * Up_1[c])` in the equation of `D_t c`, where `Up` is upwind along `v`. After: `(neg(v1) *
/// Up'turned_1[c])`, whose stencil has its additional point on the opposite side.
///
/// `D_t c = a D_1 c` carries c towards smaller x where a is positive, so the stencil needs its additional point at
/// larger x. The stencil of `Up_1` has this point at larger x where `v1` is positive. The derivative is therefore
/// turned if the product of `v1`, of its coefficient and of the derivative of its operand by c is not positive. The
/// sign of this product follows from squares, numbers, ranges of parameters and functions without negative values.
/// Factors of unknown sign are assumed to be positive and reported by a warning. An upwind derivative whose operand
/// does not depend on c is not turned.
///
/// The turner follows temporaries. A derivative within a temporary serves several equations, so the turner reports an
/// error where it would have to turn such a derivative. All expressions have components as operands.
class UpwindTurner {
public:
  UpwindTurner(TensorSystem const& system, base::Diagnostics& diagnostics);

  /// Records the value of the component `name` of a temporary `tensor`, for the equations that follow.
  void add_temporary(std::string const& tensor, std::string const& name, Expression const& value);

  /// Returns the right side of the equation for the time derivative of the component `evolved` of `tensor`, with its
  /// upwind derivatives turned.
  Expression turn(Expression right, std::string const& tensor, std::string const& evolved);

private:
  friend class UpwindWalk;

  void collect(std::string const& name, Expression const& part);

  TensorSystem const& system_;
  base::Diagnostics& diagnostics_;
  bool has_upwind_operators_;
  std::map<std::string, Expression> values_;           ///< value of each temporary
  std::map<std::string, std::string> tensors_;         ///< tensor of each component of a temporary
  std::map<std::string, std::set<std::string>> reads_; ///< variables on which each temporary depends
  std::set<std::string> with_upwind_;                  ///< temporaries that contain upwind derivatives
  std::map<std::string, int> signs_;                   ///< sign of each temporary: 1 or -1 (0 included), 0 if unknown
  std::set<std::string> reported_; ///< reported positions, so that all components of an equation cause one report
};

/// Writes upwind derivatives of components as two stencils that do not depend on the wind.
///
/// Before: `beta1 * Up_1[u]`, where Up is upwind along beta. After: `beta1 * odd_1[u] + abs(beta1) * even_1[u]`. The
/// odd part of the stencil is equal for both signs of beta1, and the even part changes its sign with beta1. An upwind
/// derivative that is not multiplied by beta1 becomes a selection of odd + even or odd - even at run time. The even
/// part of a turned derivative has the opposite sign.
Expression split_upwind(Expression expression, TensorSystem const& system);

bool is_apply(Expression const& expression, std::string_view name);
bool is_whole(Expression const& expression); ///< a whole number
bool is_even(Expression const& expression);  ///< an even whole number

/// The sign of a product as far as it can be determined, and the factors of unknown sign.
struct Product {
  bool is_negative = false;
  std::vector<Expression> unknown{}; ///< factors of unknown sign; two equal ones form a square and are removed

  void add_unknown(Expression const& factor);
};

/// Determines the signs of expressions; a temporary has the sign of its value.
class Signs {
public:
  /// `values` maps temporaries to their values; `known` caches their signs.
  Signs(TensorSystem const& system, std::map<std::string, Expression> const& values, std::map<std::string, int>& known)
      : system_(system), values_(values), known_(known) {}

  void multiply(Product& product, Expression const& factor);

  /// 1 if all values are 0 or more, -1 if all are 0 or less, 0 if the sign is unknown.
  int sign(Expression const& expression);

private:
  /// If the value of a temporary is a variable or temporary, possibly with a sign or a factor, returns this value.
  /// Returns null otherwise.
  Expression const* renamed_value(Expression const& expression) const;
  int sign_of_factor(Expression const& expression);
  int sign_of_temporary(std::string const& name);
  int sign_of_apply(Expression const& expression);

  TensorSystem const& system_;
  std::map<std::string, Expression> const& values_;
  std::map<std::string, int>& known_;
};

} // namespace chemora::tensor
