// A kernel with one warp per block.
#include "kernels/jit/trial_compilation.hpp"

#include "kernels/jit/compile_and_load.hpp"
#include "kernels/jit/specialise.hpp"

#include <algorithm>

namespace chemora::jit {

int most_threads_by_trial(ir::Graph const& graph, base::Index3 const& allocated, Craftsman const& mine,
                          device::Device& device, DiskCache* cache) {
  device::Properties const& properties = device.properties();
  if (!properties.blocks.facts_tell_threads) return 0;
  int const warp = std::max(1, properties.blocks.warp);
  plan::Plan trial;
  trial.kernel = graph.name;
  trial.device = properties.kind;
  trial.kernels.front().tile = trial.kernels.front().block = {warp, 1, 1};
  Lowered const lowered = lower_to_source(graph, trial.kernels.front(), allocated, properties.language);
  Workshop workshop = workshop_alone(mine);
  std::string const key = make_key(ir::to_text(graph), plan::to_text(trial), lowered.source, properties, workshop);
  Alone alone;
  Request const request{graph.name + " (trial)", lowered.source, key};
  LoadingSeconds seconds; // the caller counts them as planning
  auto const loaded = compile_and_load({request}, {&lowered.shape, 1}, workshop, device, cache, alone, 1, seconds);
  if (!loaded.front().module) return 0;
  auto const facts = loaded.front().module->facts();
  return facts ? facts->most_threads : 0;
}

} // namespace chemora::jit
