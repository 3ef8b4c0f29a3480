#include "codegen/ir/loops.hpp"

#include "framework/base/number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace chemora::ir {

bool Statement::operator==(Statement const& other) const {
  return is_store == other.is_store && target == other.target && op == other.op && type == other.type &&
         operands == other.operands && base::same_bits(number, other.number) && name == other.name &&
         axis == other.axis && access == other.access && is_nontemporal == other.is_nontemporal;
}

Access access_at(std::string const& variable, Offset const& offset) {
  Access access{.variable = variable};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    access.index[axis].factors[axis] = 1;
    access.index[axis].constant = offset[axis];
  }
  return access;
}

int row_padding(Loops const& loops) { return loops.nest.back().lanes; }

int tile_points(Loops const& loops, int axis) {
  for (Loop const& loop : loops.nest)
    if (loop.over_tiles && loop.axis == axis) return loop.step;
  return loops.allocated[axis];
}

bool has_blocks(Loops const& loops) { return !loops.nest.empty() && loops.nest.front().mapping == Mapping::blocks; }

namespace {

/// Returns whether the loop over points along `axis` is outside `loop`, which is over points.
bool is_outside(int axis, Loop const& loop, Loops const& loops) {
  for (Loop const& other : loops.nest) {
    if (other.over_tiles) continue;
    if (other.axis == loop.axis) return false;
    if (other.axis == axis) return true;
  }
  return false;
}

/// Returns the elements of a row on the host. A vector precedes the halo, because a vector of a narrow row may start
/// before its row. The number of vectors is odd, so that equal elements of different rows differ in their cache set.
int row_elements(int points, int planes, int lanes) {
  int const n_vectors = (lanes + std::max(points, lanes) + planes - 1 + lanes - 1) / lanes;
  return (n_vectors | 1) * lanes;
}

} // namespace

base::Index3 extent_of(Buffer const& buffer, Loop const& loop, Loops const& loops) {
  base::Index3 extent;
  bool const is_on_host = !has_blocks(loops);
  for (int axis = 0; axis < 3; ++axis) {
    int const planes = buffer.halo.to[axis] - buffer.halo.from[axis] + 1;
    int const points = tile_points(loops, axis);
    bool const is_along_loop = !loop.over_tiles && loop.axis == axis;
    if (is_along_loop)
      extent[axis] = buffer.scope == Scope::tile && !is_on_host ? planes + 1 : planes;
    else if (is_on_host && axis == 0)
      extent[axis] = row_elements(points, planes, row_padding(loops));
    else
      extent[axis] = is_on_host && is_outside(axis, loop, loops) ? 1 : points + planes - 1;
  }
  return extent;
}

std::size_t tile_bytes(Loops const& loops) {
  std::size_t bytes = 0;
  for (Loop const& loop : loops.nest)
    for (Buffer const& buffer : loop.buffers) {
      if (buffer.scope != Scope::tile) continue;
      auto bytes_of_buffer = static_cast<std::size_t>(real_bytes(buffer.type));
      for (int const n : extent_of(buffer, loop, loops)) bytes_of_buffer *= static_cast<std::size_t>(n);
      bytes += bytes_of_buffer;
    }
  return bytes;
}

std::string to_text(Prefetch const& prefetch) {
  return std::to_string(prefetch.distance) + (prefetch.stores ? " stores" : "") + (prefetch.edges ? " edges" : "");
}

std::string to_text(Scope scope) {
  switch (scope) {
  case Scope::tile:
    return "tile";
  case Scope::registers:
    return "registers";
  case Scope::grid:
    return "grid";
  }
  return {};
}

std::string to_text(Affine const& affine) {
  std::string text;
  auto const add_term = [&](int factor, std::string const& what) {
    if (factor == 0) return;
    if (!text.empty() || factor < 0) text += factor < 0 ? "-" : "+";
    int const size = std::abs(factor);
    text += what.empty() ? fmt::format("{}", size) : size == 1 ? what : fmt::format("{}*{}", size, what);
  };
  for (std::size_t axis = 0; axis < 3; ++axis) add_term(affine.factors[axis], std::string(1, "xyz"[axis]));
  add_term(affine.constant, "");
  return text.empty() ? "0" : text;
}

