// What the machine can do at most, for the report.
#pragma once

#include "kernels/monitor/kernel_report.hpp"
#include "mpi_exchange.hpp"

namespace ca_kernel {

/// Collective: the limits of all processes with one kind of device together, as CaKernel::machine_limits says: those
/// that the cache has from an earlier run of as many processes and threads on such devices, or measured now, or none.
chemora::monitor::LimitsByDevice limits_of_all(MpiExchange& exchange);

} // namespace ca_kernel
