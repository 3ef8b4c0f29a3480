// Values of the script language, and calls as text.
#include "codegen/transform/transform.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

namespace chemora::transform {

namespace {

std::string quoted(std::string const& text) {
  std::string result = "\"";
  for (char const character : text) {
    if (character == '"' || character == '\\') result += '\\';
    result += character;
  }
  return result + '"';
}

std::string real_literal(double value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

std::string dictionary_literal(Value const& value) {
  std::string text = "{";
  for (std::size_t n = 0; n < value.items.size(); ++n)
    text += fmt::format("{}{}: {}", n == 0 ? "" : ", ", to_text(value.keys[n]), to_text(value.items[n]));
  return text + "}";
}

} // namespace

Value make_value(bool boolean) { return {.kind = Value::Kind::boolean, .boolean = boolean}; }
Value make_value(long integer) { return {.kind = Value::Kind::integer, .integer = integer}; }
Value make_value(double real) { return {.kind = Value::Kind::real, .real = real}; }
Value make_value(std::string string) { return {.kind = Value::Kind::string, .string = std::move(string)}; }
Value make_value(std::vector<Value> items) { return {.kind = Value::Kind::list, .items = std::move(items)}; }
Value make_match(std::string text) { return {.kind = Value::Kind::match, .string = std::move(text)}; }

std::string to_text(Value const& value) {
  switch (value.kind) {
  case Value::Kind::none:
    return "None";
  case Value::Kind::boolean:
    return value.boolean ? "True" : "False";
  case Value::Kind::integer:
    return fmt::format("{}", value.integer);
  case Value::Kind::real:
    return real_literal(value.real);
  case Value::Kind::string:
  case Value::Kind::match:
    return quoted(value.string);
  case Value::Kind::list:
    return "[" + base::join(value.items, ", ", [](Value const& item) { return to_text(item); }) + "]";
  case Value::Kind::dictionary:
    return dictionary_literal(value);
  }
  return {};
}

std::string kind_name(Value::Kind kind) {
  switch (kind) {
  case Value::Kind::none:
    return "None";
  case Value::Kind::boolean:
    return "True or False";
  case Value::Kind::integer:
    return "an integer";
  case Value::Kind::real:
    return "a real number";
  case Value::Kind::string:
    return "a string";
  case Value::Kind::list:
    return "a list";
  case Value::Kind::dictionary:
    return "a dictionary";
  case Value::Kind::match:
    return "a match expression";
  }
  return {};
}

std::string to_text(Call const& call) {
  std::string text = fmt::format("f = {}(f", call.name);
  for (Value const& value : call.positional) text += ", " + to_text(value);
  for (auto const& [name, value] : call.named) text += fmt::format(", {}={}", name, to_text(value));
  return text + ")";
}

} // namespace chemora::transform
