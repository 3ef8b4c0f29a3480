#include "kernels/tuning/division.hpp"

#include "codegen/plan/fission.hpp"

#include <algorithm>
#include <charconv>

namespace chemora::tuning {

namespace {

using ir::Op;
using ir::ValueId;

/// Returns whether each value is used several times. A store counts as a use.
std::vector<bool> used_several_times(ir::Graph const& graph) {
  std::vector<int> n_uses(graph.values.size(), 0);
  for (ir::Value const& value : graph.values)
    for (ValueId const operand : value.operands) ++n_uses[static_cast<std::size_t>(operand)];
  for (ir::Store const& store : graph.stores) ++n_uses[static_cast<std::size_t>(store.value)];
  std::vector<bool> result;
  for (int const n : n_uses) result.push_back(n > 1);
  return result;
}

/// Builds the kernels of a division in order, and records which values the kernels so far have computed.
class Assembly {
public:
  Assembly(ir::Graph const& graph, Division const& division)
      : graph_(graph), division_(division), is_computed_(graph.values.size(), false) {}

  DividedPlan run(std::vector<plan::KernelPlan> const& mappings, std::string const& device) {
    DividedPlan divided{{.kernel = graph_.name, .device = device, .kernels = {}}, {}};
    plan::Plan& plan = divided.plan;
    for (std::size_t k = 0; k < mappings.size(); ++k) {
      auto stores = stores_of(static_cast<int>(k));
      if (stores.empty()) continue;
      plan.kernels.push_back(mappings[k]);
      plan.kernels.back().stores = std::move(stores);
      divided.kernels.push_back(k);
    }
    if (plan.kernels.size() == 1) {
      plan.kernels.front().stores.clear();
      return divided;
    }
    for (std::size_t id = 0; id < graph_.values.size(); ++id)
      if (division_.is_stored[id] && is_computed_[id]) plan.grid.push_back(static_cast<ValueId>(id));
    plan = plan::store_overwritten_inputs(graph_, plan);
    std::sort(plan.grid.begin(), plan.grid.end());
    return divided;
  }

private:
  std::vector<std::string> stores_of(int k) {
    std::vector<std::string> names;
    std::vector<bool> is_needed(graph_.values.size(), false);
    for (std::size_t n = 0; n < graph_.stores.size(); ++n) {
      if (division_.kernel_of_store[n] != k) continue;
      names.push_back(graph_.stores[n].variable);
      need(graph_.stores[n].value, is_needed);
    }
    for (std::size_t id = 0; id < graph_.values.size(); ++id) {
      if (!division_.is_stored[id] || division_.kernel_of_value[id] != k || is_computed_[id]) continue;
      names.push_back(plan::grid_name(static_cast<ValueId>(id)));
      is_needed[id] = true;
    }
    follow(is_needed);
    return names;
  }

  /// Marks a value as needed, unless the kernel reads it from the grid.
  void need(ValueId value, std::vector<bool>& is_needed) const {
    auto const id = static_cast<std::size_t>(value);
    if (!(division_.is_stored[id] && is_computed_[id])) is_needed[id] = true;
  }

  void follow(std::vector<bool>& is_needed) {
    for (std::size_t id = graph_.values.size(); id-- > 0;)
      if (is_needed[id] && graph_.values[id].op != Op::shift)
        for (ValueId const operand : graph_.values[id].operands) need(operand, is_needed);
    for (std::size_t id = 0; id < graph_.values.size(); ++id)
      if (is_needed[id]) is_computed_[id] = true;
  }

  ir::Graph const& graph_;
  Division const& division_;
  std::vector<bool> is_computed_; ///< by any kernel so far
};

/// Removes the stored values that no later kernel reads from the division. Returns whether there were any.
bool remove_unread(ir::Graph const& graph, plan::Plan const& plan, Division& division) {
  if (plan.grid.empty()) return false;
  base::Diagnostics diagnostics;
  auto const shares = plan::partition(graph, plan, diagnostics);
  bool has_changed = false;
  for (ValueId const value : plan.grid) {
    auto const id = static_cast<std::size_t>(value);
    bool const is_read = std::any_of(shares.begin(), shares.end(), [&](plan::Share const& share) {
      return (share.uses[id] & plan::read_from_grid) != 0;
    });
    if (is_read || !division.is_stored[id]) continue;
    division.is_stored[id] = false;
    has_changed = true;
  }
  return has_changed;
}

} // namespace

std::vector<ValueId> storable_values(ir::Graph const& graph) {
  auto is_candidate = used_several_times(graph);
  for (std::size_t id = 0; id < graph.values.size(); ++id)
    if (graph.values[id].op == Op::shift) is_candidate[id] = false;
  for (ValueId const value : plan::stencil_values(graph)) is_candidate[static_cast<std::size_t>(value)] = true;
  auto const varies = ir::varies_over_grid(graph);
  std::vector<ValueId> values;
  for (std::size_t id = 0; id < graph.values.size(); ++id) {
    ir::Value const& value = graph.values[id];
    if (is_candidate[id] && varies[id] && value.op != Op::load && value.type == graph.real)
      values.push_back(static_cast<ValueId>(id));
  }
  return values;
}

Division undivided(ir::Graph const& graph) {
  return {std::vector<int>(graph.stores.size(), 0), std::vector<bool>(graph.values.size(), false),
          std::vector<int>(graph.values.size(), Division::first_kernel)};
}

Division division_of(ir::Graph const& graph, plan::Plan const& plan) {
  Division division = undivided(graph);
  base::Diagnostics diagnostics;
  auto const shares = plan::partition(graph, plan, diagnostics);
  diagnostics.throw_if_errors();
  for (std::size_t n = 0; n < graph.stores.size(); ++n)
    for (std::size_t k = 0; k < shares.size(); ++k)
      if (std::find(shares[k].stores.begin(), shares[k].stores.end(), graph.stores[n]) != shares[k].stores.end())
        division.kernel_of_store[n] = static_cast<int>(k);
  auto const is_load = [&](ValueId value) { return graph.values[static_cast<std::size_t>(value)].op == Op::load; };
  for (ValueId const value : plan.grid)
    if (!is_load(value)) division.is_stored[static_cast<std::size_t>(value)] = true;
  for (std::size_t k = 0; k < plan.kernels.size(); ++k)
    for (std::string const& name : plan.kernels[k].stores) {
      ValueId value = 0;
      if (!name.starts_with('%')) continue;
      std::from_chars(name.data() + 1, name.data() + name.size(), value);
      if (!is_load(value)) division.kernel_of_value[static_cast<std::size_t>(value)] = static_cast<int>(k);
    }
  return division;
}

DividedPlan to_plan(ir::Graph const& graph, Division division, std::vector<plan::KernelPlan> const& mappings,
                    std::string const& device) {
  DividedPlan divided = Assembly(graph, division).run(mappings, device);
  while (remove_unread(graph, divided.plan, division)) divided = Assembly(graph, division).run(mappings, device);
  return divided;
}

plan::Plan canonical(ir::Graph const& graph, plan::Plan const& plan) {
  return to_plan(graph, division_of(graph, plan), plan.kernels, plan.device).plan;
}

} // namespace chemora::tuning
