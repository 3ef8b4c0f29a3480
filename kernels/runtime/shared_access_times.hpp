/// Provides measured times of memory accesses to the cost model of the host, equal ones on all processes.
#pragma once

namespace chemora::runtime {

class KernelCache;

/// Calls machine::set_access_times() on all processes with the times of process 0. The file that the environment
/// variable CHEMORA_ACCESS_TIMES names contains these times; without this variable, they are those of an earlier run
/// with as many processes and threads, from the cache, or are measured now and stored there. The call is collective.
/// Throws base::UserError if the file cannot be used.
void share_access_times(KernelCache& cache);

} // namespace chemora::runtime
