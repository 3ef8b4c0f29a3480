/// Search for numbers that are not finite.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace nanchecker {

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

} // namespace nanchecker
