// Metric and extrinsic curvature of the grid at points of a surface.
#include "grid_geometry.hpp"

#include "surface/conformal.hpp"

#include "cctk_Parameters.h"
#include "util_ErrorCodes.h"
#include "util_Table.h"

#include <memory>
#include <string>

namespace apparent_horizon {
namespace {

// What is interpolated, each variable with a code for its derivative, and where the values go.
class Request {
public:
  explicit Request(std::size_t n_points) : n_points_(n_points) {}

  std::vector<CCTK_REAL> const& add(std::string const& name, CCTK_INT derivative = 0) {
    variables_.push_back(CCTK_VarIndex(name.c_str()));
    derivatives_.push_back(derivative);
    types_.push_back(CCTK_VARIABLE_REAL);
    return *values_.emplace_back(std::make_unique<std::vector<CCTK_REAL>>(n_points_));
  }

  // The code of CCTK_InterpGridArrays.
  int interpolate(cGH const* gh, std::vector<Vector> const& places) const {
    DECLARE_CCTK_PARAMETERS
    std::array<std::vector<CCTK_REAL>, 3> place;
    for (Vector const& at : places)
      for (int d = 0; d < 3; ++d) place[d].push_back(at[d]);
    void const* const coordinates[] = {place[0].data(), place[1].data(), place[2].data()};
    std::vector<void*> results;
    for (auto const& one : values_) results.push_back(one->data());
    int const n = static_cast<int>(results.size()), table = Util_TableCreate(UTIL_TABLE_FLAGS_CASE_INSENSITIVE);
    Util_TableSetInt(table, interp_order, "order");
    Util_TableSetIntArray(table, n, derivatives_.data(), "operation_codes");
    Util_TableSetInt(table, 1, "suppress_warnings"); // a surface that leaves the grid is an answer
    int const error =
        CCTK_InterpGridArrays(gh, 3, CCTK_InterpHandle("uniform cartesian"), table, CCTK_CoordSystemHandle("cart3d"),
                              static_cast<int>(places.size()), CCTK_VARIABLE_REAL, coordinates, n, variables_.data(), n,
                              types_.data(), results.data());
    Util_TableDestroy(table);
    return error;
  }

private:
  std::size_t n_points_;
  std::vector<CCTK_INT> variables_, derivatives_, types_;
  std::vector<std::unique_ptr<std::vector<CCTK_REAL>>> values_; // at places that stay
};

std::string reason_of(int error) {
  switch (error) {
  case CCTK_ERROR_INTERP_GHOST_SIZE_TOO_SMALL:
    return "ghost zones are narrower than half of interp_order";
  case CCTK_ERROR_INTERP_GRID_TOO_SMALL:
    return "a process has no more points than interp_order in some direction";
  case CCTK_ERROR_INTERP_COORD_NAN:
    return "a point of the surface is not a number";
  case CCTK_ERROR_INTERP_DELTA_X_ZERO:
    return "the spacing of the grid is zero";
  default:
    return "error " + std::to_string(error) + ", see the warnings above";
  }
}

} // namespace

// Points between two processes are interpolated by one of them, from half of the molecule beyond its own points.
void require_ghost_zones(cGH const* gh) {
  DECLARE_CCTK_PARAMETERS
  for (int face = 0; face < 6; ++face)
    if (int const n = gh->cctk_nghostzones[face / 2]; !gh->cctk_bbox[face] && 2 * n < interp_order)
      CCTK_VERROR(
          "Ghost zones must be as wide as half of ApparentHorizon::interp_order = %d where the grid is divided, "
          "but in direction %c they are %d wide. Increase driver::ghost_size.",
          static_cast<int>(interp_order), "xyz"[face / 2], n);
}

std::optional<std::vector<Geometry>> grid_geometry(cGH const* gh, std::vector<Vector> const& places) {
  DECLARE_CCTK_PARAMETERS
  static char const* const components[] = {"xx", "xy", "xz", "yy", "yz", "zz"};
  Request request(places.size());
  std::string const ours = "ApparentHorizon::ah_";
  std::array<std::vector<CCTK_REAL> const*, 4> w; // and its derivatives
  std::array<std::array<std::vector<CCTK_REAL> const*, 6>, 4> g;
  std::array<std::vector<CCTK_REAL> const*, 6> k;
  for (int derivative = 0; derivative <= 3; ++derivative) {
    w[derivative] = &request.add(ours + "w", derivative);
    for (int n = 0; n < 6; ++n) g[derivative][n] = &request.add(ours + "g" + components[n], derivative);
  }
  for (int n = 0; n < 6; ++n) k[n] = &request.add(ours + "k" + components[n]);
  auto const& lapse = request.add("ADMBase::alp");
  int const error = request.interpolate(gh, places);
  if (error == CCTK_ERROR_INTERP_POINT_OUTSIDE) return {};
  if (error < 0)
    CCTK_VERROR("ApparentHorizon cannot interpolate the metric with interp_order = %d: %s.",
                static_cast<int>(interp_order), reason_of(error).c_str());
  std::vector<Geometry> result;
  for (std::size_t i = 0; i < places.size(); ++i) {
    Conformal here{.w = (*w[0])[i], .g = {}, .k = {}};
    Vector dw;
    std::array<std::array<double, 6>, 3> dg;
    for (int d = 0; d < 3; ++d) dw[d] = (*w[1 + d])[i];
    for (int n = 0; n < 6; ++n) {
      here.g[n] = (*g[0][n])[i];
      here.k[n] = (*k[n])[i];
      for (int d = 0; d < 3; ++d) dg[d][n] = (*g[1 + d][n])[i];
    }
    result.push_back(physical(here, dw, dg, lapse[i]));
  }
  return result;
}

} // namespace apparent_horizon
