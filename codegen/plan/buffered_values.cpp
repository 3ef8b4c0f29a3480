#include "codegen/plan/buffered_values.hpp"

#include "codegen/ir/text_form.hpp"
#include "codegen/plan/lower.hpp"

#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace chemora::plan {

namespace {

using ir::ValueId;

/// Returns `tile::phi` or `registers::v41`, with underscores appended if a variable has that name.
std::string buffer_name(ir::Scope scope, std::string const& name, std::set<std::string>& taken) {
  std::string const word = name.starts_with('%') ? "v" + name.substr(1) : name;
  auto const implementation = word.find("::"); // the name of a variable contains `::` at most once
  std::string const last = implementation == std::string::npos ? word : word.substr(implementation + 2);
  std::string unique = ir::to_text(scope) + "::" + last.substr(0, last.find('['));
  while (!taken.insert(unique).second) unique += "_";
  return unique;
}

bool is_along(ir::Offset const& offset, int axis) {
  for (int other = 0; other < 3; ++other)
    if (other != axis && offset[other] != 0) return false;
  return true;
}

} // namespace

std::optional<ValueId> named_value(ir::Graph const& graph, std::string const& name) {
  if (name.starts_with('%')) {
    auto const number = ir::to_integer(std::string_view(name).substr(1));
    bool const is_value = number && *number >= 0 && *number < static_cast<int>(graph.values.size());
    return is_value ? number : std::nullopt;
  }
  for (std::size_t id = 0; id < graph.values.size(); ++id)
    if (graph.values[id].op == ir::Op::load && graph.values[id].name == name) return static_cast<ValueId>(id);
  return {};
}

BufferedValues::BufferedValues(ir::Graph const& graph, KernelPlan const& plan) : stream_(plan.stream) {
  if (plan.in_tile.empty() && plan.in_registers.empty()) return;
  shifted_ = ir::shifted_equivalents(graph);
  std::set<std::string> taken(graph.inputs.begin(), graph.inputs.end());
  taken.insert(graph.outputs.begin(), graph.outputs.end());
  auto const add = [&](ir::Scope scope, std::vector<std::string> const& names) {
    auto const first = static_cast<long>(values.size());
    for (std::string const& name : names)
      if (auto const value = named_value(graph, name))
        values.push_back(
            {*value, shifted_[*value], {.name = buffer_name(scope, name, taken), .scope = scope, .type = graph.real}});
    std::stable_sort(values.begin() + first, values.end(), [](BufferedValue const& a, BufferedValue const& b) {
      return a.shifted.expression < b.shifted.expression;
    });
  };
  add(ir::Scope::tile, plan.in_tile);
  add(ir::Scope::registers, plan.in_registers);
}

std::optional<ir::Access> BufferedValues::read(ValueId value, BufferedValue& buffered, ir::Halo const& around) {
  ir::ShiftedExpression const& shifted = shifted_[value];
  if (shifted.expression != buffered.shifted.expression) return {};
  ir::Offset offset;
  for (std::size_t axis = 0; axis < 3; ++axis) offset[axis] = shifted.offset[axis] - buffered.shifted.offset[axis];
  if (buffered.buffer.scope == ir::Scope::registers && !is_along(offset, stream_)) return {};
  ir::Halo& halo = buffered.buffer.halo;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    int const from = offset[axis] + around.from[axis], to = offset[axis] + around.to[axis];
    halo.from[axis] = buffered.is_read ? std::min(halo.from[axis], from) : from;
    halo.to[axis] = buffered.is_read ? std::max(halo.to[axis], to) : to;
  }
  buffered.is_read = true;
  return ir::access_at(buffered.buffer.name, offset);
}

/// Buffers in registers come last in the list. Registers are faster than shared memory, so the search starts at the end
/// of the list.
std::optional<ir::Access> BufferedValues::read_at_point(ValueId value) {
  for (std::size_t n = values.size(); n-- > 0;)
    if (auto access = read(value, values[n], {})) return access;
  return {};
}

std::optional<ir::Access> BufferedValues::read_in_fill(ValueId value, std::size_t reader) {
  if (values[reader].buffer.scope == ir::Scope::registers) return {};
  ir::Halo const around = values[reader].buffer.halo;
  for (std::size_t n = 0; n < reader; ++n)
    if (auto access = read(value, values[n], around)) return access;
  return {};
}

