// Kernels as loaded modules, and trial compilations.
#pragma once

#include "codegen/ir/graph.hpp"
#include "codegen/plan/plan.hpp"
#include "kernels/jit/compile_requests.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace chemora::jit {

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
