// Greedy grouping of what is to be stored, by what is added to a group.
#include "codegen/plan/fission.hpp"

#include "codegen/plan/partition.hpp"
#include "codegen/plan/split.hpp"

#include <algorithm>
#include <set>

namespace chemora::plan {

namespace {

using ir::Op;
using ir::ValueId;

/// A value used by several kernels is computed by each up to this many operations: keeping it costs a store and loads
/// of 8 bytes per point, in which time a core does some dozens of operations.
constexpr long recompute_at_most = 30;

/// Something to be stored: a variable, or a value of the grid.
struct Target {
  ValueId value;
  std::string name;
  std::vector<ValueId> needs{}; ///< values that vary, loads beneath shifts included
};

/// Values needed for `root`, down to those that `is_kept`.
std::vector<ValueId> needs_of(ir::Graph const& graph, std::vector<bool> const& varies, std::vector<bool> const& is_kept,
                              ValueId root) {
  std::vector<ValueId> found, pending{root};
  std::set<ValueId> known{root};
  while (!pending.empty()) {
    ValueId const id = pending.back();
    pending.pop_back();
    found.push_back(id);
    if (is_kept[id] && id != root) continue;
    for (ValueId operand : graph.values[id].operands)
      if (varies[operand] && known.insert(operand).second) pending.push_back(operand);
  }
  return found;
}

/// A kernel while targets are added to it.
class Group {
public:
  Group(ir::Graph const& graph, std::vector<bool> const& is_kept)
      : graph_(graph), is_kept_(is_kept), has_(graph.values.size(), false) {}

  struct Size {
    int operations = 0, arrays = 0;
  };

  /// With `target` as well.
  Size with(Target const& target) const {
    Size size{size_.operations, size_.arrays + 1};
    std::set<std::string> names;
    for (ValueId id : target.needs) {
      if (has_[id]) continue;
      ++size.operations;
      ir::Value const& value = graph_.values[id];
      bool const is_read = value.op == Op::load ? !arrays_.contains(value.name) && names.insert(value.name).second
                                                : is_kept_[id] && id != target.value;
      if (is_read) ++size.arrays;
    }
    return size;
  }

  void add(Target const& target) {
    size_ = with(target);
    for (ValueId id : target.needs) {
      has_[id] = true;
      ir::Value const& value = graph_.values[id];
      if (value.op == Op::load) arrays_.insert(value.name);
    }
    names_.push_back(target.name);
  }

  bool has(ValueId value) const { return has_[value]; }
  std::vector<std::string> const& names() const { return names_; }

private:
  ir::Graph const& graph_;
  std::vector<bool> const& is_kept_;
  std::vector<bool> has_;
  std::set<std::string> arrays_;
  Size size_;
  std::vector<std::string> names_;
};

/// How many operations a value takes, values used twice counted twice: it is compared with small numbers.
std::vector<long> operations_of(ir::Graph const& graph, std::vector<bool> const& is_kept) {
  constexpr long many = 1000;
  std::vector<long> cost(graph.values.size(), 0);
  auto const varies = varies_over_grid(graph);
  for (std::size_t id = 0; id < graph.values.size(); ++id) {
    if (!varies[id]) continue;
    cost[id] = 1;
    for (ValueId operand : graph.values[id].operands)
      if (!is_kept[operand]) cost[id] += cost[operand];
    cost[id] = std::min(cost[id], many);
  }
  return cost;
}

bool is_worth_keeping(ir::Graph const& graph, std::vector<long> const& cost, std::size_t id) {
  return cost[id] > recompute_at_most && graph.values[id].type == graph.real;
}

/// Parts targets into lists for kernels, each begun by the first target left and filled with those that add the least.
class Grouping {
public:
  /// `is_kept`: values that kernels before these have left on the grid.
  Grouping(ir::Graph const& graph, std::vector<bool> is_kept, KernelLimits const& limits)
      : graph_(graph), varies_(varies_over_grid(graph)), is_kept_(std::move(is_kept)),
        cost_(operations_of(graph, is_kept_)), limits_(limits) {}

  std::vector<std::vector<std::string>> run(std::vector<Target> targets) {
    std::vector<std::vector<std::string>> lists;
    while (!targets.empty()) {
      for (Target& target : targets) target.needs = needs_of(graph_, varies_, is_kept_, target.value);
      Group const kernel = fill(targets);
      lists.push_back(kernel.names());
      for (std::size_t id = 0; id < graph_.values.size(); ++id) // keep_shared_values will let them be kept
        if (kernel.has(static_cast<ValueId>(id)) && is_worth_keeping(graph_, cost_, id)) is_kept_[id] = true;
    }
    return lists;
  }

private:
  /// Takes targets for one kernel.
  Group fill(std::vector<Target>& targets) const {
    Group kernel(graph_, is_kept_);
    std::size_t next = 0;
    while (next < targets.size()) {
      kernel.add(targets[next]);
      targets.erase(targets.begin() + static_cast<long>(next));
      // What is computed here on the way to something else is stored here: the first to have it keeps it.
      for (Target const& target : targets)
        if (kernel.has(target.value)) kernel.add(target);
      std::erase_if(targets, [&](Target const& target) { return kernel.has(target.value); });
      next = that_adds_least(kernel, targets);
    }
    return kernel;
  }

