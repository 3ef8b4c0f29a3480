/// Lowers filters and groups inside patterns: one thread stores their members.
#include "codegen/patterns/nest_values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace chemora::patterns {

using ir::ExpressionPtr;
using ir::linear;
using ir::LinearExpression;
using ir::Op;

namespace {

constexpr int max_merges = 30;              ///< passes of the merge sort, which sort up to 2^30 members
constexpr double max_grid_bytes = 1L << 32; ///< of all members in all iterations that run at the same time on a device

ExpressionPtr total(ExpressionPtr const& left, ExpressionPtr const& right) {
  return ir::make_operation(Op::add, {left, right});
}

ExpressionPtr next(ExpressionPtr const& number) { return total(number, ir::make_integer(1)); }

} // namespace

NestValues::InnerResult NestValues::declare_inner(Node const& node, std::string const& name,
                                                  std::vector<ir::Type> const& types, LinearExpression const& extent) {
  std::optional<InnerResult> result = declare_inner_result(name, types, {extent}, false);
  bool const is_in_grid = result && result_.kernel.array(result->arrays[0]).scope == ir::Scope::grid;
  if (is_in_grid) grid_bytes_ += bytes_in_grid({extent}, types.size());
  if (!result || grid_bytes_ > max_grid_bytes)
    fail(node, "filters and groups inside patterns that need too much memory");
  return std::move(*result);
}

void NestValues::store_inner_selection(int variable, Node const& node) {
  Pattern const& pattern = *node.pattern;
  bool const is_group = pattern.kind == PatternKind::group;
  Type const& member = is_group ? *node.type.element->element : *node.type.element;
  if (member.is_array() || member.kind == Kind::group) fail(node, "filters of arrays");
  std::vector<ElementCount> const counts = counts_of_generators(node);
  InnerSelection selection;
  selection.max_members = max_count(pattern.generators[0]);
  for (std::size_t n = 1; n < pattern.generators.size(); ++n) {
    std::optional<LinearExpression> const next = max_count(pattern.generators[n]);
    std::optional<long> const left = selection.max_members ? max_value(*selection.max_members) : std::nullopt,
                              right = next ? max_value(*next) : std::nullopt;
    selection.max_members.reset();
    if (!left || !right) continue;
    if (*left > std::numeric_limits<int>::max() / std::max(*right, 1L)) // subscripts are int32
      fail(node, "filters and groups inside patterns that need too much memory");
    selection.max_members = linear(*left * *right);
  }
  if (!selection.max_members) fail(node, "filters and groups inside patterns whose largest size follows from data");
  std::string const& name = declared(variable).name;
  selection.members = declare_inner(node, name, types_of(member), *selection.max_members);
  selection.n_members = builder_.scalar(builder_.new_name(name + "_size"), ir::Type::int32);
  builder_.assign_always(selection.n_members, ir::make_integer(0));
  if (!is_group)
    store_inner_filter(pattern, counts, selection);
  else if (pattern.n_groups)
    store_inner_groups(node, counts, selection);
  else
    store_inner_sorted_groups(node, counts, selection);
  inner_selections_[variable] = std::move(selection);
}

/// Opens the sequential loop over all elements, which is a level, and sets the variables of the generators.
ExpressionPtr NestValues::open_candidates(Pattern const& pattern, std::vector<ElementCount> const& counts) {
  LevelMapping const sequential{Dimension::sequential, 1, {SpanKind::all, 1}};
  ElementCount const count = count_of_elements(pattern, counts);
  std::string const& name = declared(pattern.generators[0].variable).name;
  ExpressionPtr const position =
      ir::make_linear(loops_.open_level(sequential, name, linear(0), count.bound - linear(1)).index);
  ++level_;
  define_generators(pattern, counts, position);
  return position;
}

