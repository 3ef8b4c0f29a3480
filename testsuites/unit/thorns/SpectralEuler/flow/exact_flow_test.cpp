// Tests of the exact solutions: they satisfy the equations that define them.
#include "exact_flow.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace spectral_euler {
namespace {

double pressure_of(FlowOptions const& flow, State const& state) {
  double const square = state.momentum[0] * state.momentum[0] + state.momentum[1] * state.momentum[1] +
                        state.momentum[2] * state.momentum[2];
  return (flow.gamma - 1) * (state.energy - 0.5 * square / state.rho);
}

FlowOptions vortex() {
  FlowOptions flow;
  flow.flow = Flow::vortex;
  flow.amplitude = 5;
  flow.lower = {-10, -10, 0};
  flow.upper = {10, 10, 1};
  return flow;
}

FlowOptions bubble() {
  FlowOptions flow;
  flow.flow = Flow::bubble;
  flow.pressure = 1e5;
  flow.gravity = 9.81;
  flow.warming = 2;
  flow.radius = 2000;
  flow.centre = {0, 0, 2000};
  flow.upper = {1e4, 1e4, 1e4};
  return flow;
}

/// The pressure gradient keeps the gas on its circle: dp/dr = rho v^2/r.
TEST(Vortex, IsInCentrifugalBalance) {
  auto const flow = vortex();
  double const step = 1e-5;
  for (double const r : {0.3, 1.0, 2.5}) {
    auto const at = [&](double radius) { return exact_state(flow, {0.6 * radius, 0.8 * radius, 0.5}, 0); };
    double const gradient = (pressure_of(flow, at(r + step)) - pressure_of(flow, at(r - step))) / (2 * step);
    State const state = at(r);
    double const speed = std::hypot(state.momentum[0], state.momentum[1]) / state.rho;
    EXPECT_NEAR(gradient, state.rho * speed * speed / r, 1e-8);
    EXPECT_NEAR(state.momentum[0] * 0.6 + state.momentum[1] * 0.8, 0, 1e-14); // no radial velocity
    EXPECT_NEAR(pressure_of(flow, state), std::pow(state.rho, flow.gamma), 1e-13);
  }
}

TEST(Vortex, ReturnsAfterAPeriod) {
  auto flow = vortex();
  flow.velocity = {1, 1, 0};
  auto const first = exact_state(flow, {1.5, -2, 0}, 0), moved = exact_state(flow, {2.5, -1, 0}, 1),
             last = exact_state(flow, {1.5, -2, 0}, 20);
  EXPECT_NEAR(moved.rho, first.rho, 1e-14);
  EXPECT_NEAR(last.rho, first.rho, 1e-13);
  EXPECT_GT(std::abs(exact_state(flow, {1.5, -2, 0}, 1).rho - first.rho), 1e-3);
}

TEST(DensityWave, MovesWithTheFlowAtConstantPressure) {
  FlowOptions flow;
  flow.flow = Flow::density_wave;
  flow.amplitude = 0.2;
  flow.velocity = {1, 0.5, 0};
  flow.wave_numbers = {2, 1, 0};
  flow.upper = {4, 1, 1};
  auto const first = exact_state(flow, {0.3, 0.2, 0}, 0), moved = exact_state(flow, {0.7, 0.4, 0}, 0.4);
  EXPECT_NEAR(first.rho, 1 + 0.2 * std::sin(2 * M_PI * (2 * 0.3 / 4 + 0.2)), 1e-14);
  EXPECT_NEAR(moved.rho, first.rho, 1e-14);
  EXPECT_NEAR(pressure_of(flow, moved), 1, 1e-14);
}

TEST(Bubble, HasAHydrostaticBackground) {
  auto const flow = bubble();
  double const step = 0.5;
  for (double const z : {10.0, 3000.0, 9000.0}) {
    double const gradient =
        (background(flow, {0, 0, z + step}).pressure - background(flow, {0, 0, z - step}).pressure) / (2 * step);
    EXPECT_NEAR(gradient, -flow.gravity * background(flow, {0, 0, z}).rho, 1e-7);
  }
  EXPECT_DOUBLE_EQ(background(flow, {0, 0, 0}).pressure, 1e5);
  EXPECT_DOUBLE_EQ(background(flow, {0, 0, 0}).rho, 1e5 / (287 * 300));
}

TEST(Bubble, IsWarmerThanTheBackgroundAtItsPressure) {
  auto const flow = bubble();
  Point const centre{0, 77, 2000}, outside{2001, 0, 2000};
  auto const state = exact_state(flow, centre, 0);
  auto const gas = background(flow, centre);
  EXPECT_NEAR(pressure_of(flow, state), gas.pressure, 1e-9);
  EXPECT_NEAR(gas.rho / state.rho, 302.0 / 300, 1e-14);
  EXPECT_EQ(exact_state(flow, outside, 0).rho, background(flow, outside).rho);
}

TEST(Background, IsZeroWithoutBubble) {
  EXPECT_EQ(background(vortex(), {1, 2, 3}).rho, 0);
  EXPECT_EQ(background(vortex(), {1, 2, 3}).pressure, 0);
}

TEST(IsPhysical, FindsNegativeDensityAndPressure) {
  EXPECT_TRUE(is_physical(vortex(), {0, 0, 0}));
  auto strong = vortex();
  strong.amplitude = 30;
  EXPECT_FALSE(is_physical(strong, {0, 0, 0}));
  auto high = bubble();
  EXPECT_TRUE(is_physical(high, {0, 0, 1e4}));
  EXPECT_FALSE(is_physical(high, {0, 0, 4e4}));
  auto cold = bubble();
  cold.warming = -301;
  EXPECT_FALSE(is_physical(cold, cold.centre));
}

} // namespace
} // namespace spectral_euler
