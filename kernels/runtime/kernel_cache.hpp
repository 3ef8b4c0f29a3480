/// Caches the compiled kernels of a process. A kernel is compiled, or read from the disk cache, when it is first
/// requested. Before compilation, a kernel is represented by a `KernelDraft`, which has a plan and either generated
/// source or a function that is linked into the program.
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
#include <utility>
#include <vector>

namespace chemora::runtime {

/// A kernel function that is linked into the program, for processes without a compiler.
struct BuiltInFunction {
  std::string instructions; ///< name of the instruction set that the function uses (see codegen/ahead)
  std::function<std::unique_ptr<device::Module>()> make_module;
};

/// Stores built-in kernel functions by an identity string of their computation (see codegen/ahead). The identity
/// prevents the use of a function for a kernel with different equations.
class BuiltInFunctions {
public:
  /// Adds a function. A function that is added later replaces an earlier function with the same identity.
  void add(std::string const& identity, BuiltInFunction function) {
    functions_.insert_or_assign(identity, std::move(function));
  }

  /// Returns the function with this identity, or null if no such function was added.
  BuiltInFunction const* find(std::string const& identity) const;
  /// Returns whether all built-in functions that the kernel needs exist.
  bool have(ir::Graph const& graph) const;

private:
  std::map<std::string, BuiltInFunction> functions_;
};

/// Throws a base::UserError which states that these kernels are not built in and cannot be compiled. The message
/// contains `reason`.
[[noreturn]] void throw_missing(std::string const& kernels, std::string const& reason);

/// A kernel graph that is specialised for one region of the grid.
struct RegionSource {
  KernelName kernel; ///< the kernel name by which pinned plans are found
  std::string name;  ///< the kernel name in reports
  jit::RegionGraph special;
  bool spans_rows = false; ///< true if the boxes of launches extend along x to the ends of the arrays
  int thin_axis = -1;      ///< see LaunchPoints::thin_axis
};

/// One kernel of a plan, before it is compiled.
struct KernelDraft {
  std::string name;
  plan::Piece piece;
  std::string reason; ///< the reason why the cost model or the user chose this plan
  jit::Lowered lowered;
  /// creates the module of a built-in kernel, which has no source; empty for compiled kernels
  std::function<std::unique_ptr<device::Module>()> make_built_in{};
};

/// A set of kernels that are compiled together.
struct KernelDrafts {
  CompiledKernel regions;             ///< regions, in which the compiled kernels are still missing
  std::vector<KernelDraft> kernels;   ///< kernels of all regions, in the order of `regions`
  std::vector<std::size_t> region_of; ///< for each kernel, the index of its region
  std::string plans;                  ///< plans of all kernels as text
};

/// Inputs of draft_kernels() and draft_built_in(). The referenced objects must outlive this object.
struct DraftTools {
  device::Device& device;
  Settings const& settings;
  Messages& messages;
  PlanChooser const& plans;
};

/// Chooses the plan of each kernel and generates its source. The function adds the duration of each stage to `seconds`.
/// `trial` compiles a kernel to determine how many registers it needs. The function throws base::UserError if a pinned
/// plan is not legal.
KernelDrafts
draft_kernels(std::vector<RegionSource> const& sources, launch::LocalGrid const& grid, DraftTools const& tools,
              std::function<std::optional<device::KernelFacts>(ir::Graph const&, plan::KernelPlan const&)> const& trial,
              monitor::StageSeconds& seconds);

/// Returns kernel drafts that use built-in functions with their default plans. `no_compiler` states why the kernel is
/// not compiled. The function throws base::UserError if a built-in function is missing.
KernelDrafts draft_built_in(KernelName const& kernel, ir::Graph const& graph, BuiltInFunctions const& functions,
                            std::string const& no_compiler, DraftTools const& tools);

/// A kernel that is given as source text, and what its cache key and its record contain besides.
struct SourceKernel {
  std::string name;           ///< full name, for reports
  std::string representation; ///< text form of what the kernel computes
  std::string plan;           ///< text form of its plan
  std::string source;
  device::LaunchShape shape{};
  monitor::KernelRecord record{}; ///< plan, its reason, and the work of a point
};

/// A loaded SourceKernel.
struct LoadedSource {
  std::unique_ptr<device::Module> module;
  MeasuredKernel* measured; ///< lives as long as the cache
};

/// Compiles kernels on request and caches them. All processes must call the collective member functions in the same
/// order and for the same kernels.
class KernelCache {
  struct Entry {
    CompiledKernel kernel;
    std::string plans;                   ///< as text
    std::vector<RegionSource> sources{}; ///< empty for built-in kernels
    launch::LocalGrid grid{};
  };
  struct State {
    std::map<std::string, Entry> kernels{};
    std::vector<Entry*> in_order{};       ///< entries in the order of compilation, which is equal on all processes
    std::list<CompiledKernel> replaced{}; ///< kept, because launches may still be running
    std::vector<std::pair<std::string, std::string>> other_plans{}; ///< key and text of plans without graphs
    std::list<MeasuredKernel> measured{}; ///< a list, because CompiledPart contains pointers to its elements
  };

public:
  /// Determines which processes have a compiler. The call is collective. All arguments must outlive the object.
  KernelCache(device::Device& device, jit::ProcessGroup& exchange, Settings const& settings, Messages& messages,
              PlanChooser const& plans, BuiltInFunctions const& built_in);