void NestValues::store_inner_filter(Pattern const& pattern, std::vector<ElementCount> const& counts,
                                    InnerSelection const& selection) {
  std::size_t const depth = builder_.loops().size();
  open_candidates(pattern, counts);
  ExpressionPtr const is_member = builder_.scalar(builder_.new_name("is_member"), ir::Type::boolean);
  builder_.assign(is_member, value(pattern.body)[0]);
  {
    loops::KernelBuilder::Condition const scope(builder_, is_member);
    store_inner(selection.members, values_.at(pattern.generators[0].variable), {selection.n_members});
    builder_.assign(selection.n_members, next(selection.n_members));
  }
  --level_;
  builder_.close_to(depth);
}

/// Sorts the members by counting. While members are counted, element `key + 2` of `first` is their number; while they
/// are copied, element `key + 1` is the place of the next one.
void NestValues::store_inner_groups(Node const& node, std::vector<ElementCount> const& counts,
                                    InnerSelection& selection) {
  Pattern const& pattern = *node.pattern;
  std::string const name = result_.kernel.array(selection.members.arrays[0]).name;
  selection.n_groups = integer(pattern.n_groups);
  std::optional<LinearExpression> const n_groups = ir::as_linear(selection.n_groups);
  if (!n_groups || !is_known_at_launch(*n_groups)) fail(node, "numbers of groups that follow from data");
  if (ranges_.lower_bound(pattern.n_groups) < 0 && !is_sum_of_sizes(*n_groups))
    fail(node, "numbers of groups that may be negative");
  selection.max_groups = n_groups;
  selection.first = declare_inner(node, name + "_first", {ir::Type::int32}, *n_groups + linear(2));
  InnerResult const keys = declare_inner(node, name + "_keys", {ir::Type::int32}, *selection.max_members);
  auto const first = [&](ExpressionPtr const& place) { return inner_element(selection.first, 0, {place}); };
  std::size_t const depth = builder_.loops().size();
  std::string const group = builder_.new_name("group");
  builder_.open(group, linear(0), *n_groups + linear(1));
  builder_.assign(first(ir::make_linear(linear(group))), ir::make_integer(0));
  builder_.close_to(depth);

  ExpressionPtr position = open_candidates(pattern, counts);
  ExpressionPtr const key = builder_.scalar(builder_.new_name("key"), ir::Type::int32);
  builder_.assign(key, integer(pattern.key));
  ExpressionPtr const is_outside =
      ir::make_operation(Op::logical_or, {ir::make_operation(Op::less, {key, ir::make_integer(0)}),
                                          ir::make_operation(Op::less_equal, {selection.n_groups, key})});
  builder_.assign(key, ir::make_integer(-1), {is_outside});
  builder_.assign(inner_element(keys, 0, {position}), key);
  ExpressionPtr const is_member = ir::make_operation(Op::less_equal, {ir::make_integer(0), key});
  ExpressionPtr const count = first(total(key, ir::make_integer(2)));
  builder_.assign(count, next(count), {is_member});
  builder_.assign(selection.n_members, next(selection.n_members), {is_member});
  --level_;
  builder_.close_to(depth);

  std::string const later = builder_.new_name("group");
  builder_.open(later, linear(2), *n_groups + linear(1));
  ExpressionPtr const start = first(ir::make_linear(linear(later)));
  builder_.assign(start, total(start, first(ir::make_linear(linear(later) - linear(1)))));
  builder_.close_to(depth);

  position = open_candidates(pattern, counts);
  ExpressionPtr const group_of_member = builder_.scalar(builder_.new_name("key"), ir::Type::int32);
  builder_.assign(group_of_member, inner_element(keys, 0, {position}));
  {
    loops::KernelBuilder::Condition const scope(
        builder_, ir::make_operation(Op::less_equal, {ir::make_integer(0), group_of_member}));
    ExpressionPtr const place = builder_.scalar(builder_.new_name("place"), ir::Type::int32);
    ExpressionPtr const next_place = first(next(group_of_member));
    builder_.assign(place, next_place);
    store_inner(selection.members, value(pattern.body), {place});
    builder_.assign(next_place, next(place));
  }
  --level_;
  builder_.close_to(depth);
}

