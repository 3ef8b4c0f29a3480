/// The sizes that a script leaves free with `size("block", [4, 8, 16])`, and the combinations of their values.
#pragma once

#include "codegen/script/script.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace chemora::script {

struct FreeSize {
  std::string name;
  std::vector<long> choices; ///< not empty
};

/// Values of free sizes by name.
using Sizes = std::map<std::string, long>;

/// Returns the sizes as lines of a plan that users can pin: `block = 16; width = 4`.
std::string to_text(Sizes const& sizes);

/// Sets Environment::report_size to a function that appends each size to `sizes` once, in the order of their use. Sizes
/// whose values are variables of the environment at the time of this call are not free. `sizes` must outlive the
/// execution of the script.
void collect_free_sizes(Environment& environment, std::vector<FreeSize>& sizes);

/// Returns the number of combinations of values, or the largest std::size_t if there are more.
std::size_t n_combinations(std::vector<FreeSize> const& sizes);

/// Returns the combination with this number, which must be less than n_combinations(). Combination 0 consists of the
/// first choices. The last size varies fastest.
Sizes combination(std::vector<FreeSize> const& sizes, std::size_t number);

} // namespace chemora::script
