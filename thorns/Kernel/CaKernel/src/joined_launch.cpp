// Gives arrays names that all kernels agree on, lets codegen/passes join, and runs region after region.
#include "joined_launch.hpp"

#include "cctk_Parameters.h"
#include "codegen/passes/join.hpp"
#include "codegen/passes/pipeline.hpp"
#include "compile_only.hpp"
#include "framework/base/errors.hpp"
#include "kernels/jit/specialise.hpp"
#include "kernels/tiling/choose_kernels.hpp"
#include "swap_arrays.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ca_kernel {

namespace base = chemora::base;
namespace ir = chemora::ir;
namespace launch = chemora::launch;
namespace passes = chemora::passes;
namespace tiling = chemora::tiling;
using base::UserError;

namespace {

bool has(std::vector<std::string> const& names, std::string const& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool touches(ir::Graph const& graph, std::string const& name) {
  return has(graph.inputs, name) || has(graph.outputs, name);
}

/// Whether one reads or stores what the other one stores.
bool depend(ir::Graph const& a, ir::Graph const& b) {
  auto const stores_for = [](ir::Graph const& writer, ir::Graph const& other) {
    return std::any_of(writer.outputs.begin(), writer.outputs.end(),
                       [&](std::string const& name) { return touches(other, name); });
  };
  return stores_for(a, b) || stores_for(b, a);
}

/// Throws the reason if the kernel had better be left as it is.
void check_size(ir::Graph const& graph, std::string const& device) {
  DECLARE_CCTK_PARAMETERS
  std::string reason;
  if (tiling::is_fat(graph, reason)) throw UserError("It would have too many arrays: " + reason + ".");
  int const limit = device == "host" ? tiling::most_operations_on_host : tiling::most_operations_in_blocks;
  int const most = fission_operations > 0 ? static_cast<int>(fission_operations) : limit;
  if (ir::count(graph).flops > most)
    throw UserError(fmt::format("It would have {} operations, more than {}.", ir::count(graph).flops, most));
}

/// What it reads, by itself or with its sums.
std::set<std::string> read_by(passes::Step const& step) {
  std::set<std::string> read(step.kernel.inputs.begin(), step.kernel.inputs.end());
  for (auto const& update : step.updates) {
    read.insert(update.sources.begin(), update.sources.end());
    if (update.keeps_target) read.insert(update.target);
  }
  for (auto const& [target, source] : step.copies) read.insert(source);
  return read;
}

ir::Region region_of(ir::Graph const& graph) { return graph.stores.front().region; }

/// Grows a part of the region along x where that ends, unless stencils at the ends of its rows might leave the array:
/// other rows have to lie before and behind those that are read with a displacement along x, of this reach.
void take_whole_rows(base::Box& box, base::Box const& region, ir::Reach const& reach, base::Index3 const& extent) {
  bool has_before = false, has_behind = false;
  for (std::size_t d = 1; d < 3; ++d) {
    has_before = has_before || box.lower[d] - reach.low[d] > 0;
    has_behind = has_behind || box.upper[d] + reach.high[d] < extent[d];
  }
  if (!has_before || !has_behind) return;
  if (box.lower[0] == region.lower[0]) box.lower[0] = 0;
  if (box.upper[0] == region.upper[0]) box.upper[0] = extent[0];
}

/// Joined calculations of a kernel are numbered as they come.
std::string name_of_joined(std::string const& full_name, std::string const& name, std::string const& key) {
  static std::map<std::string, std::vector<std::string>> known;
  auto& keys = known[full_name];
  auto found = std::find(keys.begin(), keys.end(), key);
  if (found == keys.end()) found = keys.insert(keys.end(), key);
  return fmt::format("{}_update{}", name, found - keys.begin() + 1);
}

} // namespace

std::vector<base::Box> outside(base::Box const& box, std::vector<base::Box> const& others) {
  std::vector<base::Box> left{box};
  for (auto const& other : others) {
    std::vector<base::Box> next;
    for (auto const& part : left) {
      auto const common = base::intersect(part, other);
      auto const pieces = common.is_empty() ? std::vector{part} : base::subtract(part, common);
      next.insert(next.end(), pieces.begin(), pieces.end());
    }
    left = std::move(next);
  }
  return left;
}

JoinedLaunch::JoinedLaunch(Waited const& waited, std::string const& key)
    : does_before_(waited.before.size()), does_update_(waited.updates.size()) {
  for (std::size_t n = 0; n < waited.launches.size(); ++n) add_launch(waited.launches[n], n);
  add_updates(waited.updates);
  add_before(waited.before);
  join(waited, key);
}

std::string JoinedLaunch::name(GridArray const& array) {
  std::string const text = name_of(array);
  arrays_[text] = array;
  return text;
}

void JoinedLaunch::add_launch(Runtime::Launch const& asked, std::size_t number) {
  ir::Graph const known = passes::specialise(asked.graph(), asked.known());
  Component added{asked.kernel->thorn,
                  asked.kernel->name,
                  {{asked.kernel->thorn, asked.kernel->name, {}}},
                  {},
                  {},
                  number,
                  {},
                  nullptr};
  added.step.kernel =
      passes::rename_arrays(known, [&](std::string const& variable) { return name(asked.array(variable)); });
  auto const found = std::find_if(components_.begin(), components_.end(),
                                  [&](Component const& other) { return depend(other.step.kernel, added.step.kernel); });
  if (found == components_.end()) {
    components_.push_back(std::move(added));
    return;
  }
  if (std::any_of(found + 1, components_.end(),
                  [&](Component const& other) { return depend(other.step.kernel, added.step.kernel); }))
    throw UserError(asked.kernel->full_name() + " depends on several kernels that wait.");
  found->step.kernel = passes::join(found->name, found->step.kernel, added.step.kernel);
  found->name += "_" + asked.kernel->name;
  found->kernels.push_back(added.kernels.front());
}

void JoinedLaunch::add_updates(std::vector<Sum> const& updates) {
  std::set<std::string> taken, left, touched_by_left; // targets; and sources
  for (std::size_t n = 0; n < updates.size(); ++n) {
    Sum const& sum = updates[n];
    passes::Update update{name(sum.target), sum.scale != 0, {}};
    for (auto const& term : sum.terms) update.sources.push_back(name(term.source));
    auto const belongs = [&](Component const& component) {
      auto const is_of = [&](std::string const& array) {
        return has(component.step.kernel.outputs, array) ||
               std::any_of(component.step.updates.begin(), component.step.updates.end(),
                           [&](passes::Update const& other) { return other.target == array; });
      };
      return is_of(update.target) || std::any_of(update.sources.begin(), update.sources.end(), is_of);
    };
    auto const found = std::find_if(components_.begin(), components_.end(), belongs);
    if (found != components_.end() && std::any_of(found + 1, components_.end(), belongs))
      throw UserError("The new value of " + update.target + " takes results of several independent kernels.");
    does_update_[n] = found != components_.end();
    (does_update_[n] ? taken : left).insert(update.target);
    for (auto const& source : update.sources)
      if ((does_update_[n] ? left : taken).contains(source))
        throw UserError("The new value of " + update.target + " takes one that no kernel takes part in.");
    if (!does_update_[n]) {
      touched_by_left.insert(update.target);
      touched_by_left.insert(update.sources.begin(), update.sources.end());
      continue;
    }
    if (touched_by_left.contains(update.target))
      throw UserError("The new value of " + update.target + " comes after a sum with it that no kernel takes part in.");
    found->updates.push_back(n);
    found->step.updates.push_back(std::move(update));
  }
  for (auto const& component : components_)
    if (component.updates.empty())
      throw UserError(component.thorn + "::" + component.name + " computes nothing that a new value takes.");
}

/// Copies that an update makes superfluous, and zeros of what a kernel computes, become part of the calculation.
void JoinedLaunch::add_before(std::vector<Sum> const& before) {
  for (std::size_t n = 0; n < before.size(); ++n) {
    std::string const target = name(before[n].target);
    auto const is_target = [&](passes::Update const& update) { return update.target == target; };
    for (auto& component : components_) {
      auto const& updates = component.step.updates;
      if (before[n].is_zero() && has(component.step.kernel.outputs, target)) {
        component.step.zeros.insert(target);
        does_before_[n] = true;
      } else if (before[n].is_copy() && std::any_of(updates.begin(), updates.end(), is_target)) {
        for (auto& reader : components_) reader.step.copies[target] = name(before[n].terms.front().source);
        does_before_[n] = true;
      }
    }
  }
}

void JoinedLaunch::join(Waited const& waited, std::string const& key) {
  std::vector<std::string> unneeded;
  for (auto const& array : waited.unneeded) unneeded.push_back(name(array));
  Runtime& runtime = Runtime::instance();
  for (auto component = components_.begin(); component != components_.end(); ++component) {
    auto& step = component->step;
    step.name = name_of_joined(component->thorn + "::" + component->name, component->name, key);
    for (auto const& array : unneeded)
      if (has(step.kernel.outputs, array) ||
          std::none_of(components_.begin(), components_.end(),
                       [&](Component const& other) { return touches(other.step.kernel, array); }))
        step.unneeded.push_back(array);
    for (auto other = component + 1; other != components_.end(); ++other) step.read_late.merge(read_by(other->step));
    step.may_swap = [&](std::string const& a, std::string const& b) { return may_swap(arrays_.at(a), arrays_.at(b)); };
    component->joined = passes::join_updates(step);
    for (auto const& [target, room] : component->joined.swaps) std::erase(unneeded, room);
    for (auto const& graph : component->joined.regions) check_size(graph, runtime.device()->properties().kind);
    auto const& pins = runtime.pinned_plans();
    for (auto const& kernel : component->kernels)
      if (pins.are_for({kernel.thorn, kernel.name, {}}) && !pins.are_for({component->thorn, step.name, {}}))
        throw UserError("A plan is pinned for " + kernel.name + ", and none for " + step.name + ".");
  }
}

std::string JoinedLaunch::prepare(cGH const* cctkGH, Waited const& waited, std::string const& key) {
  std::string reason;
  for (auto& component : components_) {
    component.parts = Runtime::instance().ready(cctkGH, component.step.name + " " + key, graphs_of(component),
                                                waited.launches[component.first_launch].grid, reason);
    if (!component.parts) break;
  }
  return reason;
}

std::string JoinedLaunch::describe() const {
  std::string text;
  for (auto const& component : components_) {
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

/// One for each region, then that of the rest, if there is any.
std::vector<Runtime::NamedGraph> JoinedLaunch::graphs_of(Component const& component) {
  std::vector<Runtime::NamedGraph> graphs;
  auto const& joined = component.joined;
  auto const add = [&](ir::Graph const& graph, std::string const& name, std::string const& region) {
    Kernel const kernel{component.thorn, name, {}};
    graphs.push_back({kernel, kernel.full_name() + region, chemora::jit::specialise(graph, {}).front(),
                      joined.has_whole_rows && &graph != &joined.rest});
  };
  for (auto const& graph : joined.regions)
    add(graph, component.step.name, joined.regions.size() > 1 ? "." + ir::to_text(region_of(graph)) : std::string());
  if (region_of(joined.regions.front()) != ir::Region::everywhere) add(joined.rest, component.step.name + "_rest", "");
  return graphs;
}

void JoinedLaunch::run(cGH const* cctkGH, Waited const& waited) {
  if (CCTK_CompilesOnly()) return;
  for (auto& component : components_) run(cctkGH, component, waited);
  swap(cctkGH);
  notify(cctkGH);
}

void JoinedLaunch::before_writing(cGH const* cctkGH, Component const& component) const {
  std::set<std::string> stored(component.joined.rest.outputs.begin(), component.joined.rest.outputs.end());
  for (auto const& graph : component.joined.regions) stored.insert(graph.outputs.begin(), graph.outputs.end());
  for (auto const& array : stored) announce_writing(cctkGH, arrays_.at(array), CCTK_VALID_EVERYWHERE);
}

BoxList JoinedLaunch::read_by_rest(cGH const* cctkGH, Component const& component,
                                   std::vector<base::Box> const& boxes) const {
  BoxList list;
  int const level = refinement_level(cctkGH);
  for (auto const& input : component.joined.rest.inputs)
    for (auto const& box : boxes)
      if (!box.is_empty()) list.add(arrays_.at(input), level, box);
  return list;
}

std::map<std::string, double> JoinedLaunch::parameters(Component const& component, Waited const& waited) const {
  std::map<std::string, double> values;
  for (std::size_t n = 0; n < component.updates.size(); ++n) {
    Sum const& sum = waited.updates[component.updates[n]];
    values[passes::scale_name(n)] = sum.scale;
    for (std::size_t k = 0; k < sum.terms.size(); ++k) values[passes::factor_name(n, k)] = sum.terms[k].factor;
  }
  auto const& grid = waited.launches[component.first_launch].grid;
  auto const bounds = launch::boxes_of(region_of(component.joined.regions.front()), grid);
  if (component.joined.has_whole_rows) {
    base::Box const inside = bounds.empty() ? base::Box{} : bounds.front();
    values[passes::inside_lower] = inside.lower[0] + grid.scalars.lower_global[0];
    values[passes::inside_upper] = inside.upper[0] + grid.scalars.lower_global[0];
  }
  return values;
}

// What needs no ghost zones that are still on their way is computed before they arrive, as in other launches.
void JoinedLaunch::run(cGH const* cctkGH, Component& component, Waited const& waited) {
  auto const& grid = waited.launches[component.first_launch].grid;
  auto const values = parameters(component, waited);
  int const level = refinement_level(cctkGH);
  FindGridArray const find = [&](std::string const& name) { return arrays_.at(name); };
  auto const memory = [&](std::string const& name) {
    return Device_Array(cctkGH, find(name).variable, level, find(name).time_level);
  };
  std::vector<base::Box> covered;
  auto const run_boxes = [&](Runtime::Part& part, std::vector<base::Box> boxes, bool is_deep, bool is_rest) {
    part.data.require(cctkGH, boxes, find);
    if (component.joined.has_whole_rows) {
      auto grown = boxes;
      for (auto& box : grown)
        take_whole_rows(box, launch::boxes_of(part.region, grid).front(), part.data.reach_of_rows(), grid.extent);
      auto const ends = read_by_rest(cctkGH, component, grown);
      if (!is_deep || !are_in_flight(cctkGH, ends)) ca_kernel::require(cctkGH, ends), boxes = std::move(grown);
    }
    covered.insert(covered.end(), boxes.begin(), boxes.end());
    Runtime::instance().run(part, boxes, is_rest, grid, values, memory);
  };
  before_writing(cctkGH, component);
  for (std::size_t n = 0; n < component.joined.regions.size(); ++n) {
    auto& part = (*component.parts)[n];
    auto boxes = launch::boxes_of(part.region, grid);
    bool const waits = part.data.is_in_flight(cctkGH, boxes, find);
    if (waits) {
      auto [deep, rest] = part.data.not_in_flight(cctkGH, boxes, grid, find);
      run_boxes(part, std::move(deep), true, false);
      boxes = std::move(rest);
    }
    run_boxes(part, std::move(boxes), false, waits);
  }
  if (component.parts->size() == component.joined.regions.size()) return;
  auto const left = outside({{0, 0, 0}, grid.extent}, covered);
  ca_kernel::require(cctkGH, read_by_rest(cctkGH, component, left));
  Runtime::instance().run(component.parts->back(), left, false, grid, values, memory);
}

// Exchanges know addresses: what is on its way arrives first.
void JoinedLaunch::swap(cGH const* cctkGH) const {
  for (auto const& component : components_)
    for (auto const& [a, b] : component.joined.swaps) {
      for (auto const& name : {a, b}) announce_writing(cctkGH, arrays_.at(name), CCTK_VALID_EVERYWHERE);
      swap_arrays(cctkGH, arrays_.at(a), arrays_.at(b));
    }
}

// What is not stored counts as written, too, since its memory has changed, and then as nothing.
void JoinedLaunch::notify(cGH const* cctkGH) const {
  if (!has_accelerator()) return;
  BoxList written, unstored;
  std::vector<CCTK_INT> regions;
  int const level = refinement_level(cctkGH);
  auto const add = [&](std::string const& name, ir::Region region) {
    written.add(arrays_.at(name), level, {});
    regions.push_back(bits(region));
  };
  for (auto const& component : components_) {
    for (auto const& name : component.joined.written) add(name, ir::Region::everywhere);
    for (auto const& [target, room] : component.joined.swaps) add(room, ir::Region::everywhere);
    for (auto const& [name, region] : component.joined.written_in_part) add(name, region);
    for (auto const& name : component.joined.unstored) unstored.add(arrays_.at(name), level, {});
  }
  Accelerator_NotifyRegionsModified(cctkGH, written.variables.data(), written.levels.data(), written.time_levels.data(),
                                    regions.data(), written.size(), runs_on_device(cctkGH));
  static bool const can_tell = CCTK_IsFunctionAliased("Accelerator_RequireInvalidData") != 0;
  if (!can_tell) return;
  for (CCTK_INT const side : {0, 1})
    if (side == 0 || runs_on_device(cctkGH))
      Accelerator_RequireInvalidData(cctkGH, unstored.variables.data(), unstored.levels.data(),
                                     unstored.time_levels.data(), unstored.size(), side);
}

} // namespace ca_kernel
