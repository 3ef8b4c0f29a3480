#include "codegen/patterns/sorted_groups.hpp"

#include "codegen/patterns/definitions.hpp"
#include "codegen/patterns/nodes.hpp"

#include <fmt/format.h>

namespace chemora::patterns {

namespace {

using ir::Op;

NodePtr n_elements(Generator const& generator) {
  return generator.kind == GeneratorKind::range ? count_of(generator) : generator.set->extents.at(0);
}

NodePtr make_map(std::vector<Generator> generators, NodePtr const& body, std::vector<NodePtr> extents) {
  int const rank = static_cast<int>(extents.size());
  Type const element = rank > 1 ? *body->type.element : body->type;
  Pattern pattern{.kind = PatternKind::map, .generators = std::move(generators), .body = body};
  return std::make_shared<Node const>(Node{.kind = NodeKind::pattern,
                                           .type = array_type(rank, element, false),
                                           .pattern = std::make_shared<Pattern const>(std::move(pattern)),
                                           .extents = std::move(extents),
                                           .where = body->where});
}

/// Returns the value of the variable of a generator for an element.
NodePtr value_of(Generator const& generator, NodePtr const& element) {
  base::SourcePosition const& where = element->where;
  if (generator.kind == GeneratorKind::range)
    return generator.first ? make_operation(Op::add, {generator.first, element}, where) : element;
  Type const& set = generator.set->type;
  bool const is_row = set.rank > 1;
  Node value{.kind = NodeKind::element,
             .type = is_row ? array_type(set.rank - 1, *set.element, false) : *set.element,
             .operands = {generator.set, element},
             .where = where};
  value.operands.resize(static_cast<std::size_t>(set.rank) + 1);
  if (is_row) value.extents.assign(generator.set->extents.begin() + 1, generator.set->extents.end());
  return std::make_shared<Node const>(std::move(value));
}

} // namespace

bool has_any_keys(Node const& node) {
  return node.kind == NodeKind::pattern && node.pattern->kind == PatternKind::group && !node.pattern->n_groups;
}

SortedGroups sorted_groups(Program& program, Node const& group) {
  Pattern const& pattern = *group.pattern;
  for (Generator const& generator : pattern.generators)
    if (generator.is_over_grid || (generator.kind == GeneratorKind::element && !generator.set->type.is_array()))
      throw base::UserError(group.where,
                            "There is no kernel for groups of points of the grid and of members of groups.");
  base::SourcePosition const& where = group.where;
  SortedGroups result;
  result.keys = pattern.key;
  std::vector<NodePtr> extents;
  for (std::size_t n = pattern.generators.size(); n-- > 0;) {
    Generator const& generator = pattern.generators[n];
    extents.insert(extents.begin(), n_elements(generator));
    result.keys = make_map({generator}, result.keys, extents);
  }

  int const size = declare_variable(program, n_sorted, scalar_type(Kind::integer), where);
  program.variables.back().role = Role::size;
  int const order = declare_variable(program, sorted_order, array_type(1, scalar_type(Kind::integer), false), where);
  program.variables.back().role = Role::input;
  program.variables.back().extents = {variable_node(program, size, where)};
  int const position = declare_variable(program, "sorted_position", scalar_type(Kind::integer), where);
  Node numbers = *variable_node(program, order, where);
  numbers.extents = program.variables[static_cast<std::size_t>(order)].extents;
  Generator const generator{
      .kind = GeneratorKind::element, .variable = position, .set = std::make_shared<Node const>(std::move(numbers))};
  NodePtr body = pattern.body;
  auto const define = [&](int variable, NodePtr const& value) {
    body = std::make_shared<Node const>(Node{
        .kind = NodeKind::let, .type = body->type, .variable = variable, .operands = {value, body}, .where = where});
  };
  // The number of an element is mixed-radix: each variable is a digit, and the last variable varies fastest.
  NodePtr slower = variable_node(program, position, where);
  for (std::size_t n = pattern.generators.size(); n-- > 0;) {
    NodePtr const count = n_elements(pattern.generators[n]);
    NodePtr const element = n == 0 ? slower : make_operation(Op::modulo, {slower, count}, where);
    define(pattern.generators[n].variable, value_of(pattern.generators[n], element));
    slower = make_operation(Op::floor_divide, {slower, count}, where);
  }
  result.members = make_map({generator}, body, program.variables[static_cast<std::size_t>(order)].extents);
  return result;
}

Program const& order_program() {
  static Program const program = read_program({"order.pat", fmt::format(R"(
parameter int n_groups = 1
parameter int n_probes = 1
input int keys[n]
input int order[n]
input int starts[groups]
input int digit[3]
let min_key = min(keys)
let max_key = max(keys)
let identity = map(i < n: i)
let by_digit = groupBy(i in order by mod(div(keys[i] - digit[0], digit[1]), digit[2]) into n_groups: i)
let changes = filter(i < n: if i == 0 then true else keys[order[i]] != keys[order[i - 1]])
let first = map(g < groups + 1: if g < groups then starts[g] else n)
let group_keys = map(start in starts: keys[order[start]])

input int places[n_places]
input int missing_elements[n]
input int multiplier[1]
input int slot_keys[slots]
input int slot_ranks[slots]
input int rank_of[n]
let by_offset = groupBy(i < n by keys[i] - digit[0] into n_groups: i)
let sample = map(p in places: keys[p])
let ranks = map(key in keys:
  let slot = div(key * multiplier[0], {}) + {};
  max(p < n_probes: let rank = slot_ranks[slot + p]; if slot_keys[slot + p] == key then rank else -1))
let smallest_rank = min(rank_of)
let missing = filter(i < n: rank_of[i] < 0)
let missing_sample = map(p in places: keys[missing_elements[p]])
let by_rank = groupBy(i < n by rank_of[i] into n_groups: i)
output done = 0
)",
                                                                        hashes_per_slot, key_slots / 2)});
  return program;
}

} // namespace chemora::patterns
