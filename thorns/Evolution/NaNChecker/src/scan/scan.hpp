// Looks for numbers that are not finite.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace nanchecker {

struct Wanted {
  bool nan = true, infinity = true;
};

// "NaN", "Inf" or "both", in upper or lower case; nothing for other words.
std::optional<Wanted> parse_wanted(std::string_view word);

// The indices of bad numbers, increasing. `counts`, when not NULL, has one number per point; numbers of points where it
// is 0 or less are left out. Points have one number, or two (complex).
template <typename Real>
std::vector<std::size_t> find_bad(Real const* numbers, std::size_t n_points, int numbers_per_point, Wanted wanted,
                                  double const* counts);

} // namespace nanchecker
