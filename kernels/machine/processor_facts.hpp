// The description of the processor in /proc/cpuinfo.
#pragma once

#include <iosfwd>
#include <string>

namespace chemora::machine {

struct ProcessorFacts {
  std::string model; ///< model name; "unknown processor" if the text has none
  std::string facts; ///< the lines with vendor, model, stepping and instruction set of the first processor
};

/// Reads lines `key : value` up to the first empty line. Other lines, and lines without a value, are ignored.
ProcessorFacts read_processor_facts(std::istream& info);

} // namespace chemora::machine
