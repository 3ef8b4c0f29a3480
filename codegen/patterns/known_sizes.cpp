#include "codegen/patterns/known_sizes.hpp"

#include "codegen/patterns/nodes.hpp"

#include <algorithm>

namespace chemora::patterns {

KnownSize KnownSizes::of(Generator const& generator) const {
  NodePtr size;
  if (generator.kind == GeneratorKind::range) size = count_of(generator);
  if (generator.kind == GeneratorKind::element && !generator.set->extents.empty()) size = generator.set->extents[0];
  return size ? of(size) : KnownSize{};
}

KnownSize KnownSizes::of(NodePtr const& count) const {
  KnownSize result{.source = SizeSource::exact};
  std::optional<double> const value = number(count, result.source);
  return value ? KnownSize{std::max(0.0, *value), result.source} : KnownSize{};
}

std::optional<double> KnownSizes::number(NodePtr const& node, SizeSource& source) const {
  if (node->kind == NodeKind::number) return node->number;
  if (node->kind == NodeKind::variable) {
    Variable const& variable = program_.variables[static_cast<std::size_t>(node->variable)];
    if (auto const exact = known_.exact.find(variable.name); exact != known_.exact.end()) return exact->second;
    if (variable.definition) return number(variable.definition, source);
    auto const hint = known_.hints.find(variable.name);
    if (hint == known_.hints.end()) return std::nullopt;
    source = SizeSource::hint;
    return hint->second;
  }
  if (node->kind != NodeKind::operation || node->type.kind != Kind::integer) return std::nullopt;
  std::vector<NodePtr> numbers;
  for (NodePtr const& operand : node->operands) {
    std::optional<double> const value = number(operand, source);
    if (!value) return std::nullopt;
    numbers.push_back(make_number(operand->type.kind, *value, operand->where));
  }
  NodePtr const result = node->op == ir::Op::convert ? converted(numbers[0], node->type.kind)
                                                     : make_operation(node->op, numbers, node->where);
  return result->kind == NodeKind::number ? std::optional(result->number) : std::nullopt;
}

bool KnownSizes::is_known_at_launch(NodePtr const& value) const {
  return is_linear(*value) && !any_part(value, [&](Node const& node) {
           return node.kind == NodeKind::variable &&
                  program_.variables[static_cast<std::size_t>(node.variable)].role == Role::local;
         });
}

bool KnownSizes::is_known_at_launch(Generator const& generator) const {
  if (generator.kind != GeneratorKind::element) {
    bool is_known = true;
    for_each_part(generator, [&](NodePtr const& part) { is_known = is_known && is_known_at_launch(part); });
    return is_known;
  }
  std::vector<NodePtr> const& extents = generator.set->extents;
  return !extents.empty() && extents[0] && is_known_at_launch(extents[0]);
}

} // namespace chemora::patterns