/// The keys of members, and the numbers of their elements. Each array has two halves. A pass of the merge sort reads
/// one half and writes the other one.
struct NestValues::SortedMembers {
  InnerResult keys{}, order{};
  ExpressionPtr first{}, other{}; ///< first elements of the sorted half, and of the other one
};

/// Sorts the members by key. Members with equal keys keep their order.
void NestValues::merge_inner_members(SortedMembers const& sorted, ExpressionPtr const& n_members) {
  auto const smaller = [&](ExpressionPtr const& left, ExpressionPtr const& right) {
    return ir::make_operation(Op::minimum, {left, right});
  };
  std::size_t const depth = builder_.loops().size();
  ExpressionPtr const length = int_scalar("length", ir::make_integer(1)); // of the sorted parts
  builder_.open(builder_.new_name("pass"), linear(0), linear(max_merges - 1));
  ExpressionPtr const none = ir::make_integer(0);
  ExpressionPtr const is_sorted = ir::make_operation(Op::less_equal, {n_members, length});
  ExpressionPtr const n_merged =
      int_scalar("merged_size", ir::make_operation(Op::select, {is_sorted, none, n_members}));
  ExpressionPtr const left = int_scalar("left", none), middle = int_scalar("middle", none),
                      right = int_scalar("right", none), end = int_scalar("end", none);
  std::size_t const pass_depth = builder_.loops().size();
  std::string const loop = builder_.new_name("merged");
  builder_.open(loop, linear(0), linear(n_merged->name) - linear(1));
  ExpressionPtr const place = ir::make_linear(linear(loop));
  {
    ExpressionPtr const starts = builder_.scalar(builder_.new_name("starts"), ir::Type::boolean);
    builder_.assign(starts, ir::make_operation(Op::equal, {place, end}));
    loops::KernelBuilder::Condition const scope(builder_, starts);
    builder_.assign(left, place);
    builder_.assign(middle, smaller(total(place, length), n_members));
    builder_.assign(right, middle);
    builder_.assign(end, smaller(total(middle, length), n_members));
  }
  auto const element = [&](InnerResult const& array, ExpressionPtr const& half, ExpressionPtr const& number) {
    return inner_element(array, 0, {total(half, number)});
  };
  ExpressionPtr const has_left = ir::make_operation(Op::less, {left, middle});
  ExpressionPtr const has_no_right = ir::make_operation(Op::less_equal, {end, right});
  ExpressionPtr const is_ordered = ir::make_operation(
      Op::less_equal, {element(sorted.keys, sorted.first, left), element(sorted.keys, sorted.first, right)});
  ExpressionPtr const is_left = builder_.scalar(builder_.new_name("is_left"), ir::Type::boolean);
  builder_.assign(
      is_left,
      ir::make_operation(Op::logical_and, {has_left, ir::make_operation(Op::logical_or, {has_no_right, is_ordered})}));
  ExpressionPtr const from = int_scalar("from", ir::make_operation(Op::select, {is_left, left, right}));
  for (InnerResult const* const array : {&sorted.keys, &sorted.order})
    builder_.assign(element(*array, sorted.other, place), element(*array, sorted.first, from));
  builder_.assign(left, next(left), {is_left});
  builder_.assign(right, next(right), {ir::make_operation(Op::logical_not, {is_left})});
  builder_.close_to(pass_depth);
  {
    ExpressionPtr const is_merged = builder_.scalar(builder_.new_name("is_merged"), ir::Type::boolean);
    builder_.assign(is_merged, ir::make_operation(Op::less, {none, n_merged}));
    loops::KernelBuilder::Condition const scope(builder_, is_merged);
    builder_.assign_together({sorted.first, sorted.other}, {sorted.other, sorted.first});
    builder_.assign(length, total(length, length));
  }
  builder_.close_to(depth);
}

