/// The interpreter of systems: recursion with memory. Expressions are compiled to nodes that read their names from one
/// array. An element that is needed but not yet computed is computed by a nested call up to a depth; beyond it, the
/// element goes to a list, and the elements that need it start again.
#include "codegen/recursion/compiled_system.hpp"
#include "codegen/recursion/wide_operations.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>

namespace chemora::recursion {

namespace {

using ir::ExpressionKind;
using ir::Op;

constexpr int max_nested = 100; ///< depth of nested calls of the interpreter
/// Real numbers with a smaller relative difference are equal for paths. Rounding errors of tables in real64 are
/// smaller, so that paths do not depend on the precision of the tables.
constexpr long double equal_reals = 1e-11L;

/// Returns whether `a` is before `b` by the operation, a minimum or maximum, and differs by more than rounding errors.
bool is_better(Op op, ir::Type type, WideNumber const& a, WideNumber const& b) {
  bool const is_before = op == Op::maximum ? b < a : a < b;
  if (!is_before || type != ir::Type::real64 || std::isinf(a.mantissa) || std::isinf(b.mantissa)) return is_before;
  auto const magnitude = [](WideNumber const& number) { return number < WideNumber() ? -number : number; };
  WideNumber const largest = magnitude(a) < magnitude(b) ? magnitude(b) : magnitude(a);
  return WideNumber(equal_reals) * largest < magnitude(a - b);
}

struct Element {
  Table* table = nullptr;
  std::size_t offset = 0;
};

class Interpreter {
public:
  /// `read` replaces the computation of elements; null: compute them.
  Interpreter(System const& system, Inputs const& inputs, ReadElement const* read = nullptr)
      : system_(system), compiled_(system, inputs, read == nullptr), read_(read) {}

  Value result() {
    if (!system_.result) throw base::InternalError("system `" + system_.name + "` has no result");
    Result const& result = *system_.result;
    Value value;
    for (TableValue const& table : result.tables) {
      WideNumber const number = table_value(table, value.position);
      compiled_.set_name(table.name, number);
    }
    if (result.tables.size() != 1 || !result.tables[0].over) value.position.clear();
    current_ = nullptr;
    WideNumber const number = evaluate(compiled_.compiled(result.value, {}), 0);
    bool const is_probability = result.type == ValueType::probability;
    value.number = static_cast<double>((is_probability ? logarithm(number) : number).value());
    return value;
  }

  /// Returns the elements from which the result follows, from an element without calls on.
  std::vector<TableElement> path() {
    if (!system_.result || system_.result->tables.size() != 1)
      throw base::UserError(system_.where, fmt::format("`{}` has no path, because its result does not follow from one "
                                                       "table.",
                                                       system_.name));
    TableValue const& value = system_.result->tables[0];
    std::vector<long> position;
    table_value(value, position);
    for (std::size_t n = 0; n < position.size(); ++n)
      compiled_.set_name(value.variables[n].name, static_cast<long double>(position[n]));
    Table& table = compiled_.table(value.function);
    std::vector<TableElement> elements;
    for (std::optional<Element> next =
             Element{&table, offset_of(table, arguments(value), system_.result->name, system_.where)};
         next;) {
      Element const element = *next;
      next.reset();
      elements.push_back({element.table->function->name, position_of(element)});
      set_dimensions(element);
      current_ = element.table->function;
      for (CompiledCase const& part : element.table->cases)
        if (std::all_of(part.domain.begin(), part.domain.end(), [&](auto const& c) { return holds(c); })) {
          follow(part.value, next);
          break;
        }
    }
    std::reverse(elements.begin(), elements.end());
    return elements;
  }

private:
  // Paths. All elements that they need are known.

  static bool has_call(Node const& node) {
    return node.table || std::any_of(node.operands.begin(), node.operands.end(), has_call);
  }

