/// Scheduled functions that print the division of the grid, the memory of variables and the times of communication.
#include "driver.hpp"
#include "messenger.hpp"
#include "settings.hpp"

#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <string>

namespace pugh {
namespace {

std::string extents_text(Index const& numbers, int dimension) {
  std::string text;
  for (int d = 0; d < dimension; ++d) text += (d ? "x" : "") + std::to_string(numbers[d]);
  return text;
}

/// The points of each part in each divided direction, for example "z 22+43".
std::string parts_text(Decomposition const& decomposition) {
  std::string text;
  for (int d = 0; d < decomposition.shape().dimension; ++d) {
    auto const& cuts = decomposition.cuts()[d];
    text += (d ? ", " : "") + std::string(1, "xyzw"[d]) + " ";
    for (std::size_t p = 0; p + 1 < cuts.size(); ++p) text += (p ? "+" : "") + std::to_string(cuts[p + 1] - cuts[p]);
  }
  return text;
}

std::string weights_text(Weights const& weights) {
  std::string list;
  for (double const weight : weights) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", weight);
    list += (list.empty() ? "" : ", ") + std::string(text);
  }
  return list;
}

void report_weights(Distribution const& grid, int n_ranks) try {
  Weights const weights = processor_weights(n_ranks);
  if (weights.empty() || !grid.decomposition()) return;
  CCTK_VINFO("Processes of weights %s own points: %s; the slowest needs %.1f%% more time than a perfect division",
             weights_text(weights).c_str(), parts_text(*grid.decomposition()).c_str(),
             100 * imbalance(*grid.decomposition(), weights));
} catch (WeightsError const&) {
  // PARAMCHECK reports invalid weights. If the run continues (cctk_strong_param_check = no), all processes have equal
  // weights.
}

std::vector<long> points_of_ranks(Distribution const& grid) {
  int n_ranks = 0;
  MPI_Comm_size(communicator(), &n_ranks);
  std::vector<long> points(n_ranks);
  long const local = grid.box().n_points();
  MPI_Allgather(&local, 1, MPI_LONG, points.data(), 1, MPI_LONG, communicator());
  return points;
}

void report_storage(cGH const* cctkGH) {
  double local = 0, total = 0;
  int variables = 0;
  for (Group const& group : Driver::of(cctkGH)->groups()) {
    local += static_cast<double>(group.bytes());
    variables += group.levels.empty() ? 0 : group.declared.numvars;
  }
  MPI_Allreduce(&local, &total, 1, MPI_DOUBLE, MPI_SUM, communicator());
  constexpr double mebibyte = 1 << 20;
  CCTK_VINFO("%d grid variables have storage: %.1f MiB on this process, %.1f MiB on all", variables, local / mebibyte,
             total / mebibyte);
}

} // namespace
} // namespace pugh

extern "C" void PUGH_Report(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS
  pugh::Distribution const* const grid = pugh::Driver::of(cctkGH)->grid_distribution();
  int const n_ranks = CCTK_nProcs(cctkGH);
  if (!grid) return static_cast<void>(CCTK_VINFO("%d process%s, no grid functions", n_ranks, n_ranks == 1 ? "" : "es"));
  int const dim = grid->shape().dimension;
  auto const points = pugh::points_of_ranks(*grid);
  auto const [min_points, max_points] = std::minmax_element(points.begin(), points.end());
  double const average = std::accumulate(points.begin(), points.end(), 0.0) / n_ranks;
  CCTK_VINFO("Grid of %s points, ghost zones of %s, divided %s among %d process%s",
             pugh::extents_text(grid->shape().extent, dim).c_str(),
             pugh::extents_text(grid->shape().ghosts, dim).c_str(), pugh::extents_text(grid->topology(), dim).c_str(),
             n_ranks, n_ranks == 1 ? "" : "es");
  if (n_ranks > 1)
    CCTK_VINFO("The largest part has %.1f%% more points than the average, ghost zones included",
               100 * (static_cast<double>(*max_points) / average - 1));
  pugh::report_weights(*grid, n_ranks);
  if (!CCTK_EQUALS(info, "load")) return;
  for (int rank = 0; rank < n_ranks; ++rank) CCTK_VINFO("Process %d holds %ld points", rank, points[rank]);
}

extern "C" void PUGH_ReportCommunication(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS
  pugh::Driver const& driver = *pugh::Driver::of(cctkGH);
  pugh::Messenger const& messenger = driver.messenger();
  CCTK_VINFO("Exchange of ghost zones on this process: %.6f s, %.1f MiB sent to others; %ld of %ld exchanges were in "
             "flight during computation, for %.6f s",
             messenger.seconds(), messenger.bytes_sent() / (1 << 20), driver.exchange_counts().in_flight,
             driver.exchange_counts().all, messenger.seconds_between());
  if (time_waiting)
    CCTK_VINFO("Waiting for other processes before exchanges of ghost zones on this process: %.6f s",
               messenger.seconds_waiting());
}

extern "C" void PUGH_ReportStorage(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS
  static double last_bytes = -1;
  double bytes = 0;
  for (pugh::Group const& group : pugh::Driver::of(cctkGH)->groups()) bytes += static_cast<double>(group.bytes());
  bool const is_due = CCTK_EQUALS(storage_verbose, "yes")
                          ? bytes != last_bytes
                          : storage_report_every > 0 && cctkGH->cctk_iteration % storage_report_every == 0;
  // Either all processes or none take part in this sum, because all processes execute the same schedule.
  if (is_due) pugh::report_storage(cctkGH);
  last_bytes = bytes;
}

extern "C" void PUGH_ReportStorageAtEnd(CCTK_ARGUMENTS) { pugh::report_storage(cctkGH); }
