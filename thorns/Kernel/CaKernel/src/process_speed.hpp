// How fast each process computes the kernels of this run.
#pragma once

#include "mpi_exchange.hpp"

#include <string>

namespace ca_kernel {

/// Collective, at the end of a run whose driver has called MeasureProcessSpeed: stores the points per second that the
/// kernels of this run reached on each process. The next run of these kernels on such processes starts with them.
/// Stores nothing if the kernels of a process took less than a second.
void store_process_speeds(MpiExchange& exchange);

/// Collective: a line that states how much longer the kernels of the slowest process took than those of an average one.
/// Empty for a single process and for a run without kernels.
std::string imbalance_text(MpiExchange& exchange);

} // namespace ca_kernel
