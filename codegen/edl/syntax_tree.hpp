/// The contents of an equation file as written: declarations and equations with positions. Names have not been looked
/// up.
///
///     begin thorn Wave
///       begin calculation RHS scheduled in MoL_CalcRHS
///         D_t rho = delta^ij D_i v_j
///       end calculation
///     end thorn
#pragma once

#include "codegen/edl/token.hpp"

#include <optional>
#include <string>
#include <vector>

namespace chemora::edl {

/// A name with its suffixes: `v_i`, `fd_order`, `delta^ij`, `ADMBase::alp`.
struct Name {
  std::string qualifier; ///< implementation before `::`; empty for most names
  std::string base;
  std::vector<Suffix> suffixes;
  base::SourcePosition where;

  bool operator==(Name const& other) const {
    return qualifier == other.qualifier && base == other.base && suffixes == other.suffixes;
  }
};

std::string to_text(Name const& name);

enum class ExpressionKind {
  number,      ///< number `text` as written
  string,      ///< value of a keyword
  name,        ///< name of a variable, parameter or tensor in `name`
  derivative,  ///< derivative of one operand by the operator `name`, including its indices
  call,        ///< result of the function `text` for the operands
  negate,      ///< -operand
  logical_not, ///< not operand
  binary,      ///< operator `text` (+ - * / % ** == != < <= > >= and or) of two operands
  conditional, ///< condition ? operand : operand
  shifted,     ///< the operand at the neighbouring cell or face `shift`
};

struct Expression {
  ExpressionKind kind = ExpressionKind::number;
  std::string text;
  Name name;
  std::vector<Expression> operands;
  bool has_parentheses = false;
  IndexSymbol shift{}; ///< position of a shifted operand: `i+1` is a cell, and `i-1/2` is a face
  base::SourcePosition where;

  /// Compares meaning and spelling, but not positions.
  bool operator==(Expression const& other) const {
    return kind == other.kind && text == other.text && name == other.name && operands == other.operands &&
           has_parentheses == other.has_parentheses && shift == other.shift;
  }
};

std::string to_text(Expression const& expression);

/// Returns a position as written after `at`: `i`, `i+1`, `i-1/2`.
std::string to_text(IndexSymbol const& position);

/// An allowed interval or value: `2`, `0 to 10`, `above 0 to infinity`, `"gaussian" "a Gaussian"`. A missing limit is
/// infinite.
struct RangeItem {
  std::optional<Expression> low, high;
  bool excludes_low = false, excludes_high = false;
  bool is_single = false; ///< whether the item is one value, stored in `low`
  std::string description;
  base::SourcePosition where;

  bool operator==(RangeItem const& other) const {
    return low == other.low && high == other.high && excludes_low == other.excludes_low &&
           excludes_high == other.excludes_high && is_single == other.is_single && description == other.description;
  }
};

/// A parameter: `A : real "amplitude", default: 1, range: 0 to infinity, steerable: always`
struct ParameterDeclaration {
  Name name;
  std::string type = "real";
  std::string description;
  std::optional<Expression> default_value;
  std::vector<RangeItem> ranges;
  std::string steerable; ///< `never`, `always`, `recover`, or empty if not specified
  /// Implementation whose keyword parameter gets these values; empty for a parameter of this thorn.
  std::string implementation;

  bool operator==(ParameterDeclaration const&) const = default;
};

/// A variable: `v_i : "gradient of u"`, `gt_(ij) : "conformal metric" weight -2/3`, `Psi4i : "imaginary part" parity
/// -1`
struct VariableDeclaration {
  Name name;
  std::string description;
  std::string weight;     ///< weight of a tensor density, as a fraction as written; empty for 0
  bool is_pseudo = false; ///< whether mirrors multiply the components by an additional sign
  base::SourcePosition weight_where = {};

