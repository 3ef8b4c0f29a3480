/// Compilation of each distinct kernel once, for every process that needs it, and loading.
#pragma once

#include "codegen/ir/graph.hpp"
#include "codegen/plan/plan.hpp"
#include "kernels/device/device.hpp"
#include "kernels/jit/compiler_pool.hpp"
#include "kernels/jit/disk_cache.hpp"

#include <memory>
#include <optional>
#include <span>
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

struct Loaded {
  Obtained obtained;
  std::unique_ptr<device::Module> module; ///< null if `obtained.object` is empty
  std::string cache_error;                ///< why the object from the cache was unusable, as a sentence; or empty
};

/// Seconds that several calls have spent.
struct LoadingSeconds {
  double compile = 0;
  double load = 0;
};

/// Collective, like compile_requests(). An object from the cache that does not load on this process is compiled again
/// and replaced in the cache; without a compiler its object is then empty. `shapes` are those of the requests'
/// launches. Throws device::DeviceError if an object that was just compiled does not load.
std::vector<Loaded> compile_and_load(std::vector<Request> const& requests, std::span<device::LaunchShape const> shapes,
                                     CompilerPool& pool, device::Device& device, DiskCache* cache, ProcessGroup& group,
                                     int n_compilers, LoadingSeconds& seconds);

/// Compiles `graph` with this plan and returns what the compiler reports about it (Chemora paper, section on dynamic
/// compilation). A block of one warp allows the kernel as many registers as a thread can have. Empty if nothing is
/// compiled, or if the compiler does not report registers (BlockLimits::reports_registers). Not collective: each
/// process compiles for itself. `cache` may be null. Throws device::DeviceError if the kernel does not compile.
std::optional<device::KernelFacts> trial_facts(ir::Graph const& graph, plan::KernelPlan const& plan,
                                               base::Index3 const& allocated, LocalCompiler const& local,
                                               device::Device& device, DiskCache* cache);

} // namespace chemora::jit
