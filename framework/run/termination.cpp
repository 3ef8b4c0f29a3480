#include "framework/run/termination.hpp"

#include "framework/include/cctk_Misc.h"
#include "framework/include/cctk_Termination.h"
#include "framework/parameters/parameter_table.hpp"

#include <mpi.h>

#include <array>
#include <cmath>

namespace chemora::run {

namespace {

constexpr double time_tolerance = 1e-6; ///< tolerance for rounding errors of the time, in time steps
bool terminates_next = false;
int common_signal = 0; ///< largest signal number on any process at the last call of is_end()

template <class T>
T value(char const* name) {
  return std::get<T>(parameters::parameter_table().find("Cactus", name)->value());
}

bool is_end_requested() { return terminates_next || value<std::int64_t>("terminate_next") != 0; }

/// The conditions with the present values of the parameters, which are steerable.
EndConditions end_conditions() {
  return {.terminate = value<std::string>("terminate"),
          .last_iteration = static_cast<int>(value<std::int64_t>("cctk_itlast")),
          .initial_time = value<double>("cctk_initial_time"),
          .final_time = value<double>("cctk_final_time"),
          .max_seconds = 60 * value<double>("max_runtime")};
}

} // namespace

bool is_end(EndConditions const& conditions, Progress const& progress) {
  bool const by_iteration = progress.iteration >= conditions.last_iteration;
  double const tolerance = time_tolerance * std::abs(progress.time_step);
  bool const is_timed = conditions.final_time >= conditions.initial_time;
  bool const is_backwards = progress.time_step < 0;
  bool const by_time = is_backwards ? progress.time <= conditions.final_time + tolerance
                                    : progress.time >= conditions.final_time - tolerance;
  bool const is_clocked = conditions.max_seconds > 0;
  bool const by_clock = is_clocked && progress.seconds >= conditions.max_seconds;

  if (conditions.terminate == "iteration") return by_iteration;
  if (conditions.terminate == "time") return by_time;
  if (conditions.terminate == "runtime") return by_clock;
  if (conditions.terminate == "any") return by_iteration || (is_timed && by_time) || by_clock;
  if (conditions.terminate == "all") return by_iteration && by_time && (by_clock || !is_clocked);
  if (conditions.terminate == "either") return by_iteration || by_time;
  if (conditions.terminate == "both") return by_iteration && by_time;
  return false;
}

bool is_end(cGH const& cctkGH) {
  Progress const progress{.iteration = cctkGH.cctk_iteration,
                          .time = cctkGH.cctk_time,
                          .time_step = cctkGH.cctk_delta_time,
                          .seconds = static_cast<double>(CCTK_RunTime())};
  // Any process may request the end, a signal may reach only some processes, and clocks differ.
  std::array<int, 2> const own{is_end_requested() || is_end(end_conditions(), progress), received_signal()};
  std::array<int, 2> anywhere{};
  MPI_Allreduce(own.data(), anywhere.data(), 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  auto const [ends, signal] = anywhere;
  common_signal = signal;
  return ends != 0 || signal != 0;
}

int signal_of_any_process() { return common_signal; }

} // namespace chemora::run

extern "C" {

int CCTK_TerminationReached(const cGH* cctkGH) {
  (void)cctkGH;
  return chemora::run::is_end_requested() || chemora::run::signal_of_any_process() != 0;
}

void CCTK_TerminateNext(const cGH* cctkGH) {
  (void)cctkGH;
  chemora::run::terminates_next = true;
}

} // extern "C"
