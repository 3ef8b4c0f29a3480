#include "kernels/runtime/kernel_cache.hpp"

#include "codegen/ir/graph.hpp"
#include "codegen/plan/fission.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"
#include "kernels/machine/machine.hpp"
#include "kernels/runtime/shared_access_times.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace chemora::runtime {

namespace {

jit::LocalCompiler local_compiler(device::Device& device, Settings const& settings) {
  auto const& properties = device.properties();
  auto const& machine = machine::this_machine();
  std::string processor = machine.identity + ", " + machine.c_library;
  if (properties.kind != "host") processor += " with " + properties.kind + ", " + properties.compiler;
  return {processor, properties.compiler,
          settings.compiler_disabled.empty() ? properties.no_compiler : settings.compiler_disabled};
}

std::string on_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

/// Returns the first reason why an entry of the disk cache could not be used; empty if all entries could be used.
std::string first_cache_error(std::vector<jit::Loaded> const& loaded) {
  auto const unusable =
      std::find_if(loaded.begin(), loaded.end(), [](auto const& kernel) { return !kernel.cache_error.empty(); });
  return unusable == loaded.end() ? std::string() : unusable->cache_error;
}

/// Warns about compilations that failed and then succeeded, once for each failure. The call is collective.
void warn_about_repeated_compilations(std::vector<jit::Loaded> const& loaded, jit::ProcessGroup& exchange,
                                      Messages& messages) {
  std::string local_failures;
  for (auto const& kernel : loaded)
    if (!kernel.obtained.first_failure.empty()) local_failures += kernel.obtained.first_failure + "\n";
  std::set<std::string> shown;
  for (auto const& failures : exchange.all_gather(local_failures))
    if (exchange.rank() == 0 && !failures.empty() && shown.insert(failures).second)
      messages.warn("A compilation failed and succeeded when it was repeated. The failure: " + failures);
}

/// Returns a key that is equal only for equal graphs with equal parameter values on arrays of equal extents.
std::string key_of(KernelName const& kernel, std::size_t variant, passes::KnownValues const& known,
                   base::Index3 const& allocated, int thin_axis) {
  std::string key = kernel.full_name() + " " + std::to_string(variant) + " " + jit::to_text(known);
  for (int const n : allocated) key += " " + std::to_string(n);
  return key + " thin along " + std::to_string(thin_axis);
}

/// Adds what the compiler reports about a kernel.
void add_facts(monitor::KernelRecord& record, device::Module const& module) {
  auto const facts = module.facts();
  if (!facts) return;
  record.registers = facts->registers.value_or(record.unknown);
  if (facts->spilled_bytes) record.spilled_bytes = static_cast<int>(*facts->spilled_bytes);
  record.occupancy = facts->occupancy.value_or(record.unknown);
}

/// Reports the beginning of a compilation, and in the destructor its end.
class ReportedCompilation {
public:
  ReportedCompilation(Messages& messages, std::string const& kernel) : messages_(messages) {
    messages_.compilation_begins(kernel);
  }
  ~ReportedCompilation() { messages_.compilation_ends(); }
  ReportedCompilation(ReportedCompilation const&) = delete;
  ReportedCompilation& operator=(ReportedCompilation const&) = delete;

private:
  Messages& messages_;
};

/// Whether the condition holds on all processes. The call is collective.
bool is_true_everywhere(jit::ProcessGroup& exchange, bool condition) {
  auto const conditions = exchange.all_gather(condition ? "" : "not here");
  return std::all_of(conditions.begin(), conditions.end(), [](std::string const& text) { return text.empty(); });
}

} // namespace

KernelCache::KernelCache(device::Device& device, jit::ProcessGroup& exchange, Settings const& settings,
                         Messages& messages, PlanChooser const& plans, BuiltInFunctions const& built_in)
    : tools_{device, settings, messages, plans}, exchange_(exchange), built_in_(built_in),
      local_compiler_(local_compiler(device, settings)),
      pool_(jit::open_compiler_pool(local_compiler_, exchange,
                                    [&] {
                                      if (settings.uses_disk_cache)
                                        disk_cache_ = std::make_unique<jit::DiskCache>(
                                            jit::cache_folder(settings.cache_folder), settings.max_cache_bytes);
                                      return disk_cache_.get();
                                    })),
      meters_(device, settings.reads_counters) {
  report_disk_cache_error();
  report_missing_compilers();
}

