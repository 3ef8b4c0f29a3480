/// Determines the values that each kernel of a plan computes, stores and reads, for split().
#include "codegen/plan/fission.hpp"

#include "codegen/ir/text_form.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

namespace chemora::plan {

namespace {

using ir::Op;
using ir::ValueId;

/// Returns the inputs of the graph that a kernel with this share reads.
std::set<std::string> inputs_of(ir::Graph const& graph, Share const& share) {
  std::set<std::string> names;
  for (std::size_t id = 0; id < graph.values.size(); ++id)
    if (graph.values[id].op == Op::load && (share.uses[id] & (computed | shifted)) != 0)
      names.insert(graph.values[id].name);
  return names;
}

constexpr int no_kernel = -1;

class Partitioning {
public:
  Partitioning(ir::Graph const& graph, Plan const& plan, base::Diagnostics& diagnostics)
      : graph_(graph), plan_(plan), diagnostics_(diagnostics), shares_(plan.kernels.size()),
        explicit_(plan.kernels.size()), first_(graph.values.size(), no_kernel),
        is_on_grid_(graph.values.size(), false) {}

  std::vector<Share> run() {
    note_grid();
    note_stores();
    assign_stores();
    for (std::size_t k = 0; k < shares_.size(); ++k) follow(k);
    check_overwritten();
    return std::move(shares_);
  }

private:
  void report(std::string const& error) {
    diagnostics_.error({}, fmt::format("Plan for kernel `{}`: {}", plan_.kernel, error));
  }

  bool is_value(ValueId value) const { return value >= 0 && value < static_cast<ValueId>(graph_.values.size()); }

  void note_grid() {
    for (ValueId value : plan_.grid) {
      if (!is_value(value)) {
        report(fmt::format("%{} cannot be stored on the grid: the graph has only the values %0 to %{}.", value,
                           static_cast<int>(graph_.values.size()) - 1));
        continue;
      }
      ValueId const id = value;
      if (graph_.values[id].type != graph_.real)
        report(fmt::format("%{} has type {}; only values of type {} can be stored on the grid.", value,
                           to_text(graph_.values[id].type), to_text(graph_.real)));
      if (is_on_grid_[id]) report(fmt::format("%{} is named twice in `grid`.", value));
      is_on_grid_[id] = true;
    }
  }

  /// Records for each name in the lists `stores` of the plan which kernel stores it.
  void note_stores() {
    for (std::size_t k = 0; k < plan_.kernels.size(); ++k)
      for (std::string const& name : plan_.kernels[k].stores) {
        if (name.starts_with('%')) {
          note_grid_value(k, name);
          continue;
        }
        if (!base::contains(graph_.outputs, name))
          report(fmt::format("kernel {} stores `{}`, which is not an output of this graph.{}", k + 1, name,
                             base::did_you_mean(name, graph_.outputs)));
        else if (auto const [at, is_new] = writer_.emplace(name, static_cast<int>(k)); !is_new)
          report(at->second == static_cast<int>(k)
                     ? fmt::format("`{}` is named twice among the stores of kernel {}.", name, k + 1)
                     : fmt::format("`{}` is stored by kernel {} and again by kernel {}.", name, at->second + 1, k + 1));
      }
  }

  void note_grid_value(std::size_t k, std::string const& name) {
    auto const value = ir::to_integer(std::string_view(name).substr(1)).value_or(no_kernel);
    if (is_value(value) && is_on_grid_[value])
      explicit_[k].push_back(value);
    else
      report(fmt::format("kernel {} stores {}, which is not listed in `grid`.", k + 1, name));
  }

  /// Assigns all variables that no other kernel stores to the kernel without a list of stores.
  void assign_stores() {
    int remainder = no_kernel;
    for (std::size_t k = 0; k < plan_.kernels.size(); ++k) {
      if (!plan_.kernels[k].stores.empty()) continue;
      if (remainder != no_kernel)
        report(
            fmt::format("kernels {} and {} have no list of stores; only one kernel may store the remaining variables.",
                        remainder + 1, k + 1));
      remainder = static_cast<int>(k);
    }
    for (ir::Store const& store : graph_.stores) {
      int const k = writer_.emplace(store.variable, remainder).first->second;
      if (k == no_kernel)
        report(fmt::format("no kernel stores `{}`.", store.variable));
      else
        shares_[k].stores.push_back(store);
    }
  }

  void follow(std::size_t k) {
    Share& share = shares_[k];
    share.uses.assign(graph_.values.size(), unused);
    for (ir::Store const& store : share.stores) use(share, store.value);
    for (ValueId value : explicit_[k]) {
      if (first_[value] != no_kernel)
        report(
            fmt::format("kernel {} stores %{}, which kernel {} computes before it.", k + 1, value, first_[value] + 1));
      use(share, value);
    }
    if (share.stores.empty() && explicit_[k].empty()) report(fmt::format("kernel {} stores nothing.", k + 1));
    for (std::size_t id = graph_.values.size(); id-- > 0;) {
      if ((share.uses[id] & computed) == 0) continue;
      ir::Value const& value = graph_.values[id];
      for (ValueId operand : value.operands)
        if (value.op == Op::shift)
          share.uses[operand] |= shifted;
        else
          use(share, operand);
    }
    for (std::size_t id = 0; id < graph_.values.size(); ++id)
      if (is_on_grid_[id] && (share.uses[id] & computed) != 0) {
        first_[id] = static_cast<int>(k);
        share.grid.push_back(static_cast<ValueId>(id));
      }
  }

  void use(Share& share, ValueId value) const {
    share.uses[value] |= is_on_grid_[value] && first_[value] != no_kernel ? read_from_grid : computed;
  }

  void check_overwritten() {
    for (std::size_t k = 1; k < shares_.size(); ++k)
      for (std::string const& input : inputs_of(graph_, shares_[k])) {
        auto const writer = writer_.find(input);
        if (writer != writer_.end() && writer->second != no_kernel && writer->second < static_cast<int>(k))
          report(fmt::format(
              "kernel {} reads `{}`, which kernel {} has overwritten before. Let the last kernel that reads "
              "it store it, or list its load in `grid`.",
              k + 1, input, writer->second + 1));
      }
  }

  ir::Graph const& graph_;
  Plan const& plan_;
  base::Diagnostics& diagnostics_;
  std::vector<Share> shares_;
  std::vector<std::vector<ValueId>> explicit_; ///< values that the list of stores of each kernel names
  std::map<std::string, int> writer_;          ///< the kernel that stores each output
  std::vector<int> first_;                     ///< the first kernel that stores each value on the grid
  std::vector<bool> is_on_grid_;
};

} // namespace

std::vector<Share> partition(ir::Graph const& graph, Plan const& plan, base::Diagnostics& diagnostics) {
  return Partitioning(graph, plan, diagnostics).run();
}

} // namespace chemora::plan
