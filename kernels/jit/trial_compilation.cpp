#include "kernels/jit/trial_compilation.hpp"

#include "kernels/jit/compile_and_load.hpp"
#include "kernels/jit/specialise.hpp"

namespace chemora::jit {

std::optional<device::KernelFacts> trial_facts(ir::Graph const& graph, plan::KernelPlan const& plan,
                                               base::Index3 const& allocated, Craftsman const& mine,
                                               device::Device& device, DiskCache* cache) {
  device::Properties const& properties = device.properties();
  if (!properties.blocks.facts_tell_threads) return {};
  plan::Plan trial;
  trial.kernel = graph.name;
  trial.device = properties.kind;
  trial.kernels.front() = plan;
  Lowered const lowered = lower_to_source(graph, trial.kernels.front(), allocated, properties.language);
  Workshop workshop = workshop_alone(mine);
  std::string const key = make_key(ir::to_text(graph), plan::to_text(trial), lowered.source, properties, workshop);
  Alone alone;
  Request const request{graph.name + " (trial)", lowered.source, key};
  LoadingSeconds seconds; // the caller counts them as planning
  auto const loaded = compile_and_load({request}, {&lowered.shape, 1}, workshop, device, cache, alone, 1, seconds);
  if (!loaded.front().module) return {};
  return loaded.front().module->facts();
}

} // namespace chemora::jit