  /// Finds the call from which the value of the node follows.
  void follow(Node const& node, std::optional<Element>& next) {
    if (!has_call(node)) return;
    if (node.table) {
      if (next)
        throw base::UserError(current_->where, fmt::format("`{}` has no path, because it combines several calls other "
                                                           "than by `min` and `max`.",
                                                           current_->name));
      std::vector<long> position;
      for (Node const& operand : node.operands) position.push_back(static_cast<long>(evaluate(operand, 0).mantissa));
      next = Element{node.table, offset_of(*node.table, position, current_->name, current_->where)};
      return;
    }
    bool const is_extremum = node.op == Op::minimum || node.op == Op::maximum;
    if (node.kind == ExpressionKind::reduction) return follow_reduction(node, next);
    if (node.op == Op::select) return follow(node.operands[evaluate(node.operands[0], 0).mantissa != 0 ? 1 : 2], next);
    if (is_extremum) {
      WideNumber const first = evaluate(node.operands[0], 0);
      bool const is_second = is_better(node.op, node.type, evaluate(node.operands[1], 0), first);
      return follow(node.operands[is_second ? 1 : 0], next);
    }
    for (Node const& operand : node.operands) follow(operand, next);
  }

  void follow_reduction(Node const& node, std::optional<Element>& next) {
    if (node.op != Op::minimum && node.op != Op::maximum)
      throw base::UserError(
          current_->where,
          fmt::format("`{}` has no path, because a sum follows from all of its terms.", current_->name));
    WideNumber const best = reduction(node, 0);
    long const last = static_cast<long>(evaluate(node.operands[2], 0).mantissa);
    for (long k = static_cast<long>(evaluate(node.operands[1], 0).mantissa); k <= last; ++k) {
      compiled_.names[node.slot] = static_cast<long double>(k);
      if (is_better(node.op, node.type, best, evaluate(node.operands[0], 0))) continue;
      return follow(node.operands[0], next);
    }
  }

  std::vector<long> position_of(Element const& element) const {
    std::vector<long> position(element.table->extents.size());
    std::size_t rest = element.offset;
    for (std::size_t n = position.size(); n-- > 0;) {
      auto const extent = static_cast<std::size_t>(element.table->extents[n]);
      position[n] = element.table->lower[n] + static_cast<long>(rest % extent);
      rest /= extent;
    }
    return position;
  }

  // Results.

  WideNumber table_value(TableValue const& value, std::vector<long>& position) {
    Table& table = compiled_.table(value.function);
    if (!value.over) return value_at(table, arguments(value), system_.result->name);
    WideNumber result = neutral(*value.over), at_position;
    bool is_first = true;
    std::vector<long> point(value.variables.size());
    for_each_point(value, 0, point, [&] {
      WideNumber const next = value_at(table, arguments(value), system_.result->name);
      result = combined_values(*value.over, result, next);
      if (is_first ||
          (*value.over != Op::add && is_better(*value.over, ir_type(table.function->type), next, at_position))) {
        position = point;
        at_position = next;
      }
      is_first = false;
    });
    return result;
  }

  void for_each_point(TableValue const& value, std::size_t n, std::vector<long>& point,
                      std::function<void()> const& visit) {
    if (n == point.size()) {
      for (loops::Constraint const& constraint : value.domain) {
        long const number = compiled_.value_of(constraint.expression);
        if (number < 0 || (constraint.is_equality && number != 0)) return;
      }
      return visit();
    }
    long const first = compiled_.value_of(value.variables[n].lower),
               last = compiled_.value_of(value.variables[n].upper);
    for (long k = first; k <= last; ++k) {
      point[n] = k;
      compiled_.set_name(value.variables[n].name, static_cast<long double>(k));
      for_each_point(value, n + 1, point, visit);
    }
  }

  std::vector<long> arguments(TableValue const& value) {
    std::vector<long> result;
    for (ir::LinearExpression const& argument : value.arguments) result.push_back(compiled_.value_of(argument));
    return result;
  }

