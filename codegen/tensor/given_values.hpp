// Which equation gives a component its value.
#pragma once

#include "codegen/tensor/index_values.hpp"
#include "codegen/tensor/tensor_system.hpp"

#include <optional>

namespace chemora::tensor {

/// The values that a calculation's equations and the definitions give, looked up by component.
class GivenValues {
public:
  /// Both must outlive this.
  GivenValues(TensorSystem const& system, std::vector<Equation> const& equations);

  struct Given {
    Equation const* equation = nullptr;
    IndexValues values;        ///< of the letters on its left side
    int sign = 1;              ///< of the component that was asked for, relative to the right side
    std::size_t n_earlier = 0; ///< how many of the calculation's equations have been done where the right side is read
  };

  /// After the calculation's first `n_earlier` equations; nothing if none of them and no definition gives the
  /// component. A definition reads what has its value there, an equation what has it before that equation.
  std::optional<Given> find(std::string const& name, std::vector<int> const& places, std::size_t n_earlier) const;

private:
  TensorSystem const& system_;
  std::vector<Equation> const& equations_;
  std::map<std::string, std::vector<std::size_t>> by_name_; ///< places in equations_, and behind these, of definitions
};

} // namespace chemora::tensor