std::string to_text(Access const& access) {
  return fmt::format("{}[{},{},{}]", access.variable, to_text(access.index[0]), to_text(access.index[1]),
                     to_text(access.index[2]));
}

std::string to_text(Statement const& statement) {
  if (statement.is_store)
    return fmt::format("store {} %{}{}", to_text(statement.access), statement.operands.at(0),
                       statement.is_nontemporal ? " nontemporal" : "");
  std::string text = fmt::format("{} %{} = {}", to_text(statement.type), statement.target, info(statement.op).name);
  switch (statement.op) {
  case Op::immediate:
    text += " " + number_text(statement.type, statement.number);
    break;
  case Op::parameter:
    text += " " + statement.name;
    break;
  case Op::load:
    text += " " + to_text(statement.access);
    break;
  case Op::spacing:
  case Op::origin:
  case Op::size:
  case Op::index:
  case Op::coordinate:
    text += fmt::format(" {}", "xyz"[statement.axis]);
    break;
  default:
    break;
  }
  for (RegisterId operand : statement.operands) text += fmt::format(" %{}", operand);
  return text;
}

namespace {

std::string mapping_text(Loop const& loop) {
  switch (loop.mapping) {
  case Mapping::sequential:
    return {};
  case Mapping::vector:
    return fmt::format(" vector {}", loop.lanes);
  case Mapping::threads:
    return " threads";
  case Mapping::blocks:
    return " blocks";
  case Mapping::block:
    return fmt::format(" block {}", loop.lanes);
  case Mapping::unrolled:
  case Mapping::interleaved:
    break; // only in loop trees
  }
  return {};
}

std::string head(Loop const& loop) {
  std::string text = fmt::format("for {}{}", loop.over_tiles ? "tiles " : "", "xyz"[loop.axis]);
  if (loop.over_tiles) text += fmt::format(" step {}", loop.step);
  text += mapping_text(loop);
  if (loop.unroll != 1) text += fmt::format(" unroll {}", loop.unroll);
  return loop.prefetch.distance == 0 ? text : text + fmt::format(" prefetch {}", to_text(loop.prefetch));
}

void print(std::vector<Statement> const& statements, std::string const& indent, std::string& text) {
  for (Statement const& statement : statements) text += indent + to_text(statement) + "\n";
}

void print(Buffer const& buffer, std::string const& indent, std::string& text) {
  text += fmt::format("{}buffer {} {} {}", indent, buffer.name, to_text(buffer.scope), to_text(buffer.type));
  for (std::size_t axis = 0; axis < 3; ++axis)
    text += fmt::format(" {} {}:{}", "xyz"[axis], buffer.halo.from[axis], buffer.halo.to[axis]);
  text += buffer.is_fused ? " fused\n" : "\n";
  print(buffer.body, indent + "  ", text);
  if (buffer.is_followed_by_barrier) text += indent + "barrier\n";
}

} // namespace

std::string to_text(Loops const& loops) {
  std::string text = fmt::format("loops {} {{\n  grid {}", loops.kernel, loops.dimension);
  text += loops.real == Type::real64 ? "\n" : fmt::format(" {}\n", to_text(loops.real));
  text += to_text(loops.element_types);
  text += loops.allocated == run_time_extents
              ? "  allocated at launch\n"
              : fmt::format("  allocated {} {} {}\n", loops.allocated[0], loops.allocated[1], loops.allocated[2]);
  for (Parameter const& parameter : loops.parameters)
    text += fmt::format("  param {} {}\n", to_text(parameter.type), parameter.name);
  text += line_of_names("in", loops.inputs) + line_of_names("out", loops.outputs);
  std::string indent = "  ";
  print(loops.before, indent, text);
  for (Loop const& loop : loops.nest) {
    text += indent + head(loop) + "\n";
    indent += "  ";
    for (Buffer const& buffer : loop.buffers) print(buffer, indent, text);
    print(loop.body, indent, text);
  }
  return text + "}\n";
}

} // namespace chemora::ir
