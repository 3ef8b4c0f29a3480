#include "codegen/emit/c_printer.hpp"

#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::emit {

using ir::Loop;
using ir::Op;
using ir::Statement;

CPrinter::CPrinter(ir::Loops const& loops, Dialect const& dialect)
    : loops_(loops), dialect_(dialect), expressions_(loops, dialect) {
  scan(loops.before);
  for (Loop const& loop : loops.nest) {
    for (ir::Buffer const& buffer : loop.buffers) scan(buffer.body);
    scan(loop.body);
  }
}

std::string CPrinter::print() {
  text_ = head_comment() + "\n" + dialect_.preamble(loops_, functions_) + definitions() + "\n" +
          dialect_.head(loops_, arguments());
  indent_ = 1;
  print_scalars();
  for (Statement const& statement : loops_.before) print_statement(statement);
  print_nest();
  while (indent_ > 0) close();
  return text_;
}

void CPrinter::print_nest() {
  for (std::size_t n = 0; n < loops_.nest.size(); ++n) {
    Loop const& loop = loops_.nest[n];
    if (loop.over_tiles) {
      open_tile_loop(n);
      continue;
    }
    if (n == 0 || loops_.nest[n - 1].over_tiles) {
      print_tile_head();
      print_buffers();
    }
    text_ += dialect_.before_loop(loops_, n);
    open(
        fmt::format("for (int {0} = {1}; {0} < {2}; ++{0})", "xyz"[loop.axis], begin_of(loop.axis), end_of(loop.axis)));
    print_fills(n);
    if (n + 1 == loops_.nest.size()) print_indices(loop.body);
    for (Statement const& statement : loop.body) print_statement(statement);
  }
}

void CPrinter::print_indices(std::vector<Statement> const& statements) {
  line("long const i = x + y*dj + z*dk;");
  BufferElements const& buffers = expressions_.buffers();
  std::set<EmittedBuffer const*> used;
  for (Statement const& statement : statements)
    if (statement.is_store || statement.op == Op::load) used.insert(buffers.find(statement.access.variable));
  for (EmittedBuffer const& buffer : buffers.buffers())
    if (buffer.is_in_tile() && used.contains(&buffer))
      line(fmt::format("int const at_{} = {};", buffer.identifier, buffers.number_at_point(buffer)));
}

void CPrinter::print_buffers() {
  for (EmittedBuffer const& buffer : expressions_.buffers().buffers())
    line(fmt::format("alignas(64) {} {}[{}];", c_type(buffer.buffer->type), buffer.identifier, buffer.n_elements()));
}

/// One loop fills all buffers of a fused group. It fills all slabs of the halo in the first iteration of loop `n`, and
/// only the last slab in the other iterations.
void CPrinter::print_fills(std::size_t n) {
  auto const& buffers = loops_.nest[n].buffers;
  for (std::size_t first = 0, end = 0; first < buffers.size(); first = end) {
    std::vector<ir::Buffer const*> group;
    for (end = first; end < buffers.size() && (end == first || buffers[end].is_fused); ++end)
      group.push_back(&buffers[end]);
    ir::Halo const& halo = buffers[first].halo;
    int const axis = loops_.nest[n].axis;
    open("");
    int n_open = 1;
    if (halo.from[axis] != 0 || halo.to[axis] != 0) {
      open(fmt::format("for (int slab = {0} == {1} ? {0}{2} : {0}{3}, last = {0}{3}; slab <= last; ++slab)",
                       "xyz"[axis], begin_of(axis), step_text(halo.from[axis]), step_text(halo.to[axis])));
      line(fmt::format("int const {} = slab;", "xyz"[axis]));
      ++n_open;
    }
    for (std::size_t inner = n + 1; inner + 1 < loops_.nest.size(); ++inner, ++n_open) {
      int const along = loops_.nest[inner].axis;
      open(fmt::format("for (int {0} = {1}{2}; {0} < {3}{4}; ++{0})", "xyz"[along], begin_of(along),
                       step_text(halo.from[along]), end_of(along), step_text(halo.to[along])));
    }
    print_fill_of_row(group);
    for (; n_open > 0; --n_open) close();
  }
}

void CPrinter::print_fill_of_row(std::vector<ir::Buffer const*> const& buffers) {
  ir::Halo const& halo = buffers.front()->halo;
  open(fmt::format("for (int x = {}{}; x < {}{}; ++x)", begin_of(0), step_text(halo.from[0]), end_of(0),
                   step_text(halo.to[0])));
  std::vector<Statement> statements;
  for (ir::Buffer const* buffer : buffers)
    statements.insert(statements.end(), buffer->body.begin(), buffer->body.end());
  print_indices(statements);
  for (Statement const& statement : statements) print_statement(statement);
  close();
}

void CPrinter::scan(std::vector<Statement> const& statements) {
  for (Statement const& statement : statements) {
    if (statement.is_store) continue;
    if (is_function(statement.op, statement.type)) functions_.emplace(statement.op, statement.type);
    bool const needs_all = statement.op == Op::coordinate;
    int const axis = statement.axis;
    if (needs_all || statement.op == Op::index) needs_index_[axis] = true;
    if (needs_all || statement.op == Op::spacing) needs_spacing_[axis] = true;
    if (needs_all || statement.op == Op::origin) needs_origin_[axis] = true;
  }
}