  /// The number of targets if none is within the limits.
  std::size_t that_adds_least(Group const& kernel, std::vector<Target> const& targets) const {
    std::size_t best = targets.size();
    int least = std::numeric_limits<int>::max();
    for (std::size_t n = 0; n < targets.size(); ++n) {
      auto const size = kernel.with(targets[n]);
      if (size.operations > limits_.operations || size.arrays > limits_.arrays || size.operations >= least) continue;
      least = size.operations;
      best = n;
    }
    return best;
  }

  ir::Graph const& graph_;
  std::vector<bool> varies_, is_kept_;
  std::vector<long> cost_;
  KernelLimits limits_;
};

void add_kernels(Plan& plan, KernelPlan const& mapping, std::vector<std::vector<std::string>> const& lists) {
  for (auto const& list : lists) {
    plan.kernels.push_back(mapping);
    plan.kernels.back().stores = list;
  }
}

/// Puts on the grid what several kernels compute with effort and hand on to what fewer of them compute.
void keep_shared_values(ir::Graph const& graph, Plan& plan) {
  base::Diagnostics diagnostics;
  auto const shares = partition(graph, plan, diagnostics);
  std::vector<int> n_kernels(graph.values.size(), 0);
  for (Share const& share : shares)
    for (std::size_t id = 0; id < graph.values.size(); ++id) n_kernels[id] += (share.uses[id] & computed) != 0 ? 1 : 0;
  std::vector<bool> is_kept(graph.values.size(), false), is_handed_on(graph.values.size(), false);
  for (ValueId value : plan.grid) is_kept[value] = true;
  for (std::size_t id = 0; id < graph.values.size(); ++id)
    for (ValueId operand : graph.values[id].operands)
      if (n_kernels[operand] > n_kernels[id]) is_handed_on[operand] = true;
  for (ir::Store const& store : graph.stores) is_handed_on[store.value] = true;
  auto const cost = operations_of(graph, is_kept);
  for (std::size_t id = 0; id < graph.values.size(); ++id)
    if (n_kernels[id] > 1 && is_handed_on[id] && !is_kept[id] && is_worth_keeping(graph, cost, id))
      plan.grid.push_back(static_cast<ValueId>(id));
}

bool is_one_kernel(Plan const& plan) { return plan.kernels.size() == 1 && plan.grid.empty(); }

Plan finished(ir::Graph const& graph, Plan const& one, Plan plan) {
  if (plan.kernels.size() == 1 && plan.grid.empty()) return one;
  keep_shared_values(graph, plan);
  plan = keep_overwritten_inputs(graph, plan);
  std::sort(plan.grid.begin(), plan.grid.end());
  return is_one_kernel(plan) ? one : plan;
}

} // namespace

int n_operations(ir::Graph const& graph) {
  auto const varies = varies_over_grid(graph);
  return static_cast<int>(std::count(varies.begin(), varies.end(), true));
}

Plan fission_by_output_group(ir::Graph const& graph, Plan const& one, KernelLimits const& limits) {
  std::vector<Target> outputs;
  for (ir::Store const& store : graph.stores) outputs.push_back({store.value, store.variable});
  Plan plan{.kernel = one.kernel, .device = one.device, .kernels = {}};
  std::vector<bool> const none(graph.values.size(), false);
  add_kernels(plan, one.kernels.front(), Grouping(graph, none, limits).run(outputs));
  return finished(graph, one, plan);
}

Plan fission_of_derivatives(ir::Graph const& graph, Plan const& one, KernelLimits const& limits) {
  std::vector<bool> const none(graph.values.size(), false);
  std::vector<bool> is_stencil = none, is_kept = none;
  for (ValueId value : stencil_values(graph)) is_stencil[value] = true;
  for (std::size_t id = 0; id < graph.values.size(); ++id)
    if (!is_stencil[id])
      for (ValueId operand : graph.values[id].operands)
        if (is_stencil[operand]) is_kept[operand] = true;
  Plan plan{.kernel = one.kernel, .device = one.device, .kernels = {}};
  std::vector<Target> first, second;
  for (std::size_t id = 0; id < graph.values.size(); ++id) {
    if (!is_kept[id]) continue;
    plan.grid.push_back(static_cast<ValueId>(id));
    first.push_back({static_cast<ValueId>(id), grid_name(static_cast<ValueId>(id))});
  }
  for (ir::Store const& store : graph.stores)
    (is_stencil[store.value] ? first : second).push_back({store.value, store.variable});
  if (first.empty() || second.empty()) return fission_by_output_group(graph, one, limits);
  add_kernels(plan, one.kernels.front(), Grouping(graph, none, limits).run(first));
  add_kernels(plan, one.kernels.front(), Grouping(graph, is_kept, limits).run(second));
  return finished(graph, one, plan);
}

} // namespace chemora::plan
