// Components of tensors and their names.
#include "codegen/tensor/resolve.hpp"

#include <algorithm>

namespace chemora::tensor {

Component component(Variable const& variable, std::vector<int> const& values) {
  std::vector<int> sorted = values;
  int sign = 1;
  if (variable.symmetry != Symmetry::none && sorted[0] > sorted[1]) {
    std::swap(sorted[0], sorted[1]);
    if (variable.symmetry == Symmetry::antisymmetric) sign = -1;
  }
  if (variable.symmetry == Symmetry::antisymmetric && sorted[0] == sorted[1]) sign = 0;
  std::string name = variable.name;
  for (int value : sorted) name += std::to_string(value);
  return {name, sign};
}

std::vector<std::string> assigned_components(Variable const& variable, std::vector<Index> const& indices) {
  std::size_t const rank = indices.size();
  std::vector<std::string> names;
  std::vector<int> values(rank, 1);
  for (;;) {
    bool fits = true;
    for (std::size_t n = 0; n < rank; ++n) fits = fits && (indices[n].is_abstract() || indices[n].value == values[n]);
    Component const one = component(variable, values);
    bool const is_new = fits && one.sign != 0 && std::find(names.begin(), names.end(), one.name) == names.end();
    if (is_new) names.push_back(one.name);
    std::size_t n = rank;
    while (n > 0 && values[n - 1] == 3) values[--n] = 1;
    if (n == 0) return names;
    ++values[n - 1];
  }
}

std::vector<std::string> component_names(Variable const& variable) {
  return assigned_components(variable, std::vector<Index>(variable.upper.size()));
}

} // namespace chemora::tensor
