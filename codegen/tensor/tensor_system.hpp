/// A system of tensor equations. All names have been looked up, and all indices and types have been checked.
#pragma once

#include "codegen/ir/operation.hpp"
#include "codegen/tensor/expression.hpp"
#include "framework/base/errors.hpp"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace chemora::tensor {

/// An allowed interval or value. A missing limit is infinite.
struct Range {
  std::optional<double> low, high;
  bool excludes_low = false, excludes_high = false;
  std::string keyword; ///< the value of a keyword parameter
  std::string description;
};

struct Parameter {
  std::string name;
  ValueType type = ValueType::real;
  std::string description;
  double default_number = 0; ///< default of a real or int parameter; the default of a boolean parameter as 0 or 1
  std::string default_keyword;
  std::vector<Range> ranges; ///< empty: any value
  std::string steerable = "never";
  std::string
      implementation{}; ///< the other thorn to whose keyword these values are added; empty for parameters of this thorn

  bool is_shared() const { return !implementation.empty(); }

  /// Returns the keyword values in the order of declaration.
  std::vector<std::string> keywords() const;
  /// Returns all values of a keyword parameter, or of an int parameter with small finite ranges. Returns an empty list
  /// for other parameters.
  std::vector<std::string> admissible_values() const;
};

/// Two adjacent indices, at positions `first` and `first` + 1. An exchange of these indices preserves a component or
/// changes its sign.
struct IndexPair {
  std::size_t first = 0;
  bool is_antisymmetric = false;

  bool operator==(IndexPair const&) const = default;
};

/// The declared indices of a tensor; `upper[n]` is true for an upper index.
struct Shape {
  std::vector<bool> upper;
  std::vector<IndexPair> pairs;
  Number weight = integer(0); ///< weight of a tensor density

  std::size_t rank() const { return upper.size(); }
};

/// A grid function, or a temporary that exists only during the evaluation of a point.
struct Variable {
  std::string name;
  Shape shape;
  std::string description;
  bool is_temporary = false;
  bool is_evolved = false;
  bool is_foreign = false;               ///< declared by another thorn
  std::vector<std::string> components{}; ///< full names `implementation::name` of the components of a foreign variable
  std::string foreign_group{};           ///< full name `implementation::group` of their group, if the file specifies it
  bool is_pseudo = false;                ///< mirrors multiply the components by an additional sign
  std::string metric{};     ///< metric that moves the indices; if empty, the only metric of the thorn moves them
  bool is_at_faces = false; ///< defined in a block `faces`: the point i holds the value at i+1/2
};

/// A symmetric tensor that raises and lowers indices.
struct Metric {
  std::string name;
  bool has_unit_determinant = false;
  std::string derivative; ///< name of its covariant derivative, or empty
  std::string connection; ///< name of its Christoffel symbols, or empty
};

struct Group {
  std::string name;
  std::string description;
  int time_levels = 0; ///< 0: not specified
  std::vector<std::string> variables;
  std::optional<Expression> condition{}; ///< condition of parameters under which the group has storage
};

/// The points of a stencil relative to its point, for a given order.
enum class Side {
  centred,     ///< offsets -order/2 to order/2
  forward,     ///< offsets 0 to order
  backward,    ///< offsets -order to 0
  upwind,      ///< one more point in the direction of the vector `wind`; implemented as upwind_odd and upwind_even
  upwind_odd,  ///< the part of an upwind stencil that does not depend on the direction of the wind
  upwind_even, ///< the part of an upwind stencil that changes its sign with the wind
  dissipation, ///< Kreiss-Oliger dissipation: the derivative of order + 2, times spacing^(order + 1) and a sign
  given        ///< weights that the user specifies explicitly
};

/// A finite-difference operator along one axis. A centred operator with two indices acts along two axes.
struct DerivativeOperator {
  std::string name;
  Side side = Side::centred;
  int order = 0;                             ///< finite-difference order; 0 if order_parameters specify it
  std::vector<std::string> order_parameters; ///< parameters that specify the order: the first value that is a number is
                                             ///< multiplied by order_factor
  std::map<int, Number> weights; ///< weight of each offset for Side::given; the sum is divided by spacing^spacing_power
  int spacing_power = 0;         ///< power of the spacing by which the operator divides; a negative power multiplies
  int order_factor = 1;          ///< factor by which the value of a parameter is multiplied
  std::string wind;              ///< the vector whose sign selects the side of an upwind operator
  std::string jacobian;          ///< name J of the Jacobian in `D_i = J^a_i FAMILY`, or empty
  std::string turned_from;       ///< upwind operator whose additional point is on the opposite side, or empty
  bool is_sum_over_axes = false; ///< the operator is summed over the axes and has no index
  bool is_diagonal = false;      ///< mixed second derivatives use the two diagonals instead of a product
  std::string mixed_parameter;   ///< keyword parameter that selects one of mixed_kinds(), or empty
  /// Whether the operand is a value at faces, as in `(f_(i+1/2) - f_(i-1/2))/h`. Offset 0 is then the face at i+1/2.
  bool is_of_faces = false;

  /// The order, given the values of the operator's parameters.
  int order_for(std::map<std::string, std::string> const& values) const;
  /// Whether mixed second derivatives use the diagonals, given the values of the operator's parameters.
  bool is_diagonal_for(std::map<std::string, std::string> const& values) const;
};

