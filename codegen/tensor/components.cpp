// Components of tensors and their names.
#include "codegen/tensor/resolve.hpp"

#include <algorithm>

namespace chemora::tensor {

namespace {

/// The next combination of values 1, 2, 3, the last fastest; false after the last one.
bool advance(std::vector<int>& values) {
  std::size_t n = values.size();
  while (n > 0 && values[n - 1] == 3) values[--n] = 1;
  if (n == 0) return false;
  ++values[n - 1];
  return true;
}

struct Sorted {
  std::vector<int> values;
  int sign = 1;
};

/// Each pair in ascending order.
Sorted sorted_pairs(Variable const& variable, std::vector<int> const& values) {
  Sorted result{values, 1};
  for (IndexPair const& pair : variable.shape.pairs) {
    int& a = result.values[pair.first];
    int& b = result.values[pair.first + 1];
    if (pair.is_antisymmetric) result.sign *= a == b ? 0 : a > b ? -1 : 1;
    if (a > b) std::swap(a, b);
  }
  return result;
}

/// Place of a component among those that are different from others and from 0.
std::size_t place_of(Variable const& variable, std::vector<int> const& wanted) {
  std::size_t place = 0;
  std::vector<int> values(wanted.size(), 1);
  while (values != wanted) {
    Sorted const one = sorted_pairs(variable, values);
    if (one.sign != 0 && one.values == values) ++place;
    if (!advance(values)) break;
  }
  return place;
}

} // namespace

Component component(Variable const& variable, std::vector<int> const& values) {
  Sorted const sorted = sorted_pairs(variable, values);
  if (sorted.sign != 0 && !variable.components.empty())
    return {variable.components.at(place_of(variable, sorted.values)), sorted.sign};
  std::string name = variable.name;
  for (int value : sorted.values) name += std::to_string(value);
  return {name, sorted.sign};
}

std::vector<std::string> assigned_components(Variable const& variable, std::vector<Index> const& indices) {
  std::size_t const rank = indices.size();
  std::vector<std::string> names;
  std::vector<int> values(rank, 1);
  do {
    bool fits = true;
    for (std::size_t n = 0; n < rank; ++n) fits = fits && (indices[n].is_abstract() || indices[n].value == values[n]);
    Component const one = component(variable, values);
    bool const is_new = fits && one.sign != 0 && std::find(names.begin(), names.end(), one.name) == names.end();
    if (is_new) names.push_back(one.name);
  } while (advance(values));
  return names;
}

std::vector<std::string> mirror_signs(Variable const& variable) {
  std::vector<std::string> all;
  std::vector<int> values(variable.shape.rank(), 1);
  do {
    Sorted const one = sorted_pairs(variable, values);
    if (one.sign == 0 || one.values != values) continue; // no component of its own
    std::string signs;
    for (int axis = 1; axis <= 3; ++axis) {
      bool const is_odd = std::count(values.begin(), values.end(), axis) % 2 != 0;
      signs += is_odd != variable.is_pseudo ? '-' : '+';
    }
    all.push_back(signs);
  } while (advance(values));
  return all;
}

std::vector<std::string> component_names(Variable const& variable) {
  return assigned_components(variable, std::vector<Index>(variable.shape.rank()));
}

} // namespace chemora::tensor
