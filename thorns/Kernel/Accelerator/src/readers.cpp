// Exchanges that end in time, and the message that names the last writers.
#include "readers.hpp"

#include "cctk_Functions.h"
#include "copies.hpp"
#include "places.hpp"

namespace accelerator {

void end_exchanges(cGH const* cctkGH, std::vector<Access> const& accesses) {
  auto const found = validity().in_flight(accesses);
  if (found.empty()) return; // always so with a driver that does not call Accelerator_BeginSync
  std::vector<CCTK_INT> const variables(found.begin(), found.end());
  Driver_EndSync(cctkGH, variables.data(), static_cast<CCTK_INT>(variables.size()));
}

void fetch(cGH const* cctkGH, std::vector<Access> const& accesses, Side side, std::string const& reader) {
  end_exchanges(cctkGH, accesses);
  make(cctkGH, validity().fetch(accesses, side, reader));
}

void read_or_stop(cGH const* cctkGH, std::vector<Access> const& accesses, Side side, std::string const& reader) {
  end_exchanges(cctkGH, accesses);
  try {
    make(cctkGH, validity().read(accesses, side, reader));
  } catch (InvalidRead const& error) {
    std::string const parts = partition_of(cctkGH, error.place.variable).to_text(error.parts);
    CCTK_VERROR("%s is read by %s, but %s it is valid neither on the host nor on the device: %s. Declare in "
                "schedule.ccl who writes it (WRITES), or have that function call Accelerator_NotifyDataModified.",
                name_of(error.place).c_str(), error.reader.c_str(), parts.c_str(), error.reasons.c_str());
  }
}

} // namespace accelerator
