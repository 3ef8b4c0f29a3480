/// Splits a graph into the graphs of the kernels of a plan.
#include "codegen/plan/fission.hpp"

#include "codegen/ir/graph_builder.hpp"
#include "codegen/plan/buffered_values.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace chemora::plan {

namespace {

using ir::Op;
using ir::ValueId;

/// Generates names of temporaries that differ from all variables of the graph.
class TemporaryNames {
public:
  explicit TemporaryNames(ir::Graph const& graph) : taken_(graph.inputs.begin(), graph.inputs.end()) {
    taken_.insert(graph.outputs.begin(), graph.outputs.end());
  }

  std::string of(ValueId value) const {
    std::string name = fmt::format("temporary::v{}", value);
    while (taken_.contains(name)) name += "_";
    return name;
  }

private:
  std::set<std::string> taken_;
};

/// Returns a graph with the declarations of `graph` and no values.
ir::Graph head_of(ir::Graph const& graph, std::string const& name) {
  ir::Graph head;
  head.name = name;
  head.dimension = graph.dimension;
  head.real = graph.real;
  head.element_types = graph.element_types;
  head.guards = graph.guards;
  head.parameters = graph.parameters;
  return head;
}

/// Builds the graph of one kernel from the values of the unsplit graph.
class PieceBuilder {
public:
  PieceBuilder(ir::Graph const& graph, Share const& share, TemporaryNames const& names, std::string const& name)
      : graph_(graph), share_(share), names_(names), builder_(head_of(graph, name)), new_ids_(graph.values.size(), -1),
        loads_(graph.values.size(), -1) {}

  /// Returns the plan of this kernel, in which the names of values are those of the kernel's graph.
  KernelPlan renamed(KernelPlan plan) const {
    plan.stores.clear();
    for (auto* names : {&plan.in_tile, &plan.in_registers})
      for (std::string& name : *names)
        if (name.starts_with('%')) name = grid_name(new_value(*named_value(graph_, name)));
    return plan;
  }

  ir::Graph build() {
    for (std::size_t id = 0; id < graph_.values.size(); ++id) add(id);
    ir::Region const region = graph_.stores.front().region;
    for (ir::Store const& store : share_.stores) builder_.store(store.variable, new_ids_[store.value], store.region);
    for (ValueId value : share_.grid) builder_.store(names_.of(value), new_ids_[value], region);
    return builder_.finish();
  }

private:
  ValueId new_value(ValueId value) const { return new_ids_[value] >= 0 ? new_ids_[value] : loads_[value]; }

  void add(std::size_t id) {
    ir::Value value = graph_.values[id];
    unsigned char const uses = share_.uses[id];
    if ((uses & shifted) != 0) loads_[id] = builder_.add(value);
    if ((uses & read_from_grid) != 0) new_ids_[id] = builder_.load(names_.of(static_cast<ValueId>(id)));
    if ((uses & computed) == 0) return;
    auto const& operands = value.op == Op::shift ? loads_ : new_ids_;
    for (ValueId& operand : value.operands) operand = operands[operand];
    new_ids_[id] = builder_.add(std::move(value));
  }

  ir::Graph const& graph_;
  Share const& share_;
  TemporaryNames const& names_;
  ir::GraphBuilder builder_;
  std::vector<ValueId> new_ids_; ///< new id of each value of the unsplit graph
  std::vector<ValueId> loads_;   ///< new ids of the loads that are operands of shifts
};

/// The first and the last kernel that use a value on the grid.
struct Lifetime {
  std::size_t first = 0, last = 0;
};

std::map<ValueId, Lifetime> lifetimes_of(std::vector<Share> const& shares) {
  std::map<ValueId, Lifetime> lifetimes;
  for (std::size_t k = 0; k < shares.size(); ++k)
    for (ValueId value : shares[k].grid) lifetimes[value] = {k, k};
  for (std::size_t k = 0; k < shares.size(); ++k)
    for (auto& [value, lifetime] : lifetimes)
      if ((shares[k].uses[value] & read_from_grid) != 0) lifetime.last = std::max(lifetime.last, k);
  return lifetimes;
}

/// Assigns slots to temporaries in the order of the kernels. A slot is free again after the last kernel that reads its
/// temporary.
void assign_slots(Pieces& result, std::vector<Share> const& shares, TemporaryNames const& names) {
  auto const lifetimes = lifetimes_of(shares);
  std::vector<std::size_t> free_after; // the kernel that reads each slot last
  for (std::size_t k = 0; k < shares.size(); ++k)
    for (ValueId value : shares[k].grid) {
      std::size_t slot = 0;
      while (slot < free_after.size() && free_after[slot] >= k) ++slot;
      if (slot == free_after.size()) free_after.emplace_back();
      free_after[slot] = lifetimes.at(value).last;
      result.temporaries.push_back({names.of(value), value, static_cast<int>(slot)});
    }
  result.n_slots = static_cast<int>(free_after.size());
}

/// Adds `value` to the stores of the kernel. If the kernel has no explicit list of stores, the function first creates
/// one from `share`.
void add_store(KernelPlan& kernel, Share const& share, ValueId value) {
  if (kernel.stores.empty())
    for (ir::Store const& store : share.stores) kernel.stores.push_back(store.variable);
  kernel.stores.push_back(grid_name(value));
}

} // namespace

Pieces split(ir::Graph const& graph, Plan const& plan) {
  check_graph_form(graph);
  check_legality(graph, plan);
  if (plan.kernels.size() == 1) return {{{graph, plan.kernels.front()}}, {}, 0};
  base::Diagnostics diagnostics;
  auto const shares = partition(graph, plan, diagnostics);
  TemporaryNames const names(graph);
  Pieces result;
  for (std::size_t k = 0; k < shares.size(); ++k) {
    std::string const name = fmt::format("{}_{}", graph.name, k + 1);
    PieceBuilder builder(graph, shares[k], names, name);
    ir::Graph piece = builder.build();
    result.pieces.push_back({std::move(piece), builder.renamed(plan.kernels[k])});
  }
  assign_slots(result, shares, names);
  return result;
}

Plan store_overwritten_inputs(ir::Graph const& graph, Plan const& plan) {
  base::Diagnostics diagnostics; // check_legality() has reported all errors
  auto const shares = partition(graph, plan, diagnostics);
  Plan result = plan;
  std::map<std::string, std::size_t> writer;
  std::map<ValueId, std::size_t> first; // the kernel that contains the first load of each value
  for (std::size_t k = 0; k < shares.size(); ++k) {
    for (std::size_t id = 0; id < graph.values.size(); ++id) {
      if ((shares[k].uses[id] & computed) == 0 || graph.values[id].op != Op::load) continue;
      auto const value = static_cast<ValueId>(id);
      first.emplace(value, k);
      auto const written = writer.find(graph.values[id].name);
      if (written == writer.end() || base::contains(result.grid, value)) continue;
      result.grid.push_back(value);
      if (first[value] > written->second) add_store(result.kernels[written->second], shares[written->second], value);
    }
    for (ir::Store const& store : shares[k].stores) writer.emplace(store.variable, k);
  }
  return result;
}

} // namespace chemora::plan
