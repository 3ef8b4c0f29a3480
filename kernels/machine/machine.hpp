/// The processor on which the program runs: caches, cores, vector width, identity. Read once.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

namespace chemora::machine {

/// One level of data cache.
struct Cache {
  int level = 1;
  std::size_t bytes = 0;
  int line_bytes = 64;
  int associativity = 0; ///< ways; 0 when unknown
  int n_cores = 1;       ///< number of cores that share one such cache

  bool operator==(Cache const&) const = default;
};

struct Machine {
  std::string processor;     ///< model name
  std::string identity;      ///< hash of model, stepping and instruction set: part of cache keys
  std::string c_library;     ///< name and version, on which loadable objects depend: part of cache keys
  int n_cores = 1;           ///< cores of the whole node
  int n_available = 1;       ///< hardware threads this process may run on
  int vector_bytes = 16;     ///< width of a vector register
  std::vector<Cache> caches; ///< level 1 first; never empty

  Cache const* cache(int level) const;
  int line_bytes() const { return caches.front().line_bytes; }
};

/// Returns the properties that hwloc and the processor report. If hwloc finds no caches, as in some containers, common
/// values are assumed: 32 KiB L1 and 1 MiB L2 per core, lines of 64 bytes.
Machine const& this_machine();

/// Bytes of the largest private cache of a core: level 1 or 2, divided by the number of cores that share it.
std::size_t capacity_per_thread(Machine const& machine);

/// One line per fact, for reports.
std::string to_text(Machine const& machine);

/// The description of a processor in /proc/cpuinfo.
struct ProcessorFacts {
  std::string model; ///< model name; "unknown processor" if the text has none
  std::string facts; ///< the lines with vendor, model, stepping and instruction set of the first processor
};

/// Reads lines `key : value` up to the first empty line. Other lines, and lines without a value, are ignored.
ProcessorFacts read_processor_facts(std::istream& info);

} // namespace chemora::machine
