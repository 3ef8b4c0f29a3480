// One time level of one variable on this process, for looking at its numbers.
#pragma once

#include "cctk.h"

#include <optional>
#include <string>
#include <vector>

namespace nanchecker {

struct Variable {
  int index = -1, time_level = 0;
  std::string name;
  bool is_grid_function = false;
  int numbers_per_point = 1; // 2 for complex numbers
  int real_size = 8;         // bytes of one number
  cGroupDynamicData sizes{}; // dim 0 for scalars
  void* data = nullptr;

  std::size_t n_points() const;
  std::vector<int> local_index(std::size_t point) const;
  bool holds(std::size_t point) const; // false for padding behind the local points
};

// The variable with the options that stand behind it in a list: none, or timelevel=N. Nothing, with a warning where
// something is wrong, for variables without storage and those whose values are always finite.
std::optional<Variable> find_variable(cGH const* gh, int index, char const* options);

// For variables that a device may hold: to be called before `data` is read, and after it was written.
void bring_to_host(cGH const* gh, Variable const& variable);
void tell_of_writing(cGH const* gh, Variable const& variable);

} // namespace nanchecker
