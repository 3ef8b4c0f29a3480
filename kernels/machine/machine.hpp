// The processor the program runs on: caches, cores, vector width, identity; read once.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace chemora::machine {

/// One level of data cache.
struct Cache {
  int level = 1;
  std::size_t bytes = 0;
  int line_bytes = 64;
  int associativity = 0; ///< ways; 0 when unknown
  int n_cores = 1;       ///< cores that share one of these

  bool operator==(Cache const&) const = default;
};

struct Machine {
  std::string processor;     ///< model name
  std::string identity;      ///< model, stepping and instruction set, shortened to a number: part of cache keys
  std::string c_library;     ///< name and version, of which objects that load depend: part of cache keys
  int n_cores = 1;           ///< of the whole node
  int n_available = 1;       ///< hardware threads this process may run on
  int vector_bytes = 16;     ///< width of a vector register
  std::vector<Cache> caches; ///< level 1 first; never empty

  Cache const* cache(int level) const;
  int line_bytes() const { return caches.front().line_bytes; }
};

/// From hwloc and the processor itself. What hwloc does not know (some containers) is taken as the commonest of
/// today's: 32 KiB L1 and 1 MiB L2 per core, lines of 64 bytes; to_text says so.
Machine const& this_machine();

/// Bytes of the largest cache that a core has for itself: level 1 or 2, divided by the cores that share it. Level 3
/// is what all cores stream through.
std::size_t capacity_per_thread(Machine const& machine);

/// One line per fact, for reports.
std::string to_text(Machine const& machine);

} // namespace chemora::machine
