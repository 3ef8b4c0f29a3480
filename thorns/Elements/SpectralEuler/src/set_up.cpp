/// Scheduled functions that set up the mesh, the initial data and the evolution.
#include "mesh/connectivity.hpp"
#include "mesh/metric_terms.hpp"
#include "settings.hpp"

#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"

#include <algorithm>
#include <array>

namespace spectral_euler {
namespace {

/// Ends the run if the determinant is not positive at a node.
void require_positive_volume(MetricTerms const& metric, std::vector<double> const& nodes, long element) {
  auto const smallest = std::min_element(metric.jacobian.begin(), metric.jacobian.end());
  if (*smallest > 0) return;
  auto const node = 3 * (smallest - metric.jacobian.begin());
  CCTK_VERROR("Element %ld has no positive volume near (%g, %g, %g): the determinant of the mapping is %g. Choose a "
              "smaller SpectralEuler::mapping_amplitude.",
              element, nodes[node], nodes[node + 1], nodes[node + 2], *smallest);
}

double mean_jacobian(GaussLobatto const& rule, MetricTerms const& metric) {
  double sum = 0;
  int const n = rule.n;
  for (int node = 0; node < n * n * n; ++node)
    sum += rule.weights[node % n] * rule.weights[node / n % n] * rule.weights[node / n / n] * metric.jacobian[node];
  return sum / 8; // the volume of the reference element
}

} // namespace
} // namespace spectral_euler

extern "C" void SpectralEuler_Register(CCTK_ARGUMENTS) {
  (void)cctkGH;
  MoLRegisterEvolvedGroup(CCTK_GroupIndex("SpectralEuler::state"), CCTK_GroupIndex("SpectralEuler::rhs"));
}

extern "C" void SpectralEuler_SetUpMesh(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(SpectralEuler_SetUpMesh);
  DECLARE_CCTK_PARAMETERS
  using namespace spectral_euler;
  Mesh const mesh = mesh_of_parameters();
  GaussLobatto const rule = gauss_lobatto(degree_of_parameters());
  LocalElements const local = local_elements(cctkGH);
  std::array<CCTK_REAL*, 3> const coordinates{x, y, z}, normals{normal1, normal2, normal3};
  std::array<CCTK_REAL*, 9> const terms{r1, r2, r3, s1, s2, s3, t1, t2, t3};
  for (int element = 0; element < local.count; ++element) {
    std::size_t const first = element * local.nodes_per_element;
    auto const nodes = element_nodes(mesh, rule, local.first + element);
    MetricTerms const metric = metric_terms(rule, nodes);
    require_positive_volume(metric, nodes, local.first + element);
    double const mean = mean_jacobian(rule, metric);
    for (std::size_t node = 0; node < local.nodes_per_element; ++node) {
      for (int d = 0; d < 3; ++d) coordinates[d][first + node] = nodes[3 * node + d];
      for (int n = 0; n < 9; ++n) terms[n][first + node] = metric.terms[n][node];
      inverse_J[first + node] = 1 / metric.jacobian[node];
      damping[first + node] = damping_rate * mean / metric.jacobian[node];
    }
    for (int face = 0; face < 6; ++face) {
      auto const points = face_points(rule, metric, face);
      for (std::size_t point = 0; point < points.size(); ++point) {
        std::size_t const index = point + points.size() * (face + 6 * static_cast<std::size_t>(element));
        for (int d = 0; d < 3; ++d) normals[d][index] = points[point].normal[d];
        lift[index] = points[point].lift;
      }
    }
  }
  std::copy(rule.derivative.begin(), rule.derivative.end(), derivative_matrix);
  auto const damped = modal_damping(rule, static_cast<int>(damping_exponent));
  std::copy(damped.begin(), damped.end(), damping_matrix);
}

extern "C" void SpectralEuler_SetBackground(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(SpectralEuler_SetBackground);
  using namespace spectral_euler;
  auto const flow = flow_of_parameters();
  for (std::size_t node = 0; node < local_elements(cctkGH).n_nodes(); ++node) {
    Background const gas = background(flow, {x[node], y[node], z[node]});
    rho0[node] = gas.rho;
    p0[node] = gas.pressure;
  }
}

extern "C" void SpectralEuler_SetInitialData(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(SpectralEuler_SetInitialData);
  using namespace spectral_euler;
  auto const flow = flow_of_parameters();
  for (std::size_t node = 0; node < local_elements(cctkGH).n_nodes(); ++node) {
    State const state = exact_state(flow, {x[node], y[node], z[node]}, cctk_time);
    rho[node] = state.rho;
    m1[node] = state.momentum[0];
    m2[node] = state.momentum[1];
    m3[node] = state.momentum[2];
    energy[node] = state.energy;
  }
}
