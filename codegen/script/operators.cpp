/// Operators on the values of scripts.
#include "codegen/script/object.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::script {

namespace {

using base::SourcePosition;
using base::UserError;
using transform::Value;

std::optional<double> real_of(Object const& object) {
  if (object.kind != Object::Kind::scalar) return std::nullopt;
  if (object.scalar.kind == Value::Kind::integer) return static_cast<double>(object.scalar.integer);
  if (object.scalar.kind == Value::Kind::real) return object.scalar.real;
  return std::nullopt;
}

Object make_string(std::string text, SourcePosition const& where) {
  if (text.size() > max_length)
    throw UserError(where, fmt::format("A string may have at most {} characters.", max_length));
  return make_object(transform::make_value(std::move(text)));
}

[[noreturn]] void fail_operands(std::string const& op, Object const& left, Object const& right,
                                SourcePosition const& where) {
  throw UserError(
      where, fmt::format("The operator `{}` is not defined for {} and {}.", op, kind_name(left), kind_name(right)));
}

Object integer_arithmetic(std::string const& op, long a, long b, SourcePosition const& where) {
  long result = 0;
  bool overflows = false;
  if (op == "+") overflows = __builtin_add_overflow(a, b, &result);
  if (op == "-") overflows = __builtin_sub_overflow(a, b, &result);
  if (op == "*") overflows = __builtin_mul_overflow(a, b, &result);
  if (op == "//" || op == "%") {
    if (b == 0) throw UserError(where, "Division by 0.");
    overflows = b == -1;
    if (overflows) {
      overflows = __builtin_sub_overflow(0L, a, &result);
      if (op == "%") return make_object(transform::make_value(0L));
    } else {
      bool const is_rounded = a % b != 0 && (a < 0) != (b < 0);
      result = op == "//" ? a / b - is_rounded : a % b + (is_rounded ? b : 0);
    }
  }
  if (overflows) throw UserError(where, fmt::format("The result of `{} {} {}` is too large.", a, op, b));
  return make_object(transform::make_value(result));
}

std::optional<Object> arithmetic(std::string const& op, Object const& left, Object const& right,
                                 SourcePosition const& where) {
  std::optional<double> const a = real_of(left), b = real_of(right);
  if (!a || !b) return std::nullopt;
  if (is_integer(left) && is_integer(right) && op != "/")
    return integer_arithmetic(op, left.scalar.integer, right.scalar.integer, where);
  if (op == "/" && *b == 0) throw UserError(where, "Division by 0.");
  if (op == "+") return make_object(transform::make_value(*a + *b));
  if (op == "-") return make_object(transform::make_value(*a - *b));
  if (op == "*") return make_object(transform::make_value(*a * *b));
  if (op == "/") return make_object(transform::make_value(*a / *b));
  return std::nullopt;
}

bool less(std::string const& op, Object const& left, Object const& right, SourcePosition const& where) {
  std::optional<double> const a = real_of(left), b = real_of(right);
  if (a && b) return *a < *b;
  if (is_string(left) && is_string(right)) return left.scalar.string < right.scalar.string;
  fail_operands(op, left, right, where);
}

bool is_in(Object const& item, Object const& container, SourcePosition const& where) {
  if (is_string(container)) {
    if (!is_string(item)) fail_operands("in", item, container, where);
    return container.scalar.string.find(item.scalar.string) != std::string::npos;
  }
  if (!container.sequence) fail_operands("in", item, container, where);
  auto const& items = container.kind == Object::Kind::dictionary ? container.sequence->keys : container.sequence->items;
  return std::any_of(items.begin(), items.end(), [&](Object const& other) { return equal(item, other, where); });
}

/// `format % values` with `%s`, `%d`, `%r` and `%%`.
std::string percent_formatted(std::string const& format, Object const& values, SourcePosition const& where) {
  std::vector<Object> const items = values.kind == Object::Kind::list ? values.sequence->items : std::vector{values};
  std::string text;
  std::size_t n = 0;
  for (std::size_t at = 0; at < format.size(); ++at) {
    if (format[at] != '%') {
      text += format[at];
      continue;
    }
    char const letter = ++at < format.size() ? format[at] : '\0';
    if (letter == '%') {
      text += '%';
      continue;
    }
    if (letter != 's' && letter != 'd') throw UserError(where, "The format may contain only `%s`, `%d` and `%%`.");
    if (n >= items.size()) throw UserError(where, fmt::format("The format needs more than {} values.", items.size()));
    if (letter == 'd' && !is_integer(items[n]))
      throw UserError(where, fmt::format("`%d` needs an integer; found {}.", kind_name(items[n])));
    text += text_of(items[n++], where);
    if (text.size() > max_length) break;
  }
  if (n < items.size()) throw UserError(where, fmt::format("The format uses {} of {} values.", n, items.size()));
  return text;
}

} // namespace

std::string formatted(std::string const& format, std::vector<Object> const& values, SourcePosition const& where) {
  std::string text;
  std::size_t next = 0;
  for (std::size_t at = 0; at < format.size() && text.size() <= max_length; ++at) {
    if (format[at] != '{') {
      text += format[at];
      continue;
    }
    std::size_t const end = format.find('}', at);
    std::string const index = end == std::string::npos ? "?" : format.substr(at + 1, end - at - 1);
    bool const is_number = index.size() == 1 && index[0] >= '0' && index[0] <= '9';
    if (!index.empty() && !is_number) throw UserError(where, "The format may contain only `{}` and `{0}` to `{9}`.");
    std::size_t const n = is_number ? static_cast<std::size_t>(index[0] - '0') : next++;
    if (n >= values.size()) throw UserError(where, fmt::format("The format needs more than {} values.", values.size()));
    text += text_of(values[n], where);
    at = end;
  }
  return text;
}

Object negated(Object const& operand, SourcePosition const& where) {
  if (is_integer(operand)) return integer_arithmetic("-", 0, operand.scalar.integer, where);
  if (std::optional<double> const value = real_of(operand)) return make_object(transform::make_value(-*value));
  throw UserError(where, fmt::format("The operator `-` is not defined for {}.", kind_name(operand)));
}

Object apply_binary(std::string const& op, Object const& left, Object const& right, SourcePosition const& where) {
  auto const truth = [](bool value) { return make_object(transform::make_value(value)); };
  if (op == "==") return truth(equal(left, right, where));
  if (op == "!=") return truth(!equal(left, right, where));
  if (op == "in") return truth(is_in(left, right, where));
  if (op == "not in") return truth(!is_in(left, right, where));
  if (op == "<") return truth(less(op, left, right, where));
  if (op == ">") return truth(less(op, right, left, where));
  if (op == "<=") return truth(!less(op, right, left, where));
  if (op == ">=") return truth(!less(op, left, right, where));
  if (op == "%" && is_string(left)) return make_string(percent_formatted(left.scalar.string, right, where), where);
  if (std::optional<Object> const number = arithmetic(op, left, right, where)) return *number;
  if (op == "+" && is_string(left) && is_string(right))
    return make_string(left.scalar.string + right.scalar.string, where);
  if (op == "+" && left.kind == Object::Kind::list && right.kind == Object::Kind::list) {
    std::vector<Object> items = left.sequence->items;
    items.insert(items.end(), right.sequence->items.begin(), right.sequence->items.end());
    return make_list(std::move(items), where);
  }
  fail_operands(op, left, right, where);
}

} // namespace chemora::script
