// A system of equations in components: sums are written out, and each component has its equation.
#pragma once

#include "codegen/tensor/tensor_system.hpp"
#include "framework/base/errors.hpp"

#include <optional>
#include <string>
#include <vector>

namespace chemora::tensor {

/// A group of grid functions of the generated thorn.
struct ComponentGroup {
  std::string name;
  std::string description;
  std::vector<std::string> variables;
  std::string tensor_type; ///< Cactus' tensortypealias; empty if its variables have different types
  bool is_pseudo = false;  ///< Cactus' tensorparity is -1
  std::vector<std::string>
      mirror_signs; ///< of each variable in mirrors across x, y, z; empty if there is a tensor type
  int time_levels = 1;
  bool is_evolved = false;
  std::string right_sides; ///< group of the right-hand sides of an evolved group, otherwise empty
};

struct ComponentEquation {
  std::string left; ///< variable, right-hand side (`rhorhs`) or temporary
  bool is_temporary = false;
  bool is_definition = false; ///< a temporary that is evaluated at each use
  Expression right;
  std::size_t equation = 0; ///< number of the tensor equation, whose components are assigned together
};

struct ComponentCalculation {
  std::string name;
  bool is_bin = false;
  std::string bin;
  std::vector<std::string> before, after;
  Region region = Region::interior; ///< never automatic
  bool is_flat_outside = false;
  std::optional<Expression> condition;
  std::vector<ComponentEquation> equations;
  bool has_derivatives = false;
  bool is_evolution = false;
  base::SourcePosition where;

  /// Whether its results are synchronised. Right-hand sides are not, because MoL synchronises the state.
  bool fills_ghosts() const { return region == Region::interior && !is_evolution; }
};

/// Limit and speed of one variable at radiative boundaries, as expressions of parameters. Extrapolated variables use
/// neither.
struct ComponentFarValue {
  std::string variable;
  Expression limit;
  std::optional<Expression> speed; ///< if the file specifies one; without it, the radiative condition uses 1
  bool is_extrapolated = false;
};

struct ComponentSystem {
  std::string thorn;
  std::string implementation;
  std::vector<std::string> inherited;
  std::vector<Parameter> parameters;
  std::vector<ComponentGroup> groups; ///< state groups in order of declaration, then those of right-hand sides
  std::vector<DerivativeOperator> operators;
  bool has_metric = false; ///< if true, the coordinate speeds of waves depend on a metric
  std::vector<ComponentCalculation> calculations;
  std::vector<ComponentFarValue> far_values;
  std::vector<Requirement> requirements;
  std::map<std::string, std::string>
      foreign_groups;                     ///< groups of other thorns' variables, both as `implementation::name`
  std::vector<base::Diagnostic> warnings; ///< of all checks
};

std::string to_text(ComponentSystem const& system);

} // namespace chemora::tensor
