// Properties that every method must have: order conditions in exact fractions, times, order of convergence.
#include "choose.hpp"
#include "tables.hpp"

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>

namespace mol {
namespace {

using Exact = boost::multiprecision::cpp_rational;
using Row = std::vector<Exact>;

Exact exact(Ratio const& ratio) { return Exact(ratio.numerator(), ratio.denominator()); }

// The Butcher tableau that the assignments of a method amount to.
struct Tableau {
  std::vector<Row> a;
  Row b, c;
};

Tableau tableau(Method<Ratio> const& table) {
  auto const method = convert<Exact>(table, exact);
  int const n = method.n_substeps();
  Tableau found{std::vector<Row>(n, Row(n)), Row(n), Row(n)};
  for (int probe = 0; probe < n; ++probe) { // f = 1 in one substep, 0 in the others
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

// Whether all conditions of this order hold: one per rooted tree (Butcher), b . (weight of the tree) = 1 / (its
// density).
bool holds(Tableau const& t, int order) {
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
  default:
    conditions = {{c * c * c * c * c, 6}, {a * (a * (a * (a * c))), 720}};
    break; // two of twenty
  }
  for (auto const& [weight, density] : conditions)
    if (dot(b, weight) != Exact(1, density)) return false;
  return true;
}

std::vector<Method<Ratio>> all_tables() {
  auto tables = method_tables();
  for (int n = 1; n <= 5; ++n) tables.push_back(iterated_crank_nicholson(n));
  return tables;
}

TEST(MethodTables, MeetAllOrderConditionsOfTheirOrderAndNotOfTheNext) {
  for (auto const& method : all_tables()) {
    Tableau const found = tableau(method);
    for (int order = 1; order <= method.order; ++order)
      EXPECT_TRUE(holds(found, order)) << method.name << ", order " << order;
    EXPECT_FALSE(holds(found, method.order + 1)) << method.name << " is better than it says";
  }
}

TEST(MethodTables, AreExplicit) {
  for (auto const& method : all_tables()) {
    Tableau const found = tableau(method);
    for (std::size_t i = 0; i < found.c.size(); ++i)
      for (std::size_t j = i; j < found.c.size(); ++j) EXPECT_EQ(found.a[i][j], 0) << method.name;
  }
}

TEST(MethodTables, EvaluateRightHandSidesAtTheTimesOfTheirValues) {
  for (auto const& method : all_tables()) {
    Tableau const found = tableau(method);
    auto const time = times(method);
    ASSERT_EQ(time.size(), found.c.size() + 1);
    for (std::size_t i = 0; i < found.c.size(); ++i) EXPECT_EQ(exact(time[i]), found.c[i]) << method.name;
    EXPECT_EQ(time.back(), Ratio(1)) << method.name;
  }
}

TEST(MethodTables, KeepAConstant) { // the coefficients of values add up to 1
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

// The error of u' = -2 t u^2, u(0) = 1, at t = 1, where u = 1 / (1 + t^2).
double error_with(Chosen const& chosen, int n_steps) {
  double const dt = 1.0 / n_steps;
  std::vector<double> values(scratch + n_scratch(chosen.method));
  values[current] = 1;
  for (int step = 0; step < n_steps; ++step) {
    values[previous] = values[current];
    for (int i = 0; i < chosen.method.n_substeps(); ++i) {
      double const t = (step + chosen.times[i]) * dt;
      assign(chosen.method.substeps[i].prepare, dt, values);
      values[rhs] = -2 * t * values[current] * values[current];
      assign(chosen.method.substeps[i].update, dt, values);
    }
  }
  return std::abs(values[current] - 0.5);
}

struct Case {
  Choice choice;
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
  for (auto const& [choice, order] : cases()) {
    Chosen const chosen = choose_method(choice);
    ASSERT_THAT(chosen.errors, ::testing::IsEmpty());
    double const slope = std::log2(error_with(chosen, 32) / error_with(chosen, 64));
    EXPECT_NEAR(slope, order, 0.15) << choice.ode_method << " " << choice.generic_type << " " << choice.n_substeps;
    EXPECT_LT(error_with(chosen, 64), 0.01);
  }
}

TEST(ChooseMethod,
     AveragesInIcnAvg) { // one substep of averaged ICN is Euler; more of them tend to the implicit average
  Chosen const chosen = choose_method({.ode_method = "ICN-avg", .n_substeps = 3, .icn_theta = 0.25});
  ASSERT_THAT(chosen.errors, ::testing::IsEmpty());
  EXPECT_EQ(chosen.times, (std::vector<double>{0, 1, 1, 1}));
  ASSERT_EQ(chosen.method.substeps[1].prepare.size(), 1u);
  EXPECT_EQ(chosen.method.substeps[1].prepare[0].scale, 0.75);
}

TEST(ChooseMethod, SaysWhichParametersAMethodTakes) {
  using ::testing::ElementsAre;
  using ::testing::HasSubstr;
  EXPECT_THAT(choose_method({.ode_method = "RK4"}).errors,
              ElementsAre(HasSubstr("takes MoL::MoL_Intermediate_Steps = 4, not 3"),
                          HasSubstr("takes MoL::MoL_Num_Scratch_Levels = 1 at least, not 0")));
  EXPECT_THAT(choose_method({.ode_method = "Generic", .n_substeps = 5}).errors,
              ElementsAre(HasSubstr("1 to 4 substeps, but MoL::MoL_Intermediate_Steps = 5")));
  EXPECT_THAT(choose_method({.ode_method = "RK87"}).errors,
              ElementsAre(HasSubstr("\"RK87\" is not available. Available are Euler")));
  EXPECT_THAT(choose_method({.ode_method = "Generic", .generic_type = "Table", .alpha = {1}, .beta = {1, 1}}).errors,
              ElementsAre(HasSubstr("s*s and s of them")));
}

} // namespace
} // namespace mol
