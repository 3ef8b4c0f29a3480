/// Tests the order conditions (in exact fractions), the times of the stages and the order of convergence of every
/// integration method.
#include "tables.hpp"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <fstream>
#include <set>
#include <string>

namespace mol {
namespace {

using Exact = boost::multiprecision::cpp_rational;
using Row = std::vector<Exact>;

Exact exact(Ratio const& ratio) { return Exact(ratio.numerator(), ratio.denominator()); }

/// The fractions of RK87 are approximations; everything else is exact.
Exact tolerance(Method<Ratio> const& method) { return method.name == "RK87" ? Exact(1, 1000000000000000) : Exact(0); }

/// The Butcher tableau that is equivalent to the assignments of a method.
struct FoundTableau {
  std::vector<Row> a;
  Row b, c;
};

FoundTableau tableau(Method<Ratio> const& table) {
  auto const method = convert<Exact>(table, exact);
  int const n = method.n_substeps();
  FoundTableau found{std::vector<Row>(n, Row(n)), Row(n), Row(n)};
  for (int probe = 0; probe < n; ++probe) { // the right-hand side is 1 in substep `probe` and 0 in all other substeps
    std::vector<Exact> values(scratch + n_scratch(method));
    for (int stage = 0; stage < n; ++stage) {
      assign(method.substeps[stage].prepare, Exact(1), values);
      found.a[stage][probe] = values[current];
      values[rhs] = stage == probe;
      assign(method.substeps[stage].update, Exact(1), values);
    }
    found.b[probe] = values[current];
  }
  for (int stage = 0; stage < n; ++stage)
    for (Exact const& entry : found.a[stage]) found.c[stage] += entry;
  return found;
}

Exact dot(Row const& x, Row const& y) {
  Exact sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}
Row operator*(Row x, Row const& y) {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] *= y[i];
  return x;
}
Row operator*(std::vector<Row> const& a, Row const& x) {
  Row result;
  for (Row const& row : a) result.push_back(dot(row, x));
  return result;
}

/// Returns whether all order conditions of this order hold. Butcher's theory gives one condition per rooted tree: b .
/// (weight of the tree) = 1 / (density of the tree).
bool holds(FoundTableau const& t, int order, Exact const& tolerance) {
  auto const& [a, b, c] = t;
  Row const one(b.size(), 1);
  std::vector<std::pair<Row, int>> conditions;
  switch (order) {
  case 1:
    conditions = {{one, 1}};
    break;
  case 2:
    conditions = {{c, 2}};
    break;
  case 3:
    conditions = {{c * c, 3}, {a * c, 6}};
    break;
  case 4:
    conditions = {{c * c * c, 4}, {c * (a * c), 8}, {a * (c * c), 12}, {a * (a * c), 24}};
    break;
  case 5:
    conditions = {{c * c * c * c, 5},      {c * c * (a * c), 10},   {(a * c) * (a * c), 20},
                  {c * (a * (c * c)), 15}, {a * (c * c * c), 20},   {c * (a * (a * c)), 30},
                  {a * (c * (a * c)), 40}, {a * (a * (c * c)), 60}, {a * (a * (a * c)), 120}};
    break;
  default: // tests only the bushy and the tall tree of the 20 (order 6) or more trees
    conditions = {{c, order}, {c, 2}};
    for (int k = 2; k < order; ++k) {
      conditions[0].first = conditions[0].first * c;
      conditions[1].first = k == 2 ? a * c : a * conditions[1].first;
      conditions[1].second *= k + 1;
    }
  }
  for (auto const& [weight, density] : conditions)
    if (abs(dot(b, weight) - Exact(1, density)) > tolerance) return false;
  return true;
}

std::vector<Method<Ratio>> all_tables() {
  auto tables = method_tables();
  for (int n = 1; n <= 5; ++n) tables.push_back(iterated_crank_nicholson(n));
  return tables;
}

TEST(MethodTables, SatisfyTheConditionsOfTheirOrderAndNotOfTheNext) {
  for (auto const& method : all_tables()) {
    FoundTableau const found = tableau(method);
    for (int order = 1; order <= method.order; ++order)
      EXPECT_TRUE(holds(found, order, tolerance(method))) << method.name << ", order " << order;
    if (!method.is_multirate()) { // the fast part of a multirate method may have a higher order than the whole method
      EXPECT_FALSE(holds(found, method.order + 1, tolerance(method)))
          << method.name << " has a higher order than declared";
    }
  }
}

TEST(MethodTables, AreExplicit) {
  for (auto const& method : all_tables()) {
    FoundTableau const found = tableau(method);
    for (std::size_t i = 0; i < found.c.size(); ++i)
      for (std::size_t j = i; j < found.c.size(); ++j) EXPECT_EQ(found.a[i][j], 0) << method.name;
  }
}

TEST(MethodTables, EvaluateRightHandSidesAtTheTimesOfTheirValues) {
  for (auto const& method : all_tables()) {
    FoundTableau const found = tableau(method);
    auto const time = times(method);
    ASSERT_EQ(time.size(), found.c.size() + 1);
    for (std::size_t i = 0; i < found.c.size(); ++i)
      EXPECT_LE(abs(exact(time[i]) - found.c[i]), tolerance(method)) << method.name << ", substep " << i;
    EXPECT_EQ(time.back(), Ratio(1)) << method.name;
  }
}

TEST(MethodTables, PreserveConstants) { // the coefficients of the values in each assignment add up to 1
  for (auto const& table : all_tables()) {
    auto const method = convert<Exact>(table, exact);
    std::vector<Exact> values(scratch + n_scratch(method), 0);
    values[current] = values[previous] = 7;
    for (auto const& substep : method.substeps) {
      assign(substep.update, Exact(1), values);
    }
    EXPECT_EQ(values[current], 7) << method.name;
  }
}

TEST(MethodTables, EstimateTheErrorByAnEmbeddedMethodOfOneOrderLess) {
  int n_embedded = 0;
  for (auto const& method : method_tables()) {
    if (method.error.empty()) continue;
    ++n_embedded;
    FoundTableau found = tableau(method);
    for (auto const& term : method.error) found.b[term.source - scratch] -= exact(term.coefficient);
    for (int order = 1; order < method.order; ++order)
      EXPECT_TRUE(holds(found, order, tolerance(method))) << method.name << ", order " << order;
    EXPECT_FALSE(holds(found, method.order, tolerance(method))) << method.name;
  }
  EXPECT_EQ(n_embedded, 4);
}

TEST(AdamsBashforth, IsExactForPolynomialsBelowItsOrderAndNotAbove) {
  for (int order = 1; order <= 5; ++order) {
    auto const method = adams_bashforth(order);
    ASSERT_EQ(method.order, order);
    for (int degree = 0; degree <= order;
         ++degree) { // the method must integrate t^degree from 0 to 1 exactly, which gives 1 / (degree + 1)
      Exact sum = 0;
      for (auto const& term : method.substeps.front().update.front().terms) {
        if (!is_rhs(term.source)) continue;
        Exact power = 1;
        for (int k = 0; k < degree; ++k) power *= term.source < 0 ? term.source : 0; // f of k steps ago: t = -k
        sum += exact(term.coefficient) * power;
      }
      EXPECT_EQ(sum == Exact(1, degree + 1), degree < order) << "order " << order << ", degree " << degree;
    }
  }
}

/// A pendulum whose angle is fast and whose momentum is slow: u' = v, v' = -sin(u). Returns the error of the energy at
/// t = 2.
double coupled_error(Integrator const& integrator, int n_steps) {
  auto const& method = integrator.method;
  double const dt = 2.0 / n_steps;
  std::vector<double> u(scratch + n_scratch(method)), v(u.size());
  u[current] = 1;
  for (int step = 0; step < n_steps; ++step) {
    u[previous] = u[current], v[previous] = v[current];
    for (auto const& substep : method.substeps) {
      u[rhs] = v[current];
      if (substep.evaluates_slow) v[rhs] = -std::sin(u[current]);
      assign(substep.update, dt, u);
      assign(substep.slow_update, dt, v);
    }
  }
  // The reference solution is computed by RK87 with much smaller steps.
  static double const reference = [] {
    Integrator const fine = choose_method({.ode_method = "RK87", .n_substeps = 13, .n_scratch = 13});
    std::vector<double> x(scratch + 13), y(x.size());
    x[current] = 1;
    for (int i = 0; i < 200; ++i) {
      x[previous] = x[current], y[previous] = y[current];
      for (auto const& substep : fine.method.substeps) {
        x[rhs] = y[current], y[rhs] = -std::sin(x[current]);
        assign(substep.update, 0.01, x);
        assign(substep.update, 0.01, y);
      }
    }
    return x[current];
  }();
  return std::abs(u[current] - reference);
}

TEST(ChooseMethod, FindsMultirateMethodsWhoseCoupledPartsConvergeWithTheirOrder) {
  int n = 0;
  for (auto const& method : method_tables()) {
    if (!method.is_multirate()) continue;
    ++n;
    Integrator const integrator =
        choose_method({.ode_method = method.name, .n_substeps = method.n_substeps(), .n_scratch = 10});
    ASSERT_THAT(integrator.errors, ::testing::IsEmpty());
    double const slope = std::log2(coupled_error(integrator, 64) / coupled_error(integrator, 128));
    EXPECT_NEAR(slope, method.order, 0.2) << method.name;
  }
  EXPECT_EQ(n, 3);
}

/// The error of u' = -2 t u^2, u(0) = 1, at t = 1, where u = 1 / (1 + t^2).
double error_with(Integrator const& integrator, int n_steps) {
  double const dt = 1.0 / n_steps;
  std::vector<double> values(scratch + n_scratch(integrator.method));
  std::vector<double> past(6); // past[k] is the right-hand side k steps ago
  auto const value = [&](int name) -> double& { return name < 0 ? past[-name] : values[name]; };
  values[current] = 1;
  for (int step = 0; step < n_steps; ++step) {
    auto const& method = step < static_cast<int>(integrator.start.size()) ? integrator.start[step] : integrator.method;
    values[previous] = values[current];
    past[0] = values[rhs];
    std::shift_right(past.begin(), past.end(), 1);
    for (int i = 0; i < method.n_substeps(); ++i) {
      double const t = (step + integrator.times[i]) * dt;
      assign(method.substeps[i].prepare, dt, values);
      values[rhs] = -2 * t * values[current] * values[current];
      assign_to(method.substeps[i].update, dt, value);
    }
  }
  return std::abs(values[current] - 0.5);
}

struct Case {
  MethodOptions options;
  int order;
};

std::vector<Case> cases() {
  return {{{.ode_method = "Euler", .n_substeps = 1}, 1},
          {{.ode_method = "RK2", .n_substeps = 2}, 2},
          {{.ode_method = "RK2-central", .n_substeps = 2}, 2},
          {{.ode_method = "RK3", .n_substeps = 3}, 3},
          {{.ode_method = "RK4", .n_substeps = 4, .n_scratch = 1}, 4},
          {{.ode_method = "RK45", .n_substeps = 6, .n_scratch = 6}, 5},
          {{.ode_method = "rk45ck", .n_substeps = 6, .n_scratch = 6}, 5},
          {{.ode_method = "RK65", .n_substeps = 8, .n_scratch = 8}, 6},
          {{.ode_method = "RK2-MR-2:1", .n_substeps = 5, .n_scratch = 5}, 2},
          {{.ode_method = "AB", .n_substeps = 1, .ab_order = 1}, 1},
          {{.ode_method = "AB", .n_substeps = 1, .ab_order = 2}, 2},
          {{.ode_method = "ICN", .n_substeps = 3}, 2},
          {{.ode_method = "Generic", .generic_type = "ICN", .n_substeps = 4}, 2},
          {{.ode_method = "Generic", .n_substeps = 1}, 1},
          {{.ode_method = "Generic", .n_substeps = 2, .n_scratch = 1}, 2},
          {{.ode_method = "Generic", .n_substeps = 3, .n_scratch = 2}, 3},
          {{.ode_method = "Generic", .n_substeps = 4, .n_scratch = 3}, 4},
          {{.ode_method = "Generic", .generic_type = "classic rk3", .n_substeps = 3, .n_scratch = 2}, 3},
          {{.ode_method = "Generic",
            .generic_type = "Table",
            .n_substeps = 2,
            .n_scratch = 1,
            .alpha = {1, 0, 0.5, 0.5},
            .beta = {1, 0.5}},
           2}};
}

TEST(ChooseMethod, FindsMethodsThatConvergeWithTheirOrder) {
  for (auto const& [options, order] : cases()) {
    Integrator const integrator = choose_method(options);
    ASSERT_THAT(integrator.errors, ::testing::IsEmpty());
    double const slope = std::log2(error_with(integrator, 32) / error_with(integrator, 64));
    EXPECT_NEAR(slope, order, 0.15) << options.ode_method << " " << options.generic_type << " " << options.n_substeps;
    EXPECT_LT(error_with(integrator, 64), 0.01);
  }
}

TEST(ChooseMethod, FindsRk87OfOrderEight) { // large steps, because with small steps the error is only rounding
  Integrator const integrator = choose_method({.ode_method = "RK87", .n_substeps = 13, .n_scratch = 13});
  ASSERT_THAT(integrator.errors, ::testing::IsEmpty());
  EXPECT_NEAR(std::log2(error_with(integrator, 8) / error_with(integrator, 16)), 8, 0.5);
}

TEST(ChooseMethod, StartsAdamsBashforthWithLowerOrders) {
  Integrator const integrator = choose_method({.ode_method = "AB", .n_substeps = 1, .ab_order = 4});
  ASSERT_EQ(integrator.start.size(), 3u);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(integrator.start[i].order, i + 1);
  EXPECT_EQ(integrator.method.order, 4);
  EXPECT_TRUE(
      choose_method({.ode_method = "AB", .n_substeps = 1, .ab_order = 4, .ab_starts_at_order_1 = false}).start.empty());
}

// One substep of averaged ICN is Euler's method, and more substeps converge to the implicit average.
TEST(ChooseMethod, AveragesInIcnAvg) {
  Integrator const integrator = choose_method({.ode_method = "ICN-avg", .n_substeps = 3, .icn_theta = 0.25});
  ASSERT_THAT(integrator.errors, ::testing::IsEmpty());
  EXPECT_EQ(integrator.times, (std::vector<double>{0, 1, 1, 1}));
  ASSERT_EQ(integrator.method.substeps[1].prepare.size(), 1u);
  EXPECT_EQ(integrator.method.substeps[1].prepare[0].scale, 0.75);
}

TEST(ChooseMethod, AllMethodsAreParameterValues) {
  std::ifstream file(CHEMORA_SOURCE_DIR "/thorns/Evolution/MoL/param.ccl");
  std::set<std::string> values;
  bool is_inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("KEYWORD")) is_inside = line.starts_with("KEYWORD ODE_Method ");
    if (is_inside && line.starts_with("  \"")) values.insert(line.substr(3, line.find('"', 3) - 3));
  }
  auto const methods = ode_methods();
  EXPECT_EQ(values, std::set<std::string>(methods.begin(), methods.end()));
  EXPECT_EQ(values.size(), 16u);
}

