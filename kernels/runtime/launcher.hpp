/// Launches compiled kernels on boxes of the local grid.
#pragma once

#include "kernels/runtime/captures.hpp"
#include "kernels/runtime/kernel_cache.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace chemora::runtime {

/// A requested launch of a registered kernel, with the parameter values at the time of the request.
struct LaunchRequest {
  RegisteredKernel const* kernel = nullptr;
  std::size_t variant = 0; ///< index of the kernel variant whose guards are true
  launch::LocalGrid grid;
  std::map<std::string, double> parameters;
  std::string function{}; ///< scheduled function that requested the launch
  /// Maps an array of the kernel to the array that the launch reads in its place.
  std::map<GridArray, GridArray> replacements{};

  ir::Graph const& graph() const { return kernel->variants[variant].graph(); }
  /// Returns the parameters that cannot change between launches: all except scalars of the grid.
  std::map<std::string, double> constants() const;
  passes::KnownValues known() const;
  /// Returns whether both requests use the same compiled kernel.
  bool has_same_kernel(LaunchRequest const& other) const;
  /// Returns the grid function that the kernel accesses under this name.
  GridArray array(GridFunctions const& functions, std::string const& name) const;
};

/// Returns the errors of the plans that the user pinned for the kernels of these requests on the host.
std::vector<std::string> pinned_plan_errors(PlanChooser const& chooser, std::vector<LaunchRequest> const& requests);

/// A kernel that no thorn registered and that runs on given boxes. Its graph keeps its address until the end of the
/// run.
struct BoxKernel {
  ir::Graph const* graph;
  int thin_axis = -1; ///< see LaunchPoints::thin_axis
  auto operator<=>(BoxKernel const&) const = default;
};

/// A box kernel with its arguments. The graph refers to the arrays as array0, array1, ... and to the parameters as
/// parameter0, parameter1, ...
struct BoxUpdate {
  BoxKernel kernel;
  std::vector<void*> arrays;
  std::vector<double> parameters;
};

/// A box and the index of the BoxUpdate that computes the points of the box.
struct UpdatedBox {
  std::size_t update;
  base::Box box;
};

/// Specifies whether boxes start a new launch or continue a launch. The report counts each new launch as a call.
enum class Boxes { of_new_launch, of_same_launch };

/// Launches kernels on the local grid. In a run that only compiles, launches compile their kernels and compute nothing.
class Launcher {
public:
  /// `cache` must outlive this object.
  explicit Launcher(KernelCache& cache);

  /// Compiles the kernel if necessary, requests valid input data, computes all points, and reports the written arrays.
  /// The call is collective. Points whose stencils need ghost zones of an unfinished exchange are computed last.
  void launch(GridFunctions const& functions, LaunchRequest const& request);
  /// Compiles the kernel of the request without launching it. The call is collective.
  CompiledKernel& compile(LaunchRequest const& request);

  /// Runs the kernels of a region. `values` contains the values of the parameters whose names were passed to the
  /// constructor of `arguments`. The caller must ensure that input data is valid for this function and all functions
  /// below.
  void run(GridFunctions const& functions, CompiledRegion& region, std::span<base::Box const> boxes, Boxes kind,
           launch::LocalGrid const& grid, RegionArguments& arguments, std::span<double const> values);
  /// Runs the kernels of a region. This function finds arrays and parameters by name.
  void run(CompiledRegion& region, std::span<base::Box const> boxes, Boxes kind, launch::LocalGrid const& grid,
           std::map<std::string, double> const& parameters, launch::FindArray const& find_array);

  /// Returns a handle number for a box kernel, for use by C code. Equal texts and axes have equal handle numbers. Each
  /// graph text is parsed once. The function throws base::UserError if the text or the axis is invalid.
  int number_of(std::string const& graph_text, int thin_axis);
  /// Returns the box kernel with this handle number. The function throws base::UserError if no kernel has it.
  BoxKernel const& box_kernel(int number) const;

  /// Compiles the kernel for this grid. The call is collective.
  CompiledKernel& compile(BoxKernel const& kernel, launch::LocalGrid const& grid);
  /// Computes the boxes sequentially in the given order, so that a box may read values that were stored in an earlier
  /// box.
  void update_boxes(std::vector<BoxUpdate> const& updates, std::span<UpdatedBox const> boxes,
                    launch::LocalGrid const& grid);
  /// Compiles the kernel if necessary, and runs it on these boxes in order. The call is collective. The kernel's
  /// parameters are run-time arguments.
  void launch(BoxKernel const& kernel, launch::LocalGrid const& grid, std::span<base::Box const> boxes,
              std::map<std::string, double> const& parameters, launch::FindArray const& find_array);
  /// Compiles a graph and runs it on these boxes in order. The caller may destroy the graph afterwards. The graph runs
  /// even in a run that only compiles.
  void run_graph(ir::Graph const& graph, launch::LocalGrid const& grid, std::span<base::Box const> boxes,
                 std::map<std::string, double> const& parameters, launch::FindArray const& find_array);

  KernelCache& cache() const { return cache_; }
  Captures& captures() { return captures_; }
  launch::Scratch const& scratch() const { return scratch_; }

private:
  struct BoundPart;
  std::vector<BoundPart> bind(CompiledKernel& kernel, BoxUpdate const& update, launch::LocalGrid const& grid);
  CompiledKernel& find_or_compile(BoxKernel const& kernel, launch::LocalGrid const& grid);
  void run(CompiledRegion& region, std::span<base::Box const> boxes, Boxes kind, launch::LocalGrid const& grid,
           std::span<launch::BoundKernel::Arguments const> arguments);
  void run_in_order(CompiledKernel& kernel, launch::LocalGrid const& grid, std::span<base::Box const> boxes,
                    std::map<std::string, double> const& parameters, launch::FindArray const& find_array);
  void launch_region(GridFunctions const& functions, LaunchRequest const& request, CompiledRegion& region);
  void reserve_scratch(CompiledRegion const& region, launch::LocalGrid const& grid);

  KernelCache& cache_;
  Captures captures_;
  launch::Scratch scratch_;
  std::map<std::string, ir::Graph> graphs_; ///< parsed graphs of box kernels, by graph text
  std::vector<BoxKernel> numbered_;
  /// Compiled box kernels by kernel and array extents. The map avoids building the key of the kernel cache, which takes
  /// longer than a small launch.
  std::map<std::pair<BoxKernel, base::Index3>, CompiledKernel*> box_kernels_;
};

} // namespace chemora::runtime
