// Looks at who stores what others touch; codegen/passes join.
#include "components.hpp"

#include "codegen/passes/fuse_graphs.hpp"
#include "framework/base/errors.hpp"
#include "kernels/tiling/choose_kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace ca_kernel {

namespace ir = chemora::ir;
namespace passes = chemora::passes;
using chemora::base::UserError;

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

/// The only one for which this holds, or null; throws `reason` if there are several.
template <typename Holds>
Component* only(std::vector<Component>& components, Holds const& holds, std::string const& reason) {
  auto const found = std::find_if(components.begin(), components.end(), holds);
  if (found == components.end()) return nullptr;
  if (std::any_of(found + 1, components.end(), holds)) throw UserError(reason);
  return &*found;
}

void add_kernel(std::vector<Component>& components, WaitingKernel const& kernel, std::size_t number) {
  auto* const one = only(
      components, [&](Component const& other) { return depend(other.step.kernel, kernel.graph); },
      fmt::format("{}::{} depends on several kernels that wait.", kernel.name.thorn, kernel.name.name));
  if (!one) {
    components.push_back({kernel.name.thorn, kernel.name.name, {kernel.name}, number, {}, {}, {}});
    components.back().step.kernel = kernel.graph;
    return;
  }
  one->step.kernel = passes::fuse_graphs(one->name, one->step.kernel, kernel.graph);
  one->name += "_" + kernel.name.name;
  one->kernels.push_back(kernel.name);
}

/// Sums in their order. Those that are left come after all that are taken, so that they must not depend on one another
/// the other way round.
class Sums {
public:
  explicit Sums(Division& division) : division_(division) {}

  void add(passes::Update const& update, std::size_t number) {
    auto const belongs = [&](Component const& component) {
      auto const is_of = [&](std::string const& array) {
        return has(component.step.kernel.outputs, array) ||
               std::any_of(component.step.updates.begin(), component.step.updates.end(),
                           [&](passes::Update const& other) { return other.target == array; });
      };
      return is_of(update.target) || std::any_of(update.sources.begin(), update.sources.end(), is_of);
    };
    auto* const component =
        only(division_.components, belongs,
             "The new value of " + update.target + " takes results of several independent kernels.");
    division_.does_update[number] = component != nullptr;
    (component ? taken_ : left_).insert(update.target);
    for (auto const& source : update.sources)
      if ((component ? left_ : taken_).contains(source))
        throw UserError("The new value of " + update.target + " takes one that no kernel takes part in.");
    if (!component) {
      touched_by_left_.insert(update.target);
      touched_by_left_.insert(update.sources.begin(), update.sources.end());
      return;
    }
    if (touched_by_left_.contains(update.target))
      throw UserError("The new value of " + update.target + " comes after a sum with it that no kernel takes part in.");
    component->updates.push_back(number);
    component->step.updates.push_back(update);
  }

private:
  Division& division_;
  std::set<std::string> taken_, left_, touched_by_left_; ///< targets; and sources
};

/// Copies that an update makes superfluous, and zeros of what a kernel computes, become part of the calculation.
bool takes_part(std::vector<Component>& components, Beginning const& before) {
  bool is_taken = false;
  auto const is_target = [&](passes::Update const& update) { return update.target == before.target; };
  for (auto& component : components) {
    auto const& updates = component.step.updates;
    if (before.source.empty() && has(component.step.kernel.outputs, before.target)) {
      component.step.zeros.insert(before.target);
      is_taken = true;
    } else if (!before.source.empty() && std::any_of(updates.begin(), updates.end(), is_target)) {
      for (auto& reader : components) reader.step.copies[before.target] = before.source;
      is_taken = true;
    }
  }
  return is_taken;
}

/// What it reads, by itself or with its sums.
std::set<std::string> read_by(passes::Substep const& step) {
  std::set<std::string> read(step.kernel.inputs.begin(), step.kernel.inputs.end());
  for (auto const& update : step.updates) {
    read.insert(update.sources.begin(), update.sources.end());
    if (update.keeps_target) read.insert(update.target);
  }
  for (auto const& [target, source] : step.copies) read.insert(source);
  return read;
}

void check_size(ir::Graph const& graph, int most_operations) {
  if (int const n = ir::count(graph).flops; n > most_operations)
    throw UserError(fmt::format("It would have {} operations, more than {}.", n, most_operations));
}

/// Makes it one calculation, or says why not: the same on all processes, whatever their devices.
std::string why_not_one(Component& component) {
  std::string reason;
  try {
    for (auto const& arrays : passes::array_accesses(component.step))
      if (chemora::tiling::has_many_arrays(arrays.inputs.size() + arrays.outputs.size(), reason))
        return "It would have too many arrays: " + reason + ".";
    component.joined = passes::fuse_updates(component.step);
  } catch (UserError const& error) {
    return error.diagnostics().front().message;
  }
  return {};
}

void join_apart(Component& component) {
  if (component.kernels.size() > 1) throw UserError(component.why_apart);
  try {
    component.apart = passes::separate_updates(component.step);
  } catch (UserError const& error) {
    throw UserError(component.why_apart + " Nor can its sums follow at once. " + error.diagnostics().front().message);
  }
}

void check_pins(Component const& component, JoiningRules const& rules) {
  for (auto const& kernel : component.kernels)
    if (rules.has_pin(kernel) && !rules.has_pin({component.thorn, component.step.name}))
      throw UserError("A plan is pinned for " + kernel.name + ", and none for " + component.step.name + ".");
}

} // namespace

Division divide(std::vector<WaitingKernel> const& kernels, std::vector<Beginning> const& before,
                std::vector<passes::Update> const& updates) {
  Division division{{}, std::vector<bool>(before.size()), std::vector<bool>(updates.size())};
  for (std::size_t n = 0; n < kernels.size(); ++n) add_kernel(division.components, kernels[n], n);
  Sums sums(division);
  for (std::size_t n = 0; n < updates.size(); ++n) sums.add(updates[n], n);
  for (auto const& component : division.components)
    if (component.updates.empty())
      throw UserError(component.thorn + "::" + component.name + " computes nothing that a new value takes.");
  for (std::size_t n = 0; n < before.size(); ++n) division.does_before[n] = takes_part(division.components, before[n]);
  return division;
}

void join(std::vector<Component>& components, JoiningRules const& rules) {
  auto unneeded = rules.unneeded;
  for (auto component = components.begin(); component != components.end(); ++component) {
    auto& step = component->step;
    step.name = rules.name(*component);
    for (auto const& array : unneeded)
      if (has(step.kernel.outputs, array) ||
          std::none_of(components.begin(), components.end(),
                       [&](Component const& other) { return touches(other.step.kernel, array); }))
        step.unneeded.push_back(array);
    for (auto other = component + 1; other != components.end(); ++other) step.read_later.merge(read_by(other->step));
    step.may_swap = rules.may_swap;
    component->why_apart = why_not_one(*component);
    if (component->why_apart.empty()) {
      for (auto const& graph : component->joined.regions) check_size(graph, rules.most_operations);
      check_pins(*component, rules);
    } else {
      join_apart(*component);
    }
    for (auto const& [target, room] : component->changes().swaps) std::erase(unneeded, room);
  }
}

} // namespace ca_kernel
