/// Reads families of derivative operators, such as `centred(4)` and `upwind(ORDER, VECTOR)`.
#include "codegen/tensor/declare/declare.hpp"

#include "framework/base/text.hpp"

#include <fmt/format.h>

namespace chemora::tensor {

namespace {

constexpr int max_order = 32;

void check_order(int order, std::string const& source, base::SourcePosition const& where,
                 base::Diagnostics& diagnostics) {
  if (order < 2 || order > max_order || order % 2 != 0)
    diagnostics.error(
        where, fmt::format("{} gives the order {}; an order must be even, from 2 to {}.", source, order, max_order));
}

/// Checks that the first and last operand of FiniteDifferencingOperator(1, HALF_ORDER, i) have their only allowed
/// values.
void check_outer_operands(edl::OperatorDefinition const& definition, base::Diagnostics& diagnostics) {
  auto const& operands = definition.right.operands;
  auto const first = operands[0].kind == edl::ExpressionKind::number ? parse_number(operands[0].text) : std::nullopt;
  if (!first || !first->is(1))
    diagnostics.error(operands[0].where,
                      "The first operand of FiniteDifferencingOperator must be 1, the first derivative "
                      "(a second index gives the second derivative); found `" +
                          edl::to_text(operands[0]) + "`.");
  std::string index;
  for (edl::Suffix const& suffix : definition.name.suffixes) index += suffix.text;
  if (operands[2].kind != edl::ExpressionKind::name || edl::to_text(operands[2].name) != index || index.size() != 1)
    diagnostics.error(operands[2].where, "The last operand of FiniteDifferencingOperator must be the operator's index" +
                                             (index.size() == 1 ? ", `" + index + "`" : "") + "; found `" +
                                             edl::to_text(operands[2]) + "`.");
}

/// Kranc's name for `centred`; its argument is half the order.
constexpr char const* kranc_operator = "FiniteDifferencingOperator";

/// Maps the function of EDL that selects a family of stencils to the side of its points.
std::map<std::string, Side> const& families() {
  static std::map<std::string, Side> const table{{"centred", Side::centred},     {"centered", Side::centred},
                                                 {"forward", Side::forward},     {"backward", Side::backward},
                                                 {"upwind", Side::upwind},       {"dissipation", Side::dissipation},
                                                 {kranc_operator, Side::centred}};
  return table;
}

/// Reads the vector `beta` of `upwind(ORDER, beta)`.
void read_wind(edl::Expression const& right, DerivativeOperator& derivative, Symbols& symbols,
               base::Diagnostics& diagnostics) {
  edl::Expression const& vector = right.operands[1];
  std::string const name = vector.kind == edl::ExpressionKind::name ? edl::to_text(vector.name) : "";
  if (!symbols.contains(name) || symbols[name].shape.upper != std::vector<bool>{true}) {
    diagnostics.error(vector.where, "`" + edl::to_text(vector) +
                                        "` is not a vector; the second argument of `upwind` must be a vector "
                                        "without its index, as in `upwind(4, beta)` for a declared `beta^i`.");
    return;
  }
  symbols.mark_used(name);
  derivative.wind = name;
}

bool is_mixed_kind(std::string const& text) { return base::contains(mixed_kinds(), text); }

/// Reads PARAMETER of `centred(ORDER, PARAMETER)`. The values of this keyword parameter are forms of mixed second
/// derivatives.
void read_parameter_as_mixed(edl::Expression const& kind, Parameter const& parameter, DerivativeOperator& derivative,
                             base::Diagnostics& diagnostics) {
  derivative.mixed_parameter = parameter.name;
  for (std::string const& value : parameter.keywords())
    if (!is_mixed_kind(value))
      diagnostics.error(kind.where, "The value \"" + value + "\" of `" + parameter.name +
                                        "` is not a kind of mixed second derivative; allowed are \"product\" and "
                                        "\"diagonal\"." +
                                        base::did_you_mean(value, mixed_kinds()));
}

/// Reads KIND of `centred(ORDER, KIND)`, the form of mixed second derivatives: `product`, `diagonal` or a keyword
/// parameter.
void read_mixed_derivative(edl::Expression const& kind, DerivativeOperator& derivative, TensorSystem const& system,
                           Symbols& symbols, base::Diagnostics& diagnostics) {
  std::string const name = kind.kind == edl::ExpressionKind::name ? edl::to_text(kind.name) : "";
  derivative.is_diagonal = name == "diagonal";
  if (is_mixed_kind(name)) return;
  std::vector<std::string> names = mixed_kinds();
  for (Parameter const& parameter : system.parameters) {
    if (parameter.type != ValueType::keyword || parameter.is_shared()) continue;
    names.push_back(parameter.name);
    if (parameter.name != name) continue;
    symbols.mark_used(name);
    return read_parameter_as_mixed(kind, parameter, derivative, diagnostics);
  }
  diagnostics.error(kind.where, "The form of mixed second derivatives must be `product`, `diagonal`, or a keyword "
                                "parameter with these values; found `" +
                                    edl::to_text(kind) + "`." + base::did_you_mean(name, names));
}

/// Whether `right` calls one of the families with the right number of operands.
bool is_family(edl::Expression const& right) {
  auto const family = families().find(right.text);
  if (family == families().end()) return false;
  std::size_t const n_operands = right.operands.size();
  if (right.text == kranc_operator) return n_operands == 3;
  if (family->second == Side::upwind) return n_operands == 2;
  return n_operands == 1 || (n_operands == 2 && family->second == Side::centred);
}

void report_unknown_family(edl::Expression const& right, base::Diagnostics& diagnostics) {
  std::vector<std::string> const names{"centred", "forward", "backward", "upwind", "dissipation"};
  diagnostics.error(right.where, "`" + edl::to_text(right) +
                                     "` is not a derivative operator; write `centred(ORDER)`, `forward(ORDER)`, "
                                     "`backward(ORDER)`, `upwind(ORDER, VECTOR)`, `dissipation(ORDER)` or a formula "
                                     "such as `(u_(i+1) - u_(i-1))/(2 h)`." +
                                     (families().contains(right.text) ? "" : base::did_you_mean(right.text, names)));
}

void read_number_as_order(edl::Expression const& order, std::string const& call, DerivativeOperator& derivative,
                          base::Diagnostics& diagnostics) {
  auto const value = parse_number(order.text);
  bool const is_small = value && value->is_integer() && value->numerator < 1000;
  if (!is_small) {
    diagnostics.error(order.where, fmt::format("An order must be an even number from 2 to {}; found `{}`.", max_order,
                                               edl::to_text(order)));
    return;
  }
  derivative.order = static_cast<int>(value->numerator) * derivative.order_factor;
  check_order(derivative.order, call, order.where, diagnostics);
}

/// Returns whether the value of a parameter specifies an order. A value without digits selects the next parameter, or
/// is an error if the list of parameters ends.
bool specifies_order(std::string const& value, std::string const& parameter, bool is_last, int factor,
                     base::SourcePosition const& where, base::Diagnostics& diagnostics) {
  if (auto const number = order_in(value)) {
    bool const is_wrong = *number < 0 || *number > max_order; // the product with the factor might overflow
    check_order(is_wrong ? *number : *number * factor, "`" + parameter + "`", where, diagnostics);
    return true;
  }
  bool const has_digits = value.find_first_of("0123456789") != std::string::npos;
  if (has_digits)
    diagnostics.error(where, "The value \"" + value + "\" of `" + parameter +
                                 "` is not an order; orders are whole numbers, optionally followed by letters, as in "
                                 "\"4th\".");
  else if (is_last)
    diagnostics.error(where, "The value \"" + value + "\" of `" + parameter + "` does not specify an order; write `" +
                                 parameter + " or PARAMETER` with a parameter that does.");
  return has_digits;
}

/// Reads one of the parameters of `centred(fd_order or fdOrder)`. Every parameter except the last needs values that
/// select the next parameter.
void read_parameter_as_order(edl::Expression const& order, bool is_last, DerivativeOperator& derivative,
                             TensorSystem const& system, Symbols& symbols, base::Diagnostics& diagnostics) {
  UsedName used;
  if (!symbols.read(order.name, used, diagnostics)) return;
  bool const is_parameter = symbols[used.name].kind == SymbolKind::parameter;
  auto const type = is_parameter ? system.parameter(used.name).type : ValueType::real;
  bool const is_own_keyword = type == ValueType::keyword && !system.parameter(used.name).is_shared();
  if (type != ValueType::integer && !is_own_keyword) {
    diagnostics.error(order.where, "`" + used.name +
                                       "` cannot be an order; an order must be an even number, an int "
                                       "parameter, or a keyword parameter with values such as \"4th\".");
    return;
  }
  derivative.order_parameters.push_back(used.name);
  auto const values = system.parameter(used.name).admissible_values();
  if (values.empty())
    diagnostics.error(order.where, "`" + used.name +
                                       "` is an order, so its range must be a finite list such as "
                                       "`range: 2, 4, 6, 8`.");
  bool selects_next = false;
  for (std::string const& value : values)
    selects_next =
        !specifies_order(value, used.name, is_last, derivative.order_factor, order.where, diagnostics) || selects_next;
  if (!is_last && !selects_next && !values.empty())
    diagnostics.error(order.where, "Every value of `" + used.name +
                                       "` specifies an order, so the parameter after `or` is never used; remove it.");
}

void read_order(edl::Expression const& order, bool is_last, std::string const& call, DerivativeOperator& derivative,
                TensorSystem const& system, Symbols& symbols, base::Diagnostics& diagnostics) {
  if (order.kind == edl::ExpressionKind::number && is_last && derivative.order_parameters.empty()) {
    read_number_as_order(order, call, derivative, diagnostics);
  } else if (order.kind == edl::ExpressionKind::name) {
    read_parameter_as_order(order, is_last, derivative, system, symbols, diagnostics);
  } else if (order.kind == edl::ExpressionKind::binary && order.text == "or") {
    read_order(order.operands[0], false, call, derivative, system, symbols, diagnostics);
    read_order(order.operands[1], is_last, call, derivative, system, symbols, diagnostics);
  } else {
    diagnostics.error(order.where,
                      "An order must be an even number, a parameter, or parameters with `or` between them; found `" +
                          edl::to_text(order) + "`.");
  }
}

} // namespace

void read_family(edl::OperatorDefinition const& definition, DerivativeOperator& derivative, TensorSystem const& system,
                 Symbols& symbols, base::Diagnostics& diagnostics) {
  edl::Expression const& right = definition.right;
  if (!is_family(right)) return report_unknown_family(right, diagnostics);
  bool const is_kranc = right.text == kranc_operator;
  derivative.side = families().at(right.text);
  derivative.is_sum_over_axes = definition.name.suffixes.empty();
  if (derivative.is_sum_over_axes && derivative.side != Side::dissipation)
    diagnostics.error(definition.name.where, "`" + derivative.name + "` needs an index, as in `" + derivative.name +
                                                 "_i`; only `dissipation`, which is summed over the axes, has none.");
  if (derivative.side == Side::upwind) read_wind(right, derivative, symbols, diagnostics);
  bool const has_mixed_kind = !is_kranc && derivative.side == Side::centred && right.operands.size() == 2;
  if (has_mixed_kind) read_mixed_derivative(right.operands[1], derivative, system, symbols, diagnostics);
  if (is_kranc) check_outer_operands(definition, diagnostics);
  derivative.order_factor = is_kranc ? 2 : 1;
  read_order(right.operands[is_kranc ? 1 : 0], true, "`" + edl::to_text(right) + "`", derivative, system, symbols,
             diagnostics);
}

} // namespace chemora::tensor