void KernelCache::report_missing_compilers() {
  std::string const text = no_compilers_text();
  if (text == reported_missing_compilers_) return;
  reported_missing_compilers_ = text;
  if (exchange_.rank() == 0 && !settings().only_compiles)
    messages().info(text +
                    " Kernels that are not in the cache are replaced by built-in ones with their default plans.");
}

// Any process with a disk cache may have an error. A run that only compiles terminates with this error and prints no
// message here.
void KernelCache::report_disk_cache_error() {
  if (settings().only_compiles || has_reported_disk_cache_) return;
  for (auto const& error : exchange_.all_gather(disk_cache_error())) {
    if (error.empty()) continue;
    has_reported_disk_cache_ = true;
    if (exchange_.rank() == 0) messages().info(error + " The run continues without the cache.");
    return;
  }
}

std::optional<std::string> KernelCache::find_data(std::string const& key) const {
  return disk_cache_ ? disk_cache_->find(key) : std::nullopt;
}

void KernelCache::store_data(std::string const& key, std::string const& data) {
  if (disk_cache_) disk_cache_->store(key, data);
}

CompiledKernel& KernelCache::find_or_compile(KernelName const& kernel, std::size_t variant, ir::Graph const& graph,
                                             passes::KnownValues const& known, launch::LocalGrid const& grid,
                                             int thin_axis) {
  std::string const key = key_of(kernel, variant, known, grid.allocated, thin_axis);
  if (auto const entry = state_.kernels.find(key); entry != state_.kernels.end()) return entry->second.kernel;
  return add(key, compile_or_build_in(kernel, graph, known, grid, thin_axis));
}

CompiledKernel* KernelCache::find_or_compile(std::string const& key, std::vector<RegionSource> const& sources,
                                             launch::LocalGrid const& grid, std::string& reason) {
  if (auto const entry = state_.kernels.find(key); entry != state_.kernels.end()) return &entry->second.kernel;
  std::string cache_error;
  auto compiled = compile(sources, grid, cache_error);
  if (is_true_everywhere(exchange_, compiled.has_value())) return &add(key, std::move(*compiled));
  reason = sources.front().name + " is not built in. " + (cache_error.empty() ? no_compilers_text() : cache_error);
  return nullptr;
}

CompiledKernel& KernelCache::add(std::string const& key, Entry entry) {
  state_.in_order.push_back(&state_.kernels.emplace(key, std::move(entry)).first->second);
  return state_.in_order.back()->kernel;
}

void KernelCache::replace(std::vector<std::string> const& kernels) {
  auto const is_named = [&](RegionSource const& source) {
    return base::contains(kernels, source.kernel.full_name() + "." + ir::to_text(source.special.region));
  };
  for (Entry* const entry : state_.in_order)
    if (std::any_of(entry->sources.begin(), entry->sources.end(), is_named)) replace(*entry);
}

void KernelCache::replace(Entry& entry) {
  std::string cache_error;
  auto compiled = compile(entry.sources, entry.grid, cache_error);
  if (!is_true_everywhere(exchange_, compiled.has_value())) return;
  std::swap(entry, *compiled);
  state_.replaced.push_back(std::move(compiled->kernel));
}

std::string KernelCache::plans() const {
  std::string text;
  for (Entry const* const entry : state_.in_order) text += entry->plans;
  for (auto const& [key, plan] : state_.other_plans) text += plan;
  return text;
}

void KernelCache::set_plan(std::string const& key, std::string const& text) {
  for (auto& [known, plan] : state_.other_plans)
    if (known == key) {
      plan = text;
      return;
    }
  state_.other_plans.emplace_back(key, text);
}

std::vector<LoadedSource> KernelCache::load(std::vector<SourceKernel> const& kernels) {
  std::vector<jit::Request> requests;
  std::vector<device::LaunchShape> shapes;
  for (SourceKernel const& kernel : kernels) {
    requests.push_back(
        {kernel.name, kernel.source,
         jit::make_key(kernel.representation, kernel.plan, kernel.source, device().properties(), pool_)});
    shapes.push_back(kernel.shape);
  }
  ReportedCompilation const compilation(messages(), kernels.empty() ? std::string() : kernels.front().name);
  auto loaded = compile_and_load(requests, shapes);
  std::vector<LoadedSource> result;
  for (std::size_t n = 0; n < kernels.size(); ++n) {
    if (!loaded[n].module) throw_missing(kernels[n].name, no_compilers_text());
    result.push_back(add(kernels[n], std::move(loaded[n])));
  }
  return result;
}

