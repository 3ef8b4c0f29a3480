/// Compiles each distinct kernel once for all processes that need it, and loads the kernels.
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
#include <string_view>
#include <vector>

namespace chemora::jit {

/// A kernel that a process needs. Processes may have different kernels, because their local boxes and devices differ.
struct Request {
  std::string kernel;
  std::string source;
  std::string key; ///< text of everything that the object depends on (make_key)
};

struct Obtained {
  std::string object; ///< empty if the object is not cached and no process can compile it (CompilerPool)
  bool is_from_cache = false;
  double seconds = 0;          ///< duration of the compilation; 0 if the object is from the cache
  std::string first_failure{}; ///< error message of a failed compilation that succeeded when it was repeated
};

/// Returns a text that contains everything a compiled object depends on: specialised graph, plan, source, compiler with
/// version and flags, processor, and version of Chemora.
std::string make_key(std::string const& graph, std::string const& plan, std::string const& source,
                     device::Properties const& properties, CompilerPool const& pool);

/// Reports that a kernel cannot be compiled. All processes of the group throw this error together.
class CompilationError : public device::DeviceError {
public:
  using DeviceError::DeviceError;
};

/// Whether leaders search the cache before they compile.
enum class CacheUse { find_and_store, only_store };

/// Compiles the requests of all processes; all processes must call the function. Returns the objects in the order of
/// this process' requests, which may be empty. The leaders of the pool search the disk cache and compile the missing
/// kernels, at most `n_compilers` at a time. The other processes receive the objects by message. A leader loads each
/// object before it caches or sends the object, and repeats a failed compilation once. Only leaders access the disk.
/// `cache` may be null. If a compiler fails for every source, the pool records this on every process. Throws
/// CompilationError on every process if a kernel fails twice.
std::vector<Obtained> compile_requests(std::vector<Request> const& requests, CompilerPool& pool, device::Device& device,
                                       DiskCache* cache, ProcessGroup& group, int n_compilers,
                                       CacheUse cache_use = CacheUse::find_and_store);

struct Loaded {
  Obtained obtained;
  std::unique_ptr<device::Module> module; ///< null if `obtained.object` is empty
  std::string cache_error;                ///< sentence that states why the cached object was unusable; empty if it was
                                          ///< usable
};

/// Time that calls of compile_and_load() have spent, in seconds.
struct LoadingSeconds {
  double compile = 0;
  double load = 0;
};

/// Calls compile_requests() and loads the objects; all processes must call the function. A cached object that does not
/// load on this process is compiled again and replaced in the cache. If no process can compile it, its object is empty.
/// `shapes` contains the launch shape of each request. Throws device::DeviceError if an object that was just compiled
/// does not load.
std::vector<Loaded> compile_and_load(std::vector<Request> const& requests, std::span<device::LaunchShape const> shapes,
                                     CompilerPool& pool, device::Device& device, DiskCache* cache, ProcessGroup& group,
                                     int n_compilers, LoadingSeconds& seconds);

/// Version of the code generator and of the format of objects, which is part of every cache key.
std::string_view code_version();

/// Compiles `graph` with this plan and returns what the compiler reports about it (Chemora paper, section on dynamic
/// compilation). A plan with blocks of one warp permits the kernel the maximum number of registers per thread. The
/// result is empty if this process cannot compile, or if the compiler does not report registers
/// (BlockLimits::reports_registers). The function is not collective: each process compiles separately. `cache` may be
/// null. Throws device::DeviceError if the kernel does not compile.
std::optional<device::KernelFacts> trial_facts(ir::Graph const& graph, plan::KernelPlan const& plan,
                                               base::Index3 const& allocated, LocalCompiler const& local,
                                               device::Device& device, DiskCache* cache);

} // namespace chemora::jit
