/// The compiled kernels of a process: each is compiled, or read from the disk cache, when it is first requested. On its
/// way from a graph to a compiled kernel it is a draft: planned and lowered, or built into the program.
#pragma once

#include "codegen/passes/passes.hpp"
#include "codegen/plan/fission.hpp"
#include "kernels/jit/compile_and_load.hpp"
#include "kernels/jit/specialise.hpp"
#include "kernels/runtime/compiled_kernel.hpp"
#include "kernels/runtime/plan_chooser.hpp"

#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace chemora::runtime {

/// A function that is compiled into the program, for processes without a compiler.
struct BuiltInFunction {
  std::string instructions; ///< name of an instruction set (codegen/ahead)
  std::function<std::unique_ptr<device::Module>()> make_module;
};

/// Built-in functions by the identity of their computation (codegen/ahead): a function is never used for a kernel with
/// other equations.
class BuiltInFunctions {
public:
  /// Functions with the same identity are equivalent; the last one is used.
  void add(std::string const& identity, BuiltInFunction function) {
    functions_.insert_or_assign(identity, std::move(function));
  }

  /// Returns the function with this identity; null if there is none.
  BuiltInFunction const* find(std::string const& identity) const;
  /// Whether all built-in functions that the kernel needs exist.
  bool have(ir::Graph const& graph) const;

private:
  std::map<std::string, BuiltInFunction> functions_;
};

/// Throws base::UserError: these kernels are needed, not built in, and cannot be compiled for `reason`.
[[noreturn]] void throw_missing(std::string const& kernels, std::string const& reason);

/// A graph, specialised for one region.
struct RegionSource {
  KernelName kernel; ///< the name for pinned plans
  std::string name;  ///< the name in reports
  jit::RegionGraph special;
  bool spans_rows = false; ///< launches pass boxes that extend along x to the ends of the arrays
  int thin_axis = -1;      ///< as in LaunchPoints
};

/// One kernel of a plan, before it is compiled.
struct KernelDraft {
  std::string name;
  plan::Piece piece;
  std::string reason; ///< reason for the plan of this kernel
  jit::Lowered lowered;
  std::function<std::unique_ptr<device::Module>()> make_built_in{}; ///< set for built-in kernels, which have no source
};

/// All kernels that are compiled together.
struct KernelDrafts {
  CompiledKernel regions;             ///< regions without their compiled kernels
  std::vector<KernelDraft> kernels;   ///< kernels of all regions, in the order of the regions
  std::vector<std::size_t> region_of; ///< for each kernel, the index of its region
  std::string plans;                  ///< text form of the plans
};

/// Inputs of the planner. All members outlive the object.
struct DraftTools {
  device::Device& device;
  Settings const& settings;
  Messages& messages;
  PlanChooser const& plans;
};

/// Chooses plans and generates source. Adds the time of each stage to `seconds`. `trial` compiles a kernel to find out
/// which registers it needs. Throws base::UserError for a pinned plan that is not legal.
KernelDrafts
draft_kernels(std::vector<RegionSource> const& sources, launch::LocalGrid const& grid, DraftTools const& tools,
              std::function<std::optional<device::KernelFacts>(ir::Graph const&, plan::KernelPlan const&)> const& trial,
              monitor::StageSeconds& seconds);

/// Makes drafts of built-in functions, with their default plans. `no_compiler` states why nothing is compiled. Throws
/// base::UserError if a function is missing.
KernelDrafts draft_built_in(KernelName const& kernel, ir::Graph const& graph, BuiltInFunctions const& functions,
                            std::string const& no_compiler, DraftTools const& tools);

/// All processes call the collective functions together, in the same order and for the same kernels.
class KernelCache {
  struct State {
    std::map<std::string, CompiledKernel> kernels;
    std::list<MeasuredKernel> measured; ///< a list, because compiled parts point to its elements
    std::string plans;
  };

public:
  /// Collective: finds out which processes have a compiler. All arguments outlive the object.
  KernelCache(device::Device& device, jit::ProcessGroup& exchange, Settings const& settings, Messages& messages,
              PlanChooser const& plans, BuiltInFunctions const& built_in);

