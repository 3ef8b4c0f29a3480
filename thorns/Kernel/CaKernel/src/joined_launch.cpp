// Gives arrays names that all kernels agree on, divides and joins, and has what comes of it compiled.
#include "joined_launch.hpp"

#include "cctk_Parameters.h"
#include "codegen/passes/pipeline.hpp"
#include "kernels/jit/specialise.hpp"
#include "kernels/tiling/choose_kernels.hpp"
#include "swap_arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace ca_kernel {

namespace ir = chemora::ir;
namespace passes = chemora::passes;
namespace tiling = chemora::tiling;

namespace {

int most_operations(std::string const& device) {
  DECLARE_CCTK_PARAMETERS
  if (fission_operations > 0) return static_cast<int>(fission_operations);
  return device == "host" ? tiling::most_operations_on_host : tiling::most_operations_in_blocks;
}

/// Joined calculations of a kernel are numbered as they come.
std::string name_of_joined(std::string const& full_name, std::string const& name, std::string const& key) {
  static std::map<std::string, std::vector<std::string>> known;
  auto& keys = known[full_name];
  auto found = std::find(keys.begin(), keys.end(), key);
  if (found == keys.end()) found = keys.insert(keys.end(), key);
  return fmt::format("{}_update{}", name, found - keys.begin() + 1);
}

/// Kept, as every kind of substep asks for the same.
ir::Graph const& specialised(Runtime::Launch const& asked) {
  static std::map<std::string, ir::Graph> known;
  std::string const key = asked.key();
  if (auto const found = known.find(key); found != known.end()) return found->second;
  return known[key] = passes::specialise(asked.graph(), asked.known());
}

} // namespace

JoinedLaunch::JoinedLaunch(Waited const& waited, std::string const& key) {
  divide(waited);
  join(waited, key);
}

std::string JoinedLaunch::name(GridArray const& array) {
  std::string const text = name_of(array);
  arrays_[text] = array;
  return text;
}

void JoinedLaunch::divide(Waited const& waited) {
  std::vector<WaitingKernel> kernels;
  for (auto const& asked : waited.launches)
    kernels.push_back({*asked.kernel, passes::rename_arrays(specialised(asked), [&](std::string const& variable) {
                         return name(asked.array(variable));
                       })});
  std::vector<Beginning> before;
  for (Sum const& sum : waited.before)
    before.push_back({name(sum.target), sum.is_zero() ? std::string() : name(sum.terms.front().source)});
  std::vector<passes::Update> updates;
  for (Sum const& sum : waited.updates) {
    updates.push_back({name(sum.target), sum.scale != 0, {}});
    for (auto const& term : sum.terms) updates.back().sources.push_back(name(term.source));
  }
  division_ = ca_kernel::divide(kernels, before, updates);
}

void JoinedLaunch::join(Waited const& waited, std::string const& key) {
  Runtime& runtime = Runtime::instance();
  auto const& pins = runtime.pinned_plans();
  JoiningRules rules{
      .unneeded = {},
      .may_swap = [&](auto const& a, auto const& b) { return may_swap(arrays_.at(a), arrays_.at(b)); },
      .name = [&](auto const& one) { return name_of_joined(one.thorn + "::" + one.name, one.name, key); },
      .most_operations = most_operations(runtime.device()->properties().kind),
      .has_pin = [&](auto const& kernel) { return pins.are_for(kernel); }};
  for (auto const& array : waited.unneeded) rules.unneeded.push_back(name(array));
  ca_kernel::join(division_.components, rules);
}

std::string JoinedLaunch::prepare(cGH const* cctkGH, Waited const& waited, std::string const& key) {
  std::string reason;
  for (auto const& component : division_.components) {
    auto const& grid = waited.launches[component.first_launch].grid;
    auto& prepared = prepared_.emplace_back();
    if (component.apart) {
      Runtime::instance().compile(cctkGH, kernel_of(component, waited));
      prepared.sums.emplace(*component.apart, [&](auto const& name) { return arrays_.at(name); });
      reason = prepared.sums->prepare(cctkGH, grid);
    } else {
      prepared.parts =
          Runtime::instance().ready(cctkGH, component.step.name + " " + key, graphs_of(component), grid, reason);
    }
    if (!reason.empty()) break;
  }
  return reason;
}

std::string JoinedLaunch::describe() const {
  std::string text;
  for (auto const& component : division_.components) {
    if (component.apart) continue;
    std::set<std::string> targets;
    for (auto const& update : component.step.updates) targets.insert(update.target);
    std::vector<std::string> swaps;
    for (auto const& [a, b] : component.joined.swaps) swaps.push_back(a + " and " + b);
    text += fmt::format("{}{}::{} does {} and the new values of {}{}{}.", text.empty() ? "" : " ", component.thorn,
                        component.step.name, component.name, fmt::join(targets, ", "),
                        swaps.empty() ? "" : "; then these change places: ", fmt::join(swaps, ", "));
  }
  return text;
}

std::string JoinedLaunch::describe_apart() const {
  std::string text;
  for (auto const& component : division_.components)
    if (component.apart)
      text += fmt::format("{}{}::{} is not one calculation with them. {}", text.empty() ? "" : " ", component.thorn,
                          component.name, component.why_apart);
  return text;
}

Runtime::Launch JoinedLaunch::kernel_of(Component const& component, Waited const& waited) const {
  Runtime::Launch launch = waited.launches[component.first_launch];
  for (auto const& [target, source] : component.step.copies)
    launch.read_instead[arrays_.at(target)] = arrays_.at(source);
  return launch;
}

/// One for each region, then that of the rest, if there is any.
std::vector<Runtime::NamedGraph> JoinedLaunch::graphs_of(Component const& component) {
  std::vector<Runtime::NamedGraph> graphs;
  auto const& joined = component.joined;
  auto const add = [&](ir::Graph const& graph, std::string const& name, std::string const& region) {
    KernelName const kernel{component.thorn, name};
    graphs.push_back({kernel, kernel.full_name() + region, chemora::jit::specialise(graph, {}).front(),
                      joined.covers_whole_rows && &graph != &joined.remainder});
  };
  for (auto const& graph : joined.regions)
    add(graph, component.step.name,
        joined.regions.size() > 1 ? "." + ir::to_text(stored_region(graph)) : std::string());
  if (stored_region(joined.regions.front()) != ir::Region::everywhere)
    add(joined.remainder, component.step.name + "_rest", "");
  return graphs;
}

} // namespace ca_kernel