namespace {

using Names = std::vector<std::string>;

void check_duplicates(Names const& names, std::string const& storage, Report const& report) {
  for (auto name = names.begin(); name != names.end(); ++name)
    if (std::find(names.begin(), name, *name) != name)
      report(fmt::format("`{}` is named twice among the values in {}.", *name, storage));
}

/// A thread buffers elements along the axis in which it moves. Each thread must therefore have its own position along
/// the other axes.
void check_thread_path(KernelPlan const& kernel, Report const& report) {
  if (kernel.stream == no_axis)
    return report("values in registers need the axis along which threads move, for example `stream z`.");
  for (int axis = 0; axis < 3; ++axis) {
    if (axis != kernel.stream && kernel.block[axis] != kernel.tile[axis])
      report(fmt::format("values in registers are those of a thread that moves along {}, so that the block must have a "
                         "thread for each "
                         "point of the tile along {}: the block has {}, the tile {}.",
                         "xyz"[kernel.stream], "xyz"[axis], kernel.block[axis], kernel.tile[axis]));
  }
}

/// Reports an unrolled loop along which threads move, because compilers ignore the unroll pragma for loops with a
/// barrier.
void check_unrolled_stream(KernelPlan const& kernel, Report const& report) {
  if (kernel.stream == no_axis || kernel.in_tile.empty()) return;
  char const axis = "xyz"[kernel.stream];
  if (kernel.unroll[kernel.stream] > 1)
    report(fmt::format("loop {0} is unrolled, but each of its iterations has a barrier after a plane of the tile is "
                       "filled, and compilers "
                       "do not unroll such loops. Remove `unroll {0}`, or buffer values in registers only.",
                       axis));
}

/// On the host, the rows of one iteration are computed together, and rows run along x.
void check_rows(KernelPlan const& kernel, Report const& report) {
  for (int axis = 1; axis < 3; ++axis)
    if (kernel.unroll[axis] > 1)
      report(
          fmt::format("loop {0} is unrolled, but buffers in the tile of the host hold the values of one row or plane "
                      "at a time. Remove `unroll {0}`, or `tile` with names of values.",
                      "xyz"[axis]));
  if (kernel.stream == 0)
    report("buffers in the tile of the host need rows along x. Remove `stream x`, or `tile` with names of values.");
}

class ValueCheck {
public:
  ValueCheck(ir::Graph const& graph, std::function<bool(ir::ValueId)> const& is_computed, Report const& report)
      : graph_(graph), is_computed_(is_computed), report_(report), axes_(ir::axes_of_variation(graph)),
        shifted_(ir::shifted_equivalents(graph)) {}

  void check(Names const& names, std::string const& storage) const {
    std::vector<std::pair<int, std::string>> buffered; // expression number and name of each buffered value
    for (std::string const& name : names) {
      auto const value = named_value(graph_, name);
      if (!value || !is_computed_(*value)) {
        report_unknown(name, storage, value.has_value());
        continue;
      }
      ir::ValueId const id = *value;
      if (graph_.values[id].type != graph_.real)
        report_(fmt::format("{} has type {}; only values of type {} can be buffered in {}.", name,
                            to_text(graph_.values[id].type), to_text(graph_.real), storage));
      else if (axes_[id] != all_axes)
        report_(fmt::format("{} does not vary along {}; only values that vary along all axes can be buffered in {}.",
                            name, first_axis_without(axes_[id]), storage));
      int const expression = shifted_[id].expression;
      for (auto const& [other, first] : buffered)
        if (other == expression && first != name)
          report_(fmt::format("{} is {} at a displaced point: only one of them can be buffered in {}.", name, first,
                              storage));
      buffered.emplace_back(expression, name);
    }
  }

private:
  void report_unknown(std::string const& name, std::string const& storage, bool is_value) const {
    if (!name.starts_with('%'))
      report_(fmt::format("`{}` cannot be buffered in {}: this kernel does not read it.{}", name, storage,
                          base::did_you_mean(name, graph_.inputs)));
    else if (is_value)
      report_(fmt::format("{} cannot be buffered in {}: this kernel does not compute it.", name, storage));
    else
      report_(fmt::format("{} cannot be buffered in {}: the graph has only the values %0 to %{}.", name, storage,
                          static_cast<int>(graph_.values.size()) - 1));
  }

  static char first_axis_without(unsigned axes) {
    int axis = 0;
    while ((axes & (1u << axis)) != 0) ++axis;
    return "xyz"[axis];
  }

  ir::Graph const& graph_;
  std::function<bool(ir::ValueId)> const& is_computed_;
  Report const& report_;
  std::vector<unsigned> axes_;
  std::vector<ir::ShiftedExpression> shifted_;
};

} // namespace

void check_buffer_mapping(KernelPlan const& kernel, Report const& report) {
  if (kernel.in_tile.empty() && kernel.in_registers.empty()) return;
  check_duplicates(kernel.in_tile, "the tile", report);
  check_duplicates(kernel.in_registers, "registers", report);
  if (!kernel.has_blocks()) {
    if (!kernel.in_registers.empty())
      report("only threads of a device buffer values in registers; remove `register` from plans of the host.");
    return check_rows(kernel, report);
  }
  if (!kernel.in_registers.empty()) check_thread_path(kernel, report);
  check_unrolled_stream(kernel, report);
}

void check_buffered_values(ir::Graph const& graph, KernelPlan const& kernel,
                           std::function<bool(ir::ValueId value)> const& is_computed, Report const& report) {
  if (kernel.in_tile.empty() && kernel.in_registers.empty()) return;
  ValueCheck const values(graph, is_computed, report);
  values.check(kernel.in_tile, "the tile");
  values.check(kernel.in_registers, "registers");
}

} // namespace chemora::plan
