// Butcher tableaux of multirate Runge-Kutta methods. tables.hpp cites the papers.
#include "tables.hpp"

#include <algorithm>

namespace mol {
namespace {

using R = Ratio;
using Row = std::vector<R>;

/// `fast` and `slow` contain the rows of the two Butcher tableaux; the last row contains the weights. A stage evaluates
/// the slow right-hand sides if its coefficient is nonzero in any row of `slow`.
Method<Ratio> from_tableaux(std::string name, int order, std::vector<R> const& times, std::vector<Row> const& fast,
                            std::vector<Row> const& slow) {
  Method<Ratio> method{std::move(name), order, {}, times, {}};
  for (std::size_t stage = 0; stage < fast.size(); ++stage) {
    auto const is_used_by = [&](Row const& row) { return stage < row.size() && row[stage] != R(0); };
    method.substeps.push_back({.step = 1,
                               .update = stage_update(stage, fast[stage]),
                               .slow_update = stage_update(stage, slow[stage]),
                               .evaluates_slow = std::any_of(slow.begin(), slow.end(), is_used_by)});
  }
  return method;
}

} // namespace

Method<Ratio> multirate_rk2() {
  R const half(1, 2), quarter(1, 4);
  return from_tableaux("RK2-MR-2:1", 2, {0, half, half, 1, 1},
                       {{half},
                        {quarter, quarter},
                        {quarter, quarter, half},
                        {quarter, quarter, quarter, quarter},
                        {quarter, quarter, quarter, quarter}},
                       {{half}, {half}, {1}, {1}, {half, 0, 0, 0, half}});
}

Method<Ratio> multirate_rk4() {
  R const third(1, 3), quarter(1, 4), sixth(1, 6), twelfth(1, 12), half(1, 2);
  return from_tableaux("RK4-MR-2:1", 3, {0, quarter, quarter, half, half, half, {3, 4}, {3, 4}, 1, 1},
                       {{quarter},
                        {{-1, 12}, third},
                        {sixth, {-1, 6}, half},
                        {twelfth, sixth, sixth, twelfth},
                        {twelfth, sixth, sixth, twelfth},
                        {twelfth, sixth, sixth, twelfth, 0, quarter},
                        {twelfth, sixth, sixth, twelfth, 0, {-1, 12}, third},
                        {twelfth, sixth, sixth, twelfth, 0, sixth, {-1, 6}, half},
                        {twelfth, sixth, sixth, twelfth, 0, twelfth, sixth, sixth, twelfth},
                        {twelfth, sixth, sixth, twelfth, 0, twelfth, sixth, sixth, twelfth}},
                       {{quarter},
                        {quarter},
                        {half},
                        {half},
                        {{-1, 6}, 0, 0, 0, {2, 3}},
                        {twelfth, 0, 0, 0, sixth, half},
                        {twelfth, 0, 0, 0, sixth, half},
                        {third, 0, 0, 0, {-1, 3}, 1},
                        {third, 0, 0, 0, {-1, 3}, 1},
                        {sixth, 0, 0, 0, third, third, 0, 0, 0, sixth}});
}

Method<Ratio> rk4_with_rk2() {
  R const half(1, 2), third(1, 3), sixth(1, 6);
  // For fast variables, scratch 0 accumulates u_0 + dt (f_0 / 6 + f_1 / 3 + f_2 / 3). For slow variables, scratch 0 is
  // u_0 + dt f_0.
  auto const fast = [](R scale, R weight, R step) {
    Assignment<R> accumulate{scratch, scale, {{rhs, weight}}};
    if (scale == R(0)) accumulate.terms.insert(accumulate.terms.begin(), {previous, 1});
    return std::vector<Assignment<R>>{accumulate, {current, 0, {{previous, 1}, {rhs, step}}}};
  };
  std::vector<Assignment<R>> const restore{{current, 0, {{scratch, 1}}}};
  return {"RK4-RK2",
          1,
          {{.step = 1,
            .update = fast(0, sixth, half),
            .slow_update = {{scratch, 0, {{previous, 1}, {rhs, 1}}}, restore.front()},
            .finishes_slow = false},
           {.step = 1,
            .update = fast(1, third, half),
            .slow_update = restore,
            .evaluates_slow = false,
            .finishes_slow = false},
           {.step = 1, .update = fast(1, third, 1), .slow_update = restore, .evaluates_slow = false},
           {.step = 1,
            .update = {{current, 0, {{scratch, 1}, {rhs, sixth}}}},
            .slow_update = {{current, 0, {{previous, half}, {scratch, half}, {rhs, half}}}}}}};
}

} // namespace mol
