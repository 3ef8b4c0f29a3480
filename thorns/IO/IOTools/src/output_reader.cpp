// Tells Accelerator, if some active thorn provides it.
#include "output_reader.hpp"

#include "Numerics/ThornTools/src/acting_for.hpp"

namespace iotools {

OutputReader::OutputReader(cGH const* cctkGH, std::string const& method)
    : acting_(std::make_unique<thorntools::ActingFor>(cctkGH, method)) {}

OutputReader::~OutputReader() = default;

} // namespace iotools
