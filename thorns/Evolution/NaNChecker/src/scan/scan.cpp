// Looks for numbers that are not finite.
#include "scan.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace nanchecker {
namespace {

bool are_same(std::string_view a, std::string_view b) {
  auto const lower = [](unsigned char c) { return std::tolower(c); };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

template <typename Real>
bool is_bad(Real number, Wanted wanted) {
  return (wanted.nan && std::isnan(number)) || (wanted.infinity && std::isinf(number));
}

} // namespace

std::optional<Wanted> parse_wanted(std::string_view word) {
  if (are_same(word, "NaN")) return Wanted{true, false};
  if (are_same(word, "Inf")) return Wanted{false, true};
  if (are_same(word, "both")) return Wanted{};
  return std::nullopt;
}

// Threads count first: almost always there is nothing to list.
template <typename Real>
std::vector<std::size_t> find_bad(Real const* numbers, std::size_t n_points, int numbers_per_point, Wanted wanted,
                                  double const* counts) {
  auto const n = static_cast<std::ptrdiff_t>(n_points) * numbers_per_point;
  auto const is_found = [&](std::ptrdiff_t i) {
    return is_bad(numbers[i], wanted) && (!counts || counts[i / numbers_per_point] > 0);
  };
  std::ptrdiff_t n_bad = 0;
#pragma omp parallel for reduction(+ : n_bad)
  for (std::ptrdiff_t i = 0; i < n; ++i) n_bad += is_found(i);
  std::vector<std::size_t> bad;
  for (std::ptrdiff_t i = 0; n_bad > 0 && i < n; ++i)
    if (is_found(i)) bad.push_back(static_cast<std::size_t>(i));
  return bad;
}

template std::vector<std::size_t> find_bad(float const*, std::size_t, int, Wanted, double const*);
template std::vector<std::size_t> find_bad(double const*, std::size_t, int, Wanted, double const*);
template std::vector<std::size_t> find_bad(long double const*, std::size_t, int, Wanted, double const*);

} // namespace nanchecker
