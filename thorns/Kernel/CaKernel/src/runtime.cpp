// From a registered graph to a launched kernel, at the first launch with new values by way of the compiler.
#include "runtime.hpp"

#include "cctk_Parameters.h"
#include "codegen/ir/slow_operations.hpp"
#include "compile_only.hpp"
#include "framework/base/errors.hpp"
#include "kernels/jit/specialise.hpp"
#include "kernels/jit/trial_compilation.hpp"
#include "kernels/machine/machine.hpp"
#include "planning.hpp"
#include "timed.hpp"

#include <algorithm>
#include <utility>

namespace ca_kernel {

namespace ir = chemora::ir;
namespace base = chemora::base;
namespace device = chemora::device;
namespace jit = chemora::jit;
namespace launch = chemora::launch;
namespace monitor = chemora::monitor;
using chemora::passes::KnownValues;

namespace {

std::uint64_t most_bytes_in_cache() {
  DECLARE_CCTK_PARAMETERS
  return cache_size_limit > 0 ? 1'000'000 * static_cast<std::uint64_t>(cache_size_limit) : UINT64_MAX;
}

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
  auto const found = std::find_if(loaded.begin(), loaded.end(), [](auto const& one) { return !one.complaint.empty(); });
  return found == loaded.end() ? std::string() : found->complaint;
}

} // namespace

std::string Runtime::key_of(KernelName const& kernel, std::size_t variant, KnownValues const& known,
                            base::Index3 const& allocated) {
  std::string text = kernel.full_name() + " " + std::to_string(variant) + " " + jit::to_text(known);
  for (int const n : allocated) text += " " + std::to_string(n);
  return text;
}

std::string Runtime::Launch::key() const { return key_of(*kernel, variant, known(), grid.allocated); }

Runtime& Runtime::instance() {
  // Never destroyed: modules and scratch arrays belong to a device, which may be gone by then.
  static Runtime& runtime = *new Runtime;
  return runtime;
}

void Runtime::register_kernel(std::string const& thorn, std::string const& graph_text) {
  registry_.add(thorn, graph_text);
}

chemora::monitor::StageSeconds Runtime::seconds() const {
  auto all = seconds_;
  all.read = registry_.seconds_of_reading();
  return all;
}

PinnedPlans const& Runtime::pinned_plans() {
  DECLARE_CCTK_PARAMETERS
  if (!pinned_plans_) {
    constexpr int n_plans = 100; // length of the array parameter
    pinned_plans_ = std::make_unique<PinnedPlans>(std::vector<std::string>(plan, plan + n_plans));
  }
  return *pinned_plans_;
}

void Runtime::set_up(cGH const* cctkGH) {
  if (device_) return;
  DECLARE_CCTK_PARAMETERS
  exchange_ = std::make_unique<MpiExchange>(cctkGH);
  device_ = static_cast<chemora::device::Device*>(Device_Interface(cctkGH));
  if (!device_) throw base::UserError("The active device thorn has no device for this process.");
  if (device_->properties().blocks.most_threads > 0 && !has_fixed_strides())
    throw base::UserError("CaKernel::strides is \"told\", but kernels for " + device_->properties().kind +
                          " have fixed ones. Set it to \"fixed\", or compute on the host.");
  scratch_ = std::make_unique<launch::Scratch>(*device_);
  meters_ = std::make_unique<Meters>(*device_, counters && !CCTK_CompilesOnly());
  auto const& properties = device_->properties();
  auto const& machine = chemora::machine::this_machine();
  std::string processor = machine.identity + ", " + machine.c_library;
  if (properties.kind != "host") processor += " with " + properties.kind + ", " + properties.compiler;
  bool const may_compile = !CCTK_EQUALS(compiler, "none");
  craftsman_ = {processor, properties.compiler,
                may_compile ? properties.no_compiler : "CaKernel::compiler is \"none\"."};
  workshop_ = jit::open_workshop(craftsman_, *exchange_, [&] {
    if (use_cache) cache_ = std::make_unique<jit::DiskCache>(jit::cache_folder(cache_dir), most_bytes_in_cache());
    return cache_.get();
  });
  tell_once_who_compiles_nothing();
}

