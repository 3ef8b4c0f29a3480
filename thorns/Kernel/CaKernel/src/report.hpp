// What the kernels of all processes did.
#pragma once

#include "kernels/monitor/kernel_report.hpp"
#include "mpi_exchange.hpp"

#include <vector>

namespace ca_kernel {

/// Collective: the records of all processes, joined.
std::vector<chemora::monitor::KernelRecord> joined_records(MpiExchange& exchange);

} // namespace ca_kernel
