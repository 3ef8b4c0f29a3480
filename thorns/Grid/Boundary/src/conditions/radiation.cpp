/// The boundary condition Radiation: waves leave the grid.
///
/// With outgoing waves u and incoming waves h,  f = f0 + u(r - v t)/r + h(r + v t)/r.  Along the normal direction x,
///     (x/r) d_t f + v d_x f + v x (f - f0) / r^2 = v x H / r^2,       H = 2 h'.
/// The equation is centred between the boundary point (0) and its inner neighbour (1), and between past (old) and
/// present (new): each term is the mean over the four values. The present value at the boundary point is the unknown.
/// For Boundary::radpower n > 0, H falls off as 1/r^n. The value of H follows from the same equation one point
/// further inside (points 1 and 2) and from
///     (H_0 - H_1) / dx = -n x/r^2 (H_0 + H_1) / 2.
/// The scheme is of second order in time and space. Without a past time level, the present values replace the past
/// values.
/// Limit case: a constant f = f0 does not change, apart from rounding.
/// Operations have the same order as in the thorn Boundary of CactusBase, so that results are bitwise equal.
#include "../condition.hpp"

#include "cctk_Parameters.h"

#include <cmath>

namespace boundary {
namespace {

enum Inputs { present, past, x, r };
/// rho = +- v dt / dx with the sign of the outward normal; fall_factor = +- n dx / 4 with the sign of rho.
enum Parameters { v_dt, half_v_dt, rho, absolute_rho, limit, v_dt_limit, fall_factor, n_parameters };

struct RadiationFormula {
  bool has_incoming_waves;
  int sign_of_speed;

  template <class At>
  auto operator()(At& at) const {
    auto const per_r0 = 1 / at.input(r, 0), per_r1 = 1 / at.input(r, 1);
    auto const c0 = at.input(x, 0) * per_r0, c1 = at.input(x, 1) * per_r1;
    auto const d0 = at.parameter(half_v_dt) * per_r0, d1 = at.parameter(half_v_dt) * per_r1;
    auto const x_r2 = at.input(x, 0) * (per_r0 * per_r0) + at.input(x, 1) * (per_r1 * per_r1);
    auto source = at.parameter(v_dt_limit);
    if (has_incoming_waves) source = source + incoming_at_boundary(at, x_r2);
    auto const sum = source * x_r2 + at.input(present, 1) * (at.parameter(rho) - c1 * (1 + d1)) +
                     at.input(past, 0) * (c0 * (1 - d0) - at.parameter(rho)) +
                     at.input(past, 1) * (at.parameter(rho) + c1 * (1 - d1));
    return sum / (at.parameter(rho) + c0 * (1 + d0));
  }

private:
  /// v dt H between the points 0 and 1.
  template <class At, class Value>
  auto incoming_at_boundary(At& at, Value x_r2) const {
    auto const fall = at.parameter(fall_factor) * x_r2;
    return (1 - fall) / (1 + fall) * incoming_inside(at);
  }

  /// v dt H between the points 1 and 2.
  template <class At>
  auto incoming_inside(At& at) const {
    auto const new1 = at.input(present, 1), new2 = at.input(present, 2);
    auto const old1 = at.input(past, 1), old2 = at.input(past, 2), r1 = at.input(r, 1), r2 = at.input(r, 2);
    auto const mean = 0.25 * (new1 + new2 + old1 + old2);
    auto const in_time = 0.5 * (r1 * (new1 - old1) + r2 * (new2 - old2));
    bool const is_rho_negative =
        at.is_lower_face ? sign_of_speed > 0 : sign_of_speed < 0; // the difference has the sign of rho
    auto const difference = is_rho_negative ? new2 - new1 + old2 - old1 : new1 - new2 + old1 - old2;
    auto const in_space =
        0.25 * difference * at.parameter(absolute_rho) * (r1 * r1 / at.input(x, 1) + r2 * r2 / at.input(x, 2));
    return at.parameter(v_dt) * (mean - at.parameter(limit)) + in_time + in_space;
  }
};

Method radiation_method(double speed) {
  DECLARE_CCTK_PARAMETERS;
  RadiationFormula const formula{radpower > 0, speed > 0 ? 1 : speed < 0 ? -1 : 0};
  constexpr int n_fields = 2; // present and past
  Method method =
      method_of<Types::real>(radpower > 0 ? "RadiationBothWays" : "Radiation", radpower > 0 ? 2 : 1, n_fields, formula);
  method.is_costly = true;
  if (speed <= 0) method.graph = nullptr; // the graph name omits the sign of the speed
  return method;
}

std::vector<CCTK_REAL> radiation_parameters(double limit_value, double speed, double time_step, double spacing,
                                            int face) {
  DECLARE_CCTK_PARAMETERS;
  double const v_times_dt = speed * time_step, ratio = (face % 2 ? 1 : -1) * (v_times_dt / spacing);
  double const sign = ratio < 0 ? -1 : 1;
  int const power = radpower;
  std::vector<CCTK_REAL> values(n_parameters);
  values[v_dt] = v_times_dt;
  values[half_v_dt] = 0.5 * v_times_dt;
  values[rho] = ratio;
  values[absolute_rho] = std::abs(ratio);
  values[limit] = limit_value;
  values[v_dt_limit] = v_times_dt * limit_value;
  values[fall_factor] = sign * 0.25 * power * spacing;
  return values;
}

/// Options: LIMIT (0), f0; SPEED (1), v; PAST_FROM, another variable whose past values are used.
Update radiation_update(Target const& target, int table) {
  Coordinates const coordinates = coordinates_for(target, "Radiation");
  int past_variable = variable_option(table, "PAST_FROM");
  if (past_variable < 0) past_variable = target.variable;
  bool const has_past = CCTK_DeclaredTimeLevelsVI(past_variable) > 1;
  double const f0 = real_option(table, "LIMIT", 0), speed = real_option(table, "SPEED", 1);
  return make_update("Radiation", radiation_method(speed), target,
                     {input(target.variable, 0, !has_past), input(past_variable, has_past, true),
                      coordinate_input(coordinates.x), coordinate_input({coordinates.r, coordinates.r, coordinates.r})},
                     [=, cctkGH = target.cctkGH](int face) {
                       return radiation_parameters(f0, speed, cctkGH->cctk_delta_time, coordinates.spacing[face / 2],
                                                   face);
                     });
}

} // namespace

Condition radiation() {
  return {"Radiation", [] { return radiation_method(1); }, radiation_update};
}

} // namespace boundary