  /// Collective: the compiled kernel for these values of parameters and grid. Where no process compiles and the disk
  /// cache has no entry, built-in functions are used. `variant` is the number of the graph among those of the kernel;
  /// `thin_axis` is as in LaunchPoints. Throws base::UserError if there is no such function.
  CompiledKernel& find_or_compile(KernelName const& kernel, std::size_t variant, ir::Graph const& graph,
                                  passes::KnownValues const& known, launch::LocalGrid const& grid, int thin_axis = -1);

  /// Collective: the compiled kernel of graphs that run together; equal keys mean equal graphs. Null, on all processes,
  /// if one of them has neither a compiler nor an entry in its disk cache; `reason` is then set.
  CompiledKernel* find_or_compile(std::string const& key, std::vector<RegionSource> const& sources,
                                  launch::LocalGrid const& grid, std::string& reason);

  /// Whether a process with a compiler compiles for each process.
  bool compiles_for_all() const { return no_compilers_text().empty(); }
  /// Which processes have no compiler, and why, as sentences; empty if all have one.
  std::string no_compilers_text() const { return jit::to_text(pool_); }
  /// Whether this process can run the kernel, as far as that is known before its first launch.
  bool can_run(ir::Graph const& graph) const { return !pool_.compiler.empty() || built_in_.have(graph); }

  /// Why this process cannot store compiled kernels; empty if it can, or does not have to.
  std::string disk_cache_error() const { return disk_cache_ ? disk_cache_->error() : std::string(); }
  /// Reads data that an earlier run stored under this key. Only process 0 with a disk cache returns data.
  std::optional<std::string> find_data(std::string const& key) const;
  void store_data(std::string const& key, std::string const& data);

  /// Records of all kernels. Waits for launches that are still running.
  std::vector<monitor::KernelRecord> records();
  /// The quantities that hardware counters count, or why they are not read.
  std::string counters_text() const { return meters_.counters_text(); }
  /// The text form of all plans in use, in the order of first launches. It can be passed back as CaKernel::plan.
  std::string const& plans() const { return state_.plans; }
  monitor::StageSeconds& seconds() { return seconds_; }
  PinnedPlans const& pinned_plans() const { return tools_.plans.pinned(); }
  device::Device& device() const { return tools_.device; }
  Settings const& settings() const { return tools_.settings; }
  Messages& messages() const { return tools_.messages; }
  jit::ProcessGroup& exchange() const { return exchange_; }

  /// During the lifetime of this object the cache starts empty; the kernels, records and plans made meanwhile are
  /// dropped at its end. Launches for a measurement then do not appear in the report.
  class Rehearsal {
  public:
    explicit Rehearsal(KernelCache& cache) : cache_(cache) { std::swap(cache_.state_, state_); }
    ~Rehearsal() { std::swap(cache_.state_, state_); }
    Rehearsal(Rehearsal const&) = delete;
    Rehearsal& operator=(Rehearsal const&) = delete;

  private:
    KernelCache& cache_;
    State state_;
  };

private:
  std::vector<RegionSource> specialise(KernelName const& kernel, ir::Graph const& graph,
                                       passes::KnownValues const& known, int thin_axis);
  CompiledKernel compile_or_build_in(KernelName const& kernel, ir::Graph const& graph, passes::KnownValues const& known,
                                     launch::LocalGrid const& grid, int thin_axis);
  std::optional<CompiledKernel> compile(std::vector<RegionSource> const& sources, launch::LocalGrid const& grid,
                                        std::string& cache_error);
  std::vector<jit::Loaded> compile_and_load(std::vector<KernelDraft> const& drafts);
  CompiledKernel bind(KernelDrafts drafts, std::vector<jit::Loaded> loaded, launch::LocalGrid const& grid);
  MeasuredKernel& record(KernelDraft const& draft, jit::Loaded const& loaded);
  MeasuredKernel& measured_kernel(std::string const& name);
  void report_missing_compilers();
  /// Collective: process 0 prints the first error of all processes, once.
  void report_disk_cache_error();
  std::string const& no_compiler() const { return pool_.no_compiler(exchange_.rank()); }

  DraftTools tools_;
  jit::ProcessGroup& exchange_;
  BuiltInFunctions const& built_in_;
  jit::LocalCompiler local_compiler_;
  std::unique_ptr<jit::DiskCache> disk_cache_;
  jit::CompilerPool pool_; ///< the compilers of all processes
  Meters meters_;
  State state_;
  monitor::StageSeconds seconds_;
  bool has_reported_disk_cache_ = false;
  std::string reported_missing_compilers_;
};

} // namespace chemora::runtime
