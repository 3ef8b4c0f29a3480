#include "tables.hpp"

#include <array>
#include <cmath>

namespace mol {
namespace {

using Substeps = std::vector<Substep<Ratio>>;
using R = Ratio;

/// Creates a method from its coefficients in Shu-Osher form. The stage values u_1, u_2, ... are stored in scratch
/// values 0, 1, ...; the last stage value is not stored.
Method<Ratio> from_shu_osher(std::string name, int order, std::vector<std::vector<R>> const& alpha,
                             std::vector<R> const& beta) {
  Method<Ratio> method{std::move(name), order, {}};
  int const n = static_cast<int>(beta.size());
  for (int i = 0; i < n; ++i) {
    Assignment<R> combine{current, 0, {{rhs, beta[i]}}};
    for (int j = 0; j <= i; ++j)
      if (alpha[i][j] != R(0))
        combine.terms.push_back({j == 0 ? static_cast<int>(previous) : scratch + j - 1, alpha[i][j]});
    std::vector<Assignment<R>> update{combine};
    if (i + 1 < n) update.push_back({scratch + i, 0, {{current, 1}}});
    method.substeps.push_back({beta[i], update, {}});
  }
  return method;
}

Method<Ratio> euler() { return {"Euler", 1, Substeps{{1, {{current, 0, {{previous, 1}, {rhs, 1}}}}, {}}}}; }

/// Heun's method in the total variation diminishing form of Shu and Osher, J. Comput. Phys. 77, 439 (1988).
Method<Ratio> rk2() {
  return {"RK2", 2,
          Substeps{{1, {{current, 1, {{rhs, 1}}}}, {}},
                   {R(1, 2), {{current, R(1, 2), {{previous, R(1, 2)}, {rhs, R(1, 2)}}}}, {}}}};
}

/// The explicit midpoint rule.
Method<Ratio> rk2_central() {
  return {"RK2-central", 2,
          Substeps{{1, {{current, 1, {{rhs, R(1, 2)}}}}, {}}, {1, {{current, 0, {{previous, 1}, {rhs, 1}}}}, {}}}};
}

/// The third-order method of Shu and Osher, J. Comput. Phys. 77, 439 (1988), eq. (2.18).
Method<Ratio> rk3() {
  return {"RK3", 3,
          Substeps{{1, {{current, 1, {{rhs, 1}}}}, {}},
                   {R(1, 4), {{current, R(1, 4), {{previous, R(3, 4)}, {rhs, R(1, 4)}}}}, {}},
                   {R(2, 3), {{current, R(2, 3), {{previous, R(1, 3)}, {rhs, R(2, 3)}}}}, {}}}};
}

/// The classical fourth-order method with one scratch value. The stage values u_1, u_2, u_3 satisfy
/// u_0 + dt (f_0 + 2 f_1 + 2 f_2 + f_3) / 6  =  -1/3 u_0 + 1/3 u_1 + 2/3 u_2 + 1/3 u_3 + 1/6 dt f_3.
Method<Ratio> rk4() {
  auto const stage = [](R step, R scratch_scale, R weight) {
    return Substep<R>{
        1, {{current, 0, {{previous, 1}, {rhs, step}}}, {scratch, scratch_scale, {{current, weight}}}}, {}};
  };
  return {"RK4", 4,
          Substeps{stage(R(1, 2), 0, R(1, 3)),
                   stage(R(1, 2), 1, R(2, 3)),
                   stage(1, 1, R(1, 3)),
                   {1,
                    {{current, 0, {{previous, 1}, {rhs, R(1, 6)}}}, {current, 1, {{scratch, 1}, {previous, R(-4, 3)}}}},
                    {}}}};
}

} // namespace

std::vector<Method<Ratio>> const& method_tables() {
  static std::vector<Method<Ratio>> const tables{
      euler(),
      rk2(),
      rk2_central(),
      rk3(),
      rk4(),
      fehlberg_45(),
      cash_karp_45(),
      prince_dormand_65(),
      prince_dormand_87(),
      multirate_rk2(),
      multirate_rk4(),
      rk4_with_rk2(),
      from_shu_osher("Generic RK1", 1, {{1}}, {1}),
      from_shu_osher("Generic RK2", 2, {{1}, {{1, 2}, {1, 2}}}, {1, {1, 2}}),
      from_shu_osher("Generic RK3", 3, {{1}, {{3, 4}, {1, 4}}, {{1, 3}, 0, {2, 3}}}, {1, {1, 4}, {2, 3}}),
      from_shu_osher("Generic RK4", 4, {{1}, {1, 0}, {1, 0, 0}, {{-1, 3}, {1, 3}, {2, 3}, {1, 3}}},
                     {{1, 2}, {1, 2}, 1, {1, 6}}),
      from_shu_osher("Generic Classic RK3", 3, {{1}, {1, 0}, {{1, 9}, {4, 9}, {4, 9}}}, {{1, 2}, {3, 4}, {4, 9}}),
  };
  return tables;
}

Method<Ratio> iterated_crank_nicholson(int n_substeps) {
  Method<Ratio> method{"ICN", n_substeps > 1 ? 2 : 1, {}};
  for (int i = 1; i <= n_substeps; ++i) {
    R const step = i < n_substeps ? R(1, 2) : R(1);
    method.substeps.push_back({step, {{current, 0, {{previous, 1}, {rhs, step}}}}, {}});
  }
  return method;
}

Method<double> averaged_crank_nicholson(int n_substeps, double theta, bool swapped) {
  Method<double> method{"ICN-avg", theta == 0.5 && n_substeps > 1 ? 2 : 1, {}};
  for (int remaining = n_substeps; remaining > 0; --remaining) {
    double const old_weight = swapped && remaining % 2 == 1 ? 1 - theta : theta;
    method.substeps.push_back(
        {1.0, {{current, 0.0, {{previous, 1.0}, {rhs, 1.0}}}}, {{current, 1 - old_weight, {{previous, old_weight}}}}});
  }
  return method;
}

Method<double> shu_osher(std::vector<double> const& alpha, std::vector<double> const& beta, double tiny) {
  Method<double> method{"Generic Table", 0, {}};
  int const n = static_cast<int>(beta.size());
  for (int i = 0; i < n; ++i) {
    Assignment<double> combine{current, 0.0, {{rhs, beta[i]}}};
    for (int j = 0; j <= i; ++j)
      if (double const a = alpha[i * n + j]; std::abs(a) > tiny)
        combine.terms.push_back({j == 0 ? static_cast<int>(previous) : scratch + j - 1, a});
    std::vector<Assignment<double>> update{combine};
    if (i + 1 < n) update.push_back({scratch + i, 0.0, {{current, 1.0}}});
    method.substeps.push_back({beta[i], update, {}});
  }
  return method;
}

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
