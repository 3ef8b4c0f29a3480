// Text form and verifier of loops.
#include "codegen/ir/loops.hpp"

#include "codegen/ir/token_lines.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <map>

namespace chemora::ir {

bool Statement::operator==(Statement const& other) const {
  return is_store == other.is_store && target == other.target && op == other.op && type == other.type &&
         operands == other.operands &&
         std::bit_cast<std::uint64_t>(number) == std::bit_cast<std::uint64_t>(other.number) && name == other.name &&
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
  }
  return {};
}

std::string head(Loop const& loop) {
  std::string text = fmt::format("for {}{}", loop.over_tiles ? "tiles " : "", "xyz"[loop.axis]);
  if (loop.over_tiles) text += fmt::format(" step {}", loop.step);
  text += mapping_text(loop);
  if (loop.unroll != 1) text += fmt::format(" unroll {}", loop.unroll);
  return loop.prefetch == 0 ? text : text + fmt::format(" prefetch {}", loop.prefetch);
}

std::string list(std::string_view word, std::vector<std::string> const& names) {
  if (names.empty()) return {};
  std::string line = fmt::format("  {}", word);
  for (std::string const& name : names) line += " " + name;
  return line + "\n";
}

} // namespace

std::string to_text(Loops const& loops) {
  std::string text = fmt::format("loops {} {{\n  grid {}", loops.kernel, loops.dimension);
  text += loops.real == Type::real64 ? "\n" : fmt::format(" {}\n", to_text(loops.real));
  text += loops.allocated == told_at_launch
              ? "  allocated at launch\n"
              : fmt::format("  allocated {} {} {}\n", loops.allocated[0], loops.allocated[1], loops.allocated[2]);
  for (Parameter const& parameter : loops.parameters)
    text += fmt::format("  param {} {}\n", to_text(parameter.type), parameter.name);
  text += list("in", loops.inputs) + list("out", loops.outputs);
  std::string indent = "  ";
  for (Statement const& statement : loops.before) text += indent + to_text(statement) + "\n";
  for (Loop const& loop : loops.nest) {
    text += indent + head(loop) + "\n";
    indent += "  ";
    for (Statement const& statement : loop.body) text += indent + to_text(statement) + "\n";
  }
  return text + "}\n";
}

namespace {

class LoopsVerifier {
public:
  LoopsVerifier(Loops const& loops, std::string const& stage) : loops_(loops), stage_(stage) {}

  void run() {
    check(loops_.dimension >= 1 && loops_.dimension <= 3, "they have not 1 to 3 dimensions");
    check(is_real(loops_.real), "their element type is not real");
    check_nest();
    for (Statement const& statement : loops_.before) check_statement(statement, true);
    for (Loop const& loop : loops_.nest) {
      check(!loop.over_tiles || loop.body.empty(), "a loop over tiles has statements of its own");
      open_axes_[static_cast<std::size_t>(loop.axis)] = !loop.over_tiles;
      for (Statement const& statement : loop.body) check_statement(statement, false);
    }
  }

private:
  void check(bool holds, std::string const& otherwise) const {
    if (!holds)
      throw base::InternalError(
          fmt::format("Loops `{}` are broken after stage `{}`: {}.", loops_.kernel, stage_, otherwise));
  }

