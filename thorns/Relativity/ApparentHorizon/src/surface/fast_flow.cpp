// Searches a horizon by the fast flow method, which changes the coefficients of the surface until its expansion is
// zero.
#include "horizon.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <sstream>

namespace apparent_horizon {
namespace {

constexpr double relaxation = 0.8, largest_change = 0.25;
/// If the change of the surface does not reach a new minimum in this number of iterations, the search checks whether
/// the surface oscillates. Oscillations occur because derivatives of interpolated values are discontinuous at grid
/// points.
constexpr int max_stagnation = 30;

/// A surface with the geometry and the expansion at each of its points.
struct State {
  std::vector<Shape> shapes;
  std::vector<Geometry> geometry;
  std::vector<Expansion> expansion;
};

std::vector<Vector> points_of(HarmonicSurface const& surface, std::vector<Shape> const& shapes) {
  std::vector<Vector> result;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    Vector const& n = surface.directions()[i].n;
    result.push_back({shapes[i].h * n[0], shapes[i].h * n[1], shapes[i].h * n[2]});
  }
  return result;
}

std::string in_spacings(double h, Search const& search) {
  std::ostringstream text;
  if (search.min_radius > 0) text << ", " << h / search.min_radius << " grid spacings";
  return text.str();
}

/// The radius of the first surface point at which the metric is not positive definite, or nothing.
std::optional<double> first_without_metric(State const& state) {
  for (std::size_t i = 0; i < state.geometry.size(); ++i)
    if (!is_positive(state.geometry[i].g)) return state.shapes[i].h;
  return std::nullopt;
}

/// The amounts by which one iteration decreases the coefficients h_lm.
Coefficients step(HarmonicSurface const& surface, State const& state) {
  std::vector<double> speed;
  for (Expansion const& e : state.expansion) speed.push_back(e.weight * e.theta);
  Coefficients result = surface.coefficients(speed);
  for (int l = 0; l <= surface.l_max(); ++l)
    for (int m = -l; m <= l; ++m) result[l * l + l + m] *= relaxation / (1 + l * (l + 1));
  return result;
}

/// The largest relative change of h over all points of the surface.
double relative_change(HarmonicSurface const& surface, Coefficients const& change, State const& state) {
  auto const changes = surface.shapes(change);
  double largest = 0;
  for (std::size_t i = 0; i < changes.size(); ++i)
    largest = std::max(largest, std::fabs(changes[i].h) / state.shapes[i].h);
  return largest;
}

Horizon describe(HarmonicSurface const& surface, Coefficients const& coefficients, State const& state, double change,
                 int n_iterations) {
  Horizon result{.coefficients = coefficients,
                 .area = 0,
                 .mean_radius = coefficients[0] / std::sqrt(4 * std::numbers::pi),
                 .min_radius = state.shapes[0].h,
                 .max_radius = state.shapes[0].h,
                 .residual = 0,
                 .mean_lapse = 0,
                 .change = change,
                 .n_iterations = n_iterations};
  for (std::size_t i = 0; i < state.shapes.size(); ++i) {
    Expansion const& e = state.expansion[i];
    double const area = surface.directions()[i].weight * e.area;
    result.area += area;
    result.residual += area * e.theta * e.theta;
    result.mean_lapse += area * state.geometry[i].lapse;
    result.min_radius = std::min(result.min_radius, state.shapes[i].h);
    result.max_radius = std::max(result.max_radius, state.shapes[i].h);
  }
  result.residual = std::sqrt(result.residual / result.area);
  result.mean_lapse /= result.area;
  return result;
}

/// The iteration in which the surface changed least, and the surface of this iteration.
struct SmallestChange {
  double size = std::numeric_limits<double>::infinity();
  int iteration = 0;
  Coefficients coefficients;
  State state;
};

/// Whether the current surface is close to the surface that changed least. A surface that shrinks slowly because there
/// is almost a horizon moves away from that surface and does not oscillate.
bool oscillates(HarmonicSurface const& surface, SmallestChange const& best, Coefficients const& current) {
  Coefficients difference = current;
  for (std::size_t i = 0; i < current.size(); ++i) difference[i] -= best.coefficients[i];
  return relative_change(surface, difference, best.state) < std::min(10 * best.size, largest_change);
}

bool is_finite(Coefficients const& values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

/// The result of a search that found no horizon; `words` form the reason.
template <typename... Words>
SearchResult not_found(Words const&... words) {
  std::ostringstream text;
  (text << ... << words);
  return {{}, text.str()};
}

} // namespace

SearchResult find_horizon(HarmonicSurface const& surface, Coefficients guess, GeometryAt const& geometry_at,
                          Search const& search) {
  SmallestChange best;
  double size = 0; // last change of h, relative to h
  for (int n = 1; n <= search.max_iterations; ++n) {
    State state{.shapes = surface.shapes(guess), .geometry = {}, .expansion = {}};
    auto const lowest = std::min_element(state.shapes.begin(), state.shapes.end(),
                                         [](Shape const& a, Shape const& b) { return a.h < b.h; });
    if (!(lowest->h > search.min_radius))
      return not_found("the surface shrank to a radius of ", lowest->h, " after ", n - 1,
                       " iterations, below the grid spacing ", search.min_radius);
    auto geometry = geometry_at(points_of(surface, state.shapes));
    if (!geometry) return not_found("the surface left the grid after ", n - 1, " iterations");
    state.geometry = std::move(*geometry);
    if (auto const h = first_without_metric(state))
      return not_found("after ", n - 1, " iterations the metric is not positive at the radius ", *h,
                       in_spacings(*h, search), ": the grid is too coarse there, or its values are wrong");
    for (std::size_t i = 0; i < state.shapes.size(); ++i)
      state.expansion.push_back(expansion(surface.directions()[i], state.shapes[i], state.geometry[i]));
    Coefficients change = step(surface, state);
    if (!is_finite(change)) return not_found("the expansion is not finite after ", n - 1, " iterations");
    size = relative_change(surface, change, state);
    if (size < search.tolerance) return {describe(surface, guess, state, size, n), {}};
    if (size < best.size) {
      best = {size, n, guess, state};
    } else if (n == best.iteration + max_stagnation) {
      if (oscillates(surface, best, guess)) {
        if (best.size < search.acceptable_jumps)
          return {describe(surface, best.coefficients, best.state, best.size, n), {}};
        return not_found("the surface oscillates by ", best.size, " of its radius: the grid is too coarse");
      }
      best = {size, n, guess, state};
    }
    double const fraction = std::min(1.0, largest_change / size);
    for (std::size_t i = 0; i < guess.size(); ++i) guess[i] -= fraction * change[i];
  }
  return not_found("the surface still moves after ", search.max_iterations, " iterations, in the last by ", size,
                   " of its radius");
}

} // namespace apparent_horizon
