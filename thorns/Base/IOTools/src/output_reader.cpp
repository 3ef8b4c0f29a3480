// Calls Accelerator_ActFor, if some active thorn provides it.
#include "output_reader.hpp"

#include <cctk_Functions.h>

namespace iotools {

namespace {

void tell(cGH const* cctkGH, std::string const& reader) {
  static bool const can_tell = CCTK_IsFunctionAliased("Accelerator_ActFor") != 0; // providers do not change
  if (can_tell) Accelerator_ActFor(cctkGH, reader.c_str());
}

} // namespace

OutputReader::OutputReader(cGH const* cctkGH, std::string const& method) : cctkGH_(cctkGH) { tell(cctkGH, method); }

OutputReader::~OutputReader() { tell(cctkGH_, {}); }

} // namespace iotools