  /// Returns the compiled kernel for these parameter values and this grid. The call is collective. A process uses
  /// built-in functions if no process compiles for it and its disk cache has no entry. `variant` is the index of the
  /// graph in the kernel's list of variants. `thin_axis` is defined in LaunchPoints. The function throws
  /// base::UserError if a required built-in function does not exist.
  CompiledKernel& find_or_compile(KernelName const& kernel, std::size_t variant, ir::Graph const& graph,
                                  passes::KnownValues const& known, launch::LocalGrid const& grid, int thin_axis = -1);

  /// Returns the compiled kernel for several graphs that run together. The call is collective. Callers must pass equal
  /// keys only for equal graphs. If a process has neither a compiler nor an entry in its disk cache, the function sets
  /// `reason` and returns null on all processes.
  CompiledKernel* find_or_compile(std::string const& key, std::vector<RegionSource> const& sources,
                                  launch::LocalGrid const& grid, std::string& reason);

  /// Compiles or finds these kernels, which have no graphs. The caller keeps the result. The call is collective;
  /// processes may pass different kernels, or none. Throws base::UserError if a process without a compiler needs one.
  std::vector<LoadedSource> load(std::vector<SourceKernel> const& kernels);
  /// Like load(), but not collective: this process compiles the kernel for itself. For kernels that depend on work that
  /// is distributed during the run. Throws base::UserError if the kernel is not in the disk cache and this process has
  /// no compiler.
  LoadedSource load_alone(SourceKernel const& kernel);
  /// Adds the text of a plan to plans(), or replaces the text with the same key.
  void set_plan(std::string const& key, std::string const& text);

  /// Chooses the plans of these kernels again, which are named as in search::Capture, and compiles them. References to
  /// a CompiledKernel stay valid; its elements are new. The call is collective.
  void replace(std::vector<std::string> const& kernels);

  /// Returns whether each process has a compiler or another process that compiles for it.
  bool compiles_for_all() const { return no_compilers_text().empty(); }
  /// Returns sentences that state which processes have no compiler, and why. The text is empty if every process has
  /// a compiler or another process that compiles for it.
  std::string no_compilers_text() const { return jit::to_text(pool_); }
  /// Returns whether a compiler or built-in functions are available for the kernel. The kernel's first launch may still
  /// fail.
  bool can_run(ir::Graph const& graph) const { return !pool_.compiler.empty() || built_in_.have(graph); }
  /// Returns whether the kernel would read neighbours along an axis with a single point, because only a compiler can
  /// omit this axis and none is available.
  bool lacks_compiler_to_omit_axes(ir::Graph const& graph, base::Index3 const& global_size) const {
    return pool_.compiler.empty() && passes::reads_omitted_axes(graph, global_size);
  }

