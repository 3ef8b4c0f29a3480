/// Resolves the expressions of EDL: looks up names, checks types and indices, and marks sums.
#include "codegen/tensor/resolve/resolve.hpp"

#include "framework/base/text.hpp"

#include <algorithm>

namespace chemora::tensor {

namespace {

using Maybe = std::optional<Resolved>;

class Resolver {
public:
  explicit Resolver(Context& context) : context_(context) {}

  Maybe resolve(edl::Expression const& source) {
    Maybe result = by_kind(source);
    if (result) result->expression.where = source.where;
    // Indices that are summed inside parentheses may be used again outside.
    if (result && source.has_parentheses) result->summed.clear();
    return result;
  }

private:
  Maybe by_kind(edl::Expression const& source) {
    switch (source.kind) {
    case edl::ExpressionKind::number:
      return number(source);
    case edl::ExpressionKind::string:
      return fail(source.where,
                  "The string \"" + source.text + "\" can be used only in a comparison with a keyword parameter.");
    case edl::ExpressionKind::name:
      return name(source);
    case edl::ExpressionKind::derivative:
      return resolve_derivative(source, context_);
    case edl::ExpressionKind::call:
      return resolve_call(source, context_);
    case edl::ExpressionKind::negate:
      return negate(source);
    case edl::ExpressionKind::logical_not:
      return logical(source, "not");
    case edl::ExpressionKind::binary:
      return binary(source);
    case edl::ExpressionKind::conditional:
      return conditional(source);
    case edl::ExpressionKind::shifted:
      return shifted(source);
    }
    return std::nullopt;
  }

  std::nullopt_t fail(base::SourcePosition const& where, std::string const& message) {
    context_.diagnostics.error(where, message);
    return std::nullopt;
  }

  Maybe number(edl::Expression const& source) {
    auto const value = parse_number(source.text);
    if (!value) return fail(source.where, "The number " + source.text + " is outside the range of a double.");
    return Resolved{make_number(*value), {}, {}};
  }

  Maybe name(edl::Expression const& source) {
    std::string const text = edl::to_text(source.name);
    if (text == "true" || text == "false") return truth(text == "true");
    if (auto const argument = context_.arguments.find(text); argument != context_.arguments.end())
      return argument->second;
    if (!source.name.qualifier.empty()) return resolve_foreign_name(source.name, context_);
    auto const used = resolve_name(source.name, context_, true);
    if (!used) return std::nullopt;
    Resolved result;
    result.expression = expression_of(*used, source.where, context_);
    result.expression.where = source.where;
    if (!add_indices(result, used->indices, source.where, context_.letters, context_.diagnostics)) return std::nullopt;
    return result;
  }

  static Resolved truth(bool value) {
    Expression expression = make_number(integer(value ? 1 : 0));
    expression.type = ValueType::boolean;
    return {expression, {}, {}};
  }

  Maybe negate(edl::Expression const& source) {
    auto operand = resolve(source.operands[0]);
    if (!operand || !require_number(*operand, source.operands[0], context_)) return std::nullopt;
    operand->expression = make_apply("neg", {std::move(operand->expression)});
    return operand;
  }

  Maybe logical(edl::Expression const& source, std::string const& name) {
    std::vector<Expression> operands;
    for (edl::Expression const& operand : source.operands) {
      auto resolved = resolve(operand);
      if (resolved && require_boolean(*resolved, operand, context_))
        operands.push_back(std::move(resolved->expression));
    }
    if (operands.size() != source.operands.size()) return std::nullopt;
    return Resolved{make_apply(name, std::move(operands), ValueType::boolean), {}, {}};
  }

  Maybe binary(edl::Expression const& source) {
    std::string const& symbol = source.text;
    if (symbol == "and" || symbol == "or") return logical(source, symbol);
    if (symbol == "==" || symbol == "!=")
      if (auto const keyword = keyword_comparison(source); keyword.first) return keyword.second;
    auto left = resolve(source.operands[0]);
    auto right = resolve(source.operands[1]);
    if (!left || !right) return std::nullopt;
    bool const is_comparison = symbol.find_first_of("=<>!") != std::string::npos;
    bool const both_boolean =
        left->expression.type == ValueType::boolean && right->expression.type == ValueType::boolean;
    if (!(is_comparison && both_boolean && (symbol == "==" || symbol == "!=")) &&
        (!require_number(*left, source.operands[0], context_) || !require_number(*right, source.operands[1], context_)))
      return std::nullopt;
    if (symbol == "+" || symbol == "-") return sum(source, std::move(*left), std::move(*right));
    if (symbol == "*") return product(source, std::move(*left), std::move(*right));
    if (symbol == "/" && !require_scalar(*right, source.operands[1], "A divisor", context_)) return std::nullopt;
    if (symbol == "/") return product(source, std::move(*left), std::move(*right));
    std::string const role = is_comparison ? "Each side of a comparison" : "Each side of `**`";
    if (!require_scalar(*left, source.operands[0], role, context_) ||
        !require_scalar(*right, source.operands[1], role, context_))
      return std::nullopt;
    return Resolved{make_apply(symbol, {std::move(left->expression), std::move(right->expression)},
                               is_comparison ? ValueType::boolean : ValueType::real),
                    {},
                    {}};
  }

