// A system of equations over tensors: every name looked up, every index and type checked.
#pragma once

#include "codegen/tensor/expression.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace chemora::tensor {

/// One admissible interval or value. A missing end is infinite.
struct Range {
  std::optional<double> low, high;
  bool excludes_low = false, excludes_high = false;
  std::string keyword; ///< the value, for keyword parameters
  std::string description;
};

struct Parameter {
  std::string name;
  ValueType type = ValueType::real;
  std::string description;
  double default_number = 0; ///< real, int; boolean as 0 or 1
  std::string default_keyword;
  std::vector<Range> ranges; ///< empty: any value
  std::string steerable = "never";
  std::string implementation{}; ///< of another thorn, whose keyword gets these values; empty: of this one

  bool is_shared() const { return !implementation.empty(); }

  /// Keyword values in the order of declaration.
  std::vector<std::string> keywords() const;
  /// Every admissible value of a keyword parameter, or of an int parameter whose ranges are finite and small; else
  /// empty.
  std::vector<std::string> admissible_values() const;
};

/// Two neighbouring indices, `first` and the next one, whose exchange keeps a component or changes its sign.
struct IndexPair {
  std::size_t first = 0;
  bool is_antisymmetric = false;

  bool operator==(IndexPair const&) const = default;
};

/// A tensor's indices as declared; `upper[n]` says whether the n-th is an upper one.
struct Shape {
  std::vector<bool> upper;
  std::vector<IndexPair> pairs;
  Number weight = integer(0); ///< of a tensor density

  std::size_t rank() const { return upper.size(); }
};

/// A grid function or a value at the point.
struct Variable {
  std::string name;
  Shape shape;
  std::string description;
  bool is_temporary = false;
  bool is_evolved = false;
  bool is_foreign = false;               ///< declared by another thorn
  std::vector<std::string> components{}; ///< `implementation::name` of each, when it is foreign
  std::string foreign_group{};           ///< `implementation::group` of these, if the file says so
  bool is_pseudo = false;                ///< one sign more at mirrors than its indices say
  std::string metric{};                  ///< the one that moves its indices; empty: that of the thorn, if it has one
};

/// A symmetric tensor that raises and lowers indices.
struct Metric {
  std::string name;
  bool has_unit_determinant = false;
  std::string derivative; ///< its covariant derivative, or empty
  std::string connection; ///< its Christoffel symbols, or empty
};

struct Group {
  std::string name;
  std::string description;
  int time_levels = 0; ///< 0: not said
  std::vector<std::string> variables;
};

/// Which points a stencil of given order uses.
enum class Side {
  centred,     ///< -order/2 to order/2
  forward,     ///< 0 to order
  backward,    ///< -order to 0
  upwind,      ///< one point more above where the vector `wind` is positive; split into the next two
  upwind_odd,  ///< the part that all directions of the wind share
  upwind_even, ///< the part that has the sign of the wind
  dissipation, ///< Kreiss-Oliger: the derivative of order + 2, times spacing^(order + 1) and a sign
  given        ///< explicit weights
};

/// A finite-difference operator along one axis (or two, for a centred one with two indices).
struct DerivativeOperator {
  std::string name;
  Side side = Side::centred;
  int order = 0;                             ///< 0: the next ones say it
  std::vector<std::string> order_parameters; ///< the first that says a number: this times order_factor
  std::map<int, Number> weights;             ///< given explicitly: weight of each offset, over spacing^spacing_power
  int spacing_power = 0;                     ///< negative: times a power of the spacing
  int order_factor = 1;                      ///< of the parameter's value
  std::string wind;                          ///< the vector whose sign chooses the side of an upwind operator
  std::string jacobian;                      ///< J of `D_i = J^a_i FAMILY`, or empty
  std::string turned_from;       ///< the upwind operator whose additional point is on the other side, or empty
  bool is_sum_over_axes = false; ///< takes no index
  bool is_diagonal = false;      ///< mixed second derivatives from the two diagonals instead of a product
  std::string mixed_parameter;   ///< keyword parameter that decides this, with values of mixed_kinds()

  /// The order, given the values of the operator's parameters.
  int order_for(std::map<std::string, std::string> const& values) const;
  /// Whether mixed second derivatives are taken from the diagonals, given the values of the operator's parameters.
  bool is_diagonal_for(std::map<std::string, std::string> const& values) const;
};

/// The ways to take a mixed second derivative: "product" of two first derivatives, or "diagonal".
std::vector<std::string> const& mixed_kinds();

/// The number that a parameter's value says as an order: 4 for "4" and "4th", nothing for "Nth" and "2.5th".
std::optional<int> said_order(std::string const& value);

struct Equation {
  bool is_evolution = false;
  bool is_definition = false; ///< gives a value where it is used, not where it stands
  std::string left;           ///< variable or temporary
  std::vector<Index> indices;
  Expression right;
  base::SourcePosition where;
};

enum class Region { automatic, interior, boundary, everywhere };

/// One equality that a parameter must fulfil, or a boolean combination: an expression over parameters only.
struct Calculation {
  std::string name;
  bool is_bin = false; ///< `at` a bin; otherwise `in` a group
  std::string bin;     ///< empty: follows from what it computes
  Region region = Region::automatic;
  bool is_flat_outside = false; ///< the outer boundary zone then gets the values of the nearest points inside
  std::vector<std::string> before, after;
  std::optional<Expression> condition;
  std::vector<Equation> equations;
  base::SourcePosition where;
};

/// What the boundary `radiative` does to a variable: what it tends to far away and how fast waves of it leave, as
/// expressions of parameters; or the boundary zone continues the interior, without a limit. The speed also decides
/// which time steps are stable.
struct FarValue {
  Equation limit;
  std::optional<Expression> speed; ///< if the file specifies one
  bool is_extrapolated = false;
};

/// What parameters must fulfil, and the sentence for the user where they do not.
struct Requirement {
  Expression condition;
  std::string message;
};

struct TensorSystem {
  std::string thorn;
  std::string implementation;
  std::vector<std::string> inherited;
  std::vector<Parameter> parameters;
  std::vector<Variable> variables; ///< and temporaries
  std::vector<Group> groups;
  std::vector<DerivativeOperator> operators;
  std::vector<Metric> metrics;
  std::vector<FarValue> far_values;
  std::vector<Requirement> requirements;
  std::vector<Equation> definitions; ///< of temporaries that every calculation may use; each after those it uses
  std::vector<Calculation> calculations;

  Variable const& variable(std::string const& name) const;
  Parameter const& parameter(std::string const& name) const;
  DerivativeOperator const& derivative_operator(std::string const& name) const;
};

/// Name of the operator along the grid's axes that one with a Jacobian is made of.
std::string along_the_grid(std::string const& derivative);

/// Name of the vector, the wind by the grid's coordinates, against which that operator looks if it is upwind.
std::string wind_along_the_grid(std::string const& derivative);

/// Name of the upwind operator that takes its additional point from the other side.
std::string turned_upwind(std::string const& derivative);

/// Name of the operator that is the odd or even part of an upwind one.
std::string upwind_part(std::string const& derivative, Side part);

std::string to_text(Region region);
std::string to_text(Side side);
std::string to_text(Variable const& variable);
std::string to_text(TensorSystem const& system);

} // namespace chemora::tensor
