/// Generators of patterns.
#include "codegen/patterns/typed_expressions.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::patterns {

using ir::Op;

namespace {

std::vector<std::string> const axis_names{"x", "y", "z"};

/// Whether the number is the maximum of another one and 0.
bool is_at_least_0(Node const& number) {
  return number.kind == NodeKind::operation && number.op == Op::maximum &&
         number.operands[1]->kind == NodeKind::number && number.operands[1]->number == 0;
}

} // namespace

Type ExpressionTyper::element_type(Type const& set) const {
  if (set.kind == Kind::group || set.rank == 1) return *set.element;
  return array_type(set.rank - 1, *set.element, set.is_over_grid);
}

int ExpressionTyper::declare_element(syntax::Name const& name, NodePtr const& set) {
  int const number = declare(name, {.type = element_type(set->type)});
  std::vector<NodePtr> extents;
  if (set->type.rank > 1) extents.assign(set->extents.begin() + 1, set->extents.end());
  set_extents(number, extents);
  return number;
}

bool ExpressionTyper::generator_of_row(syntax::Node const& call, Generator& result) {
  bool const is_named = call.operands.size() == 2 && call.operands[0]->kind == syntax::NodeKind::name;
  Program::Csr const* const matrix = is_named ? find_matrix(call.operands[0]->text) : nullptr;
  if (!matrix) {
    if (is_named && failed_names_.contains(call.operands[0]->text)) return false;
    error(call.where, "`row` needs a CSR matrix and the number of a row, as in `sum(k in row(a, i): a.value[k])`.");
    return false;
  }
  int const first = matrix->first;
  NodePtr const row = typed_integer(call.operands[1], "The number of a row");
  if (!row) return false;
  auto const element = [&](NodePtr const& index) {
    return std::make_shared<Node const>(Node{.kind = NodeKind::element,
                                             .type = scalar_type(Kind::integer),
                                             .operands = {variable(first, call.where), index},
                                             .where = call.where,
                                             .array_name = matrix->name + ".first"});
  };
  NodePtr const one = make_integer(1, call.where);
  result.first = element(row);
  result.last =
      make_operation(Op::subtract, {element(make_operation(Op::add, {row, one}, call.where)), one}, call.where);
  return true;
}

std::optional<Generator> ExpressionTyper::generator_of_set(syntax::Generator const& generator) {
  Generator result;
  syntax::Node const& set = *generator.set;
  bool const is_field = set.kind == syntax::NodeKind::field;
  syntax::Node const& base = is_field ? *set.operands[0] : set;
  if (base.kind == syntax::NodeKind::name && base.text == "grid") {
    result.kind = is_field ? GeneratorKind::axis : GeneratorKind::point;
    result.is_over_grid = true;
    auto const axis = std::find(axis_names.begin(), axis_names.end(), set.text);
    if (is_field && axis == axis_names.end()) {
      error(set.where, fmt::format("`{}` is not an axis of the grid; expected x, y or z.", set.text));
      return std::nullopt;
    }
    if (is_field) result.axis = static_cast<int>(axis - axis_names.begin());
    Type const type = is_field ? scalar_type(Kind::integer) : structure_type(point_structure().name);
    result.variable = declare(generator.variable, {.type = type});
    return result;
  }
  if (set.kind == syntax::NodeKind::call && set.text == "row" && !functions_.contains("row")) {
    if (!generator_of_row(set, result)) return std::nullopt;
    result.variable = declare(generator.variable, {.type = scalar_type(Kind::integer)});
    return result;
  }
  result.kind = GeneratorKind::element;
  result.set = typed(generator.set);
  if (!result.set) return std::nullopt;
  if (!result.set->type.is_array() && result.set->type.kind != Kind::group) {
    bool const is_integer = result.set->type.kind == Kind::integer;
    error(set.where,
          fmt::format("`{0}` ranges over the elements of an array, a group, `grid` or `first .. last`; "
                      "found {1}.{2}",
                      generator.variable.text, to_text(result.set->type),
                      is_integer ? fmt::format(" For 0 to n - 1, write `{} < n`.", generator.variable.text) : ""));
    return std::nullopt;
  }
  result.is_over_grid = result.set->type.is_over_grid;
  result.variable = declare_element(generator.variable, result.set);
  return result;
}

std::optional<Generator> ExpressionTyper::typed_generator(syntax::Generator const& generator) {
  if (generator.set) return generator_of_set(generator);
  Generator result;
  std::string const name = generator.variable.text;
  if (generator.count) {
    result.count = typed_integer(generator.count, fmt::format("The number of values of `{}`", name));
    // A negative count and 0 have the same meaning, so that `max(n, 0)`, the size of an array, is the linear count `n`.
    if (result.count && is_at_least_0(*result.count)) result.count = result.count->operands[0];
  } else {
    result.first = typed_integer(generator.first, fmt::format("The first value of `{}`", name));
    result.last = typed_integer(generator.last, fmt::format("The last value of `{}`", name));
  }
  result.variable = declare(generator.variable, {.type = scalar_type(Kind::integer)});
  if (!result.count && !(result.first && result.last)) return std::nullopt;
  return result;
}

std::optional<std::vector<Generator>>
ExpressionTyper::typed_generators(std::vector<syntax::Generator> const& generators) {
  std::vector<Generator> result;
  bool is_valid = true;
  for (syntax::Generator const& generator : generators) {
    std::optional<Generator> const item = typed_generator(generator);
    // After an error, the variable is declared with an unknown type, so that its uses are no further errors.
    if (!item && find(generator.variable.text) < 0) declare(generator.variable, {});
    is_valid = is_valid && item;
    if (item) result.push_back(*item);
  }
  return is_valid ? std::optional(result) : std::nullopt;
}

} // namespace chemora::patterns
