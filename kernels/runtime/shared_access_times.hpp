/// Provides measured times of memory accesses to the cost model of the host. They are equal on all processes.
#pragma once

namespace chemora::runtime {

class KernelCache;

/// Calls machine::set_access_times() on all processes with the times of process 0. Their sources are, in this order:
/// - the file that the environment variable CHEMORA_ACCESS_TIMES names;
/// - the cache of an earlier run on the same machine with equal numbers of processes and threads;
/// - a measurement, whose result is stored in the cache.
///
/// The call is collective. Throws base::UserError if the file cannot be used.
void share_access_times(KernelCache& cache);

} // namespace chemora::runtime
