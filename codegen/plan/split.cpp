// Builds the graph of each share, with loads and stores where the cuts are.
#include "codegen/plan/split.hpp"

#include "codegen/ir/graph_builder.hpp"
#include "codegen/plan/form.hpp"
#include "codegen/plan/kept_values.hpp"
#include "codegen/plan/legality.hpp"
#include "codegen/plan/partition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace chemora::plan {

namespace {

using ir::Op;
using ir::ValueId;

/// Names of values that no variable of the graph has.
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

/// The graph's name and declarations without its values.
ir::Graph head_of(ir::Graph const& graph, std::string const& name) {
  ir::Graph head;
  head.name = name;
  head.dimension = graph.dimension;
  head.real = graph.real;
  head.guards = graph.guards;
  head.parameters = graph.parameters;
  return head;
}

/// Builds one kernel's graph.
class PieceBuilder {
public:
  PieceBuilder(ir::Graph const& graph, Share const& share, TemporaryNames const& names, std::string const& name)
      : graph_(graph), share_(share), names_(names), builder_(head_of(graph, name)), now_(graph.values.size(), -1),
        loads_(graph.values.size(), -1) {}

  /// The plan of this kernel, in which values are named as in its graph.
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
    for (ir::Store const& store : share_.stores) builder_.store(store.variable, now_[store.value], store.region);
    for (ValueId value : share_.kept) builder_.store(names_.of(value), now_[value], region);
    return builder_.finish();
  }

private:
  ValueId new_value(ValueId value) const {
    auto const id = static_cast<std::size_t>(value);
    return now_[id] >= 0 ? now_[id] : loads_[id];
  }

  void add(std::size_t id) {
    ir::Value value = graph_.values[id];
    unsigned char const uses = share_.uses[id];
    if ((uses & shifted) != 0) loads_[id] = builder_.add(value);
    if ((uses & read_from_grid) != 0) now_[id] = builder_.load(names_.of(static_cast<ValueId>(id)));
    if ((uses & computed) == 0) return;
    auto const& operands = value.op == Op::shift ? loads_ : now_;
    for (ValueId& operand : value.operands) operand = operands[operand];
    now_[id] = builder_.add(std::move(value));
  }

  ir::Graph const& graph_;
  Share const& share_;
  TemporaryNames const& names_;
  ir::GraphBuilder builder_;
  std::vector<ValueId> now_;   ///< of the new graph, by value of the old one
  std::vector<ValueId> loads_; ///< beneath shifts
};

/// First and last kernel that need each value of the grid.
struct Life {
  std::size_t first = 0, last = 0;
};

std::map<ValueId, Life> lives_of(std::vector<Share> const& shares) {
  std::map<ValueId, Life> lives;
  for (std::size_t k = 0; k < shares.size(); ++k)
    for (ValueId value : shares[k].kept) lives[value] = {k, k};
  for (std::size_t k = 0; k < shares.size(); ++k)
    for (auto& [value, life] : lives)
      if ((shares[k].uses[value] & read_from_grid) != 0) life.last = std::max(life.last, k);
  return lives;
}

/// Slots are given out in the order of the kernels; one is free again behind the last kernel that reads from it.
void assign_slots(Pieces& result, std::vector<Share> const& shares, TemporaryNames const& names) {
  auto const lives = lives_of(shares);
  std::vector<std::size_t> free_after; // by slot: the kernel that reads it last
  for (std::size_t k = 0; k < shares.size(); ++k)
    for (ValueId value : shares[k].kept) {
      std::size_t slot = 0;
      while (slot < free_after.size() && free_after[slot] >= k) ++slot;
      if (slot == free_after.size()) free_after.emplace_back();
      free_after[slot] = lives.at(value).last;
      result.temporaries.push_back({names.of(value), value, static_cast<int>(slot)});
    }
  result.n_slots = static_cast<int>(free_after.size());
}

bool contains(std::vector<ValueId> const& values, ValueId value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

/// Lets a kernel store what it does and `value`.
void name_stores(KernelPlan& kernel, Share const& share, ValueId value) {
  if (kernel.stores.empty())
    for (ir::Store const& store : share.stores) kernel.stores.push_back(store.variable);
  kernel.stores.push_back(grid_name(value));
}

} // namespace

Pieces split(ir::Graph const& graph, Plan const& plan) {
  check_form(graph);
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

Plan keep_overwritten_inputs(ir::Graph const& graph, Plan const& plan) {
  base::Diagnostics diagnostics; // check_legality will tell
  auto const shares = partition(graph, plan, diagnostics);
  Plan result = plan;
  std::map<std::string, std::size_t> writer;
  std::map<ValueId, std::size_t> first; // kernel that has a load
  for (std::size_t k = 0; k < shares.size(); ++k) {
    for (std::size_t id = 0; id < graph.values.size(); ++id) {
      if ((shares[k].uses[id] & computed) == 0 || graph.values[id].op != Op::load) continue;
      auto const value = static_cast<ValueId>(id);
      first.emplace(value, k);
      auto const written = writer.find(graph.values[id].name);
      if (written == writer.end() || contains(result.grid, value)) continue;
      result.grid.push_back(value);
      if (first[value] > written->second) name_stores(result.kernels[written->second], shares[written->second], value);
    }
    for (ir::Store const& store : shares[k].stores) writer.emplace(store.variable, k);
  }
  return result;
}

} // namespace chemora::plan
