// The same choice as at the expansion: of a symmetric pair the first in order.
#include "codegen/tensor/given_values.hpp"

#include "codegen/tensor/resolve.hpp"

namespace chemora::tensor {

GivenValues::GivenValues(TensorSystem const& system, std::vector<Equation> const& equations)
    : system_(system), equations_(equations) {
  for (std::size_t n = 0; n < equations.size(); ++n)
    if (!equations[n].is_evolution) by_name_[equations[n].left].push_back(n);
  for (std::size_t n = 0; n < system.definitions.size(); ++n)
    by_name_[system.definitions[n].left].push_back(equations.size() + n);
}

std::optional<GivenValues::Given> GivenValues::find(std::string const& name, std::vector<int> const& places,
                                                    std::size_t n_earlier) const {
  auto const known = by_name_.find(name);
  if (known == by_name_.end()) return std::nullopt;
  Variable const& variable = system_.variable(name);
  Component const wanted = component(variable, places);
  std::optional<Given> found;
  for (std::size_t const place : known->second) {
    bool const is_definition = place >= equations_.size();
    if (found || (!is_definition && place >= n_earlier)) continue;
    Equation const& equation = is_definition ? system_.definitions[place - equations_.size()] : equations_[place];
    for_each_value(abstract_names(equation.indices), {}, [&](IndexValues const& values) {
      if (found) return;
      Component const left = component(variable, numbers(equation.indices, values));
      if (left.sign != 0 && left.name == wanted.name)
        found = Given{&equation, values, left.sign * wanted.sign, is_definition ? n_earlier : place};
    });
  }
  return found;
}

} // namespace chemora::tensor
