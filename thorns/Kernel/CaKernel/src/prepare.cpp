// From a graph to kernels that can be launched: specialised, planned, lowered, compiled or found, bound to arrays.
#include "cctk_Parameters.h"
#include "codegen/ir/graph.hpp"
#include "codegen/plan/stencil_values.hpp"
#include "framework/base/errors.hpp"
#include "kernels/jit/compile_and_load.hpp"
#include "kernels/jit/specialise.hpp"
#include "kernels/machine/machine.hpp"
#include "planning.hpp"
#include "runtime.hpp"
#include "timed.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace ca_kernel {

namespace ir = chemora::ir;
namespace base = chemora::base;
namespace device = chemora::device;
namespace jit = chemora::jit;
namespace launch = chemora::launch;
using chemora::passes::KnownValues;

namespace {

/// Prints a stage if CaKernel::dump asks for it.
void dump_stage(char const* stage, std::string const& kernel, std::string const& text) {
  DECLARE_CCTK_PARAMETERS
  if (CCTK_EQUALS(dump, "all") || CCTK_EQUALS(dump, stage))
    CCTK_VINFO("%s of %s:\n%s", stage, kernel.c_str(), text.c_str());
}

bool has_fixed_strides() {
  DECLARE_CCTK_PARAMETERS
  return CCTK_EQUALS(strides, "fixed");
}

std::string on_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

std::string first_complaint(std::vector<jit::Loaded> const& loaded) {
  auto const found =
      std::find_if(loaded.begin(), loaded.end(), [](auto const& one) { return !one.cache_error.empty(); });
  return found == loaded.end() ? std::string() : found->cache_error;
}

/// Collective; each failure is shown once.
void warn_about_repeated_compilations(std::vector<jit::Loaded> const& loaded, MpiExchange& exchange) {
  std::string mine;
  for (auto const& kernel : loaded)
    if (!kernel.obtained.first_failure.empty()) mine += kernel.obtained.first_failure + "\n";
  std::set<std::string> shown;
  for (auto const& failures : exchange.all_gather(mine))
    if (exchange.rank() == 0 && !failures.empty() && shown.insert(failures).second)
      CCTK_VWARN(CCTK_WARN_ALERT, "A compilation failed and succeeded when it was repeated. The failure: %s",
                 failures.c_str());
}

} // namespace

std::vector<jit::Loaded> Runtime::compile_and_load(std::vector<Draft> const& drafts) {
  DECLARE_CCTK_PARAMETERS
  std::vector<jit::Request> requests;
  std::vector<device::LaunchShape> shapes;
  for (Draft const& draft : drafts) {
    std::string const key = jit::make_key(ir::to_text(draft.piece.graph), chemora::plan::to_text(draft.piece.plan),
                                          draft.lowered.source, device_->properties(), workshop_);
    requests.push_back({draft.name, draft.lowered.source, key});
    shapes.push_back(draft.lowered.shape);
  }
  int const n_compilers = compilers > 0 ? compilers : chemora::machine::this_machine().n_available;
  jit::LoadingSeconds seconds;
  auto loaded =
      jit::compile_and_load(requests, shapes, workshop_, *device_, cache_.get(), *exchange_, n_compilers, seconds);
  seconds_.compile += seconds.compile;
  seconds_.load += seconds.load;
  warn_about_repeated_compilations(loaded, *exchange_);
  warn_once_about_cache();
  tell_once_who_compiles_nothing();
  return loaded;
}

MeasuredKernel* Runtime::note(Draft const& draft, jit::Loaded const& loaded) {
  auto* const measured = measured_kernel(draft.name);
  auto& record = measured->record;
  bool const is_first = record.calls == 0 && record.compile_seconds == 0;
  record.is_from_cache = loaded.obtained.is_from_cache && (is_first || record.is_from_cache);
  record.compile_seconds += loaded.obtained.seconds;
  if (record.complaint.empty()) record.complaint = on_one_line(loaded.cache_error);
  record.plan = one_line(draft.piece.plan);
  record.plan_reason = draft.reason;
  record.is_built_in = record.is_built_in || draft.make_built_in;
  auto const counts = ir::count(draft.piece.graph);
  record.bytes_per_point = counts.bytes;
  record.flops_per_point = counts.flops;
  auto const by_purpose = chemora::plan::operations_by_purpose(draft.piece.graph);
  record.derivative_flops_per_point = by_purpose.derivatives;
  record.advection_flops_per_point = by_purpose.advection;
  auto const slow = ir::slow_operations(draft.piece.graph);
  record.divisions_per_point = slow.divisions;
  record.square_roots_per_point = slow.square_roots;
  record.cube_roots_per_point = slow.cube_roots;
  record.functions_per_point = slow.functions;
  return measured;
}

chemora::tiling::BlockMachine Runtime::block_machine(base::Index3 const& allocated) {
  auto const trial = [=, this](ir::Graph const& graph, chemora::plan::KernelPlan const& plan) {
    return jit::trial_facts(graph, plan, allocated, craftsman_, *device_, cache_.get());
  };
  return {device_->properties().kind, device_->properties().blocks, trial};
}