  /// Compares everything except positions.
  bool operator==(VariableDeclaration const& other) const {
    return name == other.name && description == other.description && weight == other.weight &&
           is_pseudo == other.is_pseudo;
  }
};

/// A `variables` block or a `group` block. A `variables` block has no name and makes each tensor a group of its own.
/// The heading may end with `if CONDITION`.
struct VariableBlock {
  std::string name;
  std::string description;
  int time_levels = 0; ///< number of time levels; 0 if not specified
  std::vector<VariableDeclaration> variables;
  base::SourcePosition where;
  std::optional<Expression> condition{}; ///< the variables exist only in runs whose parameters satisfy it

  bool operator==(VariableBlock const& other) const {
    return name == other.name && description == other.description && time_levels == other.time_levels &&
           variables == other.variables && condition == other.condition;
  }
};

/// A tensor of another thorn's variables, in a block `inherited ADMBase`: `g_(ij) : gxx gxy gxz gyy gyz gzz group
/// metric`
struct InheritedTensor {
  std::string implementation;
  Name name;
  /// Names of the components; empty if the tensor is one variable with the tensor's name.
  std::vector<std::string> components;
  std::string group{}; ///< group of these variables in the other thorn; empty if not specified

  bool operator==(InheritedTensor const&) const = default;
};

/// A metric: `gt_ij : determinant: 1, connection: Gt, derivative: CD, ricci: R, raises: At_ij v_i`
struct MetricDeclaration {
  Name name;
  std::string determinant; ///< constant value of the determinant, or empty
  std::string connection, derivative, ricci;
  std::vector<Name> raises; ///< tensors whose indices this metric moves
  base::SourcePosition where;

  bool operator==(MetricDeclaration const& other) const {
    return name == other.name && determinant == other.determinant && connection == other.connection &&
           derivative == other.derivative && ricci == other.ricci && raises == other.raises;
  }
};

/// The treatment of a variable at the boundary `radiative`. With `gt_ij : limit: delta_ij, speed: 1`, waves with this
/// speed leave the grid, and the variable tends to the limit. With `v_i : extrapolated, speed: 1`, the boundary zone is
/// extrapolated from the interior, and the speed only limits the time step.
struct FarValue {
  Name name;
  std::optional<Expression> limit, speed;
  bool is_extrapolated = false;

  bool operator==(FarValue const&) const = default;
};

/// A condition on parameters, and the message for the user if the parameters violate it: `spin <= mass : "The spin is
/// at most the mass."`
struct Requirement {
  Expression condition;
  std::string message;

  bool operator==(Requirement const&) const = default;
};

/// A definition of a tensor that all calculations can use, `A_ij = ...`, or of a function, `advect(f) = ...`.
struct Definition {
  Name left;
  bool is_function = false;
  std::vector<Name> parameters;
  Expression right;
  base::SourcePosition where;

  bool operator==(Definition const& other) const {
    return left == other.left && is_function == other.is_function && parameters == other.parameters &&
           right == other.right;
  }
};

/// A definition with one or several left sides: `s = a b`, or `qL, qR = states(q)`, which calls a function that gives
/// several results.
struct LocalDefinition {
  std::vector<Name> left;
  Expression right;
  base::SourcePosition where;

  bool operator==(LocalDefinition const& other) const { return left == other.left && right == other.right; }
};

/// A function with local definitions: `begin function states(q) along i gives qL, qR`.
struct Function {
  std::string name;
  std::vector<Name> parameters;
  std::string direction; ///< letter of the direction `along` which the function reads neighbours; empty if none
  std::vector<Name> results;
  std::vector<LocalDefinition> body;
  base::SourcePosition where;

  bool operator==(Function const& other) const {
    return name == other.name && parameters == other.parameters && direction == other.direction &&
           results == other.results && body == other.body;
  }
};

/// Definitions of values at the faces between cells: `begin faces along i`. The letter is the direction of the normal.
struct FaceBlock {
  std::string direction;
  std::vector<LocalDefinition> definitions;
  base::SourcePosition where;

