#include "codegen/tensor/components.hpp"

#include "framework/base/text.hpp"

#include <algorithm>

namespace chemora::tensor {

namespace {

/// Sets the next combination of values 1, 2, 3; the last varies fastest. Returns false after the last combination.
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

/// Sorts the two values of each symmetric or antisymmetric pair in ascending order and computes the sign of the
/// exchanges.
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

/// The position of a component among the independent components of its tensor.
std::size_t independent_number(Variable const& variable, std::vector<int> const& wanted) {
  std::size_t number = 0;
  std::vector<int> values(wanted.size(), 1);
  while (values != wanted) {
    Sorted const sorted = sorted_pairs(variable, values);
    if (sorted.sign != 0 && sorted.values == values) ++number;
    if (!advance(values)) break;
  }
  return number;
}

} // namespace

Component component(Variable const& variable, std::vector<int> const& values) {
  Sorted const sorted = sorted_pairs(variable, values);
  if (sorted.sign != 0 && !variable.components.empty())
    return {variable.components.at(independent_number(variable, sorted.values)), sorted.sign};
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
    Component const assigned = component(variable, values);
    bool const is_new = fits && assigned.sign != 0 && !base::contains(names, assigned.name);
    if (is_new) names.push_back(assigned.name);
  } while (advance(values));
  return names;
}

std::vector<std::string> mirror_signs(Variable const& variable) {
  std::vector<std::string> signs_of_components;
  std::vector<int> values(variable.shape.rank(), 1);
  do {
    Sorted const sorted = sorted_pairs(variable, values);
    // This component is zero or equals another component except for its sign.
    if (sorted.sign == 0 || sorted.values != values) continue;
    std::string signs;
    for (int axis = 1; axis <= 3; ++axis) {
      bool const is_odd = std::count(values.begin(), values.end(), axis) % 2 != 0;
      signs += is_odd != variable.is_pseudo ? '-' : '+';
    }
    signs_of_components.push_back(signs);
  } while (advance(values));
  return signs_of_components;
}

std::vector<std::string> component_names(Variable const& variable) {
  return assigned_components(variable, std::vector<Index>(variable.shape.rank()));
}

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

namespace {

std::string to_text(ComponentGroup const& group) {
  std::string text = "group " + group.name;
  if (!group.tensor_type.empty()) text += " " + group.tensor_type;
  if (group.is_pseudo) text += " parity -1";
  for (std::string const& signs : group.mirror_signs) text += " " + signs;
  text += " timelevels " + std::to_string(group.time_levels);
  if (group.is_evolved) text += " evolved by " + group.right_sides;
  if (group.condition) text += " if " + to_text(*group.condition);
  text += ":";
  for (std::string const& name : group.variables) text += " " + name;
  return text + "\n";
}

std::string to_text(ComponentCalculation const& calculation) {
  std::string order;
  for (std::string const& name : calculation.before) order += " before " + name;
  for (std::string const& name : calculation.after) order += " after " + name;
  std::string text = "calculation " + calculation.name + (calculation.is_bin ? " at " : " in ") + calculation.bin +
                     order + " on " + to_text(calculation.region) +
                     (calculation.is_flat_outside ? " outside flat" : "");
  if (calculation.condition) text += " if " + to_text(*calculation.condition);
  text += "\n";
  for (ComponentEquation const& equation : calculation.equations)
    text +=
        std::string(equation.is_temporary ? "  let " : "  ") + equation.left + " = " + to_text(equation.right) + "\n";
  for (Reduction const& reduction : calculation.reductions)
    text += "  " + reduction.scalar + " = " + reduction.operation + " of " + reduction.terms + "\n";
  return text;
}

} // namespace

std::string to_text(ComponentSystem const& system) {
  std::string text = "thorn " + system.thorn + " implements " + system.implementation + "\n";
  for (ComponentGroup const& group : system.groups) text += to_text(group);
  for (ComponentCalculation const& calculation : system.calculations) text += "\n" + to_text(calculation);
  return text;
}

} // namespace chemora::tensor
