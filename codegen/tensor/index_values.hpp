// Abstract indices with values.
#pragma once

#include "codegen/tensor/expression.hpp"

#include <functional>
#include <map>

namespace chemora::tensor {

/// 1, 2 or 3 by the name of an abstract index.
using IndexValues = std::map<std::string, int>;

/// Calls `body` with every combination of values 1, 2, 3 of the named indices added to `values`; the last fastest.
void for_each_value(std::vector<std::string> const& names, IndexValues values,
                    std::function<void(IndexValues const&)> const& body, std::size_t from = 0);

/// The components that `indices` mean.
std::vector<int> numbers(std::vector<Index> const& indices, IndexValues const& values);

/// Names of those among `indices` that are no components.
std::vector<std::string> abstract_names(std::vector<Index> const& indices);

/// The unit tensor, and the antisymmetric symbol with the value 1 for 1, 2, 3.
int delta(std::vector<int> const& values);
int epsilon(std::vector<int> const& values);

} // namespace chemora::tensor