/// The forms of mixed second derivatives: "product" of two first derivatives, or "diagonal".
std::vector<std::string> const& mixed_kinds();

/// The order that a value of a parameter specifies: the order is 4 for "4" and "4th", and there is none for "Nth" and
/// "2.5th".
std::optional<int> order_in(std::string const& value);

struct Equation {
  bool is_evolution = false;
  /// Whether the temporary is computed at each use instead of in the order of the equations.
  bool is_definition = false;
  std::string left; ///< variable or temporary that the equation assigns
  std::vector<Index> indices;
  Expression right;
  base::SourcePosition where;
};

enum class Region { automatic, interior, boundary, everywhere };

/// A number with one value for the whole grid, the result of reductions. It is 0 before the first reduction.
struct Scalar {
  std::string name;
  std::string description;
};

/// Reduces the values of a variable at the points of a calculation's region to a scalar, after the calculation.
struct Reduction {
  std::string scalar;
  std::string operation; ///< name of Cactus' reduction operator: `minimum`, `maximum` or `sum`
  std::string terms;     ///< the variable
};

struct Calculation {
  std::string name;
  bool is_bin = false; ///< whether the schedule places the calculation `at` a bin instead of `in` a group
  std::string bin;     ///< name of the bin or group; if empty, the equations determine it
  Region region = Region::automatic;
  bool is_flat_outside = false;      ///< sets the outer boundary zone to the values of the nearest interior points
  std::optional<ir::Type> precision; ///< type of the arithmetic, if it is not the type of the variables
  std::vector<std::string> before, after;
  std::optional<Expression> condition;
  std::vector<Equation> equations;
  base::SourcePosition where;
  std::vector<Reduction> reductions{};
};

/// A value of the parameter `boundary` of every thorn with evolved variables.
struct BoundaryCondition {
  std::string_view keyword, meaning;
  std::string_view name; ///< name of the condition that thorn Boundary applies
  /// Whether the condition needs a past time level, so that it is applied only after the first step begins.
  bool needs_step = false;
};
inline constexpr std::array boundary_conditions{
    BoundaryCondition{"none", "the outer boundary zone keeps its initial values", "None"},
    BoundaryCondition{"flat", "the value of the nearest interior point", "Flat"},
    BoundaryCondition{"scalar", "zero", "Scalar"},
    BoundaryCondition{"static", "the values of the past time level", "Static", true},
    BoundaryCondition{"radiative", "waves leave the grid", "Radiation", true}};

/// The treatment of a variable at the boundary `radiative`. A radiated variable has a limit at infinity and a speed of
/// its outgoing waves, as expressions of parameters. Other variables are extrapolated from the interior and have no
/// limit. The speed also limits the time step.
struct FarValue {
  Equation limit;
  std::optional<Expression> speed; ///< speed that the file specifies
  bool is_extrapolated = false;
};

/// A condition that the parameters must satisfy, and the message shown when they violate it.
struct Requirement {
  Expression condition;
  std::string message;
};

/// Name of the generated keyword parameter that selects one of several precisions.
inline constexpr std::string_view precision_parameter = "precision";

struct TensorSystem {
  std::string thorn;
  std::string implementation;
  /// Types in which the thorn may store and compute; the first is the default. With several types, the parameter
  /// precision_parameter selects one of them in the parameter file.
  std::vector<ir::Type> precisions{ir::Type::real64};
  std::vector<std::string> inherited;
  std::vector<Parameter> parameters;
  std::vector<Variable> variables; ///< variables and temporaries
  std::vector<Group> groups;
  std::vector<Scalar> scalars;
  std::vector<DerivativeOperator> operators;
  std::vector<Metric> metrics;
  std::vector<FarValue> far_values;
  std::vector<Requirement> requirements;
  std::vector<Equation> definitions; ///< definitions of temporaries that all calculations can use, sorted by dependence
  std::vector<Calculation> calculations;
  std::vector<base::Diagnostic> warnings{}; ///< warnings about unused declarations

  Variable const& variable(std::string const& name) const;
  Parameter const& parameter(std::string const& name) const;
  DerivativeOperator const& derivative_operator(std::string const& name) const;
};

/// Name of the operator along the grid axes from which an operator with a Jacobian is computed.
std::string along_the_grid(std::string const& derivative);

/// Name of the vector along which the operator on the grid axes is upwind: the wind in the grid's coordinates.
std::string wind_along_the_grid(std::string const& derivative);

/// Name of the upwind operator whose additional point is on the opposite side.
std::string turned_upwind(std::string const& derivative);

/// Name of the odd or even part of an upwind operator.
std::string upwind_part(std::string const& derivative, Side part);

std::string to_text(Region region);
std::string to_text(Side side);
std::string to_text(Variable const& variable);
std::string to_text(TensorSystem const& system);

/// A schedule bin (`AT CCTK_name`) or schedule group (`IN name`) in which a calculation can run, spelled as in
/// schedule.ccl.
struct SchedulePlace {
  std::string name;
  bool is_bin = false;

  bool operator==(SchedulePlace const&) const = default;
};

/// Finds a bin at which a grid exists, or a group of MoL. Case is ignored, and the prefix CCTK_ of bins may be omitted.
std::optional<SchedulePlace> find_place(std::string const& name);

/// Returns the names of the bins and groups, for messages.
std::vector<std::string> place_names();

/// Whether the name is a bin at which no grid exists.
bool is_without_grid(std::string const& name);

} // namespace chemora::tensor
