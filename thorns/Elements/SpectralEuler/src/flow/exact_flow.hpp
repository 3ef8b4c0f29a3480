/// States of the initial data and their exact solutions.
#pragma once

#include <array>

namespace spectral_euler {

using Point = std::array<double, 3>;

/// Mass, momentum and energy per volume. The energy is that of heat and motion, without the potential energy.
struct State {
  double rho = 0;
  Point momentum{};
  double energy = 0;
};

/// A gas at rest in the gravity, whose pressure balances its weight.
struct Background {
  double rho = 0, pressure = 0;
};

enum class Flow {
  uniform, ///< the state `density`, `velocity`, `pressure` everywhere
  density_wave,
  vortex,
  bubble
};

/// Parameters of the initial data. Units are free, except for the bubble, which uses SI units.
struct FlowOptions {
  Flow flow = Flow::uniform;
  double gamma = 1.4;
  double density = 1, pressure = 1;
  Point velocity{};
  double amplitude = 0;                     ///< of the density wave, relative to the density; strength of the vortex
  std::array<int, 3> wave_numbers{1, 0, 0}; ///< of the density wave: periods along each edge of the mesh
  Point centre{};                           ///< of the vortex and the bubble
  double radius = 0;                        ///< of the bubble
  double warming = 0;       ///< potential temperature at the centre of the bubble, relative to the background
  double temperature = 300; ///< potential temperature of the background
  double gravity = 0, gas_constant = 287;
  Point lower{}, upper{}; ///< ends of the mesh; periods of the density wave and the vortex
};

/// Returns the exact solution at a time. The solution for the bubble is known at time 0 only.
///
/// - Density wave: density * (1 + amplitude sin(2 pi k . (x - v t)/L)), constant velocity and pressure.
/// - Vortex: the isentropic vortex of Yee, Sandham and Djomehri, J. Comput. Phys. 150 (1999) 199, around an axis along
///   z, with density and pressure 1 far away and the temperature T = 1 - (gamma - 1)/(2 gamma) s^2, where
///   s = amplitude/(2 pi) exp((1 - r^2)/2) is the velocity around the axis divided by r.
/// - Bubble: Giraldo and Restelli, J. Comput. Phys. 227 (2008) 3849, section 6.2: a gas of constant potential
///   temperature, to which warming/2 (1 + cos(pi r/radius)) is added at distances r < radius from the centre in x and
///   z. `pressure` is the pressure at z = lower z.
State exact_state(FlowOptions const& options, Point const& x, double time);

/// Returns the hydrostatic background of the bubble, and zeros for the other flows.
Background background(FlowOptions const& options, Point const& x);

/// Returns whether the density and the pressure of the initial data are positive at x.
bool is_physical(FlowOptions const& options, Point const& x);

} // namespace spectral_euler
