// One rule after the other.
#include "codegen/plan/check_kept.hpp"

#include "codegen/plan/kept_values.hpp"
#include "framework/base/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::plan {

namespace {

using Find = std::function<void(std::string const& what)>;
using Names = std::vector<std::string>;

constexpr unsigned all_axes = 7;

void check_twice(Names const& names, std::string const& place, Find const& find) {
  for (auto name = names.begin(); name != names.end(); ++name)
    if (std::find(names.begin(), name, *name) != name)
      find(fmt::format("`{}` is named twice among what is kept in {}.", *name, place));
}

/// A thread keeps what lies along its way, which must then be its own: one place across that axis.
void check_way(KernelPlan const& kernel, Find const& find) {
  if (kernel.stream == no_axis)
    return find("registers keep what lies along the axis that threads walk: `stream z`, say, must name it.");
  for (int axis = 0; axis < 3; ++axis) {
    auto const a = static_cast<std::size_t>(axis);
    if (axis != kernel.stream && kernel.block[a] != kernel.tile[a])
      find(fmt::format(
          "registers keep what lies on a thread's own way along {}, so that there must be a thread for each "
          "point along {}: the block has {}, the tile {}.",
          "xyz"[kernel.stream], "xyz"[axis], kernel.block[a], kernel.tile[a]));
  }
}

/// Compilers leave the pragma alone there.
void check_unrolled_walk(KernelPlan const& kernel, Find const& find) {
  if (kernel.stream == no_axis || kernel.in_tile.empty()) return;
  char const axis = "xyz"[kernel.stream];
  if (kernel.unroll[kernel.stream] > 1)
    find(fmt::format(
        "loop {0} is unrolled, but at each of its steps the threads of a block wait for each other until a "
        "plane of the tile is filled, and compilers do not write out such loops. Leave out `unroll {0}`, or "
        "keep values in registers only.",
        axis));
}

class ValueCheck {
public:
  ValueCheck(ir::Graph const& graph, std::function<bool(ir::ValueId)> const& is_computed, Find const& find)
      : graph_(graph), is_computed_(is_computed), find_(find), axes_(ir::axes_of_variation(graph)),
        families_(families(graph)) {}

  void check(Names const& names, std::string const& place) const {
    std::vector<std::pair<int, std::string>> known;
    for (std::string const& name : names) {
      auto const value = named_value(graph_, name);
      if (!value || !is_computed_(*value)) {
        tell_unknown(name, place, value.has_value());
        continue;
      }
      auto const id = static_cast<std::size_t>(*value);
      if (graph_.values[id].type != graph_.real)
        find_(fmt::format("{} has type {}; only values of type {} can be kept in {}.", name,
                          to_text(graph_.values[id].type), to_text(graph_.real), place));
      else if (axes_[id] != all_axes)
        find_(fmt::format("{} is the same all along {}; only values that differ along all axes can be kept in {}.",
                          name, first_axis_without(axes_[id]), place));
      int const family = families_[id].family;
      for (auto const& [other, first] : known)
        if (other == family && first != name)
          find_(fmt::format("{} is {} at a displaced point: only one of them can be kept in {}.", name, first, place));
      known.emplace_back(family, name);
    }
  }

private:
  void tell_unknown(std::string const& name, std::string const& place, bool is_value) const {
    if (!name.starts_with('%'))
      find_(fmt::format("`{}` is to be kept in {}, but this kernel does not read it.{}", name, place,
                        base::did_you_mean(name, graph_.inputs)));
    else if (is_value)
      find_(fmt::format("{} is to be kept in {}, but this kernel does not compute it.", name, place));
    else
      find_(fmt::format("{} is to be kept in {}, but the graph has values %0 to %{} only.", name, place,
                        static_cast<int>(graph_.values.size()) - 1));
  }

  static char first_axis_without(unsigned axes) {
    int axis = 0;
    while ((axes & (1u << axis)) != 0) ++axis;
    return "xyz"[axis];
  }

  ir::Graph const& graph_;
  std::function<bool(ir::ValueId)> const& is_computed_;
  Find const& find_;
  std::vector<unsigned> axes_;
  std::vector<Member> families_;
};

} // namespace

void check_kept_mapping(KernelPlan const& kernel, Find const& find) {
  if (kernel.in_tile.empty() && kernel.in_registers.empty()) return;
  check_twice(kernel.in_tile, "the tile", find);
  check_twice(kernel.in_registers, "registers", find);
  if (!kernel.has_blocks())
    return find(
        "values are kept in a tile or in registers by blocks of threads; on the host, caches and unrolled loops "
        "do it.");
  if (!kernel.in_registers.empty()) check_way(kernel, find);
  check_unrolled_walk(kernel, find);
}

void check_kept_values(ir::Graph const& graph, KernelPlan const& kernel,
                       std::function<bool(ir::ValueId value)> const& is_computed, Find const& find) {
  if (kernel.in_tile.empty() && kernel.in_registers.empty()) return;
  ValueCheck const values(graph, is_computed, find);
  values.check(kernel.in_tile, "the tile");
  values.check(kernel.in_registers, "registers");
}

} // namespace chemora::plan
