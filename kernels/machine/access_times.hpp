/// Durations of memory accesses on this machine, from which the cost model of the host ranks tiles (kernels/tiling).
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace chemora::machine {

struct Machine;

/// All times are in units of the time in which a thread transfers a cache line from or to memory, while all threads of
/// the process do the same. The default values are those of a processor that was not measured.
struct AccessTimes {
  double inner_line = 0.15; ///< transfer of a line from the second-level to the first-level cache
  double vector_load = 0.2; ///< load or store of a vector in the first-level cache, with an addition and a product
  double not_hidden = 0.2;  ///< fraction of the shorter of memory time and core time that does not overlap
  double restart = 20;      ///< time that prefetchers lose if the next row is not adjacent in memory
  double row_start = 2;     ///< time that the start of a loop over a row takes, for each array
  double latency = 8;       ///< time from the request of a line to its arrival
  double n_streams = 24;    ///< number of rows that hardware prefetchers follow at the same time, not a time

  bool operator==(AccessTimes const&) const = default;
};

/// Measures all values with all OpenMP threads of this process, in about a second. `n_processes_on_node` processes
/// measure at the same time and divide the memory of the measurement; `wait_for_all` returns when all of them have
/// called it. Each value is the best of several rounds and is limited to a plausible range, so that the influence of
/// other programs is bounded.
AccessTimes measure_access_times(
    Machine const& machine, int n_processes_on_node = 1, std::function<void()> const& wait_for_all = [] {});

/// Text with one name and value on each line, in the order of the members.
std::string to_text(AccessTimes const& times);

/// Reads the text of to_text(). Returns nothing if a value is missing, negative or not a number, or if there is an
/// unknown name. Lines that start with `#` are ignored.
std::optional<AccessTimes> access_times_from(std::string const& text);

/// Returns the predicate of a message about a file that access_times_from() cannot read: "does not contain access
/// times: expected ...".
std::string expected_access_times();

} // namespace chemora::machine
