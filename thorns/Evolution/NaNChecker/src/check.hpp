/// Checks the variables of a list and reports the result.
#pragma once

#include "cctk.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nanchecker {

/// The values of one time level of a variable on this process.
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

struct SearchedValues {
  bool nan = true, infinity = true;
};

/// Parses "NaN", "Inf" or "both" in upper or lower case; empty for other words.
std::optional<SearchedValues> parse_searched_values(std::string_view word);

/// The indices of bad numbers in increasing order. `mask`, if not null, has one number per point; points where it is 0
/// or less are ignored. Points have one number, or two (complex).
template <typename Real>
std::vector<std::size_t> find_bad(Real const* numbers, std::size_t n_points, int numbers_per_point,
                                  SearchedValues searched, double const* mask);

struct CheckedVariable {
  Variable variable;
  std::vector<std::size_t> bad; ///< numbers of the values that were found
};

/// Checks the real and complex variables of a list, in its order. `mask` is the full name of a grid function that is 0
/// at points to ignore; null checks all points. The result is empty if the list is invalid.
std::optional<std::vector<CheckedVariable>> check(cGH const* cctkGH, char const* list, SearchedValues searched,
                                                  char const* mask);

/// Reports the number of bad values on this process and the position of the first. With `details`, reports each of
/// them, up to report_max (-1: all).
void report(cGH const* cctkGH, CheckedVariable const& checked, bool details, int report_max);

/// Whether a word is "just warn", "terminate" or "abort".
bool is_action(char const* word);
/// Ends the run if the word requires it. cctkGH may be null.
void take_action(cGH const* cctkGH, char const* word);

} // namespace nanchecker
