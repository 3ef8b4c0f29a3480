/// Components of tensors, with their names and their signs under reflections, and systems of equations for components.
#pragma once

#include "codegen/tensor/tensor_system.hpp"
#include "framework/base/errors.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace chemora::tensor {

/// Maps the name of each abstract index to its value, 1, 2 or 3.
using IndexValues = std::map<std::string, int>;

/// Calls `body` with every combination of values 1, 2, 3 of the named indices added to `values`. The last index varies
/// fastest.
void for_each_value(std::vector<std::string> const& names, IndexValues values,
                    std::function<void(IndexValues const&)> const& body, std::size_t from = 0);

/// Returns the numerical values of `indices`. Abstract indices have their values in `values`.
std::vector<int> numbers(std::vector<Index> const& indices, IndexValues const& values);

/// Names of the abstract indices among `indices`.
std::vector<std::string> abstract_names(std::vector<Index> const& indices);

/// The Kronecker delta and the Levi-Civita symbol; the values of the indices are 1, 2 and 3.
int delta(std::vector<int> const& values);
int epsilon(std::vector<int> const& values);

/// The name of one component and its sign: g_21 of a symmetric g is +g12; F_11 of an antisymmetric F is 0 (sign 0).
struct Component {
  std::string name;
  int sign = 1;
};
Component component(Variable const& variable, std::vector<int> const& values);

/// Names of the independent components of a tensor. The last index varies fastest: v1 v2 v3 for a vector, and g11 g12
/// g13 g22 ... for a symmetric tensor.
std::vector<std::string> component_names(Variable const& variable);

/// Names of the components that a left side with these indices assigns: `g_1i` of a symmetric g assigns g11 g12 g13.
std::vector<std::string> assigned_components(Variable const& variable, std::vector<Index> const& indices);

/// The sign with which each component of component_names() is multiplied by mirrors across x, y and z: "-++" for v1.
std::vector<std::string> mirror_signs(Variable const& variable);

/// A group of grid functions of the generated thorn.
struct ComponentGroup {
  std::string name;
  std::string description;
  std::vector<std::string> variables;
  std::string tensor_type;               ///< Cactus' tensortypealias; empty if its variables have different types
  bool is_pseudo = false;                ///< the group has the tag `tensorparity=-1` of Cactus
  std::vector<std::string> mirror_signs; ///< mirror_signs() of the variables; empty if there is a tensor type
  int time_levels = 1;
  bool is_evolved = false;
  std::string right_sides;               ///< group of the right-hand sides of an evolved group, otherwise empty
  std::optional<Expression> condition{}; ///< condition of parameters under which the group has storage
};

struct ComponentEquation {
  std::string left; ///< variable, right-hand side (`rhorhs`) or temporary
  bool is_temporary = false;
  bool is_definition = false; ///< a temporary whose value is computed at each use
  Expression right;
  /// Number of the tensor equation; the components of one tensor equation are assigned together.
  std::size_t equation = 0;
};

struct ComponentCalculation {
  std::string name;
  bool is_bin = false;
  std::string bin;
  std::vector<std::string> before, after;
  Region region = Region::interior; ///< never automatic
  bool is_flat_outside = false;
  std::optional<ir::Type> precision{}; ///< type of the arithmetic, if it is not the type of the variables
  std::optional<Expression> condition;
  std::vector<ComponentEquation> equations;
  bool has_derivatives = false;
  bool is_evolution = false;
  base::SourcePosition where;
  std::vector<Reduction> reductions{};

  /// Whether the ghost zones of the results are synchronised. Right-hand sides are not, because MoL synchronises the
  /// state.
  bool fills_ghosts() const { return region == Region::interior && !is_evolution; }
};

/// The limit and speed of one variable at radiative boundaries, as expressions of parameters. Extrapolated variables
/// have neither a limit nor a speed.
struct ComponentFarValue {
  std::string variable;
  Expression limit;
  std::optional<Expression> speed; ///< speed that the file specifies; otherwise the radiative condition uses 1
  bool is_extrapolated = false;
};

/// A system with all indices written out: contractions are expanded into sums, and each component has its own equation.
struct ComponentSystem {
  std::string thorn;
  std::string implementation;
  std::vector<std::string> inherited;
  std::vector<ir::Type> precisions{ir::Type::real64}; ///< see TensorSystem
  std::vector<Parameter> parameters;
  /// Groups of the state in order of declaration, followed by the groups of right-hand sides.
  std::vector<ComponentGroup> groups;
  std::vector<Scalar> scalars;
  std::vector<DerivativeOperator> operators;
  bool has_metric = false; ///< if true, the coordinate speeds of waves depend on a metric
  std::vector<ComponentCalculation> calculations;
  std::vector<ComponentFarValue> far_values;
  std::vector<Requirement> requirements;
  /// The group of each variable of another thorn; both names have the form `implementation::name`.
  std::map<std::string, std::string> foreign_groups;
  std::vector<base::Diagnostic> warnings; ///< warnings that the checks reported
};

std::string to_text(ComponentSystem const& system);

} // namespace chemora::tensor