  /// Returns the reason why this process cannot store compiled kernels on disk. The text is empty if storing works or
  /// is not required.
  std::string disk_cache_error() const { return disk_cache_ ? disk_cache_->error() : std::string(); }
  /// Returns data that an earlier run stored in the disk cache under this key. A process without a disk cache returns
  /// no data.
  std::optional<std::string> find_data(std::string const& key) const;
  void store_data(std::string const& key, std::string const& data);

  /// Returns the records of all kernels. The function waits for launches that are still running.
  std::vector<monitor::KernelRecord> records();
  /// Returns sentences that state which quantities the hardware counters measure, or why the counters are not read.
  std::string counters_text() const { return meters_.counters_text(); }
  /// Returns all plans in use as text, in the order of compilation. Users can store this text in a file and
  /// name the file in CaKernel::plan of a later run.
  std::string plans() const;
  monitor::StageSeconds& seconds() { return seconds_; }
  PinnedPlans const& pinned_plans() const { return tools_.plans.pinned(); }
  device::Device& device() const { return tools_.device; }
  Settings const& settings() const { return tools_.settings; }
  Messages& messages() const { return tools_.messages; }
  jit::ProcessGroup& exchange() const { return exchange_; }

  /// The constructor replaces the cached kernels, records and plans by empty ones, and the destructor restores them.
  /// Launches between construction and destruction, such as speed measurements, do not appear in the report.
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
  CompiledKernel& add(std::string const& key, Entry entry);
  Entry compile_or_build_in(KernelName const& kernel, ir::Graph const& graph, passes::KnownValues const& known,
                            launch::LocalGrid const& grid, int thin_axis);
  std::optional<Entry> compile(std::vector<RegionSource> const& sources, launch::LocalGrid const& grid,
                               std::string& cache_error);
  void replace(Entry& entry);
  LoadedSource add(SourceKernel const& kernel, jit::Loaded loaded);
  std::vector<jit::Loaded> compile_and_load(std::vector<KernelDraft> const& drafts);
  std::vector<jit::Loaded> compile_and_load(std::vector<jit::Request> const& requests,
                                            std::vector<device::LaunchShape> const& shapes);
  Entry bind(KernelDrafts drafts, std::vector<jit::Loaded> loaded, launch::LocalGrid const& grid);
  MeasuredKernel& record(KernelDraft const& draft, jit::Loaded const& loaded);
  MeasuredKernel& measured_kernel(std::string const& name);
  void report_missing_compilers();
  /// Provides access times to the cost model before the first plan of a host is chosen. The call is collective.
  void prepare_cost_model();
  /// Prints the first disk cache error of all processes on process 0, once per run. The call is collective.
  void report_disk_cache_error();
  std::string const& no_compiler() const { return pool_.no_compiler(exchange_.rank()); }

  DraftTools tools_;
  jit::ProcessGroup& exchange_;
  BuiltInFunctions const& built_in_;
  jit::LocalCompiler local_compiler_;
  std::unique_ptr<jit::DiskCache> disk_cache_;
  std::unique_ptr<jit::DiskCache> own_disk_cache_; ///< of load_alone(), if another process has disk_cache_
  jit::CompilerPool pool_;                         ///< the available compilers of all processes
  Meters meters_;
  State state_;
  monitor::StageSeconds seconds_;
  bool has_reported_disk_cache_ = false;
  bool has_access_times_ = false;
  std::string reported_missing_compilers_;
};

} // namespace chemora::runtime
