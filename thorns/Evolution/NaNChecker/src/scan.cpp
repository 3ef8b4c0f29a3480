/// Search of arrays for values that are not finite. This file does not call the flesh.
#include "check.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace nanchecker {
namespace {

bool equal_words(std::string_view a, std::string_view b) {
  auto const lower = [](unsigned char c) { return std::tolower(c); };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

template <typename Real>
bool is_bad(Real number, SearchedValues searched) {
  return (searched.nan && std::isnan(number)) || (searched.infinity && std::isinf(number));
}

} // namespace

std::optional<SearchedValues> parse_searched_values(std::string_view word) {
  if (equal_words(word, "NaN")) return SearchedValues{true, false};
  if (equal_words(word, "Inf")) return SearchedValues{false, true};
  if (equal_words(word, "both")) return SearchedValues{};
  return std::nullopt;
}

/// A parallel loop first counts the values that are not finite. They are listed only if there are any, which is rare.
template <typename Real>
std::vector<std::size_t> find_bad(Real const* numbers, std::size_t n_points, int numbers_per_point,
                                  SearchedValues searched, double const* mask) {
  auto const n = static_cast<std::ptrdiff_t>(n_points) * numbers_per_point;
  auto const is_searched = [&](std::ptrdiff_t i) {
    return is_bad(numbers[i], searched) && (!mask || mask[i / numbers_per_point] > 0);
  };
  std::ptrdiff_t n_bad = 0;
#pragma omp parallel for reduction(+ : n_bad)
  for (std::ptrdiff_t i = 0; i < n; ++i) n_bad += is_searched(i);
  std::vector<std::size_t> bad;
  for (std::ptrdiff_t i = 0; n_bad > 0 && i < n; ++i)
    if (is_searched(i)) bad.push_back(static_cast<std::size_t>(i));
  return bad;
}

template std::vector<std::size_t> find_bad(float const*, std::size_t, int, SearchedValues, double const*);
template std::vector<std::size_t> find_bad(double const*, std::size_t, int, SearchedValues, double const*);
template std::vector<std::size_t> find_bad(long double const*, std::size_t, int, SearchedValues, double const*);

} // namespace nanchecker
