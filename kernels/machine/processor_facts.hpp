// What the system says about the processor in /proc/cpuinfo.
#pragma once

#include <iosfwd>
#include <string>

namespace chemora::machine {

struct ProcessorFacts {
  std::string model; ///< in its maker's words; "unknown processor" when the text does not say
  std::string facts; ///< the lines that tell maker, model, stepping and instruction set of the first processor
};

/// Reads lines `key : value` up to the first empty line. Takes any text: what is no such line, or has no value, counts
/// for nothing.
ProcessorFacts read_processor_facts(std::istream& info);

} // namespace chemora::machine
