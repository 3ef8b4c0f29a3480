// From the Butcher tableau of an explicit Runge-Kutta method to its substeps.
#include "tableau.hpp"

namespace mol {

std::vector<Assignment<Ratio>> stage_update(std::size_t stage, std::vector<Ratio> const& row) {
  Assignment<Ratio> combine{current, 0, {{previous, 1}}};
  for (std::size_t k = 0; k < row.size(); ++k)
    if (row[k] != Ratio(0)) combine.terms.push_back({scratch + static_cast<int>(k), row[k]});
  return {{scratch + static_cast<int>(stage), 0, {{rhs, 1}}}, combine};
}

Method<Ratio> from_tableau(std::string name, int order, Tableau const& tableau) {
  Method<Ratio> method{std::move(name), order, {}, tableau.c, {}};
  std::size_t const n = tableau.c.size();
  for (std::size_t stage = 0; stage < n; ++stage) {
    bool const is_last = stage + 1 == n;
    Ratio const until = is_last ? Ratio(1) : tableau.c[stage + 1];
    method.substeps.push_back({stage == 0 ? Ratio(1) : until - tableau.c[stage],
                               stage_update(stage, is_last ? tableau.b : tableau.a[stage])});
  }
  for (std::size_t k = 0; k < tableau.b_lower.size(); ++k)
    if (tableau.b[k] != tableau.b_lower[k])
      method.error.push_back({scratch + static_cast<int>(k), tableau.b[k] - tableau.b_lower[k]});
  return method;
}

} // namespace mol
