/// Launches compiled kernels on boxes of the local grid.
#pragma once

#include "kernels/runtime/kernel_cache.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace chemora::runtime {

/// A launch of a registered kernel, with the values at the time of the request.
struct LaunchRequest {
  RegisteredKernel const* kernel = nullptr;
  std::size_t variant = 0; ///< index of the variant whose guards hold
  launch::LocalGrid grid;
  std::map<std::string, double> parameters;
  std::string function{};                        ///< scheduled function that requested the launch
  std::map<GridArray, GridArray> replacements{}; ///< arrays that are read instead of others

  ir::Graph const& graph() const { return kernel->variants[variant].graph(); }
  passes::KnownValues known() const;
  /// Whether both requests use the same compiled kernel.
  bool has_same_kernel(LaunchRequest const& other) const;
  /// The array that the kernel accesses under this name.
  GridArray array(GridFunctions const& functions, std::string const& name) const;
};

/// A graph that belongs to no thorn. It stays at its address for the rest of the run.
struct BoxKernel {
  ir::Graph const* graph;
  int thin_axis = -1; ///< as in LaunchPoints
  auto operator<=>(BoxKernel const&) const = default;
};

/// A box kernel with its arrays, which the graph calls array0, array1, ..., and its parameters parameter0, ...
struct BoxUpdate {
  BoxKernel kernel;
  std::vector<void*> arrays;
  std::vector<double> parameters;
};

/// A box and the index of the update that computes it.
struct UpdatedBox {
  std::size_t update;
  base::Box box;
};

/// Whether boxes begin a launch, which counts as a call in the report, or belong to one that has begun.
enum class Boxes { of_new_launch, of_same_launch };

/// In a run that only compiles, launches compile and compute nothing.
class Launcher {
public:
  /// `cache` outlives this object.
  explicit Launcher(KernelCache& cache) : cache_(cache), scratch_(cache.device()) {}

  /// Collective: compiles the kernel if necessary, requests the data it reads, computes all points, and reports what it
  /// wrote. Points whose stencils need ghost zones that are still in flight are computed last.
  void launch(GridFunctions const& functions, LaunchRequest const& request);
  /// Collective: compiles the kernel for such launches, and does not launch it.
  CompiledKernel& compile(LaunchRequest const& request);

  /// Runs the kernels of a region. `values` are those of the parameters that `arguments` were made for. Validity of
  /// data is up to the caller, here and below.
  void run(GridFunctions const& functions, CompiledRegion& region, std::span<base::Box const> boxes, Boxes kind,
           launch::LocalGrid const& grid, RegionArguments& arguments, std::span<double const> values);
  /// Runs the kernels of a region, with arrays and parameters found by name.
  void run(CompiledRegion& region, std::span<base::Box const> boxes, Boxes kind, launch::LocalGrid const& grid,
           std::map<std::string, double> const& parameters, launch::FindArray const& find_array);

  /// Numbers for box kernels, for callers in C: the same text and axis have the same number. Each text is parsed once.
  /// Throws base::UserError for an invalid text or axis.
  int number_of(std::string const& graph_text, int thin_axis);
  /// Throws base::UserError if no kernel has this number.
  BoxKernel const& box_kernel(int number) const;

  /// Collective: compiles the kernel for this grid.
  CompiledKernel& compile(BoxKernel const& kernel, launch::LocalGrid const& grid);
  /// Computes the boxes one after the other, in this order: a box may read what an earlier one stored.
  void update_boxes(std::vector<BoxUpdate> const& updates, std::span<UpdatedBox const> boxes,
                    launch::LocalGrid const& grid);
  /// Collective: compiles the kernel if necessary, and runs it on these boxes in order. Its parameters are not
  /// compiled in.
  void launch(BoxKernel const& kernel, launch::LocalGrid const& grid, std::span<base::Box const> boxes,
              std::map<std::string, double> const& parameters, launch::FindArray const& find_array);
  /// Compiles and runs a graph, which may be destroyed later, on these boxes in order. Also runs in a run that only
  /// compiles.
  void run_graph(ir::Graph const& graph, launch::LocalGrid const& grid, std::span<base::Box const> boxes,
                 std::map<std::string, double> const& parameters, launch::FindArray const& find_array);

  KernelCache& cache() const { return cache_; }
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
  launch::Scratch scratch_;
  std::map<std::string, ir::Graph> graphs_; ///< graphs of box kernels, by their texts
  std::vector<BoxKernel> numbered_;
  /// Building the key of the cache takes longer than a small launch.
  std::map<std::pair<BoxKernel, base::Index3>, CompiledKernel*> box_kernels_;
};

} // namespace chemora::runtime
