// Everything CaKernel keeps during a run: registered kernels, compiled ones, and what they did.
#pragma once

#include "built_in.hpp"
#include "cctk.h"
#include "codegen/ahead/built_in_kernels.hpp"
#include "codegen/passes/passes.hpp"
#include "codegen/plan/split.hpp"
#include "kernel_data.hpp"
#include "kernels/device/device.hpp"
#include "kernels/jit/compile_and_load.hpp"
#include "kernels/jit/compiler_pool.hpp"
#include "kernels/jit/disk_cache.hpp"
#include "kernels/jit/specialise.hpp"
#include "kernels/launch/bound_kernel.hpp"
#include "kernels/launch/local_grid.hpp"
#include "kernels/launch/scratch.hpp"
#include "kernels/monitor/kernel_report.hpp"
#include "kernels/tiling/choose_block_plan.hpp"
#include "measured_kernel.hpp"
#include "mpi_exchange.hpp"
#include "pinned_plans.hpp"
#include "registry.hpp"

#include <list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ca_kernel {

class PartArguments;

/// Exists once per process.
class Runtime {
public:
  static Runtime& instance();

  Registry const& registry() const { return registry_; }
  /// As Registry::add.
  void register_kernel(std::string const& thorn, std::string const& graph_text);
  BuiltInFunctions& built_in_functions() { return built_in_functions_; }
  PinnedPlans const& pinned_plans();

  /// A launch with the values of the moment at which it was asked for.
  struct Launch {
    Kernel const* kernel = nullptr;
    std::size_t variant = 0; ///< whose guards hold
    chemora::launch::LocalGrid grid;
    std::map<std::string, double> parameters;
    std::string function{};                        ///< the scheduled one that asked for it
    std::map<GridArray, GridArray> read_instead{}; ///< where something else than a variable's newest level is read

    chemora::ir::Graph const& graph() const { return kernel->variants[variant].graph(); }
    chemora::passes::KnownValues known() const;
    /// Equal for launches of the same compiled kernel.
    std::string key() const;
    /// The array that the kernel calls so. Throws base::UserError when it is not what the graph says.
    GridArray array(std::string const& name) const;
  };
  Launch describe(cGH const* cctkGH, std::string const& thorn, std::string const& kernel);

  /// Collective: all processes launch the same kernels in the same order. Compiles at the first launch with these
  /// values.
  void launch(cGH const* cctkGH, Launch const& launch);

  /// Collective: all of `launch` but the launch.
  void compile(cGH const* cctkGH, Launch const& launch);

  /// Collective at the first call. Those of the kernels that this process cannot run: nobody compiles or has compiled
  /// for it, and they are not built in.
  std::vector<std::string> missing_kernels(cGH const* cctkGH, std::vector<Kernel const*> const& wanted);
  /// Collective the first time: finds the device and who compiles.
  void set_up(cGH const* cctkGH);
  /// Why nobody compiles for which processes, as sentences; empty before the first launch and if all have somebody.
  std::string no_compilers_text() const { return chemora::jit::to_text(workshop_); }

  /// Why compiled kernels are not kept by this process, which has to keep them; else empty.
  std::string cache_complaint() const { return cache_ ? cache_->error() : std::string(); }
  /// What else is kept between runs; only on process 0, and nothing without a cache.
  std::optional<std::string> find_in_cache(std::string const& key) const;
  void keep_in_cache(std::string const& key, std::string const& text);
  /// Of this process; null before the first launch.
  chemora::device::Device* device() const { return device_; }

  /// A graph that belongs to no thorn. It stays where it is for the rest of the run.
  struct Generic {
    chemora::ir::Graph const* graph;
    int thin_axis = -1; ///< as in Points
    auto operator<=>(Generic const&) const = default;
  };
  /// One of them with its arrays, called array0, array1, ..., and its parameters parameter0, parameter1, ...
  struct Update {
    Generic kernel;
    std::vector<void*> arrays;
    std::vector<double> parameters;
  };
  /// A box and which of the updates is to set it.
  struct UpdatedBox {
    std::size_t update;
    chemora::base::Box box;
  };
  /// Collective.
  void compile(cGH const* cctkGH, Generic const& kernel, chemora::launch::LocalGrid const& grid);
  /// Box after box, in this order. Thorn Accelerator is not told.
  void update_boxes(cGH const* cctkGH, std::vector<Update> const& updates, std::span<UpdatedBox const> boxes,
                    chemora::launch::LocalGrid const& grid);

