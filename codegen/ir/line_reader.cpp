// The smallest pieces of the text forms.
#include "codegen/ir/line_reader.hpp"

#include "codegen/ir/graph.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/nearest_name.hpp"

#include <fmt/format.h>

namespace chemora::ir {

namespace {

std::vector<std::string> operation_names() {
  std::vector<std::string> names;
  for (OpInfo const& row : all_operations()) names.emplace_back(row.name);
  return names;
}

} // namespace

void LineReader::fail(base::SourcePosition const& position, std::string const& message) {
  throw base::UserError(position, message);
}

Token const& LineReader::take(std::string const& expected) {
  if (at_end()) fail(fmt::format("The line ends where {} is expected.", expected));
  return tokens_[next_++];
}

void LineReader::expect(std::string_view word) {
  auto const position = where();
  Token const& token = take(fmt::format("`{}`", word));
  if (token.text != word) fail(position, fmt::format("`{}` is found where `{}` is expected.", token.text, word));
}

void LineReader::expect_end() const {
  if (!at_end()) fail(fmt::format("`{}` is found where the line should end.", tokens_[next_].text));
}

Op LineReader::take_operation() {
  auto const position = where();
  std::string const& name = take("an operation").text;
  auto const op = find_operation(name);
  if (!op) fail(position, fmt::format("`{}` is no operation.{}", name, base::did_you_mean(name, operation_names())));
  return *op;
}

Type LineReader::take_type() {
  auto const position = where();
  return type_named(take("a type").text, position);
}

Type LineReader::type_named(std::string const& name, base::SourcePosition const& where) {
  auto const type = find_type(name);
  if (!type) fail(where, fmt::format("`{}` is no type; allowed are real64, real32, int32 and boolean.", name));
  return *type;
}

int LineReader::take_axis() {
  auto const position = where();
  std::string const& axis = take("an axis").text;
  if (axis.size() != 1 || axis[0] < 'x' || axis[0] > 'z')
    fail(position, fmt::format("`{}` is no axis; allowed are x, y and z.", axis));
  return axis[0] - 'x';
}

int LineReader::take_integer(int least) {
  auto const position = where();
  std::string const& text = take("a whole number").text;
  auto const number = to_integer(text);
  if (!number || *number < least)
    fail(position, fmt::format("`{}` is found where a whole number of at least {} is expected.", text, least));
  return *number;
}

double LineReader::take_number(Type type) {
  auto const position = where();
  std::string const& text = take("a number").text;
  if (type == Type::boolean && (text == "true" || text == "false")) return text == "true" ? 1 : 0;
  auto const number = to_real(text);
  if (!number || type == Type::boolean)
    fail(position, fmt::format("`{}` is not a value of type {}.", text, to_text(type)));
  return type == Type::real32 ? static_cast<double>(static_cast<float>(*number)) : *number;
}

int LineReader::take_value_number() {
  auto const position = where();
  std::string const& text = take("a value %N").text;
  auto const number = text.starts_with('%') ? to_integer(std::string_view(text).substr(1)) : std::nullopt;
  if (!number || *number < 0) fail(position, fmt::format("`{}` is found where a value %N is expected.", text));
  return *number;
}

void LineReader::take_names(std::vector<std::string>& names) {
  do {
    auto const position = where();
    names.push_back(take("a variable's name").text);
    if (!is_variable_name(names.back()))
      fail(position, fmt::format("`{}` is not the name of a variable.", names.back()));
  } while (!at_end());
}

} // namespace chemora::ir
