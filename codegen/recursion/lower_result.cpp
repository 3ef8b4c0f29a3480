#include "codegen/recursion/lower_result.hpp"

#include "codegen/recursion/split_cases.hpp"

#include <fmt/format.h>

namespace chemora::recursion {

namespace {

class ResultTyper : public ExpressionTyper {
public:
  using ExpressionTyper::ExpressionTyper;

private:
  Typed call(syntax::Node const& node, Signature const& callee) override {
    if (callee.is_result()) return value_of_result(node, callee);
    TableValue table{.name = next_name()};
    if (!set_element(node, callee, table)) return {};
    lowered_.tables.push_back(table);
    return {ir::make_name(ir_type(callee.type), table.name), kind_of(callee.type)};
  }

  std::string next_name() const { return fmt::format("value_{}", lowered_.tables.size() + 1); }

  /// Replaces the call of another result by its value.
  Typed value_of_result(syntax::Node const& node, Signature const& callee) {
    if (!arguments(node, callee)) return {};
    if (callee.name == signature_.name || !active_.insert(callee.name).second)
      return error(node.where, fmt::format("`{}` calls itself, but has no recursive parameters.", callee.name));
    if (++n_replaced_ > max_replaced)
      return error(node.where, fmt::format("`{}` uses values of results more than {} times, also inside of results; "
                                           "compute some of them by statements `print` of their own.",
                                           signature_.name, max_replaced));
    Typed const value = typed_as(callee.syntax->body, callee.type, fmt::format("The function `{}`", callee.name));
    active_.erase(callee.name);
    return value;
  }

  bool set_element(syntax::Node const& node, Signature const& callee, TableValue& table) {
    auto const values = arguments(node, callee);
    if (!values) return false;
    lowered_.callees.insert(callee.name);
    table.function = callee.name;
    for (ir::ExpressionPtr const& value : *values) {
      auto const argument = ir::as_linear(value);
      if (!argument) {
        error(node.where, fmt::format("The arguments of `{}` in a result must be sums of integer multiples of sizes "
                                      "and variables.",
                                      node.source));
        return false;
      }
      table.arguments.push_back(*argument);
    }
    return true;
  }

  Typed reduction(syntax::Node const& node) override {
    static std::map<std::string, ir::Op> const operations{
        {"sum", ir::Op::add}, {"min", ir::Op::minimum}, {"max", ir::Op::maximum}};
    TableValue table{.name = next_name(), .over = operations.at(node.text)};
    std::vector<std::string> variables;
    bool is_valid = true;
    for (syntax::Range const& range : node.ranges) {
      is_valid = add_variable(range, table) && is_valid;
      variables.push_back(range.variable);
    }
    Typed const result = is_valid ? reduced_call(node, table) : Typed{};
    for (std::string const& variable : variables) names_.erase(variable);
    return result;
  }

  Typed reduced_call(syntax::Node const& node, TableValue& table) {
    syntax::Node const& operand = *node.operands[0];
    auto const callee = declarations_.signatures.find(operand.text);
    if (operand.kind == syntax::NodeKind::call && declarations_.wrong_functions.contains(operand.text))
      return call_of_wrong_function(operand);
    bool const is_call = operand.kind == syntax::NodeKind::call && callee != declarations_.signatures.end() &&
                         !callee->second.is_result();
    if (!is_call)
      return error(operand.where, fmt::format("The operand of `{}` in a function without recursive parameters must be "
                                              "one call of a recursive function, as in `{}(i in index[s]: f(i))`.",
                                              node.text, node.text));
    if (callee->second.type == ValueType::boolean)
      return error(operand.where, fmt::format("`{}` needs numbers; `{}` is of type bool.", node.text, operand.text));
    if (!set_element(operand, callee->second, table)) return {};
    lowered_.tables.push_back(table);
    return {ir::make_name(ir_type(callee->second.type), table.name), kind_of(callee->second.type)};
  }