void Runtime::tell_once_who_compiles_nothing() {
  std::string const text = jit::to_text(workshop_);
  if (text == told_) return;
  told_ = text;
  if (exchange_->rank() == 0 && !CCTK_CompilesOnly())
    CCTK_VINFO("%s What the cache does not have is done by kernels that are built in, with their default plans.",
               text.c_str());
}

MeasuredKernel* Runtime::measured_kernel(std::string const& name) {
  for (auto& kernel : measured_)
    if (kernel.record.kernel == name) return &kernel;
  measured_.push_back(meters_->make(name));
  return &measured_.back();
}

std::vector<monitor::KernelRecord> Runtime::records() {
  std::vector<monitor::KernelRecord> records;
  for (auto& kernel : measured_) records.push_back(kernel.whole_record());
  return records;
}

std::optional<std::string> Runtime::find_in_cache(std::string const& key) const {
  return cache_ ? cache_->find(key) : std::nullopt;
}

void Runtime::keep_in_cache(std::string const& key, std::string const& text) {
  if (cache_) cache_->store(key, text);
}

void Runtime::warn_once_about_cache() {
  if (CCTK_CompilesOnly()) return; // an error then, told at the end
  if (!cache_ || has_warned_about_cache_ || cache_->complaint().empty()) return;
  has_warned_about_cache_ = true;
  CCTK_VINFO("%s The run goes on without.", cache_->complaint().c_str());
}

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
  if (record.complaint.empty()) record.complaint = on_one_line(loaded.complaint);
  record.plan = one_line(draft.piece.plan);
  record.plan_reason = draft.reason;
  record.is_built_in = record.is_built_in || draft.make_built_in;
  auto const counts = ir::count(draft.piece.graph);
  record.bytes_per_point = counts.bytes;
  record.flops_per_point = counts.flops;
  auto const slow = ir::slow_operations(draft.piece.graph);
  record.divisions_per_point = slow.divisions;
  record.functions_per_point = slow.functions;
  return measured;
}

chemora::tiling::BlockMachine Runtime::block_machine(base::Index3 const& allocated) {
  auto const most_threads = [=, this](ir::Graph const& graph) {
    return jit::most_threads_by_trial(graph, allocated, craftsman_, *device_, cache_.get());
  };
  return {device_->properties().kind, device_->properties().blocks, most_threads};
}

void Runtime::draft_region(NamedGraph const& named, launch::LocalGrid const& grid, Drafts& drafts) {
  auto const& [kernel, name, special, gets_whole_rows, thin_axis] = named;
  dump_stage("specialised", name, ir::to_text(special.graph));
  bool const has_blocks = device_->properties().blocks.most_threads > 0;
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
      return jit::lower_to_source(piece.graph, piece.plan, has_fixed_strides() ? grid.allocated : ir::told_at_launch,
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
  for (auto& one : nothing) one.complaint = complaint;
  return bind(std::move(drafts), std::move(nothing), grid);
}

Runtime::Parts* Runtime::ready(cGH const* cctkGH, std::string const& key, std::vector<NamedGraph> const& graphs,
                               launch::LocalGrid const& grid, std::string& reason) {
  set_up(cctkGH);
  if (auto const found = prepared_.find(key); found != prepared_.end()) return &found->second;
  std::string complaint;
  auto parts = prepare(graphs, grid, complaint);
  auto const missing = exchange_->all_gather(parts ? "" : "missing");
  if (std::all_of(missing.begin(), missing.end(), [](std::string const& text) { return text.empty(); }))
    return &prepared_.emplace(key, std::move(*parts)).first->second;
  reason = graphs.front().name + " is not built in. " + (complaint.empty() ? no_compilers_text() : complaint);
  return nullptr;
}

Runtime::Parts& Runtime::ready(cGH const* cctkGH, Launch const& launch) {
  set_up(cctkGH);
  std::string const key = launch.key();
  auto found = prepared_.find(key);
  if (found == prepared_.end())
    found = prepared_.emplace(key, prepare(*launch.kernel, launch.graph(), launch.grid, launch.known())).first;
  return found->second;
}

void Runtime::compile(cGH const* cctkGH, Launch const& launch) { ready(cctkGH, launch); }

bool Runtime::compiles_for_all(cGH const* cctkGH) {
  set_up(cctkGH);
  return jit::to_text(workshop_).empty();
}

} // namespace ca_kernel
