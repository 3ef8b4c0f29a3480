// Assigns stores to kernels, then follows operands.
#include "codegen/plan/partition.hpp"

#include "codegen/ir/token_lines.hpp"
#include "framework/base/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace chemora::plan {

namespace {

using ir::Op;
using ir::ValueId;

constexpr int nobody = -1;

class Partitioning {
public:
  Partitioning(ir::Graph const& graph, Plan const& plan, base::Diagnostics& diagnostics)
      : graph_(graph), plan_(plan), diagnostics_(diagnostics), shares_(plan.kernels.size()),
        explicit_(plan.kernels.size()), first_(graph.values.size(), nobody), is_on_grid_(graph.values.size(), false) {}

  std::vector<Share> run() {
    note_grid();
    note_stores();
    assign_stores();
    for (std::size_t k = 0; k < shares_.size(); ++k) follow(k);
    check_overwritten();
    return std::move(shares_);
  }

private:
  void find(std::string const& what) {
    diagnostics_.error({}, fmt::format("Plan for kernel `{}`: {}", plan_.kernel, what));
  }

  bool is_value(ValueId value) const { return value >= 0 && value < static_cast<ValueId>(graph_.values.size()); }

  void note_grid() {
    for (ValueId value : plan_.grid) {
      if (!is_value(value)) {
        find(fmt::format("%{} is to be kept on the grid, but the graph has values %0 to %{} only.", value,
                         static_cast<int>(graph_.values.size()) - 1));
        continue;
      }
      auto const id = static_cast<std::size_t>(value);
      if (graph_.values[id].type != graph_.real)
        find(fmt::format("%{} has type {}; only values of type {} can be kept on the grid.", value,
                         to_text(graph_.values[id].type), to_text(graph_.real)));
      if (is_on_grid_[id]) find(fmt::format("%{} is named twice among the values of the grid.", value));
      is_on_grid_[id] = true;
    }
  }

  /// Who stores what by name.
  void note_stores() {
    for (std::size_t k = 0; k < plan_.kernels.size(); ++k)
      for (std::string const& name : plan_.kernels[k].stores) {
        if (name.starts_with('%')) {
          note_kept(k, name);
          continue;
        }
        if (std::find(graph_.outputs.begin(), graph_.outputs.end(), name) == graph_.outputs.end())
          find(fmt::format("kernel {} stores `{}`, which is no output of this graph.{}", k + 1, name,
                           base::did_you_mean(name, graph_.outputs)));
        else if (auto const [at, is_new] = writer_.emplace(name, static_cast<int>(k)); !is_new)
          find(fmt::format("`{}` is stored by kernel {} and again by kernel {}.", name, at->second + 1, k + 1));
      }
  }

  void note_kept(std::size_t k, std::string const& name) {
    auto const value = ir::to_integer(std::string_view(name).substr(1)).value_or(nobody);
    if (is_value(value) && is_on_grid_[value])
      explicit_[k].push_back(value);
    else
      find(fmt::format("kernel {} stores {}, which is not among the values of the grid.", k + 1, name));
  }

  /// The kernel without a list stores what no other does.
  void assign_stores() {
    int rest = nobody;
    for (std::size_t k = 0; k < plan_.kernels.size(); ++k) {
      if (!plan_.kernels[k].stores.empty()) continue;
      if (rest != nobody)
        find(fmt::format("kernels {} and {} both do not say what they store; only one may take the rest.", rest + 1,
                         k + 1));
      rest = static_cast<int>(k);
    }
    for (ir::Store const& store : graph_.stores) {
      int const k = writer_.emplace(store.variable, rest).first->second;
      if (k == nobody)
        find(fmt::format("no kernel stores `{}`.", store.variable));
      else
        shares_[k].stores.push_back(store);
    }
  }

  void follow(std::size_t k) {
    Share& share = shares_[k];
    share.uses.assign(graph_.values.size(), unused);
    for (ir::Store const& store : share.stores) use(share, store.value);
    for (ValueId value : explicit_[k]) {
      if (first_[value] != nobody)
        find(fmt::format("kernel {} stores %{}, which kernel {} computes before it.", k + 1, value, first_[value] + 1));
      use(share, value);
    }
    if (share.stores.empty() && explicit_[k].empty()) find(fmt::format("kernel {} stores nothing.", k + 1));
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
        share.kept.push_back(static_cast<ValueId>(id));
      }
  }

  void use(Share& share, ValueId value) const {
    auto const id = static_cast<std::size_t>(value);
    share.uses[id] |= is_on_grid_[id] && first_[id] != nobody ? read_from_grid : computed;
  }

  void check_overwritten() {
    for (std::size_t k = 1; k < shares_.size(); ++k)
      for (std::string const& input : inputs_of(graph_, shares_[k])) {
        auto const writer = writer_.find(input);
        if (writer != writer_.end() && writer->second != nobody && writer->second < static_cast<int>(k))
          find(fmt::format("kernel {} reads `{}`, which kernel {} has overwritten then. Let the last kernel that reads "
                           "it store it, or keep its load on the grid.",
                           k + 1, input, writer->second + 1));
      }
  }

  ir::Graph const& graph_;
  Plan const& plan_;
  base::Diagnostics& diagnostics_;
  std::vector<Share> shares_;
  std::vector<std::vector<ValueId>> explicit_; ///< values of the grid that a kernel's list names
  std::map<std::string, int> writer_;          ///< kernel that stores an output
  std::vector<int> first_;                     ///< kernel that keeps a value
  std::vector<bool> is_on_grid_;
};

} // namespace

std::vector<Share> partition(ir::Graph const& graph, Plan const& plan, base::Diagnostics& diagnostics) {
  return Partitioning(graph, plan, diagnostics).run();
}

std::vector<std::string> inputs_of(ir::Graph const& graph, Share const& share) {
  std::set<std::string> names;
  for (std::size_t id = 0; id < graph.values.size(); ++id)
    if (graph.values[id].op == Op::load && (share.uses[id] & (computed | shifted)) != 0)
      names.insert(graph.values[id].name);
  return {names.begin(), names.end()};
}

} // namespace chemora::plan