  bool operator==(FaceBlock const& other) const {
    return direction == other.direction && definitions == other.definitions;
  }
};

/// A definition of a derivative operator: `Du u_i = (u_(i+1) - u_(i))/h`, or `D_i = centred(fd_order)` without operand.
struct OperatorDefinition {
  Name name;
  std::optional<Name> operand;
  Expression right;

  bool operator==(OperatorDefinition const&) const = default;
};

/// An equation: `D_t u = rho` (evolution), `v_i = 0`, or `u, v_i = f(x)` with several results of a function.
struct Equation {
  bool is_evolution = false;
  Name left;
  std::vector<Name> more_left{}; ///< further names on the left side
  Expression right;
  base::SourcePosition where;

  bool operator==(Equation const& other) const {
    return is_evolution == other.is_evolution && left == other.left && more_left == other.more_left &&
           right == other.right;
  }
};

/// An equation `fastest = reduce(max, E)` after its separation into a variable with the values of E at all points,
/// which the calculation assigns, and a reduction of this variable to a scalar, which follows the calculation.
struct Reduction {
  std::string scalar;
  std::string operation; ///< `min`, `max` or `sum`
  std::string terms;     ///< the variable

  bool operator==(Reduction const&) const = default;
};

struct Flag {
  std::string name;
  base::SourcePosition where;

  bool operator==(Flag const& other) const { return name == other.name; }
};

struct Calculation {
  std::string name;
  std::string preposition; ///< `at`, `in`, or empty
  std::string bin;
  /// Other scheduled functions and groups between which the calculation runs.
  std::vector<std::string> before, after;
  std::string region;          ///< `interior`, `boundary`, `everywhere`, or empty
  std::string outside;         ///< `flat`, or empty
  std::vector<Flag> precision; ///< the type of the arithmetic; empty: the type of the variables
  std::optional<Expression> condition;
  std::vector<Equation> equations;
  base::SourcePosition where;
  std::vector<Reduction> reductions{}; ///< set by separate_reductions()

  bool operator==(Calculation const& other) const {
    return name == other.name && preposition == other.preposition && bin == other.bin && before == other.before &&
           after == other.after && region == other.region && outside == other.outside && precision == other.precision &&
           condition == other.condition && equations == other.equations && reductions == other.reductions;
  }
};

struct SyntaxTree {
  std::string thorn;
  std::string implementation; ///< name of the implementation; empty if it is the thorn's name
  std::vector<Flag> inherited, used, disabled;
  std::vector<Flag> precisions; ///< words after `precision`; empty: real64
  std::vector<ParameterDeclaration> parameters;
  std::vector<VariableBlock> blocks;
  std::vector<VariableDeclaration> scalars; ///< numbers that have one value for the whole grid
  std::vector<VariableDeclaration> temporaries;
  std::vector<OperatorDefinition> operators;
  std::vector<InheritedTensor> inherited_tensors;
  std::vector<MetricDeclaration> metrics;
  std::vector<FarValue> far_values;
  std::vector<Requirement> requirements;
  std::vector<Definition> definitions;
  std::vector<Function> functions;
  std::vector<FaceBlock> faces;
  std::vector<Calculation> calculations;
  base::SourcePosition where;

  bool operator==(SyntaxTree const& other) const {
    return thorn == other.thorn && implementation == other.implementation && inherited == other.inherited &&
           used == other.used && disabled == other.disabled && precisions == other.precisions &&
           parameters == other.parameters && blocks == other.blocks && scalars == other.scalars &&
           temporaries == other.temporaries && operators == other.operators &&
           inherited_tensors == other.inherited_tensors && metrics == other.metrics && far_values == other.far_values &&
           requirements == other.requirements && definitions == other.definitions && functions == other.functions &&
           faces == other.faces && calculations == other.calculations;
  }
};

/// Returns the text of an equation file whose syntax tree is equal to `tree`.
std::string to_text(SyntaxTree const& tree);

} // namespace chemora::edl
