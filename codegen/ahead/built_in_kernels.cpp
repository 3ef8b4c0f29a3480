#include "codegen/ahead/built_in_kernels.hpp"

#include "codegen/emit/emit.hpp"
#include "codegen/passes/passes.hpp"
#include "codegen/plan/fission.hpp"
#include "codegen/plan/lower.hpp"
#include "framework/base/hash.hpp"

namespace chemora::ahead {

namespace {

/// A tile that covers whole rows of most local boxes. The tile has so few rows that neighbouring rows remain in the
/// cache.
constexpr base::Index3 tile{512, 8, 8};

int lanes(ir::Graph const& graph, InstructionSet const& set, BuiltInLimits const& limits) {
  if (plan::n_operations(graph) > limits.operations_in_vectors) return 1;
  return set.vector_bytes / ir::real_bytes(graph.real);
}

BuiltInKernel make_kernel(plan::Piece piece, BuiltInLimits const& limits) {
  BuiltInKernel kernel{std::move(piece.graph), {}, {}, {}};
  std::string sources_of_all_sets;
  for (InstructionSet const& set : instruction_sets()) {
    piece.plan.vector_width = lanes(kernel.graph, set, limits);
    kernel.plans.push_back(piece.plan);
    kernel.sources.push_back(emit::emit_cpp(plan::lower(kernel.graph, piece.plan, {ir::run_time_extents})));
    sources_of_all_sets += kernel.sources.back();
  }
  kernel.identity = base::to_digest(sources_of_all_sets);
  return kernel;
}

BuiltInPart make_part(ir::Region region, ir::Graph graph, BuiltInLimits const& limits) {
  plan::Plan const single = plan::default_plan(graph, tile, 1);
  plan::Plan plan = plan::fission_by_output_group(graph, single, {.operations = limits.operations});
  plan::Pieces pieces = plan::split(graph, plan);
  BuiltInPart part{region, std::move(graph), std::move(plan), {}, std::move(pieces.temporaries), pieces.n_slots};
  for (std::size_t n = 0; n < pieces.pieces.size(); ++n) {
    part.kernels.push_back(make_kernel(std::move(pieces.pieces[n]), limits));
    part.plan.kernels[n].vector_width = part.kernels.back().plans.front().vector_width;
  }
  return part;
}

} // namespace

// Processors of clusters have AVX2 and fused multiply-adds since 2015. Without fused multiply-adds in hardware, each
// fused multiply-add is a function call.
std::vector<InstructionSet> const& instruction_sets() {
  static std::vector<InstructionSet> const sets{{"any", 16, "", "", ""},
                                                {"x86_64_v3", 32,
                                                 "defined(__x86_64__) && !defined(__clang__) && __GNUC__ >= 12",
                                                 "arch=x86-64-v3", "__builtin_cpu_supports(\"x86-64-v3\")"}};
  return sets;
}

std::vector<BuiltInPart> built_in_parts(ir::Graph const& graph, BuiltInLimits const& limits) {
  std::vector<BuiltInPart> parts;
  for (ir::Region const region : passes::stored_regions(graph))
    parts.push_back(make_part(region, passes::specialise(passes::extract_region(graph, region), {}), limits));
  return parts;
}

} // namespace chemora::ahead