LoadedSource KernelCache::load_alone(SourceKernel const& kernel) {
  if (settings().uses_disk_cache && !disk_cache_ && !own_disk_cache_)
    own_disk_cache_ =
        std::make_unique<jit::DiskCache>(jit::cache_folder(settings().cache_folder), settings().max_cache_bytes);
  jit::DiskCache* const disk = disk_cache_ ? disk_cache_.get() : own_disk_cache_.get();
  jit::SingleProcess group;
  jit::CompilerPool pool = jit::open_compiler_pool(local_compiler_, group, [&] { return disk; });
  jit::Request const request{
      kernel.name, kernel.source,
      jit::make_key(kernel.representation, kernel.plan, kernel.source, device().properties(), pool)};
  jit::LoadingSeconds seconds;
  ReportedCompilation const reported(messages(), kernel.name);
  auto loaded = jit::compile_and_load({request}, {&kernel.shape, 1}, pool, device(), disk, group, 1, seconds);
  seconds_.compile += seconds.compile;
  seconds_.load += seconds.load;
  if (!loaded.front().module) throw_missing(kernel.name, jit::to_text(pool));
  return add(kernel, std::move(loaded.front()));
}

/// Adds a loaded kernel to the records.
LoadedSource KernelCache::add(SourceKernel const& kernel, jit::Loaded loaded) {
  MeasuredKernel& measured = measured_kernel(kernel.name);
  monitor::KernelRecord record = kernel.record;
  record.kernel = measured.record.kernel, record.device = measured.record.device;
  record.is_from_cache = loaded.obtained.is_from_cache;
  record.compile_seconds = measured.record.compile_seconds + loaded.obtained.seconds;
  record.cache_error = on_one_line(loaded.cache_error);
  record.calls = measured.record.calls, record.points = measured.record.points;
  add_facts(record, *loaded.module);
  measured.record = record;
  return {std::move(loaded.module), &measured};
}

std::vector<RegionSource> KernelCache::specialise(KernelName const& kernel, ir::Graph const& graph,
                                                  passes::KnownValues const& known, int thin_axis) {
  if (messages().prints("graph")) messages().info("graph of " + kernel.full_name() + ":\n" + ir::to_text(graph));
  auto regions = timed(seconds_.specialise, [&] { return jit::specialise(graph, known); });
  std::vector<RegionSource> sources;
  for (auto& special : regions) {
    std::string const region = regions.size() > 1 ? std::string(".") + ir::to_text(special.region) : std::string();
    sources.push_back({kernel, kernel.full_name() + region, std::move(special), false, thin_axis});
  }
  return sources;
}

KernelCache::Entry KernelCache::compile_or_build_in(KernelName const& kernel, ir::Graph const& graph,
                                                    passes::KnownValues const& known, launch::LocalGrid const& grid,
                                                    int thin_axis) {
  std::string cache_error;
  if (auto compiled = compile(specialise(kernel, graph, known, thin_axis), grid, cache_error))
    return std::move(*compiled);
  KernelDrafts drafts = draft_built_in(kernel, graph, built_in_, no_compiler(), tools_);
  std::vector<jit::Loaded> not_loaded(drafts.kernels.size());
  for (auto& kernel_not_loaded : not_loaded) kernel_not_loaded.cache_error = cache_error;
  return bind(std::move(drafts), std::move(not_loaded), grid);
}

void KernelCache::prepare_cost_model() {
  if (has_access_times_ || !settings().measures_access_times) return;
  bool const is_planner_of_host = !pool_.compiler.empty() && device().properties().blocks.max_threads == 0;
  auto const planners = exchange_.all_gather(is_planner_of_host ? "host" : "");
  if (!base::contains(planners, "host")) return;
  share_access_times(*this);
  has_access_times_ = true;
}

// If no process of the compiler pool compiles for this process, compiled objects have no cache keys, and the disk cache
// cannot contain them.
std::optional<KernelCache::Entry> KernelCache::compile(std::vector<RegionSource> const& sources,
                                                       launch::LocalGrid const& grid, std::string& cache_error) {
  ReportedCompilation const compilation(messages(), sources.front().kernel.full_name());
  auto const trial = [&](ir::Graph const& graph, plan::KernelPlan const& plan) {
    return jit::trial_facts(graph, plan, grid.allocated, local_compiler_, device(), disk_cache_.get());
  };
  prepare_cost_model();
  auto const draft = [&] {
    return pool_.compiler.empty() ? KernelDrafts() : draft_kernels(sources, grid, tools_, trial, seconds_);
  };
  KernelDrafts drafts = draft();
  std::vector<jit::Loaded> loaded;
  try {
    loaded = compile_and_load(drafts.kernels);
  } catch (jit::CompilationError const& error) {
    if (!tools_.plans.tuned() || !tools_.plans.tuned()->disable(error.what())) throw;
    drafts = draft();
    loaded = compile_and_load(drafts.kernels);
  }
  bool const is_complete = !loaded.empty() && std::all_of(loaded.begin(), loaded.end(),
                                                          [](auto const& kernel) { return kernel.module != nullptr; });
  if (!is_complete) {
    cache_error = first_cache_error(loaded);
    return {};
  }
  Entry entry = bind(std::move(drafts), std::move(loaded), grid);
  if (settings().search_seconds > 0) entry.sources = sources, entry.grid = grid;
  return entry;
}

