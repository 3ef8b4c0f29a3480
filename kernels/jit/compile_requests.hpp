// Compilation of each distinct kernel once, for every process that needs it.
#pragma once

#include "kernels/device/device.hpp"
#include "kernels/jit/compiler_pool.hpp"
#include "kernels/jit/disk_cache.hpp"

#include <string>
#include <vector>

namespace chemora::jit {

/// A kernel that a process needs. Processes may have different kernels, because their local boxes and devices differ.
struct Request {
  std::string kernel;
  std::string source;
  std::string key; ///< everything the object depends on (make_key)
};

struct Obtained {
  std::string object; ///< empty if the cache does not have it and no process compiles for this one (CompilerPool)
  bool is_from_cache = false;
  double seconds = 0;          ///< to compile; 0 if it came from the cache
  std::string first_failure{}; ///< error of a compilation that succeeded when it was repeated, as sentences
};

/// Everything a compiled object depends on, as text: graph after specialisation, plan, source, compiler with version
/// and flags, processor, version of Chemora.
std::string make_key(std::string const& graph, std::string const& plan, std::string const& source,
                     device::Properties const& properties, CompilerPool const& pool);

/// Whether leaders search the cache before they compile.
enum class CacheUse { find_and_store, only_store };

/// Collective. Returns the objects in the order of this process' requests, which may be none. The leaders of the pool
/// search the disk cache and compile what is missing, at most `n_compilers` kernels at a time; the other processes
/// receive the objects by message. A leader loads each object before it is cached or sent, and repeats a failed
/// compilation once. Only leaders touch the disk. `cache` may be null. If a compiler turns out to compile nothing at
/// all, the pool records this on every process. Throws device::DeviceError on every process if a kernel fails twice.
std::vector<Obtained> compile_requests(std::vector<Request> const& requests, CompilerPool& pool, device::Device& device,
                                       DiskCache* cache, ProcessGroup& group, int n_compilers,
                                       CacheUse cache_use = CacheUse::find_and_store);

} // namespace chemora::jit
