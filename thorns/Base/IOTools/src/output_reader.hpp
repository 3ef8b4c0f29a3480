// Who reads what is brought from a device for output.
#pragma once

#include <cctk.h>

#include <string>

namespace iotools {

/// As long as it lives thorn Accelerator, if there is one, names this output method as the reader, not the driver or
/// the function that had it called.
class OutputReader {
public:
  OutputReader(cGH const* cctkGH, std::string const& method); ///< "IOASCII::IOASCII_1D"
  ~OutputReader();
  OutputReader(OutputReader const&) = delete;
  OutputReader& operator=(OutputReader const&) = delete;

private:
  cGH const* cctkGH_;
};

} // namespace iotools
