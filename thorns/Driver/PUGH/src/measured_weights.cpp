// Calls MeasureProcessSpeed of the thorn that launches kernels.
#include "measured_weights.hpp"

#include "overloads.hpp"

#include "cctk.h"
#include "cctk_Functions.h"

#include <cstdio>
#include <string>

namespace pugh {
namespace {

void append(std::string& list, char const* format, double number) {
  char text[32];
  std::snprintf(text, sizeof text, format, number);
  list += (list.empty() ? "" : ", ") + std::string(text);
}

void tell(std::vector<MeasuredSpeed> const& speeds, Weights const& weights) {
  std::string measured, used, disturbed;
  for (std::size_t rank = 0; rank < speeds.size(); ++rank) {
    append(measured, "%.3g", speeds[rank].speed);
    append(used, "%.3g", weights[rank]);
    if (speeds[rank].is_disturbed) append(disturbed, "%.0f", static_cast<double>(rank));
  }
  CCTK_VINFO("Points per second that the processes measured: %s; weights that are used: %s", measured.c_str(),
             used.c_str());
  if (!disturbed.empty())
    CCTK_VWARN(
        CCTK_WARN_ALERT,
        "Other programs disturbed the measurement of the speeds of processes %s. Processes that have the same "
        "processor or device therefore count as equally fast. PUGH::processor_weights may list the weights instead.",
        disturbed.c_str());
}

} // namespace

Weights measured_weights() {
  if (!CCTK_IsFunctionAliased("MeasureProcessSpeed"))
    throw WeightsError("PUGH::processor_weights = \"measured\" needs a thorn that measures how fast a process "
                       "computes (aliased function MeasureProcessSpeed). Activate CaKernel, or list the weights.");
  MPI_Comm const all = communicator();
  int n_ranks = 0;
  MPI_Comm_size(all, &n_ranks);
  CCTK_INT kind = 0, is_disturbed = 0;
  double const speed = MeasureProcessSpeed(&kind, &is_disturbed);
  MeasuredSpeed const mine{speed, static_cast<int>(kind), is_disturbed != 0};
  std::vector<MeasuredSpeed> speeds(static_cast<std::size_t>(n_ranks));
  constexpr int bytes = sizeof(MeasuredSpeed); // processes of one run have one layout: they are one program
  MPI_Allgather(&mine, bytes, MPI_BYTE, speeds.data(), bytes, MPI_BYTE, all);
  Weights const weights = weights_from(speeds);
  tell(speeds, weights);
  return weights;
}

} // namespace pugh