/// Sorts the members of groups with any keys.
void NestValues::store_inner_sorted_groups(Node const& node, std::vector<ElementCount> const& counts,
                                           InnerSelection& selection) {
  Pattern const& pattern = *node.pattern;
  std::string const name = result_.kernel.array(selection.members.arrays[0]).name;
  LinearExpression const max = *selection.max_members;
  auto const integers = [&](std::string const& suffix, LinearExpression const& extent) {
    return declare_inner(node, name + suffix, {ir::Type::int32}, extent);
  };
  selection.max_groups = max;
  selection.first = integers("_first", max + linear(1));
  selection.keys = integers("_keys", max);
  SortedMembers sorted{.keys = integers("_sorted_keys", 2 * max + linear(1)),
                       .order = integers("_order", 2 * max + linear(1))};
  ExpressionPtr const none = ir::make_integer(0);
  sorted.first = int_scalar("half", none);
  sorted.other = int_scalar("other_half", ir::make_linear(max));
  selection.n_groups = int_scalar(name + "_groups", none);

  std::size_t const depth = builder_.loops().size();
  ExpressionPtr position = open_candidates(pattern, counts);
  builder_.assign(inner_element(sorted.keys, 0, {position}), integer(pattern.key));
  builder_.assign(inner_element(sorted.order, 0, {position}), position);
  builder_.assign(selection.n_members, next(selection.n_members));
  --level_;
  builder_.close_to(depth);

  merge_inner_members(sorted, selection.n_members);

  ExpressionPtr const previous = int_scalar("previous", none);
  std::string const loop = builder_.new_name("member");
  builder_.open(loop, linear(0), linear(selection.n_members->name) - linear(1));
  ExpressionPtr const place = ir::make_linear(linear(loop));
  ExpressionPtr const key = int_scalar("key", inner_element(sorted.keys, 0, {total(sorted.first, place)}));
  {
    ExpressionPtr const starts = builder_.scalar(builder_.new_name("starts"), ir::Type::boolean);
    builder_.assign(starts, ir::make_operation(Op::logical_or, {ir::make_operation(Op::equal, {place, none}),
                                                                ir::make_operation(Op::not_equal, {key, previous})}));
    loops::KernelBuilder::Condition const scope(builder_, starts);
    builder_.assign(inner_element(selection.keys, 0, {selection.n_groups}), key);
    builder_.assign(inner_element(selection.first, 0, {selection.n_groups}), place);
    builder_.assign(selection.n_groups, next(selection.n_groups));
  }
  builder_.assign(previous, key);
  ExpressionPtr const element = inner_element(sorted.order, 0, {total(sorted.first, place)});
  builder_.assign(inner_element(sorted.order, 0, {total(sorted.other, element)}), place);
  builder_.close_to(depth);
  builder_.assign(inner_element(selection.first, 0, {selection.n_groups}), selection.n_members);

  position = open_candidates(pattern, counts);
  store_inner(selection.members, value(pattern.body),
              {inner_element(sorted.order, 0, {total(sorted.other, position)})});
  --level_;
  builder_.close_to(depth);
}

Fields NestValues::element_of_groups(InnerSelection const& groups, GroupPart part,
                                     ExpressionPtr const& subscript) const {
  if (part == GroupPart::keys && groups.keys.arrays.empty()) return {subscript};
  if (part == GroupPart::keys) return element_of_inner(groups.keys, {subscript});
  return element_of_inner(part == GroupPart::first ? groups.first : groups.members, {subscript});
}

/// Whether a number is at least 0 because it is a sum of multiples of sizes and a number.
bool NestValues::is_sum_of_sizes(LinearExpression const& number) const {
  return number.constant >= 0 && std::ranges::all_of(number.factors, [&](auto const& item) {
           auto const max = options_.max_sizes.find(item.first);
           return item.second >= 0 && max != options_.max_sizes.end() && max->second >= 0;
         });
}

