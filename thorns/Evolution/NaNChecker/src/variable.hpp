/// The values of one time level of a variable on this process.
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
  int numbers_per_point = 1; ///< 2 for complex numbers
  int real_size = 8;         ///< bytes of one number
  cGroupDynamicData sizes{}; ///< dim 0 for scalars
  void* data = nullptr;

  std::size_t n_points() const;
  std::vector<int> local_index(std::size_t point) const;
  bool is_local_point(std::size_t point) const; ///< false for padding
};

/// The variable with its options in a list: none, or timelevel=N. Empty for variables without storage and of integer
/// types, and, with a warning, for invalid options.
std::optional<Variable> find_variable(cGH const* cctkGH, int index, char const* options);

/// Called before `data` is read and after it is written, for variables on a device.
void require_on_host(cGH const* cctkGH, Variable const& variable);
void report_write(cGH const* cctkGH, Variable const& variable);

} // namespace nanchecker