  /// The same as `launch` for a graph that belongs to no thorn and whose parameters stay parameters, on the grid and
  /// the arrays that the caller says. Thorn Accelerator is not told. Only compiles in a run that only compiles. The
  /// graph stays where it is for the rest of the run.
  void launch_generic(cGH const* cctkGH, chemora::ir::Graph const& graph, chemora::launch::LocalGrid const& grid,
                      std::span<chemora::base::Box const> boxes, std::map<std::string, double> const& parameters,
                      chemora::launch::FindArray const& find_array);

  /// The same, but runs in any case, and the graph may go.
  void run_generic(cGH const* cctkGH, chemora::ir::Graph const& graph, chemora::launch::LocalGrid const& grid,
                   std::span<chemora::base::Box const> boxes, std::map<std::string, double> const& parameters,
                   chemora::launch::FindArray const& find_array);

  /// While one exists, the runtime has no prepared kernels, records and plans but those made meanwhile, which are
  /// dropped at the end: launches for a measurement do not appear in the run's report.
  class Rehearsal;

  struct Part;
  using Parts = std::vector<Part>;
  struct NamedGraph {
    KernelName kernel; ///< under whose name plans are pinned; it need not be registered
    std::string name;  ///< in reports
    chemora::jit::RegionGraph special;
    bool gets_whole_rows = false; ///< run() is given boxes that end where the arrays end along x
    int thin_axis = -1;           ///< as in Points
  };
  /// Collective: the compiled kernels for graphs that are run together, made at the first call with this key. Null, on
  /// all processes, if one can get none, as nobody compiles or has compiled for it: `reason` says so.
  Parts* ready(cGH const* cctkGH, std::string const& key, std::vector<NamedGraph> const& graphs,
               chemora::launch::LocalGrid const& grid, std::string& reason);
  /// Runs one of them; `is_rest` after other boxes of the same launch. Thorn Accelerator is not told. `values` are of
  /// the parameters that the arguments know.
  void run(cGH const* cctkGH, Part& part, std::span<chemora::base::Box const> boxes, bool is_rest,
           chemora::launch::LocalGrid const& grid, PartArguments& arguments, std::span<double const> values);
  /// The same by names.
  void run(Part& part, std::span<chemora::base::Box const> boxes, bool is_rest, chemora::launch::LocalGrid const& grid,
           std::map<std::string, double> const& parameters, chemora::launch::FindArray const& find_array);

  /// Collective. Whether somebody compiles for every process.
  bool compiles_for_all(cGH const* cctkGH);

