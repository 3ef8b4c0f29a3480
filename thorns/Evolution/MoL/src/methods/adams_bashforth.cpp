// The coefficients of the Adams-Bashforth methods.
#include "adams_bashforth.hpp"

#include <array>

namespace mol {

Method<Ratio> adams_bashforth(int order) {
  static std::array<std::vector<Ratio>, 5> const coefficients{{
      {1},
      {{3, 2}, {-1, 2}},
      {{23, 12}, {-4, 3}, {5, 12}},
      {{55, 24}, {-59, 24}, {37, 24}, {-3, 8}},
      {{1901, 720}, {-1387, 360}, {109, 30}, {-637, 360}, {251, 720}},
  }};
  Assignment<Ratio> advance{current, 0, {{previous, 1}}};
  auto const& b = coefficients.at(order - 1);
  for (int k = 0; k < order; ++k) advance.terms.push_back({past_rhs(k), b[k]});
  Substep<Ratio> const only{1, {advance}};
  return {"AB" + std::to_string(order), order, {only}, {0}, {}};
}

} // namespace mol