  /// Computes an element and everything that it needs.
  WideNumber value_at(Table& table, std::vector<long> const& position, std::string const& text) {
    if (read_) return (*read_)(table.function->name, offset_of(table, position, text, system_.where));
    pending_.push_back({&table, offset_of(table, position, text, system_.where)});
    while (!pending_.empty()) {
      Element const element = pending_.back();
      if (compute(element, 0)) pending_.pop_back();
    }
    return table.values[offset_of(table, position, text, system_.where)];
  }

  // Elements of tables.

  std::string position_text(Table const& table, std::vector<long> const& position) const {
    return fmt::format("{}({})", table.function->name,
                       base::join(position, ", ", [](long n) { return std::to_string(n); }));
  }

  std::size_t offset_of(Table const& table, std::vector<long> const& position, std::string const& text,
                        base::SourcePosition const& where) const {
    std::size_t offset = 0;
    for (std::size_t n = 0; n < position.size(); ++n) {
      long const relative = position[n] - table.lower[n];
      if (relative < 0 || relative >= table.extents[n])
        throw base::UserError(where,
                              fmt::format("`{}` calls {}, but `{}` of `{}` is between {} and {}.", text,
                                          position_text(table, position), table.function->dimensions[n].name,
                                          table.function->name, table.lower[n], table.lower[n] + table.extents[n] - 1));
      offset = offset * static_cast<std::size_t>(table.extents[n]) + static_cast<std::size_t>(relative);
    }
    return offset;
  }

  /// Sets the values of the dimensions to the position of the element.
  void set_dimensions(Element const& element) {
    std::size_t rest = element.offset;
    for (std::size_t n = element.table->extents.size(); n-- > 0;) {
      auto const extent = static_cast<std::size_t>(element.table->extents[n]);
      compiled_.names[element.table->slots[n]] =
          static_cast<long double>(element.table->lower[n] + static_cast<long>(rest % extent));
      rest /= extent;
    }
  }

  bool holds(CompiledConstraint const& constraint) const {
    long value = constraint.constant;
    for (auto const& [n, factor] : constraint.factors) value += factor * static_cast<long>(compiled_.names[n].mantissa);
    return constraint.is_equality ? value == 0 : value >= 0;
  }

  /// Computes an element. Returns false if another element, which is then the last of `pending_`, comes first.
  bool compute(Element const& element, int depth) {
    ElementState& state = element.table->states[element.offset];
    if (state == ElementState::known) return true;
    state = ElementState::active;
    set_dimensions(element);
    for (CompiledCase const& part : element.table->cases) {
      if (!std::all_of(part.domain.begin(), part.domain.end(), [&](auto const& c) { return holds(c); })) continue;
      current_ = element.table->function;
      WideNumber const value = evaluate(part.value, depth);
      if (!is_complete_) {
        // The first element of a chain stays active, so that a cycle is found.
        if (depth > 0) state = ElementState::unknown;
        if (depth == 0) is_complete_ = true;
        return false;
      }
      element.table->values[element.offset] = value;
      state = ElementState::known;
      return true;
    }
    throw base::InternalError("no case of `" + element.table->function->name + "` contains an element");
  }

  WideNumber table_element(Node const& node, int depth) {
    std::vector<long> position;
    for (Node const& operand : node.operands) {
      position.push_back(static_cast<long>(evaluate(operand, depth).mantissa));
      if (!is_complete_) return {};
    }
    Function const* const caller = current_;
    Element const element{node.table, offset_of(*node.table, position, caller->name, caller->where)};
    if (read_) return (*read_)(node.table->function->name, element.offset);
    ElementState const state = node.table->states[element.offset];
    if (state == ElementState::known) return node.table->values[element.offset];
    if (state == ElementState::active)
      throw base::UserError(node.table->function->where, fmt::format("The recursion does not end: {} needs itself.",
                                                                     position_text(*node.table, position)));
    if (depth >= max_nested) {
      pending_.push_back(element);
      is_complete_ = false;
      return {};
    }
    std::vector<WideNumber> const saved = compiled_.names;
    bool const is_computed = compute(element, depth + 1);
    compiled_.names = saved;
    current_ = caller;
    return is_computed ? node.table->values[element.offset] : WideNumber();
  }

