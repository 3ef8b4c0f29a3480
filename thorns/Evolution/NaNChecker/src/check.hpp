/// Functions that search variables for values that are not finite, and report them.
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
  int real_size = 8;         ///< size of one real value in bytes
  cGroupDynamicData sizes{}; ///< sizes on this process; scalars have dim 0
  void* data = nullptr;

  std::size_t n_points() const;
  std::vector<int> local_index(std::size_t point) const;
  bool is_local_point(std::size_t point) const; ///< false for an array element that is padding
};

/// The variable with this index. `options` is null or "timelevel=N". The result is empty for variables without storage
/// or of integer type, and, after a warning, for invalid options.
std::optional<Variable> find_variable(cGH const* cctkGH, int index, char const* options);

/// Variables on a device: require_on_host() must be called before `data` is read, report_write() after it is written.
void require_on_host(cGH const* cctkGH, Variable const& variable);
void report_write(cGH const* cctkGH, Variable const& variable);

struct SearchedValues {
  bool nan = true, infinity = true;
};

/// Parses "NaN", "Inf" or "both" in upper or lower case. The result is empty for other words.
std::optional<SearchedValues> parse_searched_values(std::string_view word);

/// The indices of NaN or infinite elements of `numbers` in increasing order. `mask` is null or has one value per point;
/// points with a mask value of 0 or less are ignored. Complex variables have two elements per point.
template <typename Real>
std::vector<std::size_t> find_bad(Real const* numbers, std::size_t n_points, int numbers_per_point,
                                  SearchedValues searched, double const* mask);

struct CheckedVariable {
  Variable variable;
  std::vector<std::size_t> bad; ///< indices of the elements that are not finite
};

/// Checks the real and complex variables of a list in the order of the list. `mask` is null or the full name of a grid
/// function that is 0 at points that are not checked. The result is empty if the list is invalid.
std::optional<std::vector<CheckedVariable>> check(cGH const* cctkGH, char const* list, SearchedValues searched,
                                                  char const* mask);

/// Prints the number of NaN or infinite values on this process and the position of the first. With `details`, prints up
/// to report_max such values (-1: all).
void report(cGH const* cctkGH, CheckedVariable const& checked, bool details, int report_max);

/// Whether a word is "just warn", "terminate" or "abort".
bool is_action(char const* word);
/// Ends the run after this iteration if the word is "terminate", and immediately if it is "abort". cctkGH may be null.
void take_action(cGH const* cctkGH, char const* word);

} // namespace nanchecker
