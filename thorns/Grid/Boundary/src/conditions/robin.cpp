/// The boundary condition Robin: f = f0 + k / r^n with unknown k.
///
/// Between a boundary point a and the point b one step inside (diagonally at edges and corners), with s the distance
/// between a and b, and x the distance from the origin along the step,
///     (f_a - f_b) / s = -n x / r^2 ((f_a + f_b)/2 - f0),      x = (x_a + x_b)/2,  r = (r_a + r_b)/2,
/// so that f_a (1 + q) = f_b (1 - q) + 2 q f0 with q = n s (x_a + x_b) / (r_a + r_b)^2. Second order.
/// The boundary is set shell by shell from the inside, on the host only.
#include "../condition.hpp"

#include <algorithm>
#include <cmath>

namespace boundary {
namespace {

struct Options {
  double limit; ///< f0
  double power; ///< n
};

/// The layer of one coordinate in the boundary, and the step from there to the interior.
struct DirectionalLayer {
  int layer; ///< distance to the nearest chosen face in points; `none` outside of the boundary
  int step;  ///< index step towards the interior, 1 or -1; 0 outside of the boundary
};

DirectionalLayer layer_of(Target const& target, int d, int local, int none) {
  Box const& box = target.box;
  int const from_lower = local + box.lbnd[d], from_upper = box.gsh[d] - 1 - from_lower;
  auto const is_in_face = [&](int face, int distance) {
    int const width = target.faces.width[face];
    return target.faces.chosen[face] && distance < width && box.gsh[d] > width;
  };
  bool const is_lower = is_in_face(2 * d, from_lower), is_upper = is_in_face(2 * d + 1, from_upper);
  if (is_upper && (!is_lower || from_upper <= from_lower)) return {from_upper, -1};
  return is_lower ? DirectionalLayer{from_lower, 1} : DirectionalLayer{none, 0};
}

/// The points of a variable with elements of type Real. The formula is computed in double and rounded once.
template <class Real>
class Shells {
public:
  Shells(Target const& target, Options const& options)
      : target_(target), options_(options), coordinates_(coordinates_for(target, "Robin")),
        f_(static_cast<Real*>(CCTK_VarDataPtrI(target.cctkGH, 0, target.variable))),
        r_(values(static_cast<int>(coordinates_.r))) {
    for (int d = 0; d < max_dim; ++d) x_[d] = values(static_cast<int>(coordinates_.x[d]));
  }

  void set_all() const {
    int max_width = 0;
    for (int face = 0; face < max_faces; ++face)
      if (target_.faces.chosen[face]) max_width = std::max(max_width, target_.faces.width[face]);
    for (int shell = max_width - 1; shell >= 0; --shell) set(shell);
  }

private:
  double* values(int variable) const { return static_cast<double*>(CCTK_VarDataPtrI(target_.cctkGH, 0, variable)); }

  /// Sets the points whose nearest outer face is `shell` points away.
  void set(int shell) const {
    auto const& [lower, upper] = target_.region;
    for (int k = lower[2]; k < upper[2]; ++k)
      for (int j = lower[1]; j < upper[1]; ++j)
        for (int i = lower[0]; i < upper[0]; ++i) {
          Index const point{i, j, k};
          Index step;
          int nearest = shell + 1;
          for (int d = 0; d < max_dim; ++d) {
            auto const in_direction = layer_of(target_, d, point[d], shell + 1);
            nearest = std::min(nearest, in_direction.layer);
            step[d] = in_direction.layer == shell ? in_direction.step : 0;
          }
          if (nearest == shell) set_point(point, step);
        }
  }

  void set_point(Index const& point, Index const& step) const {
    std::ptrdiff_t a = 0, b = 0;
    for (int d = 0; d < max_dim; ++d) {
      a += point[d] * stride(target_.box, d);
      b += (point[d] + step[d]) * stride(target_.box, d);
    }
    double s2 = 0, xa2 = 0, xb2 = 0;
    for (int d = 0; d < max_dim; ++d) {
      if (step[d] == 0) continue;
      s2 += coordinates_.spacing[d] * coordinates_.spacing[d];
      xa2 += x_[d][a] * x_[d][a];
      xb2 += x_[d][b] * x_[d][b];
    }
    double const r = r_[a] + r_[b];
    double const q = options_.power * std::sqrt(s2) * (std::sqrt(xa2) + std::sqrt(xb2)) / (r * r);
    double const inside = f_[b];
    f_[a] = static_cast<Real>((2 * q * options_.limit + inside * (1 - q)) / (1 + q));
  }

  Target const& target_;
  Options options_;
  Coordinates coordinates_;
  Real* f_;
  double const* r_;
  std::array<double const*, max_dim> x_;
};

/// Options: FINF (0), the value at infinity; DECAY_POWER (1), the power of 1/r.
Update robin_update(Target const& target, int table) {
  Options const options{real_option(table, "FINF", 0), real_option(table, "DECAY_POWER", 1)};
  Coordinates const coordinates = coordinates_for(target, "Robin");
  auto const set = [=](Update const& update) {
    if (CCTK_VarTypeI(update.target.variable) == CCTK_VARIABLE_REAL4)
      Shells<CCTK_REAL4>(update.target, options).set_all();
    else
      Shells<CCTK_REAL>(update.target, options).set_all();
  };
  Method method{"Robin", Types::real, 1, false, set, {}};
  std::vector<Input> inputs{input(target.variable, 0, false)};
  for (CCTK_INT const variable : {coordinates.x[0], coordinates.x[1], coordinates.x[2], coordinates.r})
    inputs.push_back(coordinate_input({variable, variable, variable}));
  return make_update("Robin", std::move(method), target, std::move(inputs));
}

} // namespace

Condition robin() { return {"Robin", nullptr, robin_update}; }

} // namespace boundary
