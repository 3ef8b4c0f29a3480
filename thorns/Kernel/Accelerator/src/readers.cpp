// Exchanges that end in time, and the message that names the last writers.
#include "readers.hpp"

#include "cctk_Functions.h"
#include "copies.hpp"
#include "current_call.hpp"
#include "places.hpp"

namespace accelerator {

namespace {

/// Of blocks without points, as the process of a thin part of the grid has them, there is nothing to read.
std::vector<Access> with_points(cGH const* cctkGH, std::vector<Access> accesses) {
  for (auto& [place, parts] : accesses) parts &= partition_of(cctkGH, place.variable).has_points();
  return accesses;
}

} // namespace

void end_exchanges(cGH const* cctkGH, std::vector<Access> const& accesses) {
  auto const found = validity().in_flight(accesses);
  if (found.empty()) return; // always so with a driver that does not call Accelerator_BeginSync
  std::vector<CCTK_INT> const variables(found.begin(), found.end());
  // What waits for ghost zones, as boundary conditions do, is not done for whoever touches these first.
  ActingForNobody const acting;
  Driver_EndSync(cctkGH, variables.data(), static_cast<CCTK_INT>(variables.size()));
}

void fetch(cGH const* cctkGH, std::vector<Access> const& accesses, Side side, std::string const& reader) {
  if (accesses.empty()) return;
  end_exchanges(cctkGH, accesses);
  make(cctkGH, validity().fetch(with_points(cctkGH, accesses), side, reader));
}

void read_or_stop(cGH const* cctkGH, std::vector<Access> const& accesses, Side side, std::string const& reader) {
  if (accesses.empty()) return;
  end_exchanges(cctkGH, accesses);
  try {
    make(cctkGH, validity().read(with_points(cctkGH, accesses), side, reader));
  } catch (InvalidRead const& error) {
    std::string const parts = partition_of(cctkGH, error.place.variable).to_text(error.parts);
    CCTK_VERROR("%s is read by %s, but %s it is valid neither on the host nor on the device: %s. Declare in "
                "schedule.ccl who writes it (WRITES), or have that function call Accelerator_NotifyDataModified.",
                name_of(error.place).c_str(), error.reader.c_str(), parts.c_str(), error.reasons.c_str());
  }
}

// Mostly all is there.
void read_or_stop(cGH const* cctkGH, Arrays const& arrays, Side side) {
  if (!validity().is_at_hand(arrays.sums, side)) read_or_stop(cctkGH, arrays.accesses, side, CurrentCall::name());
}

// Nobody would bring it to functions on the host.
Side side_of(CCTK_INT on_device) {
  if (!on_device) return Side::host;
  if (!CurrentCall::is_driver_telling())
    CCTK_ERROR(
        "Data is to be used on a device with a memory of its own, but the driver has not told of any function "
        "it called (Accelerator_PreCallFunction): functions on the host would not see what kernels wrote. Take a "
        "driver that tells, as Carpet and the PUGH of Chemora's own framework do, or a device that works on the "
        "host's memory: DeviceHost without own_memory.");
  return Side::device;
}

// What was written while it was in flight is lost when the exchange ends.
void refuse_in_flight(std::vector<Access> const& written) {
  auto const variables = validity().in_flight(written);
  if (variables.empty()) return;
  CCTK_VERROR("%s has written ghost zones of %s while an exchange that fills them was under way. Have it call "
              "Accelerator_WillModifyRegions before it writes, or declare WRITES in schedule.ccl; or set PUGH::overlap "
              "= no.",
              CurrentCall::name().c_str(), CCTK_FullVarName(variables.front()));
}

} // namespace accelerator
