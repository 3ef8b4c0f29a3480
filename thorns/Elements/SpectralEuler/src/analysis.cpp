/// Scheduled functions that compute the time step, derived variables, totals and errors. The results have the same bits
/// for any number of processes: each element contributes one number, and the numbers are added in the order of the
/// elements.
#include "settings.hpp"

#include "Numerics/ThornTools/src/communicator.hpp"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace spectral_euler {
namespace {

constexpr int n_fields = 5;
using Fields = std::array<double, n_fields>;

/// The fields in the order density, momentum, energy.
Fields fields_of(State const& state) {
  return {state.rho, state.momentum[0], state.momentum[1], state.momentum[2], state.energy};
}

/// Adds the contributions of all elements of all processes in the order of the elements. Collective.
Fields ordered_sum(cGH const* cctkGH, std::vector<Fields> const& contributions) {
  MPI_Comm const communicator = thorntools::communicator(cctkGH);
  int const own = static_cast<int>(contributions.size() * n_fields);
  std::vector<int> counts(static_cast<std::size_t>(CCTK_nProcs(cctkGH))), offsets(counts.size());
  MPI_Allgather(&own, 1, MPI_INT, counts.data(), 1, MPI_INT, communicator);
  for (std::size_t rank = 1; rank < counts.size(); ++rank) offsets[rank] = offsets[rank - 1] + counts[rank - 1];
  std::vector<Fields> all(static_cast<std::size_t>(offsets.back() + counts.back()) / n_fields);
  MPI_Allgatherv(contributions.data(), own, MPI_DOUBLE, all.data(), counts.data(), offsets.data(), MPI_DOUBLE,
                 communicator);
  Fields sum{};
  for (Fields const& contribution : all)
    for (int field = 0; field < n_fields; ++field) sum[field] += contribution[field];
  return sum;
}

/// Returns the largest values of all processes. Collective.
Fields largest(cGH const* cctkGH, Fields values) {
  MPI_Allreduce(MPI_IN_PLACE, values.data(), n_fields, MPI_DOUBLE, MPI_MAX, thorntools::communicator(cctkGH));
  return values;
}

/// Integrates functions of the nodes of each element of this process.
std::vector<Fields> integrals(cGH const* cctkGH, CCTK_REAL const* inverse_jacobian,
                              std::function<Fields(std::size_t node)> const& values) {
  GaussLobatto const rule = gauss_lobatto(degree_of_parameters());
  LocalElements const local = local_elements(cctkGH);
  std::vector<Fields> result(static_cast<std::size_t>(local.count));
  std::size_t node = 0;
  for (Fields& element : result)
    for (double const w3 : rule.weights)
      for (double const w2 : rule.weights)
        for (double const w1 : rule.weights) {
          Fields const value = values(node);
          double const volume = w1 * w2 * w3 / inverse_jacobian[node++];
          for (int field = 0; field < n_fields; ++field) element[field] += volume * value[field];
        }
  return result;
}

} // namespace
} // namespace spectral_euler

extern "C" void SpectralEuler_FindLargestRate(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(SpectralEuler_FindLargestRate);
  std::size_t const n = spectral_euler::local_elements(cctkGH).n_nodes();
  double largest = 0; // a NaN is larger than all numbers
  for (std::size_t node = 0; node < n; ++node)
    if (!(rates[node] <= largest)) largest = rates[node];
  double const is_nan = std::isnan(largest) ? 1 : 0;
  auto const result = spectral_euler::largest(cctkGH, {std::isnan(largest) ? 0 : largest, is_nan, 0, 0, 0});
  *rate = result[1] > 0 ? std::nan("") : result[0];
}

extern "C" void SpectralEuler_ComputeDerived(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(SpectralEuler_ComputeDerived);
  auto const flow = spectral_euler::flow_of_parameters();
  std::size_t const n = spectral_euler::local_elements(cctkGH).n_nodes();
  for (std::size_t node = 0; node < n; ++node) {
    v1[node] = m1[node] / rho[node];
    v2[node] = m2[node] / rho[node];
    v3[node] = m3[node] / rho[node];
    double const motion = 0.5 * (m1[node] * v1[node] + m2[node] * v2[node] + m3[node] * v3[node]);
    pressure[node] = (flow.gamma - 1) * (energy[node] - motion);
    potential_temperature[node] =
        pressure[node] / (flow.gas_constant * rho[node]) * std::pow(flow.pressure / pressure[node], 1 - 1 / flow.gamma);
  }
}

extern "C" void SpectralEuler_ComputeTotals(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(SpectralEuler_ComputeTotals);
  DECLARE_CCTK_PARAMETERS
  auto const values = [&](std::size_t node) -> spectral_euler::Fields {
    return {rho[node], m1[node], m2[node], m3[node], energy[node] + gravity * rho[node] * z[node]};
  };
  auto const sum = spectral_euler::ordered_sum(cctkGH, spectral_euler::integrals(cctkGH, inverse_J, values));
  std::array<CCTK_REAL*, spectral_euler::n_fields> const totals{total_mass, total_m1, total_m2, total_m3, total_energy};
  for (int field = 0; field < spectral_euler::n_fields; ++field) *totals[field] = sum[field];
}

extern "C" void SpectralEuler_ComputeErrors(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(SpectralEuler_ComputeErrors);
  using namespace spectral_euler;
  auto const flow = flow_of_parameters();
  Fields max{};
  auto const square_errors = [&](std::size_t node) {
    Fields const exact = fields_of(exact_state(flow, {x[node], y[node], z[node]}, cctk_time));
    Fields squares{rho[node], m1[node], m2[node], m3[node], energy[node]};
    for (int field = 0; field < n_fields; ++field) {
      double const error = std::abs(squares[field] - exact[field]);
      max[field] = std::max(max[field], error);
      squares[field] = error * error;
    }
    return squares;
  };
  Fields const squares = ordered_sum(cctkGH, integrals(cctkGH, inverse_J, square_errors));
  Fields const volume = ordered_sum(cctkGH, integrals(cctkGH, inverse_J, [](std::size_t) {
                                      return Fields{1, 1, 1, 1, 1};
                                    }));
  Fields const maxima = largest(cctkGH, max);
  std::array<CCTK_REAL*, n_fields> const l2{rho_error_l2, m1_error_l2, m2_error_l2, m3_error_l2, energy_error_l2},
      largest_errors{rho_error_max, m1_error_max, m2_error_max, m3_error_max, energy_error_max};
  for (int field = 0; field < n_fields; ++field) {
    *l2[field] = std::sqrt(squares[field] / volume[field]);
    *largest_errors[field] = maxima[field];
  }
}
