/// Prints loop trees in their text form.
#include "codegen/ir/expression_parser.hpp"
#include "codegen/ir/loop_tree.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

namespace chemora::ir {

namespace {

std::string bound_text(Bound const& bound) {
  return bound.divisor == 1 ? to_text(bound.numerator)
                            : fmt::format("({})/{}", to_text(bound.numerator), bound.divisor);
}

std::string bounds_text(std::vector<Bound> const& bounds, std::string_view function) {
  std::string const list = base::join(bounds, ", ", bound_text);
  return bounds.size() == 1 ? list : fmt::format("{}({})", function, list);
}

std::string mapping_text(TreeNode const& loop) {
  switch (loop.mapping) {
  case Mapping::sequential:
    return "";
  case Mapping::threads:
    return " threads";
  case Mapping::blocks:
    return fmt::format(" blocks {}", loop.axis);
  case Mapping::block:
    return fmt::format(" block {} extent {}", loop.axis, loop.extent);
  case Mapping::vector:
    return fmt::format(" vector extent {}", loop.extent);
  case Mapping::unrolled:
    return fmt::format(" unrolled extent {}", loop.extent);
  case Mapping::interleaved:
    return fmt::format(" interleaved extent {}", loop.extent);
  }
  return {};
}

std::string node_text(TreeNode const& node) {
  switch (node.kind) {
  case NodeKind::loop:
    return fmt::format("for {} from {} to {}{}{}", name_text(node.variable), bounds_text(node.lower, "max"),
                       bounds_text(node.upper, "min"), node.step == 1 ? "" : fmt::format(" step {}", node.step),
                       mapping_text(node));
  case NodeKind::condition:
    return "if " + to_text(node.condition);
  case NodeKind::assignment:
    return fmt::format("{} = {}", to_text(node.target), to_text(node.value));
  case NodeKind::barrier:
    return "barrier " + to_text(node.barrier);
  }
  return {};
}

void append(std::string& text, std::vector<TreeNode> const& nodes, std::size_t indentation) {
  for (TreeNode const& node : nodes) {
    text += std::string(indentation, ' ') + node_text(node) + "\n";
    append(text, node.body, indentation + 2);
  }
}

} // namespace

std::string to_text(LoopTree const& tree) {
  std::string text = fmt::format("tree {} {{\n", name_text(tree.kernel));
  for (TreeParameter const& parameter : tree.parameters)
    text += fmt::format("  parameter {} {}\n", to_text(parameter.type), name_text(parameter.name));
  for (TypedArray const& array : tree.arrays)
    text += fmt::format("  {} {}\n", array.is_argument ? "array" : "buffer", to_text(array));
  append(text, tree.body, 2);
  return text + "}\n";
}

} // namespace chemora::ir
