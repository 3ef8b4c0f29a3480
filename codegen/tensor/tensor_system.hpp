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

  /// Keyword values in the order of declaration.
  std::vector<std::string> keywords() const;
  /// Every admissible value of an int parameter whose ranges are finite and small; otherwise empty.
  std::vector<int> admissible_values() const;
};

enum class Symmetry { none, symmetric, antisymmetric };

/// A grid function or temporary; `upper[n]` says whether its n-th index is an upper one.
struct Variable {
  std::string name;
  std::vector<bool> upper;
  Symmetry symmetry = Symmetry::none; ///< of all its indices (two)
  std::string description;
  bool is_temporary = false;
  bool is_evolved = false;
  bool is_foreign = false; ///< `implementation::name`, declared by another thorn
};

struct Group {
  std::string name;
  std::string description;
  int time_levels = 0; ///< 0: not said
  std::vector<std::string> variables;
};

/// A finite-difference operator along one axis (or two, for a centred one with two indices).
struct DerivativeOperator {
  std::string name;
  int order = 0;                 ///< centred of this order; 0: see the next ones
  std::string order_parameter;   ///< centred, of the order this parameter has
  std::map<int, Number> weights; ///< given explicitly: weight of each offset, over spacing^spacing_power
  int spacing_power = 0;         ///< negative: times a power of the spacing
  int order_factor = 1;          ///< of the parameter's value
};

struct Equation {
  bool is_evolution = false;
  std::string left; ///< variable or temporary
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
  std::optional<Expression> condition;
  std::vector<Equation> equations;
  base::SourcePosition where;
};

struct TensorSystem {
  std::string thorn;
  std::string implementation;
  std::vector<std::string> inherited;
  std::vector<Parameter> parameters;
  std::vector<Variable> variables; ///< and temporaries
  std::vector<Group> groups;
  std::vector<DerivativeOperator> operators;
  std::vector<Calculation> calculations;

  Variable const& variable(std::string const& name) const;
  Parameter const& parameter(std::string const& name) const;
  DerivativeOperator const& derivative_operator(std::string const& name) const;
};

std::string to_text(Region region);
std::string to_text(Variable const& variable);
std::string to_text(TensorSystem const& system);

} // namespace chemora::tensor
