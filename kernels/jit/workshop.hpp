// Who compiles the kernels of which process, and with what.
#pragma once

#include "kernels/device/device.hpp"
#include "kernels/jit/disk_cache.hpp"
#include "kernels/jit/exchange.hpp"

#include <functional>
#include <string>
#include <vector>

namespace chemora::jit {

/// Processes with the same kind of processor share what is compiled. One of them, their leader, looks into its cache
/// and compiles: the first that has a compiler, or else the first.
struct Workshop {
  struct Process {
    int leader = 0;
    std::string no_compiler; ///< why the leader compiles nothing, as a sentence; empty if it does
  };
  std::vector<Process> processes; ///< by rank
  std::string processor;          ///< of this process: its identity
  /// What objects for this process are compiled with, for their keys. Where nobody has a compiler, the one that last
  /// filled the leader's cache; empty if none has.
  std::string compiler;

  bool leads(int rank) const { return processes[static_cast<std::size_t>(rank)].leader == rank; }
  std::string const& no_compiler(int rank) const { return processes[static_cast<std::size_t>(rank)].no_compiler; }
};

/// What a process brings along.
struct Craftsman {
  std::string processor;   ///< identity
  std::string compiler;    ///< what kernels are compiled with here
  std::string no_compiler; ///< why none are; empty if they are
};

/// Collective. `open_cache` is called by leaders only, so that others touch no folder; it may give null.
Workshop open_workshop(Craftsman const& mine, Exchange& exchange, std::function<DiskCache*()> const& open_cache);

/// Of a process that shares with nobody.
Workshop workshop_alone(Craftsman const& mine);

/// Notes in the cache which compiler fills it, for later runs without one.
void remember_compiler(DiskCache& cache, Workshop const& workshop);

/// One sentence for every reason why processes have no compiler; empty if all have one.
std::string to_text(Workshop const& workshop);

} // namespace chemora::jit
