// What each kernel did in a run, as a table for people and as JSON for programs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace chemora::monitor {

/// One compiled kernel. Numbers of several processes are joined by `join`.
struct KernelRecord {
  std::string kernel;      ///< thorn::kernel, and the region if it has several
  std::string plan;        ///< one line: tile 64 8 8, vector 8
  std::string plan_reason; ///< why this tile
  bool is_from_cache = false;
  double compile_seconds = 0;
  std::int64_t calls = 0;
  double seconds = 0;      ///< in the kernel
  std::int64_t points = 0; ///< computed
  int bytes_per_point = 0; ///< each array once: compulsory traffic
  int flops_per_point = 0;

  /// For messages between processes; from_text(to_text(r)) == r.
  std::string to_text() const;
  static KernelRecord from_text(std::string const& text);

  bool operator==(KernelRecord const&) const = default;
};

/// The records of all processes, kernel by kernel in the order of the first process: points are added, times and
/// calls are the largest. A plan that differs between processes is marked.
std::vector<KernelRecord> join(std::vector<std::vector<KernelRecord>> const& records_of_processes);

/// One line per kernel. `bandwidth` is that of all processes together in bytes per second; 0 when not measured.
std::string to_table(std::vector<KernelRecord> const& records, double bandwidth);

std::string to_json(std::vector<KernelRecord> const& records, double bandwidth);

} // namespace chemora::monitor