NestValues::InnerSelection const* NestValues::selection_of(NodePtr const& array) const {
  switch (array->kind) {
  case NodeKind::variable: {
    auto const selection = inner_selections_.find(array->variable);
    if (selection != inner_selections_.end()) return &selection->second;
    auto const definition = arrays_.find(array->variable);
    return definition == arrays_.end() || array->type.rank > 1 ? nullptr : selection_of(definition->second);
  }
  case NodeKind::group_part:
    return static_cast<GroupPart>(array->index) == GroupPart::members ? selection_of(array->operands[0]) : nullptr;
  default:
    return nullptr;
  }
}

std::optional<LinearExpression> NestValues::max_count(Generator const& generator) {
  if (generator.kind == GeneratorKind::range) return max_integer(count_of(generator));
  if (generator.kind != GeneratorKind::element) fail_over_grid(generator);
  return max_size(generator.set);
}

/// Returns the largest number of elements of an array along its first axis.
std::optional<LinearExpression> NestValues::max_size(NodePtr const& array) {
  if (InnerSelection const* const selection = selection_of(array))
    return array->type.element->kind == Kind::group ? selection->max_groups : selection->max_members;
  NodePtr const extent = array->extents.empty() ? nullptr : array->extents[0];
  bool const is_described = extent && !(extent->kind == NodeKind::size && same_node(extent->operands[0], array));
  if (is_described) return max_integer(extent);
  if (auto const found = arrays_.find(array->variable); array->kind == NodeKind::variable && found != arrays_.end())
    return max_size(NodePtr(found->second));
  if (array->kind == NodeKind::pattern && !is_selection(*array)) return max_count(array->pattern->generators[0]);
  return std::nullopt;
}

/// Returns the largest element of the array `first` of groups or of a sparse matrix: the number of all members.
std::optional<LinearExpression> NestValues::max_first(NodePtr const& array) {
  if (array->kind == NodeKind::group_part) {
    InnerSelection const* const groups = selection_of(array->operands[0]);
    return groups ? groups->max_members : std::nullopt;
  }
  if (array->kind != NodeKind::variable) return std::nullopt;
  for (Program::Csr const& matrix : program_.matrices)
    if (matrix.first == array->variable) return linear(parameter(matrix.entries));
  std::string const& name = declared(array->variable).name; // of groups that a statement defines
  int const members = program_.find(name.substr(0, name.rfind('.')) + ".members");
  return members < 0 ? std::nullopt : max_integer(declared(members).extents.at(0));
}

std::optional<LinearExpression> NestValues::max_integer(NodePtr const& number) {
  auto const operand = [&](std::size_t n) { return max_integer(number->operands[n]); };
  if (number->kind == NodeKind::size && number->index == 0) return max_size(number->operands[0]);
  if (number->kind == NodeKind::element && is_first_of_groups(*number, program_.variables))
    return max_first(number->operands[0]);
  if (NodePtr const end = ranges_.end_of(number)) {
    std::optional<LinearExpression> const max = max_integer(end);
    return max ? std::optional(*max - linear(1)) : std::nullopt;
  }
  if (number->kind == NodeKind::operation && number->op == Op::add) {
    std::optional<LinearExpression> const left = operand(0), right = operand(1);
    return left && right ? std::optional(*left + *right) : std::nullopt;
  }
  if (number->kind == NodeKind::operation && number->op == Op::subtract) {
    std::optional<LinearExpression> const left = operand(0);
    double const right = ranges_.lower_bound(number->operands[1]);
    if (left && std::isfinite(right)) return *left - linear(static_cast<long>(right));
  }
  if (number->kind == NodeKind::operation && number->op == Op::minimum) {
    std::optional<LinearExpression> const left = operand(0);
    return left ? left : operand(1);
  }
  bool const has_value =
      number->kind == NodeKind::number || number->kind == NodeKind::variable || number->kind == NodeKind::operation;
  if (!has_value || contains_pattern(number)) return std::nullopt;
  std::optional<LinearExpression> const value = ir::as_linear(integer(number));
  return value && is_known_at_launch(*value) ? value : std::nullopt;
}

} // namespace chemora::patterns
