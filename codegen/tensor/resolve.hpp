// A syntax tree to a system of tensor equations.
#pragma once

#include "codegen/edl/syntax_tree.hpp"
#include "codegen/tensor/tensor_system.hpp"
#include "framework/base/source_text.hpp"

namespace chemora::tensor {

/// Looks every name up and checks every index, rank and type; `source` gives the lines shown in messages.
/// Throws base::UserError with everything that is wrong.
TensorSystem resolve(edl::SyntaxTree const& tree, base::SourceText const& source);

/// Names of the components of a tensor in the order of its indices, the last fastest: v1 v2 v3; g11 g12 g13 g22 ...
/// for a symmetric one.
std::vector<std::string> component_names(Variable const& variable);

/// For each of these the signs it takes in mirrors across x, y and z: "-++" for v1.
std::vector<std::string> mirror_signs(Variable const& variable);

/// Name of one component and its sign: g_21 of a symmetric g is +g12; F_11 of an antisymmetric F is 0 (sign 0).
struct Component {
  std::string name;
  int sign = 1;
};

Component component(Variable const& variable, std::vector<int> const& values);

/// Names of the components that a left side with these indices assigns: `g_1i` of a symmetric g gives g11 g12 g13.
std::vector<std::string> assigned_components(Variable const& variable, std::vector<Index> const& indices);

} // namespace chemora::tensor