  /// Returns whether the expression is the number 0, which is the zero of every tensor.
  static bool is_zero(Resolved const& resolved) {
    return resolved.expression.kind == Kind::number && resolved.expression.number.is(0) && resolved.free.empty();
  }

  Maybe sum(edl::Expression const& source, Resolved left, Resolved right) {
    if (!same_indices(left.free, right.free))
      return fail(source.where, "The two sides of `" + source.text + "` have different free indices: " +
                                    listed(left.free) + " on the left, " + listed(right.free) + " on the right.");
    // Each term is summed separately, so `a^i b_i + c^i d_i` may use one letter twice.
    left.summed.insert(right.summed.begin(), right.summed.end());
    left.expression = make_apply(source.text, {std::move(left.expression), std::move(right.expression)});
    return left;
  }

  Maybe product(edl::Expression const& source, Resolved left, Resolved right) {
    Resolved result;
    result.expression = make_apply(source.text, {});
    result.expression.where = source.where;
    auto first = add_operand(std::move(result), std::move(left), source.where, context_.letters, context_.diagnostics);
    if (!first) return std::nullopt;
    return add_operand(std::move(*first), std::move(right), source.operands[1].where, context_.letters,
                       context_.diagnostics);
  }

  Maybe conditional(edl::Expression const& source) {
    auto condition = resolve(source.operands[0]);
    auto then = resolve(source.operands[1]);
    auto otherwise = resolve(source.operands[2]);
    if (!condition || !then || !otherwise || !require_boolean(*condition, source.operands[0], context_) ||
        !require_number(*then, source.operands[1], context_) ||
        !require_number(*otherwise, source.operands[2], context_))
      return std::nullopt;
    if (is_zero(*then)) then->free = otherwise->free;
    if (!is_zero(*otherwise) && !same_indices(then->free, otherwise->free))
      return fail(source.where, "The two values of the condition have different free indices: " + listed(then->free) +
                                    " and " + listed(otherwise->free) + ".");
    then->summed.insert(otherwise->summed.begin(), otherwise->summed.end());
    then->expression = make_apply(
        "if", {std::move(condition->expression), std::move(then->expression), std::move(otherwise->expression)});
    return then;
  }

  Maybe shifted(edl::Expression const& source) {
    auto operand = resolve(source.operands[0]);
    std::string const& direction = context_.scope.direction;
    if (direction.empty())
      return fail(source.where, "`" + edl::to_text(source) +
                                    "` is the value of a neighbour along a direction, which is known only in a block "
                                    "`faces along " +
                                    source.shift.name + "` or in a function `along " + source.shift.name + "`.");
    if (source.shift.name != direction)
      return fail(source.where, "`" + source.shift.name + "` is not the direction of these definitions; write `at " +
                                    direction + edl::to_text(source.shift).substr(source.shift.name.size()) + "`.");
    if (!operand || !require_number(*operand, source.operands[0], context_)) return std::nullopt;
    Expression expression;
    expression.kind = Kind::shifted;
    expression.name = source.shift.is_at_face ? "face" : "cell";
    expression.number = integer(source.shift.offset);
    expression.indices = {context_.scope.direction_index};
    expression.operands = {std::move(operand->expression)};
    operand->expression = std::move(expression);
    return operand;
  }

  /// Resolves a comparison such as `initial == "gaussian"`. `first` is false if the expression is not such a
  /// comparison.
  std::pair<bool, Maybe> keyword_comparison(edl::Expression const& source) {
    edl::Expression const* string = nullptr;
    edl::Expression const* other = nullptr;
    for (std::size_t n = 0; n < 2; ++n)
      if (source.operands[n].kind == edl::ExpressionKind::string) {
        string = &source.operands[n];
        other = &source.operands[1 - n];
      }
    if (!string || other->kind == edl::ExpressionKind::string) return {false, std::nullopt};
    auto parameter = resolve(*other);
    if (!parameter) return {true, std::nullopt};
    if (parameter->expression.type != ValueType::keyword)
      return {true, fail(other->where, "`" + edl::to_text(*other) +
                                           "` is not a keyword parameter and cannot be compared "
                                           "with the string \"" +
                                           string->text + "\".")};
    auto const values = context_.system.parameter(parameter->expression.name).keywords();
    auto const position = std::find(values.begin(), values.end(), string->text);
    if (position == values.end())
      return {true, fail(string->where, "\"" + string->text + "\" is not a value of `" + parameter->expression.name +
                                            "`." + base::did_you_mean(string->text, values))};
    Expression value = make_number(integer(position - values.begin()));
    value.kind = Kind::keyword;
    value.type = ValueType::keyword;
    value.name = parameter->expression.name;
    return {true,
            Resolved{make_apply(source.text, {std::move(parameter->expression), std::move(value)}, ValueType::boolean),
                     {},
                     {}}};
  }

  Context& context_;
};

} // namespace

std::optional<Resolved> resolve_expression(edl::Expression const& expression, Context& context) {
  return Resolver(context).resolve(expression);
}

} // namespace chemora::tensor
