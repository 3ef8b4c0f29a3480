#include "kernels/jit/compile_and_load.hpp"

#include "kernels/jit/specialise.hpp"
#include "kernels/machine/timed.hpp"

#include <algorithm>

namespace chemora::jit {

namespace {

/// Loads the object of a request. Returns whether the object is usable.
bool load(Loaded& loaded, Request const& request, device::LaunchShape const& shape, device::Device& device) {
  if (loaded.obtained.object.empty()) return true;
  try {
    loaded.module = device.load(request.kernel, loaded.obtained.object, shape);
    return true;
  } catch (device::DeviceError const& error) {
    if (!loaded.obtained.is_from_cache) throw;
    loaded.cache_error = error.what();
    return false;
  }
}

/// Whether any process has unusable objects. The function is collective.
bool is_any(std::vector<std::size_t> const& unusable, ProcessGroup& group) {
  auto const by_rank = group.all_gather(unusable.empty() ? "" : "some");
  return std::any_of(by_rank.begin(), by_rank.end(), [](auto const& text) { return !text.empty(); });
}

} // namespace

std::vector<Loaded> compile_and_load(std::vector<Request> const& requests, std::span<device::LaunchShape const> shapes,
                                     CompilerPool& pool, device::Device& device, DiskCache* cache, ProcessGroup& group,
                                     int n_compilers, LoadingSeconds& seconds) {
  std::vector<Loaded> kernels(requests.size());
  auto obtained = machine::timed(seconds.compile,
                                 [&] { return compile_requests(requests, pool, device, cache, group, n_compilers); });
  std::vector<std::size_t> unusable;
  std::vector<Request> again;
  for (std::size_t n = 0; n < kernels.size(); ++n) {
    kernels[n].obtained = std::move(obtained[n]);
    if (machine::timed(seconds.load, [&] { return load(kernels[n], requests[n], shapes[n], device); })) continue;
    unusable.push_back(n);
    again.push_back(requests[n]);
  }
  if (!is_any(unusable, group)) return kernels;

  obtained = machine::timed(seconds.compile, [&] {
    return compile_requests(again, pool, device, cache, group, n_compilers, CacheUse::only_store);
  });
  for (std::size_t i = 0; i < unusable.size(); ++i) {
    std::size_t const n = unusable[i];
    kernels[n].obtained = std::move(obtained[i]);
    machine::timed(seconds.load, [&] { return load(kernels[n], requests[n], shapes[n], device); });
  }
  return kernels;
}

std::optional<device::KernelFacts> trial_facts(ir::Graph const& graph, plan::KernelPlan const& plan,
                                               base::Index3 const& allocated, LocalCompiler const& local,
                                               device::Device& device, DiskCache* cache) {
  device::Properties const& properties = device.properties();
  if (!properties.blocks.reports_registers) return {};
  plan::Plan trial;
  trial.kernel = graph.name;
  trial.device = properties.kind;
  trial.kernels.front() = plan;
  Lowered const lowered = lower_to_source(graph, trial.kernels.front(), allocated, properties.language);
  CompilerPool pool = single_compiler_pool(local);
  std::string const key = make_key(ir::to_text(graph), plan::to_text(trial), lowered.source, properties, pool);
  SingleProcess group;
  Request const request{graph.name + " (trial)", lowered.source, key};
  LoadingSeconds seconds; // not read, because the caller counts trial compilations as planning time
  auto const loaded = compile_and_load({request}, {&lowered.shape, 1}, pool, device, cache, group, 1, seconds);
  if (!loaded.front().module) return {};
  return loaded.front().module->facts();
}

} // namespace chemora::jit
