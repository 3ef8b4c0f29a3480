// Components of tensors: values of indices, names, signs in mirrors.
#pragma once

#include "codegen/tensor/tensor_system.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace chemora::tensor {

/// The value 1, 2 or 3 of each abstract index, by its name.
using IndexValues = std::map<std::string, int>;

/// Calls `body` with every combination of values 1, 2, 3 of the named indices added to `values`. The last index varies
/// fastest.
void for_each_value(std::vector<std::string> const& names, IndexValues values,
                    std::function<void(IndexValues const&)> const& body, std::size_t from = 0);

/// The numbers of `indices`: their own, or the values of those that are abstract.
std::vector<int> numbers(std::vector<Index> const& indices, IndexValues const& values);

/// Names of the abstract indices among `indices`.
std::vector<std::string> abstract_names(std::vector<Index> const& indices);

/// The unit tensor and the antisymmetric symbol (1 for 1, 2, 3).
int delta(std::vector<int> const& values);
int epsilon(std::vector<int> const& values);

/// Name of one component and its sign: g_21 of a symmetric g is +g12; F_11 of an antisymmetric F is 0 (sign 0).
struct Component {
  std::string name;
  int sign = 1;
};
Component component(Variable const& variable, std::vector<int> const& values);

/// Names of the independent components of a tensor. The last index varies fastest: v1 v2 v3; g11 g12 g13 g22 ... for a
/// symmetric tensor.
std::vector<std::string> component_names(Variable const& variable);

/// Names of the components that a left side with these indices assigns: `g_1i` of a symmetric g assigns g11 g12 g13.
std::vector<std::string> assigned_components(Variable const& variable, std::vector<Index> const& indices);

/// The signs that each of the component_names() takes in mirrors across x, y and z: "-++" for v1.
std::vector<std::string> mirror_signs(Variable const& variable);

} // namespace chemora::tensor