std::string CPrinter::head_comment() const {
  std::string const size =
      loops_.allocated == ir::run_time_extents
          ? "any number of"
          : fmt::format("{} x {} x {}", loops_.allocated[0], loops_.allocated[1], loops_.allocated[2]);
  std::string text = fmt::format("// Kernel {}, made by Chemora for arrays of {} points.\n//   reads ",
                                 mangled("", loops_.kernel), size);
  for (std::string const& input : loops_.inputs) text += " " + mangled("", input);
  text += "\n//   writes";
  for (std::string const& output : loops_.outputs) text += " " + mangled("", output);
  return text + "\n";
}

void CPrinter::line(std::string const& text) {
  text_ += std::string(static_cast<std::size_t>(2 * indent_), ' ') + text + "\n";
}

void CPrinter::open(std::string const& head) {
  line(head.empty() ? "{" : head + " {");
  ++indent_;
}

void CPrinter::close(std::string const& after) {
  --indent_;
  line("}" + after);
}

void CPrinter::print_scalars() {
  std::string const comment = " // to the next row, to the next plane";
  if (loops_.allocated == ir::run_time_extents)
    line(fmt::format("long const dj = {}, dk = dj * {};{}", dialect_.scalar("allocated[0]"),
                     dialect_.scalar("allocated[1]"), comment));
  else
    line(fmt::format("long const dj = {}L, dk = {}L;{}", loops_.allocated[0],
                     static_cast<long>(loops_.allocated[0]) * loops_.allocated[1], comment));
  std::string const real = c_type(loops_.real);
  for (int axis = 2; axis >= 0; --axis)
    line(fmt::format("int const lower_{0} = {1}, upper_{0} = {2};", "xyz"[axis],
                     dialect_.scalar(fmt::format("lower[{}]", axis)), dialect_.scalar(fmt::format("upper[{}]", axis))));
  for (int axis = 0; axis < 3; ++axis) {
    char const name = "xyz"[axis];
    auto const member = [&](char const* array) { return dialect_.scalar(fmt::format("{}[{}]", array, axis)); };
    if (needs_index_[axis]) line(fmt::format("int const lower_global_{} = {};", name, member("lower_global")));
    if (needs_origin_[axis]) line(fmt::format("{0} const origin_{1} = ({0}){2};", real, name, member("origin")));
    if (needs_spacing_[axis]) line(fmt::format("{0} const spacing_{1} = ({0}){2};", real, name, member("spacing")));
  }
}

void CPrinter::print_statement(Statement const& statement) {
  if (statement.is_store) {
    line(fmt::format("{} = {};", expressions_.element(statement.access, true),
                     expressions_.name(statement.operands[0])));
    return;
  }
  std::string const decimal = statement.op == Op::immediate && is_real(statement.type)
                                  ? " // " + number_text(statement.type, statement.number)
                              : statement.op == Op::parameter ? " // " + mangled("", statement.name)
                                                              : "";
  line(fmt::format("{} const {} = {};{}", c_type(statement.type), expressions_.name(statement.target),
                   expressions_.value(statement), decimal));
}

bool CPrinter::has_tiles(int axis) const {
  return std::any_of(loops_.nest.begin(), loops_.nest.end(),
                     [&](Loop const& loop) { return loop.over_tiles && loop.axis == axis; });
}

std::string CPrinter::begin_of(int axis) const {
  return fmt::format("{}_{}", has_tiles(axis) ? "tile" : "lower", "xyz"[axis]);
}
std::string CPrinter::end_of(int axis) const {
  return fmt::format("{}_{}", has_tiles(axis) ? "end" : "upper", "xyz"[axis]);
}

void CPrinter::open_tile_loop(std::size_t n) {
  Loop const& loop = loops_.nest[n];
  text_ += dialect_.before_loop(loops_, n);
  open(fmt::format("for (int tile_{0} = lower_{0}; tile_{0} < upper_{0}; tile_{0} += {1})", "xyz"[loop.axis],
                   dialect_.step(loop)));
}

void CPrinter::print_tile_head() {
  for (Loop const& loop : loops_.nest)
    if (loop.over_tiles)
      line(fmt::format("int const end_{0} = upper_{0} - tile_{0} < {1} ? upper_{0} : tile_{0} + {1};", "xyz"[loop.axis],
                       dialect_.step(loop)));
  for (Argument const& argument : arguments()) {
    std::string const declaration = dialect_.declaration(argument);
    if (!declaration.empty()) text_ += std::string(static_cast<std::size_t>(2 * indent_), ' ') + declaration;
  }
}

/// Returns the inputs of the kernel, followed by its outputs.
std::vector<Argument> CPrinter::arguments() const {
  std::vector<Argument> result;
  auto const add = [&](std::vector<std::string> const& names, std::vector<std::string> const& others, bool is_output) {
    for (std::size_t n = 0; n < names.size(); ++n)
      result.push_back({.identifier = expressions_.pointer(names[n], is_output),
                        .type = element_type(loops_, names[n]),
                        .has_typed_list = loops_.element_types.empty(),
                        .is_output = is_output,
                        .position = static_cast<int>(n),
                        .is_shared = base::contains(others, names[n])});
  };
  add(loops_.inputs, loops_.outputs, false);
  add(loops_.outputs, loops_.inputs, true);
  return result;
}

std::string print_kernel(ir::Loops const& loops, Dialect const& dialect) { return CPrinter(loops, dialect).print(); }

} // namespace chemora::emit