  /// Waits for what is under way.
  std::vector<chemora::monitor::KernelRecord> records();
  /// Whether hardware counted, or why not; empty before the first launch.
  std::string counters_text() const { return meters_ ? meters_->counters_text() : std::string(); }
  /// Text form of every plan in use, in order of first launch; can be given back as CaKernel::plan.
  std::string const& plans() const { return plans_; }
  chemora::monitor::StageSeconds seconds() const;
  double& seconds_of_joining() { return seconds_.join; }
  /// Arrays that plans of several kernels use in between; null before the first launch.
  chemora::launch::Scratch const* scratch() const { return scratch_.get(); }

private:
  /// One kernel of a plan before it is compiled.
  struct Draft {
    std::string name;
    chemora::plan::Piece piece;
    std::string reason;
    chemora::jit::Lowered lowered;
    std::function<std::unique_ptr<chemora::device::Module>()> make_built_in{}; ///< in place of compiling
  };
  /// One kernel of a plan, compiled.
  struct Compiled {
    chemora::launch::BoundKernel bound;
    MeasuredKernel* measured;
  };
  /// What is to be launched, before it is compiled.
  struct Drafts {
    Parts parts; ///< without their kernels
    std::vector<Draft> kernels;
    std::vector<std::size_t> part_of; ///< by kernel
    std::string plans;                ///< text form
  };
  /// Equal for one graph with the same known values on arrays of the same extents.
  static std::string key_of(KernelName const& kernel, std::size_t variant, chemora::passes::KnownValues const& known,
                            chemora::base::Index3 const& allocated);
  Parts& ready(cGH const* cctkGH, Launch const& launch);
  struct Bound;
  std::vector<Bound> bind(Parts& parts, Update const& update, chemora::launch::LocalGrid const& grid);
  void run(Part& part, std::span<chemora::base::Box const> boxes, bool is_rest, chemora::launch::LocalGrid const& grid,
           std::span<chemora::launch::BoundKernel::Arguments const> arguments);
  /// For what the kernels of a part leave for each other.
  void reserve_scratch(Part const& part, chemora::launch::LocalGrid const& grid);
  Parts& generic_parts(cGH const* cctkGH, Generic const& kernel, chemora::launch::LocalGrid const& grid);
  Parts& known_generic_parts(cGH const* cctkGH, Generic const& kernel, chemora::launch::LocalGrid const& grid);
  void run_in_order(Parts& parts, chemora::launch::LocalGrid const& grid, std::span<chemora::base::Box const> boxes,
                    std::map<std::string, double> const& parameters, chemora::launch::FindArray const& find_array);
  std::vector<NamedGraph> specialise(KernelName const& kernel, chemora::ir::Graph const& graph,
                                     chemora::passes::KnownValues const& known, int thin_axis);
  Parts prepare(KernelName const& kernel, chemora::ir::Graph const& graph, chemora::launch::LocalGrid const& grid,
                chemora::passes::KnownValues const& known, int thin_axis = -1);
  void draft_region(NamedGraph const& named, chemora::launch::LocalGrid const& grid, Drafts& drafts);
  /// Collective. Nothing if there is no object for some of them; `complaint` says why if that is known.
  std::optional<Parts> prepare(std::vector<NamedGraph> const& graphs, chemora::launch::LocalGrid const& grid,
                               std::string& complaint);
  Parts bind(Drafts drafts, std::vector<chemora::jit::Loaded> loaded, chemora::launch::LocalGrid const& grid);
  /// Of kernels that are part of the program. Throws base::UserError if there are none that do this.
  Drafts draft_built_in(KernelName const& kernel, chemora::ir::Graph const& graph);
  void draft_built_in_region(std::string const& name, chemora::ahead::BuiltInPart built_in, Drafts& drafts);
  /// Collective. Without modules for all where nobody compiles.
  std::vector<chemora::jit::Loaded> compile_and_load(std::vector<Draft> const& drafts);
  Compiled bind(Draft const& draft, chemora::jit::Loaded loaded, chemora::launch::LocalGrid const& grid);
  MeasuredKernel* note(Draft const& draft, chemora::jit::Loaded const& loaded);
  chemora::tiling::BlockMachine block_machine(chemora::base::Index3 const& allocated);
  MeasuredKernel* measured_kernel(std::string const& name);
  /// Collective. Process 0 prints the error of the first process whose cache does not work: that may be any leader.
  void warn_once_about_cache();
  void tell_once_who_compiles_nothing();
  std::string const& no_compiler() const { return workshop_.no_compiler(exchange_->rank()); }

  Registry registry_;
  BuiltInFunctions built_in_functions_;
  std::unique_ptr<PinnedPlans> pinned_plans_;
  std::unique_ptr<MpiExchange> exchange_;
  chemora::device::Device* device_ = nullptr;
  chemora::jit::LocalCompiler craftsman_; ///< this process
  chemora::jit::CompilerPool workshop_;   ///< all processes
  std::unique_ptr<chemora::launch::Scratch> scratch_;
  std::unique_ptr<chemora::jit::DiskCache> cache_;
  bool has_warned_about_cache_ = false;
  std::string told_; ///< what was said about missing compilers
  std::map<std::string, Parts> prepared_;
  std::map<std::pair<Generic, chemora::base::Index3>, Parts*> generic_; ///< into prepared_
  std::unique_ptr<Meters> meters_;
  std::list<MeasuredKernel> measured_; ///< a list: Parts point into it
  std::string plans_;
  chemora::monitor::StageSeconds seconds_;
};

/// One region of a kernel: the kernels of its plan, and where its temporaries lie in the scratch arrays.
struct Runtime::Part {
  chemora::ir::Region region;
  KernelData data;
  std::vector<Compiled> kernels;
  std::shared_ptr<PartArguments> arguments{}; ///< of launches that read what the graph names, from the first one on
  std::map<std::string, int> slots;
  int n_slots = 0;
  chemora::launch::RowEnds row_ends = chemora::launch::RowEnds::must_not_be_read;
};

class Runtime::Rehearsal {
public:
  explicit Rehearsal(Runtime& runtime);
  ~Rehearsal();
  Rehearsal(Rehearsal const&) = delete;
  Rehearsal& operator=(Rehearsal const&) = delete;

private:
  void exchange();

  Runtime& runtime_;
  std::map<std::string, Parts> prepared_;
  std::map<std::pair<Generic, chemora::base::Index3>, Parts*> generic_;
  std::list<MeasuredKernel> measured_;
  std::string plans_;
};

} // namespace ca_kernel
