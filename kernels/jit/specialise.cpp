#include "kernels/jit/specialise.hpp"

#include "codegen/emit/emit.hpp"
#include "codegen/passes/passes.hpp"
#include "codegen/plan/lower.hpp"

#include <fmt/format.h>

namespace chemora::jit {

std::string to_text(passes::KnownValues const& known) {
  std::string text;
  for (auto const& [name, value] : known.parameters) text += fmt::format("{}={:a} ", name, value);
  if (known.spacing)
    for (double const h : *known.spacing) text += fmt::format("h={:a} ", h);
  if (known.origin)
    for (double const x : *known.origin) text += fmt::format("o={:a} ", x);
  if (known.global_size)
    for (int const n : *known.global_size) text += fmt::format("n={} ", n);
  if (known.time_step) text += fmt::format("dt={:a} ", *known.time_step);
  return text;
}

std::vector<RegionGraph> specialise(ir::Graph const& graph, passes::KnownValues const& known) {
  std::vector<RegionGraph> region_graphs;
  for (auto const region : passes::stored_regions(graph))
    region_graphs.push_back({region, passes::specialise(passes::extract_region(graph, region), known)});
  return region_graphs;
}

namespace {

/// Returns the tile and block of the loops, and the number of resident blocks of the plan.
device::LaunchShape shape_of(ir::Loops const& loops, plan::KernelPlan const& plan) {
  device::LaunchShape shape{.resident = plan.resident, .n_parameters = static_cast<int>(loops.parameters.size())};
  for (ir::Loop const& loop : loops.nest) {
    auto const axis = static_cast<std::size_t>(loop.axis);
    if (loop.mapping == ir::Mapping::blocks) shape.tile[axis] = loop.step;
    if (loop.mapping == ir::Mapping::block) shape.block[axis] = loop.lanes;
  }
  return shape;
}

} // namespace

Lowered lower_to_source(ir::Graph const& graph, plan::KernelPlan const& plan, base::Index3 const& allocated,
                        plan::Language language) {
  ir::Loops const loops = plan::lower(graph, plan, {allocated});
  return {ir::to_text(loops), emit::emit(loops, language), shape_of(loops, plan)};
}

} // namespace chemora::jit
