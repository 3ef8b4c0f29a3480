// Names of buffers, and halos that grow with what is read.
#include "codegen/plan/kept_values.hpp"

#include "codegen/ir/token_lines.hpp"

#include <algorithm>
#include <set>

namespace chemora::plan {

namespace {

using ir::ValueId;

/// `tile::phi`, `registers::v41`, with underscores where a variable has that name.
std::string buffer_name(ir::Scope scope, std::string const& name, std::set<std::string>& taken) {
  std::string const word = name.starts_with('%') ? "v" + name.substr(1) : name;
  auto const implementation = word.find("::"); // names of variables have one at most
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
    bool const is_known = number && *number >= 0 && *number < static_cast<int>(graph.values.size());
    return is_known ? number : std::nullopt;
  }
  for (std::size_t id = 0; id < graph.values.size(); ++id)
    if (graph.values[id].op == ir::Op::load && graph.values[id].name == name) return static_cast<ValueId>(id);
  return {};
}

KeptValues::KeptValues(ir::Graph const& graph, KernelPlan const& plan) : stream_(plan.stream) {
  if (plan.in_tile.empty() && plan.in_registers.empty()) return;
  families_ = families(graph);
  std::set<std::string> taken(graph.inputs.begin(), graph.inputs.end());
  taken.insert(graph.outputs.begin(), graph.outputs.end());
  auto const add = [&](ir::Scope scope, std::vector<std::string> const& names) {
    auto const first = static_cast<long>(kept.size());
    for (std::string const& name : names)
      if (auto const value = named_value(graph, name))
        kept.push_back(
            {*value, families_[*value], {.name = buffer_name(scope, name, taken), .scope = scope, .type = graph.real}});
    std::stable_sort(kept.begin() + first, kept.end(),
                     [](KeptValue const& a, KeptValue const& b) { return a.member.family < b.member.family; });
  };
  add(ir::Scope::tile, plan.in_tile);
  add(ir::Scope::registers, plan.in_registers);
}

std::optional<ir::Access> KeptValues::read(ValueId value, KeptValue& kept, ir::Halo const& around) {
  Member const& member = families_[value];
  if (member.family != kept.member.family) return {};
  ir::Offset offset;
  for (std::size_t axis = 0; axis < 3; ++axis) offset[axis] = member.offset[axis] - kept.member.offset[axis];
  if (kept.buffer.scope == ir::Scope::registers && !is_along(offset, stream_)) return {};
  ir::Halo& halo = kept.buffer.halo;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    int const from = offset[axis] + around.from[axis], to = offset[axis] + around.to[axis];
    halo.from[axis] = kept.is_read ? std::min(halo.from[axis], from) : from;
    halo.to[axis] = kept.is_read ? std::max(halo.to[axis], to) : to;
  }
  kept.is_read = true;
  return ir::access_at(kept.buffer.name, offset);
}

/// Registers are nearer.
std::optional<ir::Access> KeptValues::read_at_point(ValueId value) {
  for (std::size_t n = kept.size(); n-- > 0;)
    if (auto access = read(value, kept[n], {})) return access;
  return {};
}

std::optional<ir::Access> KeptValues::read_in_fill(ValueId value, std::size_t reader) {
  if (kept[reader].buffer.scope == ir::Scope::registers) return {};
  ir::Halo const around = kept[reader].buffer.halo;
  for (std::size_t n = 0; n < reader; ++n)
    if (auto access = read(value, kept[n], around)) return access;
  return {};
}

} // namespace chemora::plan
