// The message that names the last writers.
#include "readers.hpp"

#include "copies.hpp"
#include "places.hpp"

namespace accelerator {

void read_or_stop(cGH const* cctkGH, std::vector<Access> const& accesses, Side side, std::string const& reader) {
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
