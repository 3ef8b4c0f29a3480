#include "codegen/recursion/check_accesses.hpp"

#include "codegen/recursion/split_cases.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace chemora::recursion {

namespace {

using ir::ExpressionPtr;

class AccessChecker {
public:
  AccessChecker(Lowered const& lowered, LoweredFunctions const& functions, base::Diagnostics& diagnostics)
      : lowered_(lowered), functions_(functions), diagnostics_(diagnostics) {
    std::set<std::string> sizes = lowered.sizes;
    for (auto const& [name, function] : functions) sizes.insert(function.sizes.begin(), function.sizes.end());
    known_ = joined(box_of(lowered.function.dimensions), assumptions(sizes));
  }

  void check() {
    for (Case const& part : lowered_.function.cases) visit(part.value, joined(known_, part.domain));
  }

private:
  void visit(ExpressionPtr const& expression, Constraints const& domain) {
    Constraints inner = domain;
    if (expression->kind == ir::ExpressionKind::reduction) {
      if (!add_range(expression->loops[0], inner)) return;
    } else if (expression->kind == ir::ExpressionKind::element) {
      check(expression, domain);
    }
    // Kernels compute both values of a choice that depends on data.
    for (ExpressionPtr const& operand : expression->operands) visit(operand, inner);
  }

  /// Adds the range of a variable. Returns false if the range is not linear or empty.
  bool add_range(std::string const& variable, Constraints& domain) {
    for (Range const& range : lowered_.function.ranges) {
      if (range.variable != variable) continue;
      auto const first = ir::as_linear(range.first), last = ir::as_linear(range.last);
      if (!first || !last) return true;
      domain.push_back(at_least(ir::linear(variable), *first));
      domain.push_back(at_least(*last, ir::linear(variable)));
      if (!is_empty(domain)) return true;
      diagnostics_.error(range.where, fmt::format("The range of `{}` is empty: {} to {}.", variable,
                                                  ir::to_text(*first), ir::to_text(*last)));
    }
    return false;
  }

  /// An axis of an array or a table.
  struct Axis {
    std::string name;
    ir::LinearExpression lower, upper;
  };

  std::vector<Axis> axes_of(std::string const& name) const {
    std::vector<Axis> axes;
    auto const function = functions_.find(name);
    if (function != functions_.end())
      for (Dimension const& d : function->second.function.dimensions)
        axes.push_back(d.kind == DimensionKind::integer ? Axis{"", {}, {}} : Axis{d.name, d.lower, d.upper});
    auto const array = lowered_.arrays.find(name);
    // Subscripts of models are states and transitions, which are always inside.
    if (array != lowered_.arrays.end() && array->second.kind != InputArray::Kind::model)
      for (ir::LinearExpression const& extent : array->second.extents)
        axes.push_back({name, ir::linear(0), extent - ir::linear(1)});
    return axes;
  }

  void check(ExpressionPtr const& element, Constraints const& domain) {
    std::vector<Axis> const axes = axes_of(element->name);
    for (std::size_t n = 0; n < element->operands.size() && n < axes.size(); ++n) {
      auto const subscript = ir::as_linear(element->operands[n]);
      if (!subscript || axes[n].name.empty() || is_letter(element->operands[n])) continue;
      if (is_reached(*subscript, domain, ir::linear(-1) - *subscript + axes[n].lower))
        report(element, n, axes[n], *subscript, axes[n].lower, false);
      else if (is_reached(*subscript, domain, *subscript - axes[n].upper - ir::linear(1)))
        report(element, n, axes[n], *subscript, axes[n].upper, true);
    }
  }

  /// Returns whether the expression is a calling parameter of type char, whose code is inside of its alphabet.
  static bool is_letter(ExpressionPtr const& expression) {
    return expression->kind == ir::ExpressionKind::name && expression->name.starts_with(letter_prefix);
  }

  /// Returns whether the domain certainly has points where `excess` >= 0. Rational elimination is exact for factors of
  /// 1 and -1; other sets are checked when they are computed.
  static bool is_reached(ir::LinearExpression const& subscript, Constraints const& domain,
                         ir::LinearExpression const& excess) {
    auto const is_simple = [](ir::LinearExpression const& expression) {
      return std::all_of(expression.factors.begin(), expression.factors.end(),
                         [](auto const& factor) { return std::abs(factor.second) == 1; });
    };
    Constraints const reached = joined(domain, {{excess, false}});
    bool const is_exact = is_simple(subscript) && std::all_of(reached.begin(), reached.end(),
                                                              [&](auto const& c) { return is_simple(c.expression); });
    return is_exact && !is_empty(reached);
  }

  void report(ExpressionPtr const& element, std::size_t n, Axis const& axis, ir::LinearExpression const& subscript,
              ir::LinearExpression const& bound, bool is_upper) {
    CallSite site{.text = ir::to_text(element), .where = lowered_.function.where};
    for (CallSite const& candidate : lowered_.function.call_sites)
      if (ir::equal(candidate.element, element)) {
        site = candidate;
        break;
      }
    bool const is_call = functions_.contains(element->name);
    diagnostics_.error(site.where,
                       fmt::format("`{}` is outside of {} `{}`: `{}` can be {} than {}. {}", site.text,
                                   is_call ? "the range of" : "the array", is_call ? axis.name : element->name,
                                   with_written_sizes(ir::to_text(element->operands[n])), is_upper ? "greater" : "less",
                                   with_written_sizes(ir::to_text(bound)),
                                   advice_on_condition(subscript, bound, is_upper, lowered_.function.dimensions)));
  }

  Lowered const& lowered_;
  LoweredFunctions const& functions_;
  base::Diagnostics& diagnostics_;
  Constraints known_{};
};

} // namespace

std::string with_written_sizes(std::string const& text) {
  constexpr std::string_view prefix = "length_";
  auto const is_in_name = [&](std::size_t at) { return base::is_letter(text[at]) || base::is_digit(text[at]); };
  std::string result;
  for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end) {
    end = begin + 1;
    if (is_in_name(begin))
      while (end < text.size() && is_in_name(end)) ++end;
    std::string const part = text.substr(begin, end - begin);
    result += part.starts_with(prefix) ? "length(" + part.substr(prefix.size()) + ")" : part;
  }
  return result;
}

std::string advice_on_condition(ir::LinearExpression const& subscript, ir::LinearExpression const& bound, bool is_upper,
                                std::vector<Dimension> const& dimensions) {
  std::string condition = fmt::format("{} {} {}", ir::to_text(subscript), is_upper ? ">" : "<", ir::to_text(bound));
  int n_variables = 0;
  for (Dimension const& dimension : dimensions) n_variables += subscript.uses(dimension.name) ? 1 : 0;
  for (Dimension const& dimension : dimensions) {
    if (n_variables != 1 || subscript.factor(dimension.name) != 1) continue;
    // The values from `limit` on are outside.
    ir::LinearExpression const offset = subscript - ir::linear(dimension.name);
    ir::LinearExpression const limit = bound - offset + ir::linear(is_upper ? 1 : -1);
    bool const is_single = limit == (is_upper ? dimension.upper : dimension.lower);
    condition = fmt::format("{} {} {}", dimension.name, is_single ? "==" : is_upper ? ">=" : "<=", ir::to_text(limit));
  }
  return fmt::format("Add a condition that excludes such points, as in `if {} then ... else ...`.",
                     with_written_sizes(condition));
}

void check_accesses(Lowered const& lowered, LoweredFunctions const& functions, base::Diagnostics& diagnostics) {
  AccessChecker(lowered, functions, diagnostics).check();
}

} // namespace chemora::recursion
