#include "codegen/plan/fission.hpp"

#include <algorithm>
#include <set>

namespace chemora::plan {

namespace {

using ir::Op;
using ir::ValueId;

/// A value with at most this many operations is recomputed by each kernel that uses it. Storing a value costs a store
/// and loads of 8 bytes per point, in which time a core executes some dozens of operations.
constexpr long max_recomputed_operations = 30;

/// A result that a kernel must store: a variable, or a value on the grid.
struct Target {
  ValueId value;
  std::string name;
  /// Values that the target needs and that vary over the grid, including operands of shifts.
  std::vector<ValueId> needs{};
};

/// Returns the values from which `root` is computed. The search ends at values that are stored on the grid.
std::vector<ValueId> needs_of(ir::Graph const& graph, std::vector<bool> const& varies,
                              std::vector<bool> const& is_on_grid, ValueId root) {
  std::vector<ValueId> needs, pending{root};
  std::set<ValueId> visited{root};
  while (!pending.empty()) {
    ValueId const id = pending.back();
    pending.pop_back();
    needs.push_back(id);
    if (is_on_grid[id] && id != root) continue;
    for (ValueId operand : graph.values[id].operands)
      if (varies[operand] && visited.insert(operand).second) pending.push_back(operand);
  }
  return needs;
}

/// The targets of one kernel, and the size of this kernel.
class Group {
public:
  Group(ir::Graph const& graph, std::vector<bool> const& is_on_grid)
      : graph_(graph), is_on_grid_(is_on_grid), has_(graph.values.size(), false) {}

  struct Size {
    int operations = 0, arrays = 0;
  };

