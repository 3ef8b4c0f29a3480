#include "exact_flow.hpp"

#include <cmath>
#include <numbers>

namespace spectral_euler {
namespace {

using std::numbers::pi;

State state(FlowOptions const& options, double rho, Point const& v, double pressure) {
  double const square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
  return {rho, {rho * v[0], rho * v[1], rho * v[2]}, pressure / (options.gamma - 1) + 0.5 * rho * square};
}

State density_wave(FlowOptions const& options, Point const& x, double time) {
  double phase = 0;
  for (int d = 0; d < 3; ++d)
    phase += options.wave_numbers[d] * (x[d] - options.velocity[d] * time) / (options.upper[d] - options.lower[d]);
  double const rho = options.density * (1 + options.amplitude * std::sin(2 * pi * phase));
  return state(options, rho, options.velocity, options.pressure);
}

/// The distance from the axis of the vortex to the closest of its periodic images.
double distance_to_image(FlowOptions const& options, Point const& x, double time, int axis) {
  double const period = options.upper[axis] - options.lower[axis];
  return std::remainder(x[axis] - options.centre[axis] - options.velocity[axis] * time, period);
}

State vortex(FlowOptions const& options, Point const& x, double time) {
  double const dx = distance_to_image(options, x, time, 0), dy = distance_to_image(options, x, time, 1);
  double const signal = options.amplitude / (2 * pi) * std::exp(0.5 * (1 - dx * dx - dy * dy));
  double const temperature = 1 - 0.5 * (options.gamma - 1) / options.gamma * signal * signal;
  double const rho = std::pow(temperature, 1 / (options.gamma - 1));
  Point const v{options.velocity[0] - signal * dy, options.velocity[1] + signal * dx, options.velocity[2]};
  return state(options, rho, v, rho * temperature);
}

/// The Exner pressure (p/p_0)^(R/c_p) of a gas at rest with constant potential temperature.
double exner_pressure(FlowOptions const& options, double z) {
  double const heat_capacity = options.gamma / (options.gamma - 1) * options.gas_constant;
  return 1 - options.gravity * (z - options.lower[2]) / (heat_capacity * options.temperature);
}

/// The state at rest with the pressure of the background.
Background resting_gas(FlowOptions const& options, double z, double temperature) {
  double const exner = exner_pressure(options, z);
  double const rho = options.pressure / (options.gas_constant * temperature) * std::pow(exner, 1 / (options.gamma - 1));
  return {rho, options.pressure * std::pow(exner, options.gamma / (options.gamma - 1))};
}

State bubble(FlowOptions const& options, Point const& x) {
  double const r = std::hypot(x[0] - options.centre[0], x[2] - options.centre[2]);
  double const warmer = r < options.radius ? 0.5 * options.warming * (1 + std::cos(pi * r / options.radius)) : 0;
  Background const gas = resting_gas(options, x[2], options.temperature + warmer);
  return state(options, gas.rho, options.velocity, gas.pressure);
}

} // namespace

State exact_state(FlowOptions const& options, Point const& x, double time) {
  switch (options.flow) {
  case Flow::density_wave:
    return density_wave(options, x, time);
  case Flow::vortex:
    return vortex(options, x, time);
  case Flow::bubble:
    return bubble(options, x);
  case Flow::uniform:
    break;
  }
  return state(options, options.density, options.velocity, options.pressure);
}

Background background(FlowOptions const& options, Point const& x) {
  return options.flow == Flow::bubble ? resting_gas(options, x[2], options.temperature) : Background{};
}

bool is_physical(FlowOptions const& options, Point const& x) {
  if (options.flow == Flow::bubble && !(exner_pressure(options, x[2]) > 0)) return false;
  State const at_start = exact_state(options, x, 0);
  double const square = at_start.momentum[0] * at_start.momentum[0] + at_start.momentum[1] * at_start.momentum[1] +
                        at_start.momentum[2] * at_start.momentum[2];
  return at_start.rho > 0 && at_start.energy - 0.5 * square / at_start.rho > 0;
}

} // namespace spectral_euler
