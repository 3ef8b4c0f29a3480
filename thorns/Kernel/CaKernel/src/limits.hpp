// What the machine can do at most, for the report.
#pragma once

#include "kernels/monitor/kernel_report.hpp"
#include "mpi_exchange.hpp"

namespace ca_kernel {

/// Collective: the limits of all processes together, as CaKernel::machine_limits says: those that the cache has from an
/// earlier run of as many processes and threads on such processors, or measured now, or none. None either when kernels
/// run on a device other than the host.
chemora::monitor::Limits limits_of_all(MpiExchange& exchange);

} // namespace ca_kernel