  void check_nest() const {
    int n_points[3] = {0, 0, 0}, n_tiles[3] = {0, 0, 0};
    bool threads_may_follow = true;
    for (std::size_t n = 0; n < loops_.nest.size(); ++n) {
      Loop const& loop = loops_.nest[n];
      check(loop.axis >= 0 && loop.axis < 3, "a loop runs along no axis");
      check(loop.step >= 1 && loop.lanes >= 1, "a loop has a step or a number of lanes below 1");
      check(loop.unroll >= 1 && (loop.unroll == 1 || !loop.over_tiles), "a loop over tiles is unrolled");
      check(loop.prefetch >= 0 && (loop.prefetch == 0 || loop.mapping == Mapping::vector),
            "a loop that is no vector loop asks for memory ahead");
      check(!loop.over_tiles || n == 0 || loops_.nest[n - 1].over_tiles, "a loop over tiles is inside one over points");
      ++(loop.over_tiles ? n_tiles : n_points)[loop.axis];
      bool const has_threads = loop.mapping == Mapping::threads;
      check(!has_threads || (threads_may_follow && loop.over_tiles),
            "a loop on threads is not an outermost one over tiles");
      threads_may_follow = has_threads;
      check(loop.mapping != Mapping::vector || (n + 1 == loops_.nest.size() && loop.axis == 0 && !loop.over_tiles),
            "a vector loop is not the innermost one along x");
      check_blocks(loop);
    }
    for (int axis = 0; axis < 3; ++axis)
      check(n_points[axis] == 1 && n_tiles[axis] <= 1,
            fmt::format("axis {} has not one loop over points and at most one over tiles", "xyz"[axis]));
  }

  void check_blocks(Loop const& loop) const {
    bool const has_blocks = !loops_.nest.empty() && loops_.nest.front().mapping == Mapping::blocks;
    check(loop.over_tiles ? (loop.mapping == Mapping::blocks) == has_blocks : loop.mapping != Mapping::blocks,
          "not all loops over tiles, and only those, are on blocks");
    check(loop.mapping != Mapping::block || (has_blocks && !loop.over_tiles),
          "a loop on the threads of a block is not one over points in a nest on blocks");
    check(loop.mapping != Mapping::vector || !has_blocks, "a nest on blocks has a vector loop");
  }

  void check_statement(Statement const& statement, bool is_before) {
    for (RegisterId operand : statement.operands)
      check(types_.contains(operand), fmt::format("%{} is used before it is set", operand));
    if (statement.is_store) {
      check(statement.operands.size() == 1 && types_[statement.operands[0]] == loops_.real,
            fmt::format("the store into `{}` has not one operand of the arguments' type", statement.access.variable));
      check_access(statement.access, loops_.outputs, is_before);
      return;
    }
    check(static_cast<int>(statement.operands.size()) == info(statement.op).arity && statement.op != Op::shift,
          fmt::format("%{} has the wrong number of operands", statement.target));
    bool const is_declared =
        std::any_of(loops_.parameters.begin(), loops_.parameters.end(), [&](Parameter const& parameter) {
          return parameter.name == statement.name && parameter.type == statement.type;
        });
    check(statement.op != Op::parameter || is_declared,
          fmt::format("%{} needs parameter `{}`, which is not declared so", statement.target, statement.name));
    if (statement.op == Op::load) check_access(statement.access, loops_.inputs, is_before);
    if (statement.op == Op::index || statement.op == Op::coordinate)
      check(open_axes_[static_cast<std::size_t>(statement.axis)],
            fmt::format("%{} needs an axis whose loop is further in", statement.target));
    check(types_.emplace(statement.target, statement.type).second, fmt::format("%{} is set twice", statement.target));
  }

  void check_access(Access const& access, std::vector<std::string> const& arguments, bool is_before) const {
    check(std::find(arguments.begin(), arguments.end(), access.variable) != arguments.end(),
          fmt::format("`{}` is not an argument of this kind", access.variable));
    for (Affine const& affine : access.index)
      for (std::size_t axis = 0; axis < 3; ++axis)
        check(affine.factors[axis] == 0 || (!is_before && open_axes_[axis]),
              fmt::format("`{}` is accessed with {}, whose loop is further in", access.variable, "xyz"[axis]));
  }

  Loops const& loops_;
  std::string const& stage_;
  std::map<RegisterId, Type> types_;
  std::array<bool, 3> open_axes_{false, false, false};
};

} // namespace

void verify(Loops const& loops, std::string const& stage) { LoopsVerifier(loops, stage).run(); }

} // namespace chemora::ir
