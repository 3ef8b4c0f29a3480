// One loop per index.
#include "codegen/tensor/index_values.hpp"

namespace chemora::tensor {

void for_each_value(std::vector<std::string> const& names, IndexValues values,
                    std::function<void(IndexValues const&)> const& body, std::size_t from) {
  if (from == names.size()) return body(values);
  for (int value = 1; value <= 3; ++value) {
    values[names[from]] = value;
    for_each_value(names, values, body, from + 1);
  }
}

std::vector<int> numbers(std::vector<Index> const& indices, IndexValues const& values) {
  std::vector<int> result;
  for (Index const& index : indices) result.push_back(index.is_abstract() ? values.at(index.name) : index.value);
  return result;
}

std::vector<std::string> abstract_names(std::vector<Index> const& indices) {
  std::vector<std::string> names;
  for (Index const& index : indices)
    if (index.is_abstract()) names.push_back(index.name);
  return names;
}

int delta(std::vector<int> const& values) { return values[0] == values[1] ? 1 : 0; }

int epsilon(std::vector<int> const& values) {
  return (values[0] - values[1]) * (values[1] - values[2]) * (values[2] - values[0]) / 2;
}

} // namespace chemora::tensor