std::vector<jit::Loaded> KernelCache::compile_and_load(std::vector<KernelDraft> const& drafts) {
  std::vector<jit::Request> requests;
  std::vector<device::LaunchShape> shapes;
  for (KernelDraft const& draft : drafts) {
    std::string const key = jit::make_key(ir::to_text(draft.piece.graph), plan::to_text(draft.piece.plan),
                                          draft.lowered.source, device().properties(), pool_);
    requests.push_back({draft.name, draft.lowered.source, key});
    shapes.push_back(draft.lowered.shape);
  }
  return compile_and_load(requests, shapes);
}

std::vector<jit::Loaded> KernelCache::compile_and_load(std::vector<jit::Request> const& requests,
                                                       std::vector<device::LaunchShape> const& shapes) {
  int const n_compilers = settings().n_compilers > 0 ? settings().n_compilers : machine::this_machine().n_available;
  jit::LoadingSeconds seconds;
  auto loaded =
      jit::compile_and_load(requests, shapes, pool_, device(), disk_cache_.get(), exchange_, n_compilers, seconds);
  seconds_.compile += seconds.compile;
  seconds_.load += seconds.load;
  warn_about_repeated_compilations(loaded, exchange_, messages());
  report_disk_cache_error();
  report_missing_compilers();
  return loaded;
}

KernelCache::Entry KernelCache::bind(KernelDrafts drafts, std::vector<jit::Loaded> loaded,
                                     launch::LocalGrid const& grid) {
  for (std::size_t n = 0; n < drafts.kernels.size(); ++n) {
    KernelDraft const& draft = drafts.kernels[n];
    MeasuredKernel& measured = record(draft, loaded[n]);
    auto module = draft.make_built_in ? draft.make_built_in() : std::move(loaded[n].module);
    add_facts(measured.record, *module);
    drafts.regions[drafts.region_of[n]].parts.push_back(
        {launch::BoundKernel(draft.piece.graph, grid.extent, grid.allocated, std::move(module)), &measured});
  }
  return {std::move(drafts.regions), std::move(drafts.plans)};
}

MeasuredKernel& KernelCache::measured_kernel(std::string const& name) {
  for (auto& kernel : state_.measured)
    if (kernel.record.kernel == name) return kernel;
  state_.measured.push_back(meters_.make(name));
  return state_.measured.back();
}

MeasuredKernel& KernelCache::record(KernelDraft const& draft, jit::Loaded const& loaded) {
  auto& measured = measured_kernel(draft.name);
  auto& record = measured.record;
  bool const is_first = record.calls == 0 && record.compile_seconds == 0;
  record.is_from_cache = loaded.obtained.is_from_cache && (is_first || record.is_from_cache);
  record.compile_seconds += loaded.obtained.seconds;
  if (record.cache_error.empty()) record.cache_error = on_one_line(loaded.cache_error);
  record.plan = one_line(draft.piece.plan);
  record.plan_reason = draft.reason;
  record.is_built_in = record.is_built_in || draft.make_built_in;
  auto const counts = ir::count(draft.piece.graph);
  record.bytes_per_point = counts.bytes;
  record.flops_per_point = counts.flops;
  auto const by_purpose = plan::operations_by_purpose(draft.piece.graph);
  record.derivative_flops_per_point = by_purpose.derivatives;
  record.advection_flops_per_point = by_purpose.advection;
  auto const slow = ir::slow_operations(draft.piece.graph);
  record.divisions_per_point = slow.divisions;
  record.square_roots_per_point = slow.square_roots;
  record.cube_roots_per_point = slow.cube_roots;
  record.functions_per_point = slow.functions;
  return measured;
}

std::vector<monitor::KernelRecord> KernelCache::records() {
  std::vector<monitor::KernelRecord> records;
  for (auto& kernel : state_.measured) records.push_back(kernel.complete_record());
  return records;
}

} // namespace chemora::runtime
