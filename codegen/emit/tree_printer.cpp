#include "codegen/emit/tree_printer.hpp"

#include "codegen/emit/c_expressions.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::emit {

using ir::NodeKind;
using ir::TreeNode;
using ir::Type;

namespace {

bool is_grid_barrier(TreeNode const& node) { return node.kind == NodeKind::barrier && node.barrier == ir::Scope::grid; }

} // namespace

std::vector<std::string> grid_temporaries(ir::LoopTree const& tree) {
  std::vector<std::string> names;
  for (ir::TypedArray const& array : tree.arrays)
    if (!array.is_argument && array.scope == ir::Scope::grid) names.push_back(array.name);
  return names;
}

bool has_phases(ir::LoopTree const& tree) { return std::any_of(tree.body.begin(), tree.body.end(), is_grid_barrier); }

TreePrinter::TreePrinter(ir::LoopTree const& tree, Dialect const& dialect, std::string const& index_type)
    : tree_(tree), dialect_(dialect), expressions_(tree, dialect, index_type) {}

/// Returns loops with the members that the functions of a dialect read: parameters and threads of a block. The arrays
/// are passed as pointers to void, because their elements may have any type.
ir::Loops TreePrinter::loops_for_dialect() const {
  ir::Loops loops;
  loops.kernel = tree_.kernel;
  loops.element_types = {{"", Type::real64}};
  loops.parameters.resize(tree_.parameters.size() + (has_phases(tree_) ? 1 : 0));
  base::Index3 const threads = ir::threads_of(tree_);
  for (int axis = 0; axis < 3; ++axis)
    loops.nest.push_back({.axis = axis, .mapping = ir::Mapping::block, .lanes = threads[axis]});
  return loops;
}

std::string TreePrinter::print() {
  print_parameters();
  print_declarations();
  print_phases();
  while (indent_ > 0) close();
  ir::Loops const loops = loops_for_dialect();
  return head_comment() + "\n" + dialect_.preamble(loops, expressions_.functions()) +
         (has_narrow_integers(tree_) ? narrow_type_definitions : "") + definitions() + "\n" +
         dialect_.head(loops, arguments()) + text_;
}

std::string TreePrinter::head_comment() const {
  auto const [inputs, outputs] = ir::arguments_of(tree_);
  std::string text =
      fmt::format("// Kernel {}, made by Chemora from a loop tree.\n//   reads ", mangled("", tree_.kernel));
  for (std::string const& input : inputs) text += " " + mangled("", input);
  text += "\n//   writes";
  for (std::string const& output : outputs) text += " " + mangled("", output);
  return text + "\n";
}

void TreePrinter::line(std::string const& text) {
  text_ += std::string(static_cast<std::size_t>(2 * indent_), ' ') + text + "\n";
}

void TreePrinter::open(std::string const& head) {
  line(head.empty() ? "{" : head + " {");
  ++indent_;
}

void TreePrinter::close(std::string const& after) {
  --indent_;
  line("}" + after);
}

std::vector<Argument> TreePrinter::arguments() const {
  auto [inputs, outputs] = ir::arguments_of(tree_);
  for (std::string const& name : grid_temporaries(tree_)) outputs.push_back(name);
  std::vector<Argument> result;
  auto const add = [&](std::vector<std::string> const& names, bool is_output) {
    for (std::size_t n = 0; n < names.size(); ++n)
      result.push_back({.identifier = expressions_.identifier(names[n]),
                        .type = expressions_.array(names[n]).type,
                        .has_typed_list = false,
                        .is_output = is_output,
                        .position = static_cast<int>(n)});
  };
  add(inputs, false);
  add(outputs, true);
  return result;
}

void TreePrinter::print_parameters() {
  std::size_t n = 0;
  auto const value = [&] { return dialect_.scalar(fmt::format("parameters[{}]", n)); };
  for (; n < tree_.parameters.size(); ++n) {
    auto const& [name, type] = tree_.parameters[n];
    std::string const declared = type == Type::int32 ? expressions_.index_type() : c_type(type);
    line(fmt::format("{} const {} = {};", declared, expressions_.identifier(name),
                     type == Type::boolean ? value() + " != 0" : fmt::format("({}){}", declared, value())));
  }
  if (has_phases(tree_)) line(fmt::format("int const phase = (int){};", value()));
  for (std::string const& text : expressions_.stride_declarations()) line(text);
}

void TreePrinter::print_phases() {
  if (!has_phases(tree_)) return print_nodes(tree_.body);
  int phase = 0;
  open("if (phase == 0)");
  for (TreeNode const& node : tree_.body) {
    if (!is_grid_barrier(node)) {
      print_node(node);
      continue;
    }
    close();
    open(fmt::format("if (phase == {})", ++phase));
  }
  close();
}

void TreePrinter::print_nodes(std::vector<TreeNode> const& nodes) {
  for (TreeNode const& node : nodes) print_node(node);
}

void TreePrinter::open_loop(TreeNode const& loop) {
  open(fmt::format("for ({0} {1} = {2}; {1} <= {3}; {1} += {4})", expressions_.index_type(),
                   expressions_.identifier(loop.variable), expressions_.lower(loop), expressions_.upper(loop),
                   loop.step));
}

} // namespace chemora::emit