  bool add_variable(syntax::Range const& range, TableValue& table) {
    if (names_.contains(range.variable)) {
      error(range.where,
            fmt::format("The variable `{}` has the name of a parameter, scalar or other variable.", range.variable));
      return false;
    }
    Dimension dimension{.name = range.variable};
    bool const is_valid = range.type ? set_range(*range.type, dimension) : set_interval(range, dimension, table);
    bool const is_state = dimension.kind == DimensionKind::state;
    Kind const kind = !is_valid ? Kind::unknown : is_state ? Kind::state : Kind::integer;
    names_[range.variable] = {kind, is_state ? dimension.of : "", ir::make_name(ir::Type::int32, range.variable)};
    use_sizes(dimension.upper);
    table.variables.push_back(dimension);
    return is_valid;
  }

  bool set_range(syntax::Type const& type, Dimension& dimension) {
    static std::map<std::string, std::pair<Kind, DimensionKind>> const kinds{
        {"index", {Kind::sequence, DimensionKind::index}},
        {"state", {Kind::model, DimensionKind::state}},
        {"position", {Kind::profile, DimensionKind::position}}};
    auto const kind = kinds.find(type.name);
    dimension.of = type.of.value_or("");
    CallingParameter const* const parameter = signature_.find_calling(dimension.of);
    if (kind == kinds.end() || !parameter || parameter->kind != kind->second.first) {
      error(type.where, fmt::format("`{}[{}]` is not a range; expected index[s] of a sequence, state[h] of a model or "
                                    "position[p] of a profile, which are parameters of `{}`.",
                                    type.name, dimension.of, signature_.name));
      return false;
    }
    dimension.kind = kind->second.second;
    bool const is_state = dimension.kind == DimensionKind::state;
    long const offset = is_state ? -1 : dimension.kind == DimensionKind::position ? 1 : 0;
    dimension.upper = ir::linear((is_state ? "n_states_" : "length_") + dimension.of) + ir::linear(offset);
    return true;
  }

  bool set_interval(syntax::Range const& range, Dimension& dimension, TableValue& table) {
    if (range.set) {
      error(range.set->where, "Expected a range `first .. last` or a type such as `index[s]`.");
      return false;
    }
    auto const first = linear(range.first, fmt::format("The first value of `{}`", range.variable));
    auto const last = linear(range.last, fmt::format("The last value of `{}`", range.variable));
    if (!first || !last) return false;
    dimension.lower = bound(*first, table.variables, false);
    dimension.upper = bound(*last, table.variables, true);
    if (!is_representable(dimension.lower) || !is_representable(dimension.upper)) {
      error(range.where, fmt::format("The range of `{}` has bounds that are larger than 2147483647.", range.variable));
      return false;
    }
    ir::LinearExpression const variable = ir::linear(range.variable);
    if (dimension.lower != *first) table.domain.push_back(at_least(variable, *first));
    if (dimension.upper != *last) table.domain.push_back(at_least(*last, variable));
    std::set<std::string> sizes = lowered_.sizes;
    if (is_empty(joined({at_least(dimension.upper, dimension.lower)}, assumptions(sizes)))) {
      error(range.where, fmt::format("The range of `{}` is empty: {} to {}.", range.variable, ir::to_text(*first),
                                     ir::to_text(*last)));
      return false;
    }
    return true;
  }

  /// Returns the smallest or largest value of a bound, in terms of sizes.
  static ir::LinearExpression bound(ir::LinearExpression value, std::vector<Dimension> const& variables,
                                    bool is_upper) {
    for (auto variable = variables.rbegin(); variable != variables.rend(); ++variable) {
      long const factor = value.factor(variable->name);
      if (factor != 0) value = value.with(variable->name, (factor > 0) == is_upper ? variable->upper : variable->lower);
      if (!is_representable(value)) break;
    }
    return value;
  }

  static constexpr int max_replaced = 200; ///< uses of other results, each of which is replaced by its expression
  std::set<std::string> active_{};
  int n_replaced_ = 0;
};

} // namespace

void lower_result(Signature const& signature, Declarations& declarations, base::Diagnostics& diagnostics,
                  Lowered& lowered) {
  ResultTyper typer(declarations, signature, diagnostics, lowered);
  Typed const value =
      typer.typed_as(signature.syntax->body, signature.type, fmt::format("The function `{}`", signature.name));
  lowered.has_errors = lowered.has_errors || value.kind == Kind::unknown;
  if (!lowered.has_errors) lowered.function.cases = {{{}, value.value}};
}

} // namespace chemora::recursion
