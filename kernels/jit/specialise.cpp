// Puts known values into a graph and takes it on to source text.
#include "kernels/jit/specialise.hpp"

#include "codegen/emit/emit.hpp"
#include "codegen/passes/keep_region.hpp"
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
  std::vector<RegionGraph> parts;
  for (auto const region : passes::regions(graph))
    parts.push_back({region, passes::specialise(passes::keep_region(graph, region), known)});
  return parts;
}

Lowered lower_to_source(ir::Graph const& graph, plan::Plan const& plan, base::Index3 const& allocated) {
  ir::Loops const loops = plan::lower(graph, plan, {allocated});
  return {ir::to_text(loops), emit::emit_cpp(loops)};
}

} // namespace chemora::jit