  /// Returns the size that the kernel would have after adding `target`.
  Size with(Target const& target) const {
    Size size{size_.operations, size_.arrays + 1};
    std::set<std::string> names;
    for (ValueId id : target.needs) {
      if (has_[id]) continue;
      ++size.operations;
      ir::Value const& value = graph_.values[id];
      bool const is_read = value.op == Op::load ? !arrays_.contains(value.name) && names.insert(value.name).second
                                                : is_on_grid_[id] && id != target.value;
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
  std::vector<bool> const& is_on_grid_;
  std::vector<bool> has_;
  std::set<std::string> arrays_;
  Size size_;
  std::vector<std::string> names_;
};

/// Returns an upper bound of the operations of each value; operands with several uses count several times. The bound is
/// saturated, because callers compare it with small numbers only.
std::vector<long> operations_of(ir::Graph const& graph, std::vector<bool> const& is_on_grid) {
  constexpr long many = 1000;
  std::vector<long> cost(graph.values.size(), 0);
  auto const varies = varies_over_grid(graph);
  for (std::size_t id = 0; id < graph.values.size(); ++id) {
    if (!varies[id]) continue;
    cost[id] = 1;
    for (ValueId operand : graph.values[id].operands)
      if (!is_on_grid[operand]) cost[id] += cost[operand];
    cost[id] = std::min(cost[id], many);
  }
  return cost;
}

bool is_worth_storing(ir::Graph const& graph, std::vector<long> const& cost, std::size_t id) {
  return cost[id] > max_recomputed_operations && graph.values[id].type == graph.real;
}

/// Divides targets into lists for kernels. Each list starts with the first remaining target. The target that adds the
/// fewest operations is appended next.
class Grouping {
public:
  /// `is_on_grid` marks values that earlier kernels have stored on the grid.
  Grouping(ir::Graph const& graph, std::vector<bool> is_on_grid, KernelLimits const& limits)
      : graph_(graph), varies_(varies_over_grid(graph)), is_on_grid_(std::move(is_on_grid)),
        cost_(operations_of(graph, is_on_grid_)), limits_(limits) {}

  std::vector<std::vector<std::string>> run(std::vector<Target> targets) {
    std::vector<std::vector<std::string>> lists;
    while (!targets.empty()) {
      for (Target& target : targets) target.needs = needs_of(graph_, varies_, is_on_grid_, target.value);
      Group const kernel = fill(targets);
      lists.push_back(kernel.names());
      // Later kernels can read the expensive values of this kernel: store_shared_values() stores those that several
      // kernels need.
      for (std::size_t id = 0; id < graph_.values.size(); ++id)
        if (kernel.has(static_cast<ValueId>(id)) && is_worth_storing(graph_, cost_, id)) is_on_grid_[id] = true;
    }
    return lists;
  }

private:
  /// Moves targets from the list to one kernel, until no other target fits.
  Group fill(std::vector<Target>& targets) const {
    Group kernel(graph_, is_on_grid_);
    std::size_t next = 0;
    while (next < targets.size()) {
      kernel.add(targets[next]);
      targets.erase(targets.begin() + static_cast<long>(next));
      // Targets that are intermediate results of this kernel are stored by this kernel.
      for (Target const& target : targets)
        if (kernel.has(target.value)) kernel.add(target);
      std::erase_if(targets, [&](Target const& target) { return kernel.has(target.value); });
      next = cheapest_target(kernel, targets);
    }
    return kernel;
  }

  /// Returns the index of the target that adds the fewest operations, or the number of targets if no target fits in the
  /// kernel.
  std::size_t cheapest_target(Group const& kernel, std::vector<Target> const& targets) const {
    std::size_t best = targets.size();
    int min_operations = std::numeric_limits<int>::max();
    for (std::size_t n = 0; n < targets.size(); ++n) {
      auto const size = kernel.with(targets[n]);
      if (size.operations > limits_.operations || size.arrays > limits_.arrays || size.operations >= min_operations)
        continue;
      min_operations = size.operations;
      best = n;
    }
    return best;
  }

  ir::Graph const& graph_;
  std::vector<bool> varies_, is_on_grid_;
  std::vector<long> cost_;
  KernelLimits limits_;
};

void add_kernels(Plan& plan, KernelPlan const& mapping, std::vector<std::vector<std::string>> const& lists) {
  for (auto const& list : lists) {
    plan.kernels.push_back(mapping);
    plan.kernels.back().stores = list;
  }
}

/// Stores expensive values on the grid if several kernels compute them and fewer kernels compute a value that depends
/// on them.
void store_shared_values(ir::Graph const& graph, Plan& plan) {
  base::Diagnostics diagnostics;
  auto const shares = partition(graph, plan, diagnostics);
  std::vector<int> n_kernels(graph.values.size(), 0);
  for (Share const& share : shares)
    for (std::size_t id = 0; id < graph.values.size(); ++id) n_kernels[id] += (share.uses[id] & computed) != 0 ? 1 : 0;
  std::vector<bool> is_on_grid(graph.values.size(), false), is_result(graph.values.size(), false);
  for (ValueId value : plan.grid) is_on_grid[value] = true;
  for (std::size_t id = 0; id < graph.values.size(); ++id)
    for (ValueId operand : graph.values[id].operands)
      if (n_kernels[operand] > n_kernels[id]) is_result[operand] = true;
  for (ir::Store const& store : graph.stores) is_result[store.value] = true;
  auto const cost = operations_of(graph, is_on_grid);
  for (std::size_t id = 0; id < graph.values.size(); ++id)
    if (n_kernels[id] > 1 && is_result[id] && !is_on_grid[id] && is_worth_storing(graph, cost, id))
      plan.grid.push_back(static_cast<ValueId>(id));
}

bool is_one_kernel(Plan const& plan) { return plan.kernels.size() == 1 && plan.grid.empty(); }

Plan finished(ir::Graph const& graph, Plan const& whole, Plan plan) {
  if (is_one_kernel(plan)) return whole;
  store_shared_values(graph, plan);
  plan = store_overwritten_inputs(graph, plan);
  std::sort(plan.grid.begin(), plan.grid.end());
  return is_one_kernel(plan) ? whole : plan;
}

} // namespace

int n_operations(ir::Graph const& graph) {
  auto const varies = varies_over_grid(graph);
  return static_cast<int>(std::count(varies.begin(), varies.end(), true));
}

Plan fission_by_output_group(ir::Graph const& graph, Plan const& whole, KernelLimits const& limits) {
  std::vector<Target> outputs;
  for (ir::Store const& store : graph.stores) outputs.push_back({store.value, store.variable});
  Plan plan{.kernel = whole.kernel, .device = whole.device, .kernels = {}};
  std::vector<bool> const none(graph.values.size(), false);
  add_kernels(plan, whole.kernels.front(), Grouping(graph, none, limits).run(outputs));
  return finished(graph, whole, plan);
}

Plan fission_of_derivatives(ir::Graph const& graph, Plan const& whole, KernelLimits const& limits) {
  std::vector<bool> const none(graph.values.size(), false);
  std::vector<bool> is_stencil = none, is_on_grid = none;
  for (ValueId value : stencil_values(graph)) is_stencil[value] = true;
  for (std::size_t id = 0; id < graph.values.size(); ++id)
    if (!is_stencil[id])
      for (ValueId operand : graph.values[id].operands)
        if (is_stencil[operand]) is_on_grid[operand] = true;
  Plan plan{.kernel = whole.kernel, .device = whole.device, .kernels = {}};
  std::vector<Target> first, second;
  for (std::size_t id = 0; id < graph.values.size(); ++id) {
    if (!is_on_grid[id]) continue;
    plan.grid.push_back(static_cast<ValueId>(id));
    first.push_back({static_cast<ValueId>(id), grid_name(static_cast<ValueId>(id))});
  }
  for (ir::Store const& store : graph.stores)
    (is_stencil[store.value] ? first : second).push_back({store.value, store.variable});
  if (first.empty() || second.empty()) return fission_by_output_group(graph, whole, limits);
  add_kernels(plan, whole.kernels.front(), Grouping(graph, none, limits).run(first));
  add_kernels(plan, whole.kernels.front(), Grouping(graph, is_on_grid, limits).run(second));
  return finished(graph, whole, plan);
}

} // namespace chemora::plan
