// Programs of patterns over a grid and grid functions, with which evaluations of programs are compared.
#pragma once

#include "codegen/patterns/pattern.hpp"

#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace chemora::testing_support {

inline std::string const grid_fields = "grid real rho = \"T::rho\"\ngrid real phi = \"T::phi\"\n";

/// A grid of 7 x 5 x 6 points. Few different values make equal extrema and keys; some values are NaN, -0 or large.
inline patterns::Inputs random_grid_inputs(unsigned seed) {
  std::mt19937 random(seed);
  patterns::Inputs inputs{.points = {7, 5, 6}, .origin = {-1, 0, 5}, .spacing = {0.3, 0.5, 2}};
  for (char const* const name : {"rho", "phi"}) {
    patterns::ArrayValue& field = inputs.arrays[name];
    field.extents = {7, 5, 6};
    for (int n = 0; n < 7 * 5 * 6; ++n) {
      double const choice = std::uniform_real_distribution<double>(0, 1)(random);
      double const value = std::uniform_real_distribution<double>(-1, 1)(random);
      field.numbers.push_back(choice < 0.4 ? std::round(4 * value) : choice < 0.5 ? 1e17 * value : value);
    }
  }
  return inputs;
}

/// A grid of 50 x 30 x 20 points. The values differ by up to 60 orders of magnitude.
inline patterns::Inputs large_grid_inputs() {
  patterns::Inputs inputs{.points = {50, 30, 20}};
  int phase = 0;
  for (char const* const name : {"rho", "phi"}) {
    inputs.arrays[name].extents = {50, 30, 20};
    for (int n = 0; n < 30000; ++n)
      inputs.arrays[name].numbers.push_back(std::ldexp(std::sin(n + phase), (n + 7 * phase) % 200 - 100));
    ++phase;
  }
  return inputs;
}

/// Programs for which each process needs only its own points.
inline std::vector<std::string> const local_grid_programs{
    "output s = sum(c in grid: rho[c] * c.volume)", "output s = sum(rho)\noutput largest = max(phi)",
    "output s = sum(c in grid: if rho[c] > 0.1 then rho[c] else 0)\noutput n = count(c in grid: rho[c] > 0.1)",
    "output s = sum(c in grid: c.i * c.j - c.k)\noutput b = any(c in grid: rho[c] > 0.99)\n"
    "output a = all(c in grid: phi[c] > -5)",
    "output lowest = argmin(c in grid: rho[c])\noutput highest = argmax(c in grid: floor(4 * phi[c]))",
    "let mean = sum(rho) / (points_x * points_y * points_z)\noutput v = sum(c in grid: (rho[c] - mean) * (rho[c] - "
    "mean))",
    "parameter int bins = 5\nlet groups = groupBy(c in grid by int(floor(2.5 * (rho[c] + 1))) into bins: phi[c])\n"
    "output table histogram(bin = map(g in groups: g.key), n = map(g in groups: size(g)), s = map(g in groups: sum(g)),"
    " least = map(g in groups: min(g)))",
    "output table histogram(bin = map(g in groupBy(c in grid by c.i + c.j * c.j: rho[c]): g.key),"
    " s = map(g in groupBy(c in grid by c.i + c.j * c.j: rho[c]): sum(x in g: x * x)))",
    "let dense = filter(c in grid: rho[c] > 0.3)\noutput dense = dense\noutput n = size(dense)\n"
    "output table values(x = map(c in dense: c.x), rho = map(c in dense: rho[c]))\noutput s = sum(c in dense: phi[c])",
    "let dense = filter(d in filter(c in grid: rho[c] > 0): phi[d] > 0)\n"
    "output table t(key = map(g in groupBy(c in dense by c.k: rho[c]): g.key),"
    " n = map(g in groupBy(c in dense by c.k: rho[c]): count(x in g: x < 0.5)))",
    "output s = sum(c in grid, n < 3: rho[c] * n)\noutput empty = argmin(c in grid: rho[c]).i",
    "structure Cell { real value, int k }\n"
    "output cells = map(c in filter(c in grid: rho[c] > 0.5): Cell(rho[c], c.k))",
    // Clustering: centres move to the mean of the cells that are closest.
    "var centres = [-0.5, 0.5]\nrepeat step < 3 {\n"
    "let groups = groupBy(c in grid by argmin(x in centres: abs(x - phi[c])) into 2: phi[c])\n"
    "centres = map(g in groups: if size(g) > 0 then sum(g) / size(g) else 0)\n}\noutput centres = centres"};

/// Returns a random expression of type real for a point `c`.
inline std::string random_expression(std::mt19937& random, int depth) {
  auto const choose = [&](auto const& items) { return std::string(items[random() % std::size(items)]); };
  static char const* const leaves[] = {"rho[c]", "phi[c]", "c.x", "c.z", "real(c.j)", "0.5", "offset"};
  if (depth == 0) return choose(leaves);
  auto const part = [&] { return random_expression(random, depth - 1); };
  static char const* const operators[] = {" + ", " - ", " * "};
  switch (random() % 4) {
  case 0:
    return "(if " + part() + " < " + part() + " then " + part() + " else " + part() + ")";
  case 1:
    return "abs(" + part() + ")";
  case 2:
    return "min(" + part() + ", " + part() + ")";
  default:
    return "(" + part() + choose(operators) + part() + ")";
  }
}

inline std::string random_grid_program(std::mt19937& random) {
  auto const expression = [&] { return random_expression(random, 1 + static_cast<int>(random() % 3)); };
  std::string const condition = expression() + " < " + expression();
  return grid_fields + "parameter real offset = 0.25\nlet selected = filter(c in grid: " + condition +
         ")\nlet groups = groupBy(c in selected by mod(c.i + c.j, 3): " + expression() +
         ")\nlet s = sum(c in selected: " + expression() +
         ")\noutput s = s\noutput m = max(c in grid: " + expression() +
         ")\noutput p = argmax(c in grid: " + expression() + ")\noutput k = map(g in groups: g.key)\n" +
         "output g = map(g in groups: if size(g) > 2 then sum(g) else min(g))\noutput v = map(c in selected: " +
         expression() + ")\noutput n = count(c in grid: " + expression() + " > s)";
}

} // namespace chemora::testing_support
