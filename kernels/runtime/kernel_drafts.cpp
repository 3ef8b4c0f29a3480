/// Chooses plans and generates source for the kernels that the kernel cache compiles, or selects built-in functions for
/// these kernels.
#include "kernels/runtime/kernel_cache.hpp"

#include "codegen/ahead/built_in_kernels.hpp"
#include "framework/base/errors.hpp"

#include <algorithm>

namespace chemora::runtime {

BuiltInFunction const* BuiltInFunctions::find(std::string const& identity) const {
  auto const function = functions_.find(identity);
  return function == functions_.end() ? nullptr : &function->second;
}

namespace {

bool are_built_in(std::vector<ahead::BuiltInPart> const& regions, BuiltInFunctions const& functions) {
  return std::all_of(regions.begin(), regions.end(), [&](ahead::BuiltInPart const& region) {
    return std::all_of(region.kernels.begin(), region.kernels.end(),
                       [&](auto const& kernel) { return functions.find(kernel.identity) != nullptr; });
  });
}

void print_stage(Messages& messages, std::string const& stage, std::string const& kernel, std::string const& text) {
  if (messages.prints(stage)) messages.info(stage + " of " + kernel + ":\n" + text);
}

/// Returns the name of the kernel with index `n` in a plan that divides a graph into `n_parts` kernels.
std::string name_of_part(std::string const& name, std::size_t n, std::size_t n_parts) {
  return n_parts > 1 ? name + "." + std::to_string(n + 1) : name;
}

void add(KernelDrafts& drafts, KernelDraft kernel) {
  drafts.kernels.push_back(std::move(kernel));
  drafts.region_of.push_back(drafts.regions.size());
}

template <class Temporaries>
CompiledRegion make_region(ir::Region region, ir::Graph const& graph, Temporaries const& temporaries, int n_slots) {
  CompiledRegion compiled{.region = region, .accesses = KernelAccesses(graph)};
  compiled.n_scratch_arrays = n_slots;
  for (auto const& temporary : temporaries) compiled.scratch_slots[temporary.variable] = temporary.slot;
  return compiled;
}

plan::KernelPlan const& plan_for(std::string const& instructions, ahead::BuiltInKernel const& kernel) {
  auto const& sets = ahead::instruction_sets();
  auto const set = std::find_if(sets.begin(), sets.end(), [&](auto const& s) { return s.name == instructions; });
  return kernel.plans[set == sets.end() ? 0 : static_cast<std::size_t>(set - sets.begin())];
}

void draft_built_in_region(std::string const& name, ahead::BuiltInPart built_in, BuiltInFunctions const& functions,
                           std::string const& reason, KernelDrafts& drafts) {
  std::size_t const n_parts = built_in.kernels.size();
  auto region = make_region(built_in.region, built_in.graph, built_in.temporaries, built_in.n_slots);
  for (std::size_t n = 0; n < n_parts; ++n) {
    auto& kernel = built_in.kernels[n];
    BuiltInFunction const& function = *functions.find(kernel.identity);
    auto& plan = built_in.plan.kernels[n] = plan_for(function.instructions, kernel);
    add(drafts, {.name = name_of_part(name, n, n_parts),
                 .piece = {std::move(kernel.graph), plan},
                 .reason = "built in, default plan: " + reason,
                 .lowered = {},
                 .make_built_in = function.make_module});
  }
  built_in.plan.kernel = name;
  drafts.plans += "# built in, default plan\n" + plan::to_text(built_in.plan) + "\n";
  drafts.regions.push_back(std::move(region));
}

/// Whether the data of the kernel's first launch are stored. Searches during a run omit kernels of boundaries, which
/// need little time.
bool is_captured(Settings const& settings, PlannedKernel const& planned, LaunchPoints const& points) {
  if (!settings.capture_folder.empty()) return true;
  return settings.search_seconds > 0 && planned.is_of_model && !has_changed_planner(settings) && points.thin_axis < 0 &&
         points.region != ir::Region::boundary;
}

} // namespace

bool BuiltInFunctions::have(ir::Graph const& graph) const { return are_built_in(ahead::built_in_parts(graph), *this); }

void throw_missing(std::string const& kernels, std::string const& reason) {
  throw base::UserError(
      "These kernels are not built in, and cannot be compiled: " + kernels + ". " + reason +
      " Install g++ where the run computes, or set CHEMORA_CXX to the absolute path of a compiler; or fill a cache "
      "that the run can read (CaKernel::cache_dir) by --compile-only on a machine with such processors and a compiler; "
      "or build the kernels in: edlc --thorn does, and CMake with CHEMORA_BUILT_IN_KERNELS on.");
}

KernelDrafts draft_built_in(KernelName const& kernel, ir::Graph const& graph, BuiltInFunctions const& functions,
                            std::string const& no_compiler, DraftTools const& tools) {
  if (auto const& kind = tools.device.properties().kind; kind != "host")
    throw base::UserError("Kernel " + kernel.full_name() + " is needed for " + kind +
                          ", for which none are built in. " + no_compiler);
  auto regions = ahead::built_in_parts(graph);
  if (!are_built_in(regions, functions)) throw_missing(kernel.full_name(), no_compiler);
  KernelDrafts drafts;
  bool const has_several = regions.size() > 1;
  for (auto& part : regions) {
    std::string const region = ir::to_text(part.region);
    std::string const name = kernel.full_name() + (has_several ? "." + region : std::string());
    if (tools.plans.pinned().find(kernel, region, part.plan))
      tools.messages.warn("The plan pinned for " + name +
                          " is ignored: the kernel is built in, with its default plan.");
    draft_built_in_region(name, std::move(part), functions, no_compiler, drafts);
  }
  return drafts;
}

KernelDrafts
draft_kernels(std::vector<RegionSource> const& sources, launch::LocalGrid const& grid, DraftTools const& tools,
              std::function<std::optional<device::KernelFacts>(ir::Graph const&, plan::KernelPlan const&)> const& trial,
              monitor::StageSeconds& seconds) {
  auto const& properties = tools.device.properties();
  tiling::BlockMachine const blocks{properties.kind, properties.blocks, trial};
  auto const* const block_machine = properties.blocks.max_threads > 0 ? &blocks : nullptr;
  auto const extents = tools.settings.has_fixed_strides ? grid.allocated : ir::run_time_extents;
  KernelDrafts drafts;
  for (auto const& [kernel, name, special, spans_rows, thin_axis] : sources) {
    print_stage(tools.messages, "specialised", name, ir::to_text(special.graph));
    LaunchPoints const points{special.region, spans_rows, thin_axis};
    auto planned = timed(seconds.plan, [&, &kernel = kernel, &special = special] {
      return tools.plans.choose(kernel, special.graph, points, grid, block_machine);
    });
    planned.plan.kernel = name;
    std::string const plan_text = to_text(planned);
    print_stage(tools.messages, "plan", name, plan_text);
    drafts.plans += plan_text + "\n";
    auto split = timed(seconds.plan, [&, &special = special] { return plan::split(special.graph, planned.plan); });
    auto region = make_region(special.region, special.graph, split.temporaries, split.n_slots);
    if (spans_rows) region.row_ends = launch::RowEnds::may_be_read;
    if (is_captured(tools.settings, planned, points))
      region.uncaptured = std::make_shared<search::Capture>(
          search::Capture{.kernel = kernel.full_name() + "." + ir::to_text(special.region),
                          .graph = special.graph,
                          .model = planned.model,
                          .device = properties,
                          .problem = tools.plans.problem_of(points, grid, nullptr),
                          .extent = grid.extent});
    for (std::size_t n = 0; n < split.pieces.size(); ++n) {
      auto& piece = split.pieces[n];
      std::string const part_name = name_of_part(name, n, split.pieces.size());
      auto lowered = timed(seconds.lower,
                           [&] { return jit::lower_to_source(piece.graph, piece.plan, extents, properties.language); });
      print_stage(tools.messages, "loops", part_name, lowered.loops);
      print_stage(tools.messages, "source", part_name, lowered.source);
      add(drafts, {part_name, std::move(piece), planned.reasons[n], std::move(lowered)});
    }
    drafts.regions.push_back(std::move(region));
  }
  return drafts;
}

} // namespace chemora::runtime
