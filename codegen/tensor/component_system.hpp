// The system written out in components: scalars only, sums done, one equation per component.
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
  std::string tensor_type;               ///< Cactus' tensortypealias; empty when its variables are of different kinds
  bool is_pseudo = false;                ///< Cactus' tensorparity is -1
  std::vector<std::string> mirror_signs; ///< of each variable in mirrors across x, y, z; empty where there is a type
  int time_levels = 1;
  bool is_evolved = false;
  std::string right_sides; ///< group of the right-hand sides of an evolved group, otherwise empty
};

struct ComponentEquation {
  std::string left; ///< variable, right-hand side (`rhorhs`) or temporary
  bool is_temporary = false;
  bool is_definition = false; ///< a temporary that has the value of its right side where it is used
  Expression right;
  std::size_t equation = 0; ///< which tensor equation it is part of: its components get their values together
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

  /// The right-hand side is needed only where it was calculated: MoL synchronises the state.
  bool fills_ghosts() const { return region == Region::interior && !is_evolution; }
};

/// A radiative boundary's limit and speed of one variable, expressions of parameters. The condition of an extrapolated
/// variable uses neither.
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
  bool has_metric = false; ///< a metric, on which the speeds of waves in the coordinates depend
  std::vector<ComponentCalculation> calculations;
  std::vector<ComponentFarValue> far_values;
  std::vector<Requirement> requirements;
  std::map<std::string, std::string> foreign_groups; ///< of other thorns' variables, both `implementation::name`
  std::vector<base::Diagnostic> warnings;            ///< what the user should know before he trusts the thorn
};

std::string to_text(ComponentSystem const& system);

} // namespace chemora::tensor
