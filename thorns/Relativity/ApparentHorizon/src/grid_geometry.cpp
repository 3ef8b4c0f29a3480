#include "grid_geometry.hpp"

#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"
#include "util_ErrorCodes.h"
#include "util_Table.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>

namespace apparent_horizon {
namespace {

/// A list of variables and derivatives to interpolate, and the interpolated values.
class Request {
public:
  explicit Request(std::size_t n_points) : n_points_(n_points) {}

  std::vector<CCTK_REAL> const& add(std::string const& name, CCTK_INT derivative = 0) {
    variables_.push_back(CCTK_VarIndex(name.c_str()));
    derivatives_.push_back(derivative);
    types_.push_back(CCTK_VARIABLE_REAL);
    return *values_.emplace_back(std::make_unique<std::vector<CCTK_REAL>>(n_points_));
  }

  // Returns the result of CCTK_InterpGridArrays.
  int interpolate(cGH const* cctkGH, std::vector<Vector> const& points) const {
    DECLARE_CCTK_PARAMETERS
    std::array<std::vector<CCTK_REAL>, 3> position;
    for (Vector const& point : points)
      for (int d = 0; d < 3; ++d) position[d].push_back(point[d]);
    void const* const coordinates[] = {position[0].data(), position[1].data(), position[2].data()};
    std::vector<void*> results;
    for (auto const& values : values_) results.push_back(values->data());
    int const n = static_cast<int>(results.size()), table = Util_TableCreate(UTIL_TABLE_FLAGS_CASE_INSENSITIVE);
    Util_TableSetInt(table, interp_order, "order");
    Util_TableSetIntArray(table, n, derivatives_.data(), "operation_codes");
    Util_TableSetInt(table, 1, "suppress_warnings"); // no warning, because a surface may leave the grid
    int const error =
        CCTK_InterpGridArrays(cctkGH, 3, CCTK_InterpHandle("uniform cartesian"), table,
                              CCTK_CoordSystemHandle("cart3d"), static_cast<int>(points.size()), CCTK_VARIABLE_REAL,
                              coordinates, n, variables_.data(), n, types_.data(), results.data());
    Util_TableDestroy(table);
    return error;
  }

private:
  std::size_t n_points_;
  std::vector<CCTK_INT> variables_, derivatives_, types_;
  std::vector<std::unique_ptr<std::vector<CCTK_REAL>>> values_; // pointers to vectors whose addresses do not change
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
    return "error " + std::to_string(error) + ", see the previous warnings";
  }
}

} // namespace

/// Checks the width of the ghost zones. A process interpolates up to the first point of its neighbour, so half of the
/// stencil must be in the ghost zones.
void require_ghost_zones(cGH const* cctkGH) {
  DECLARE_CCTK_PARAMETERS
  for (int face = 0; face < 6; ++face)
    if (int const n = cctkGH->cctk_nghostzones[face / 2]; !cctkGH->cctk_bbox[face] && 2 * n < interp_order)
      CCTK_VERROR(
          "Ghost zones must be as wide as half of ApparentHorizon::interp_order = %d where the grid is divided, "
          "but in direction %c they are %d wide. Increase driver::ghost_size.",
          static_cast<int>(interp_order), "xyz"[face / 2], n);
}

std::optional<std::vector<Geometry>> grid_geometry(cGH const* cctkGH, std::vector<Vector> const& points) {
  DECLARE_CCTK_PARAMETERS
  static char const* const components[] = {"xx", "xy", "xz", "yy", "yz", "zz"};
  Request request(points.size());
  std::string const prefix = "ApparentHorizon::ah_";
  std::array<std::vector<CCTK_REAL> const*, 4> w; // W and its three derivatives
  std::array<std::array<std::vector<CCTK_REAL> const*, 6>, 4> g;
  std::array<std::vector<CCTK_REAL> const*, 6> k;
  for (int derivative = 0; derivative <= 3; ++derivative) {
    w[derivative] = &request.add(prefix + "w", derivative);
    for (int n = 0; n < 6; ++n) g[derivative][n] = &request.add(prefix + "g" + components[n], derivative);
  }
  for (int n = 0; n < 6; ++n) k[n] = &request.add(prefix + "k" + components[n]);
  auto const& lapse = request.add("ADMBase::alp");
  int const error = request.interpolate(cctkGH, points);
  if (error == CCTK_ERROR_INTERP_POINT_OUTSIDE) return {};
  if (error < 0)
    CCTK_VERROR("ApparentHorizon cannot interpolate the metric with interp_order = %d: %s.",
                static_cast<int>(interp_order), reason_of(error).c_str());
  std::vector<Geometry> result;
  for (std::size_t i = 0; i < points.size(); ++i) {
    Conformal conformal_geometry{.w = (*w[0])[i], .g = {}, .k = {}};
    Vector dw;
    std::array<std::array<double, 6>, 3> dg;
    for (int d = 0; d < 3; ++d) dw[d] = (*w[1 + d])[i];
    for (int n = 0; n < 6; ++n) {
      conformal_geometry.g[n] = (*g[0][n])[i];
      conformal_geometry.k[n] = (*k[n])[i];
      for (int d = 0; d < 3; ++d) dg[d][n] = (*g[1 + d][n])[i];
    }
    result.push_back(physical(conformal_geometry, dw, dg, lapse[i]));
  }
  return result;
}

/// Sets the conformal variables to 0, because they may be written before the first search.
extern "C" void ApparentHorizon_Clear(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  auto const n_points = static_cast<std::size_t>(cctk_ash[0]) * cctk_ash[1] * cctk_ash[2];
  for (CCTK_REAL* const values :
       {ah_w, ah_gxx, ah_gxy, ah_gxz, ah_gyy, ah_gyz, ah_gzz, ah_kxx, ah_kxy, ah_kxz, ah_kyy, ah_kyz, ah_kzz})
    std::fill_n(values, n_points, 0.0);
}

extern "C" void ApparentHorizon_Prepare(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  CCTK_REAL* const g[] = {ah_gxx, ah_gxy, ah_gxz, ah_gyy, ah_gyz, ah_gzz};
  CCTK_REAL* const k[] = {ah_kxx, ah_kxy, ah_kxz, ah_kyy, ah_kyz, ah_kzz};
  auto const n_points = static_cast<std::ptrdiff_t>(cctk_ash[0]) * cctk_ash[1] * cctk_ash[2];
#pragma omp parallel for
  for (std::ptrdiff_t i = 0; i < n_points; ++i) {
    Conformal const conformal_geometry =
        conformal({gxx[i], gxy[i], gxz[i], gyy[i], gyz[i], gzz[i]}, {kxx[i], kxy[i], kxz[i], kyy[i], kyz[i], kzz[i]});
    ah_w[i] = conformal_geometry.w;
    for (int n = 0; n < 6; ++n) {
      g[n][i] = conformal_geometry.g[n];
      k[n][i] = conformal_geometry.k[n];
    }
  }
}

} // namespace apparent_horizon
