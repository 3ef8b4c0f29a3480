/// Elements of sequences, matrices, models, profiles and grid functions, and reductions over ranges.
#include "codegen/recursion/typed_expressions.hpp"
#include "framework/base/text.hpp"
#include "framework/base/words.hpp"

#include <fmt/format.h>

namespace chemora::recursion {

namespace {

using ir::ExpressionPtr;
using ir::Op;

} // namespace

std::vector<std::string> const& profile_fields() {
  static std::vector<std::string> const fields{"match", "insert", "entry", "mm", "mi", "md", "im", "ii", "dm", "dd"};
  return fields;
}

ExpressionPtr ExpressionTyper::array_element(InputArray array, std::vector<ExpressionPtr> subscripts) {
  for (ir::LinearExpression const& extent : array.extents) use_sizes(extent);
  ExpressionPtr const element = ir::make_element(array.type, array.name, std::move(subscripts));
  std::string const name = array.name;
  lowered_.arrays.emplace(name, std::move(array));
  return element;
}

bool ExpressionTyper::expect_subscripts(syntax::Node const& node, std::size_t count, std::string const& what) {
  std::size_t const n_found = node.operands.size() - 1;
  if (n_found == count) return true;
  error(node.where,
        fmt::format("{} needs {}; `{}` has {}.", what, base::counted(count, "subscript"), node.source, n_found));
  return false;
}

std::optional<ExpressionPtr> ExpressionTyper::integer_subscript(syntax::NodePtr const& node) {
  std::optional<ir::LinearExpression> const value = linear(node, "The subscript");
  return value ? std::optional(ir::make_linear(*value)) : std::nullopt;
}

Typed ExpressionTyper::subscript(syntax::Node const& node) {
  syntax::Node const& array = *node.operands[0];
  if (array.kind == syntax::NodeKind::field) {
    Typed const object = typed(array.operands[0]);
    if (object.kind == Kind::state && array.text == "emission") return emission(node, object);
    if (object.kind == Kind::profile) return profile_element(node, array, object);
    if (object.kind == Kind::unknown) return object;
  }
  Typed const value = typed(node.operands[0]);
  switch (value.kind) {
  case Kind::unknown:
    return value;
  case Kind::sequence:
    return sequence_element(node, value);
  case Kind::matrix:
    return matrix_element(node, value);
  case Kind::grid:
    return grid_element(node, value);
  default:
    return error(node.where, fmt::format("A value of type {} has no elements; sequences, matrices and grid functions "
                                         "have.",
                                         to_text(value.kind)));
  }
}

Typed ExpressionTyper::sequence_element(syntax::Node const& node, Typed const& sequence) {
  if (!expect_subscripts(node, 1, "A sequence")) return {};
  std::optional<ExpressionPtr> const position = integer_subscript(node.operands[1]);
  if (!position) return {};
  ExpressionPtr const element = ir::make_element(ir::Type::int32, sequence.of, {*position});
  lowered_.function.call_sites.push_back({element, node.source, node.where});
  return {.value = element, .kind = Kind::character, .of = signature_.find_calling(sequence.of)->alphabet};
}

Typed ExpressionTyper::matrix_element(syntax::Node const& node, Typed const& matrix) {
  if (!expect_subscripts(node, 2, "A matrix")) return {};
  std::string const alphabet = signature_.find_calling(matrix.of)->alphabet;
  auto const row = letter_code(node.operands[1], alphabet), column = letter_code(node.operands[2], alphabet);
  if (!row || !column) return {};
  return {ir::make_element(ir::Type::int32, matrix.of, {*row, *column}), Kind::integer};
}

Typed ExpressionTyper::grid_element(syntax::Node const& node, Typed const& grid) {
  if (!expect_subscripts(node, 3, "A grid function")) return {};
  if (!signature_.is_on_grid())
    return error(node.where,
                 fmt::format("`{}` has no axes; only functions with axes can read grid functions.", signature_.name));
  std::vector<ExpressionPtr> subscripts;
  for (std::size_t n = 1; n < node.operands.size(); ++n) {
    auto const value = linear(node.operands[n], fmt::format("A subscript of the grid function `{}`", grid.of));
    if (!value) return {};
    subscripts.push_back(ir::make_linear(*value));
  }
  InputArray const array{.name = grid.of,
                         .kind = InputArray::Kind::grid,
                         .parameter = grid.of,
                         .type = ir::Type::real64,
                         .extents = {ir::linear("points_x"), ir::linear("points_y"), ir::linear("points_z")}};
  ExpressionPtr const element = array_element(array, subscripts);
  lowered_.function.call_sites.push_back({element, node.source, node.where});
  return {element, Kind::real};
}

Typed ExpressionTyper::emission(syntax::Node const& node, Typed const& state) {
  if (!expect_subscripts(node, 1, "The emission of a state")) return {};
  std::string const alphabet = signature_.find_calling(state.of)->alphabet;
  std::optional<ExpressionPtr> const letter = letter_code(node.operands[1], alphabet);
  if (!letter) return {};
  InputArray const array{.name = state.of + "_emission",
                         .kind = InputArray::Kind::model,
                         .parameter = state.of,
                         .type = ir::Type::real64,
                         .extents = {ir::linear("n_states_" + state.of), n_letters(alphabet)},
                         .alphabet = known_alphabet(alphabet)};
  return {array_element(array, {state.value, *letter}), Kind::probability};
}

Typed ExpressionTyper::profile_element(syntax::Node const& node, syntax::Node const& field, Typed const& profile) {
  std::vector<std::string> const& known = profile_fields();
  if (!base::contains(known, field.text))
    return error(field.where, fmt::format("A profile has no field `{}`; expected {}.{}", field.text,
                                          base::list_in_words(known, "or"), base::did_you_mean(field.text, known)));
  bool const has_letter = field.text == "match" || field.text == "insert";
  if (!expect_subscripts(node, has_letter ? 2 : 1, fmt::format("The field `{}` of a profile", field.text))) return {};
  std::string const alphabet = signature_.find_calling(profile.of)->alphabet;
  std::vector<ExpressionPtr> subscripts;
  std::optional<ExpressionPtr> const position = integer_subscript(node.operands[1]);
  if (!position) return {};
  subscripts.push_back(*position);
  InputArray array{.name = profile.of + "_" + field.text,
                   .kind = InputArray::Kind::profile,
                   .parameter = profile.of,
                   .type = ir::Type::real64,
                   .extents = {ir::linear("length_" + profile.of) + ir::linear(2)}};
  if (has_letter) {
    std::optional<ExpressionPtr> const letter = letter_code(node.operands[2], alphabet);
    if (!letter) return {};
    subscripts.push_back(*letter);
    array.extents.push_back(n_letters(alphabet));
    array.alphabet = known_alphabet(alphabet);
  }
  ExpressionPtr const element = array_element(array, subscripts);
  lowered_.function.call_sites.push_back({element, node.source, node.where});
  return {element, Kind::probability};
}

Typed ExpressionTyper::field(syntax::Node const& node) {
  Typed const object = typed(node.operands[0]);
  if (object.kind == Kind::unknown) return object;
  if (object.kind == Kind::state) return state_field(node, object);
  if (object.kind == Kind::transition) return transition_field(node, object);
  if (object.kind == Kind::model) {
    if (node.text == "start") return {.value = ir::make_integer(0), .kind = Kind::state, .of = object.of};
    ExpressionPtr const last = ir::make_operation(Op::subtract, {size("n_states_" + object.of), ir::make_integer(1)});
    if (node.text == "end") return {.value = last, .kind = Kind::state, .of = object.of};
    return error(node.where, fmt::format("A model has no field `{}`; expected start or end.", node.text));
  }
  if (object.kind == Kind::profile)
    return error(node.where,
                 fmt::format("The field `{}` of a profile needs subscripts, as in `p.match[k, x[i]]`.", node.text));
  return error(node.where, fmt::format("A value of type {} has no fields.", to_text(object.kind)));
}

Typed ExpressionTyper::state_field(syntax::Node const& node, Typed const& state) {
  if (node.text == "isstart") return {ir::make_operation(Op::equal, {state.value, ir::make_integer(0)}), Kind::boolean};
  if (node.text == "isend") {
    ExpressionPtr const last = ir::make_operation(Op::subtract, {size("n_states_" + state.of), ir::make_integer(1)});
    return {ir::make_operation(Op::equal, {state.value, last}), Kind::boolean};
  }
  bool const is_incoming = node.text == "transitionsto";
  if (is_incoming || node.text == "transitionsfrom")
    return {.value = state.value, .kind = Kind::transitions, .of = state.of, .is_incoming = is_incoming};
  if (node.text == "emission")
    return error(node.where, "`emission` needs a letter as subscript, as in `s.emission[x[i - 1]]`.");
  std::vector<std::string> const known{"isstart", "isend", "emission", "transitionsto", "transitionsfrom"};
  return error(node.where, fmt::format("A state has no field `{}`; expected {}.{}", node.text,
                                       base::list_in_words(known, "or"), base::did_you_mean(node.text, known)));
}

Typed ExpressionTyper::transition_field(syntax::Node const& node, Typed const& transition) {
  std::vector<std::string> const known{"start", "end", "prob"};
  if (!base::contains(known, node.text))
    return error(node.where, fmt::format("A transition has no field `{}`; expected {}.{}", node.text,
                                         base::list_in_words(known, "or"), base::did_you_mean(node.text, known)));
  bool const is_probability = node.text == "prob";
  InputArray const array{.name = transition.of + "_" + node.text,
                         .kind = InputArray::Kind::model,
                         .parameter = transition.of,
                         .type = is_probability ? ir::Type::real64 : ir::Type::int32,
                         .extents = {ir::linear("n_transitions_" + transition.of)}};
  return {.value = array_element(array, {transition.value}),
          .kind = is_probability ? Kind::probability : Kind::state,
          .of = transition.of};
}

// Reductions.

std::optional<ExpressionTyper::Meaning> ExpressionTyper::transitions_meaning(syntax::Range const& range,
                                                                             std::string const& variable) {
  Typed const set = typed(range.set);
  if (set.kind == Kind::unknown) return std::nullopt;
  if (set.kind != Kind::transitions) {
    error(range.set->where, fmt::format("Expected a range `first .. last`, a type such as `index[s]`, or the "
                                        "transitions to or from a state; found {}.",
                                        to_text(set.kind)));
    return std::nullopt;
  }
  std::string const suffix = set.is_incoming ? "to" : "from";
  InputArray const first{.name = set.of + "_first_" + suffix,
                         .kind = InputArray::Kind::model,
                         .parameter = set.of,
                         .extents = {ir::linear("n_states_" + set.of) + ir::linear(1)}};
  InputArray const order{.name = set.of + "_order_" + suffix,
                         .kind = InputArray::Kind::model,
                         .parameter = set.of,
                         .extents = {ir::linear("n_transitions_" + set.of)}};
  ExpressionPtr const next = ir::make_operation(Op::add, {set.value, ir::make_integer(1)});
  ExpressionPtr const last = ir::make_operation(Op::subtract, {array_element(first, {next}), ir::make_integer(1)});
  lowered_.function.ranges.push_back({variable, array_element(first, {set.value}), last, range.where});
  return Meaning{Kind::transition, set.of, array_element(order, {ir::make_name(ir::Type::int32, variable)})};
}

std::optional<ExpressionTyper::Meaning> ExpressionTyper::range_meaning(syntax::Range const& range,
                                                                       std::string const& variable) {
  if (range.set) return transitions_meaning(range, variable);
  ExpressionPtr const value = ir::make_name(ir::Type::int32, variable);
  ir::LinearExpression lower, upper;
  Meaning meaning{Kind::integer, "", value};
  if (range.first) {
    auto const first = linear(range.first, fmt::format("The first value of `{}`", range.variable));
    auto const last = linear(range.last, fmt::format("The last value of `{}`", range.variable));
    if (!first || !last) return std::nullopt;
    lower = *first;
    upper = *last;
  } else {
    static std::map<std::string, Kind> const kinds{
        {"index", Kind::sequence}, {"state", Kind::model}, {"position", Kind::profile}};
    auto const kind = kinds.find(range.type->name);
    std::string const of = range.type->of.value_or("");
    CallingParameter const* const parameter = signature_.find_calling(of);
    if (kind == kinds.end() || !parameter || parameter->kind != kind->second) {
      error(range.type->where, fmt::format("`{}[{}]` is not a range; expected index[s] of a sequence, state[h] of a "
                                           "model or position[p] of a profile, which are parameters of `{}`.",
                                           range.type->name, of, signature_.name));
      return std::nullopt;
    }
    bool const is_model = kind->second == Kind::model;
    long const offset = is_model ? -1 : kind->second == Kind::profile ? 1 : 0;
    upper = ir::linear((is_model ? "n_states_" : "length_") + of) + ir::linear(offset);
    if (is_model) meaning = {Kind::state, of, value};
    use_sizes(upper);
  }
  lowered_.function.ranges.push_back({variable, ir::make_linear(lower), ir::make_linear(upper), range.where});
  return meaning;
}

Typed ExpressionTyper::reduction(syntax::Node const& node) { return range_reduction(node, 0); }

Typed ExpressionTyper::range_reduction(syntax::Node const& node, std::size_t n_before) {
  static std::map<std::string, Op> const operations{{"sum", Op::add}, {"min", Op::minimum}, {"max", Op::maximum}};
  if (n_before == node.ranges.size()) {
    Typed const operand = typed(node.operands[0]);
    bool const is_number =
        operand.kind == Kind::integer || operand.kind == Kind::real || operand.kind == Kind::probability;
    if (is_number || operand.kind == Kind::unknown) return operand;
    return error(node.where,
                 fmt::format("The operand of `{}` must be a number; found {}.", node.text, to_text(operand.kind)));
  }
  syntax::Range const& range = node.ranges[n_before];
  if (names_.contains(range.variable))
    return error(range.where, fmt::format("The variable `{}` has the name of a parameter, scalar or other variable.",
                                          range.variable));
  std::string const variable = new_variable(range.variable);
  std::optional<Meaning> const meaning = range_meaning(range, variable);
  names_[range.variable] = meaning.value_or(Meaning{});
  Typed const operand = range_reduction(node, n_before + 1);
  names_.erase(range.variable);
  if (!meaning || operand.kind == Kind::unknown) return {};
  return {ir::make_reduction(operations.at(node.text), {variable}, operand.value), operand.kind};
}

} // namespace chemora::recursion