TEST(ChooseMethod, ReportsTheParametersThatAMethodRequires) {
  using ::testing::ElementsAre;
  using ::testing::HasSubstr;
  EXPECT_THAT(choose_method({.ode_method = "RK45", .n_substeps = 3, .n_scratch = 1}).errors,
              ElementsAre(HasSubstr("requires MoL::MoL_Intermediate_Steps = 6 (or 0: automatic), not 3"),
                          HasSubstr("requires MoL::MoL_Num_Scratch_Levels = 6 or more (or 0: automatic), not 1")));
  EXPECT_TRUE(choose_method({.ode_method = "RK45"}).errors.empty());
  EXPECT_TRUE(choose_method({.ode_method = "RK4", .n_substeps = 0, .n_scratch = 1}).errors.empty());
  EXPECT_THAT(choose_method({.ode_method = "Generic", .n_substeps = 5}).errors,
              ElementsAre(HasSubstr("1 to 4 substeps, but MoL::MoL_Intermediate_Steps = 5")));
  EXPECT_THAT(choose_method({.ode_method = "RK99"}).errors,
              ElementsAre(HasSubstr("\"RK99\" is not available. Available are Euler")));
  EXPECT_THAT(choose_method({.ode_method = "ICN", .is_adaptive = true}).errors,
              ElementsAre(HasSubstr("a method that estimates its error: RK45, RK45CK, RK65 or RK87, not ICN")));
  EXPECT_THAT(choose_method({.ode_method = "Generic", .generic_type = "Table", .alpha = {1}, .beta = {1, 1}}).errors,
              ElementsAre(HasSubstr("s*s and s of them")));
}

} // namespace
} // namespace mol
