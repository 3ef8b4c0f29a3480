// Who reads what is brought from a device for output.
#pragma once

#include <cctk.h>

#include <memory>
#include <string>

namespace thorntools {
class ActingFor;
}

namespace iotools {

/// As long as it lives thorn Accelerator, if there is one, names this output method as the reader, not the driver or
/// the function that had it called. (ThornTools' class, for thorns that do not use Accelerator's functions themselves.)
class OutputReader {
public:
  OutputReader(cGH const* cctkGH, std::string const& method); ///< "IOASCII::IOASCII_1D"
  ~OutputReader();
  OutputReader(OutputReader const&) = delete;
  OutputReader& operator=(OutputReader const&) = delete;

private:
  std::unique_ptr<thorntools::ActingFor> acting_;
};

} // namespace iotools