  WideNumber array_element(Node const& node, int depth) {
    std::size_t offset = 0;
    for (std::size_t n = 0; n < node.operands.size(); ++n) {
      long const subscript = static_cast<long>(evaluate(node.operands[n], depth).mantissa);
      if (!is_complete_) return {};
      long const extent = node.array->extents[n];
      if (subscript < 0 || subscript >= extent)
        throw base::UserError(
            current_ ? current_->where : system_.where,
            fmt::format("The subscript {} of `{}` is not between 0 and {}.", subscript, node.array->name, extent - 1));
      offset = offset * static_cast<std::size_t>(extent) + static_cast<std::size_t>(subscript);
    }
    return static_cast<long double>((*node.array->values)[offset]);
  }

  // Expressions.

  WideNumber evaluate(Node const& node, int depth) {
    switch (node.kind) {
    case ExpressionKind::number:
      return node.number;
    case ExpressionKind::name:
      return compiled_.names[node.slot];
    case ExpressionKind::element:
      return node.table ? table_element(node, depth) : array_element(node, depth);
    case ExpressionKind::reduction:
      return reduction(node, depth);
    default:
      return operation(node, depth);
    }
  }

  WideNumber reduction(Node const& node, int depth) {
    long const first = static_cast<long>(evaluate(node.operands[1], depth).mantissa);
    long const last = is_complete_ ? static_cast<long>(evaluate(node.operands[2], depth).mantissa) : 0;
    // Probabilities are not negative.
    bool const is_largest = node.op == Op::maximum && current_ && current_->type == ValueType::probability;
    WideNumber result = is_largest ? WideNumber() : neutral(node.op);
    for (long k = first; k <= last && is_complete_; ++k) {
      compiled_.names[node.slot] = static_cast<long double>(k);
      result = combined_values(node.op, result, evaluate(node.operands[0], depth));
    }
    return checked(node, result);
  }

  WideNumber operation(Node const& node, int depth) {
    WideNumber const first = evaluate(node.operands[0], depth);
    if (!is_complete_) return {};
    bool const is_true = first.mantissa != 0;
    if (node.op == Op::select) return evaluate(node.operands[is_true ? 1 : 2], depth);
    if (node.op == Op::logical_and && !is_true) return first;
    if (node.op == Op::logical_or && is_true) return first;
    if (node.operands.size() == 1) return checked(node, unary(node.op, first));
    WideNumber const second = evaluate(node.operands[1], depth);
    return is_complete_ ? checked(node, binary(node.op, first, second)) : WideNumber();
  }

  /// Reports an integer that is not representable.
  WideNumber checked(Node const& node, WideNumber const& value) const {
    if (node.type != ir::Type::int32 || std::isinf(value.mantissa)) return value;
    base::SourcePosition const where = current_ ? current_->where : system_.where;
    std::string const name = current_ ? current_->name : system_.name;
    if (value.is_nan()) throw base::UserError(where, fmt::format("`{}` adds infinity and -infinity.", name));
    if (std::abs(value.mantissa) > max_integer)
      throw base::UserError(where,
                            fmt::format("`{}` computes the integer {:.0f}, which is {} than {}{:.0f}.", name,
                                        static_cast<double>(value.mantissa), value.mantissa < 0 ? "less" : "larger",
                                        value.mantissa < 0 ? "-" : "", max_integer));
    return value;
  }

  System const& system_;
  CompiledSystem compiled_;
  ReadElement const* read_ = nullptr;
  std::vector<Element> pending_{};
  Function const* current_ = nullptr;
  bool is_complete_ = true;
};

} // namespace

Value interpret(System const& system, Inputs const& inputs) { return Interpreter(system, inputs).result(); }

std::vector<TableElement> interpret_path(System const& system, Inputs const& inputs) {
  return Interpreter(system, inputs).path();
}

std::vector<TableElement> path_in_tables(System const& system, Inputs const& inputs, ReadElement const& read) {
  return Interpreter(system, inputs, &read).path();
}

} // namespace chemora::recursion