void Runtime::draft_region(NamedGraph const& named, launch::LocalGrid const& grid, Drafts& drafts) {
  auto const& [kernel, name, special, gets_whole_rows, thin_axis] = named;
  dump_stage("specialised", name, ir::to_text(special.graph));
  bool const has_blocks = device_->properties().blocks.max_threads > 0;
  auto const blocks = block_machine(grid.allocated);
  auto planned = timed(seconds_.plan, [&] {
    return choose_plan(named.kernel, named.special.graph,
                       {named.special.region, named.gets_whole_rows, named.thin_axis}, grid, pinned_plans(),
                       has_blocks ? &blocks : nullptr);
  });
  planned.plan.kernel = name;
  std::string const plan_text = to_text(planned);
  dump_stage("plan", name, plan_text);
  drafts.plans += plan_text + "\n";
  auto split = timed(seconds_.plan, [&] { return chemora::plan::split(named.special.graph, planned.plan); });
  Part part{special.region, KernelData(special.graph), {}, {}, {}, split.n_slots};
  if (gets_whole_rows) part.row_ends = launch::RowEnds::may_be_read;
  for (auto const& temporary : split.temporaries) part.slots[temporary.variable] = temporary.slot;
  for (std::size_t n = 0; n < split.pieces.size(); ++n) {
    auto& piece = split.pieces[n];
    std::string const piece_name = split.pieces.size() > 1 ? name + "." + std::to_string(n + 1) : name;
    auto lowered = timed(seconds_.lower, [&] {
      return jit::lower_to_source(piece.graph, piece.plan, has_fixed_strides() ? grid.allocated : ir::run_time_extents,
                                  device_->properties().language);
    });
    dump_stage("loops", piece_name, lowered.loops);
    dump_stage("source", piece_name, lowered.source);
    drafts.kernels.push_back({piece_name, std::move(piece), planned.reasons[n], std::move(lowered)});
    drafts.part_of.push_back(drafts.parts.size());
  }
  drafts.parts.push_back(std::move(part));
}

Runtime::Compiled Runtime::bind(Draft const& draft, jit::Loaded loaded, launch::LocalGrid const& grid) {
  auto* const measured = note(draft, loaded);
  if (draft.make_built_in) loaded.module = draft.make_built_in();
  if (auto const facts = loaded.module->facts()) {
    auto& record = measured->record;
    record.registers = facts->registers.value_or(record.unknown);
    if (facts->spilled_bytes) record.spilled_bytes = static_cast<int>(*facts->spilled_bytes);
    record.occupancy = facts->occupancy.value_or(record.unknown);
  }
  return {launch::BoundKernel(draft.piece.graph, grid.extent, grid.allocated, std::move(loaded.module)), measured};
}

std::vector<Runtime::NamedGraph> Runtime::specialise(KernelName const& kernel, ir::Graph const& graph,
                                                     KnownValues const& known, int thin_axis) {
  dump_stage("graph", kernel.full_name(), ir::to_text(graph));
  auto regions = timed(seconds_.specialise, [&] { return jit::specialise(graph, known); });
  std::vector<NamedGraph> graphs;
  for (auto& special : regions) {
    std::string const region = regions.size() > 1 ? std::string(".") + ir::to_text(special.region) : std::string();
    graphs.push_back({kernel, kernel.full_name() + region, std::move(special), false, thin_axis});
  }
  return graphs;
}

Runtime::Parts Runtime::bind(Drafts drafts, std::vector<jit::Loaded> loaded, launch::LocalGrid const& grid) {
  plans_ += drafts.plans;
  for (std::size_t n = 0; n < drafts.kernels.size(); ++n)
    drafts.parts[drafts.part_of[n]].kernels.push_back(bind(drafts.kernels[n], std::move(loaded[n]), grid));
  return std::move(drafts.parts);
}

std::optional<Runtime::Parts> Runtime::prepare(std::vector<NamedGraph> const& graphs, launch::LocalGrid const& grid,
                                               std::string& complaint) {
  Drafts drafts;
  if (!workshop_.compiler.empty()) // else no object has a key
    for (auto const& named : graphs) draft_region(named, grid, drafts);
  auto loaded = compile_and_load(drafts.kernels);
  bool const is_complete = !loaded.empty() && std::all_of(loaded.begin(), loaded.end(),
                                                          [](auto const& one) { return one.module != nullptr; });
  if (is_complete) return bind(std::move(drafts), std::move(loaded), grid);
  complaint = first_complaint(loaded);
  return {};
}

Runtime::Parts Runtime::prepare(KernelName const& kernel, ir::Graph const& graph, launch::LocalGrid const& grid,
                                KnownValues const& known, int thin_axis) {
  std::string complaint;
  if (auto parts = prepare(specialise(kernel, graph, known, thin_axis), grid, complaint)) return std::move(*parts);
  Drafts drafts = draft_built_in(kernel, graph);
  std::vector<jit::Loaded> nothing(drafts.kernels.size());
  for (auto& one : nothing) one.cache_error = complaint;
  return bind(std::move(drafts), std::move(nothing), grid);
}

} // namespace ca_kernel
