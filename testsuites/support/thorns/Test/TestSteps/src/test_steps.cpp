// Measures the time of each step on the slowest process.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"

#include <algorithm>
#include <cstddef>
#include <mpi.h>
#include <vector>

namespace {

std::vector<double>& beginnings() {
  static std::vector<double> times;
  return times;
}

} // namespace

extern "C" void TestSteps_Note(CCTK_ARGUMENTS) {
  (void)cctkGH;
  beginnings().push_back(MPI_Wtime());
}

extern "C" void TestSteps_Report(CCTK_ARGUMENTS) {
  constexpr std::size_t n_warm_up = 3; // in these, kernels are compiled
  auto const& times = beginnings();
  std::vector<double> mine, seconds;
  for (std::size_t i = n_warm_up; i + 1 < times.size(); ++i) mine.push_back(times[i + 1] - times[i]);
  if (mine.empty()) CCTK_ERROR("TestSteps needs a run of five steps at least.");
  seconds.resize(mine.size());
  auto const all = *static_cast<MPI_Comm const*>(GetMPICommWorld(cctkGH));
  MPI_Allreduce(mine.data(), seconds.data(), static_cast<int>(mine.size()), MPI_DOUBLE, MPI_MAX, all);
  std::sort(seconds.begin(), seconds.end());
  CCTK_VINFO("%zu steps, seconds each: median %.9f, least %.9f, most %.9f", seconds.size(), seconds[seconds.size() / 2],
             seconds.front(), seconds.back());
}
