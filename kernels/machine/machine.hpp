/// Describes the processor on which the program runs, with its caches, cores, vector width and identity. The
/// description is read once.
#pragma once

#include "kernels/machine/access_times.hpp"

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
  std::string processor; ///< model name
  std::string identity;  ///< hash of model, stepping and instruction set, which is part of cache keys
  /// name and version of the C library; part of cache keys, because loadable objects depend on it
  std::string c_library;
  int n_cores = 1;           ///< cores of the whole node
  int n_available = 1;       ///< hardware threads this process may run on
  int vector_bytes = 16;     ///< width of a vector register
  std::vector<Cache> caches; ///< data caches, ordered by level; never empty
  AccessTimes access{};      ///< default values until set_access_times() is called

  Cache const* cache(int level) const;
  int line_bytes() const { return caches.front().line_bytes; }
};

/// Returns the properties that hwloc and the processor report. If hwloc finds no caches, as in some containers, common
/// values are assumed: 32 KiB L1 and 1 MiB L2 per core, lines of 64 bytes.
Machine const& this_machine();

/// Sets the access times of this_machine(). The times determine plans, so that a program calls this function before it
/// chooses the first plan, with equal times on all processes.
void set_access_times(AccessTimes const& times);

/// Returns the name of the host on which this process runs.
std::string node_name();

/// Returns the bytes of the larger of the level 1 and level 2 caches, each divided by the number of cores that share
/// it.
std::size_t capacity_per_thread(Machine const& machine);

/// Returns the description of the processor as text for reports, with one property on each line.
std::string to_text(Machine const& machine);

/// The description of a processor in /proc/cpuinfo.
struct ProcessorFacts {
  std::string model; ///< model name; "unknown processor" if the text has none
  /// the lines of /proc/cpuinfo with vendor, model, stepping and instruction set of the first processor
  std::string facts;
};

/// Reads lines of the form `key : value` up to the first empty line. The function ignores lines of a different form and
/// lines without a value.
ProcessorFacts read_processor_facts(std::istream& info);

} // namespace chemora::machine
