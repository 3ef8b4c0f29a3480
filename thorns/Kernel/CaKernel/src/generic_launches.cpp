// Kernels of graphs that belong to no thorn, on boxes that the caller says.
#include "runtime.hpp"

#include "compile_only.hpp"

namespace ca_kernel {

namespace base = chemora::base;
namespace ir = chemora::ir;
namespace launch = chemora::launch;
using chemora::passes::KnownValues;

// Made of texts once and again would take longer than a launch.
Runtime::Parts& Runtime::known_generic_parts(cGH const* cctkGH, ir::Graph const& graph, launch::LocalGrid const& grid) {
  auto& known = generic_[{&graph, grid.allocated}];
  if (!known) known = &generic_parts(cctkGH, graph, grid);
  return *known;
}

// Its plan may be pinned as that of a kernel of CaKernel's own.
Runtime::Parts& Runtime::generic_parts(cGH const* cctkGH, ir::Graph const& graph, launch::LocalGrid const& grid) {
  set_up(cctkGH);
  Kernel const kernel{CCTK_THORNSTRING, graph.name, {graph}};
  KnownValues const nothing_known;
  std::string const key = key_of(kernel, 0, nothing_known, grid.allocated);
  auto found = prepared_.find(key);
  if (found == prepared_.end()) found = prepared_.emplace(key, prepare(kernel, graph, grid, nothing_known)).first;
  return found->second;
}

void Runtime::run_generic(cGH const* cctkGH, ir::Graph const& graph, launch::LocalGrid const& grid,
                          std::span<base::Box const> boxes, std::map<std::string, double> const& parameters,
                          launch::FindArray const& find_array) {
  run_in_order(generic_parts(cctkGH, graph, grid), grid, boxes, parameters, find_array);
}

// Boxes one after the other, each with all of its kernels: it may read what the last one has stored.
void Runtime::run_in_order(Parts& parts, launch::LocalGrid const& grid, std::span<base::Box const> boxes,
                           std::map<std::string, double> const& parameters, launch::FindArray const& find_array) {
  for (auto& part : parts)
    if (part.kernels.size() == 1)
      run(part, boxes, false, grid, parameters, find_array);
    else
      for (auto const& box : boxes) run(part, {&box, 1}, &box != boxes.data(), grid, parameters, find_array);
}

void Runtime::launch_generic(cGH const* cctkGH, ir::Graph const& graph, launch::LocalGrid const& grid,
                             std::span<base::Box const> boxes, std::map<std::string, double> const& parameters,
                             launch::FindArray const& find_array) {
  Parts& parts = known_generic_parts(cctkGH, graph, grid);
  if (!CCTK_CompilesOnly()) run_in_order(parts, grid, boxes, parameters, find_array);
}

} // namespace ca_kernel
