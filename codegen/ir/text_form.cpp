#include "codegen/ir/text_form.hpp"

#include "codegen/ir/graph.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <limits>

namespace chemora::ir {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

Token take_string(base::TextCursor& cursor) {
  Token token{{}, true, cursor.position()};
  cursor.take();
  while (cursor.peek() != '"') {
    if (cursor.at_end() || cursor.peek() == '\n')
      throw base::UserError(token.where, "This string has no closing quote on its line.");
    if (cursor.peek() == '\\') cursor.take();
    if (!cursor.at_end()) token.text += cursor.take();
  }
  cursor.take();
  return token;
}

Token take_word(base::TextCursor& cursor) {
  Token token{{}, false, cursor.position()};
  while (!cursor.at_end() && !is_blank(cursor.peek()) && cursor.peek() != '\n' && cursor.peek() != '#')
    token.text += cursor.take();
  return token;
}

template <typename Number>
std::optional<Number> to_number(std::string_view text) {
  Number number{};
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

} // namespace

std::vector<TokenLine> tokenize(base::SourceText const& source) {
  std::vector<TokenLine> lines;
  TokenLine line;
  base::TextCursor cursor(source);
  while (!cursor.at_end()) {
    char const c = cursor.peek();
    if (c == '\n') {
      if (!line.empty()) lines.push_back(std::move(line));
      line = {};
      cursor.take();
    } else if (c == '#') {
      while (!cursor.at_end() && cursor.peek() != '\n') cursor.take();
    } else if (is_blank(c)) {
      cursor.take();
    } else {
      line.push_back(c == '"' ? take_string(cursor) : take_word(cursor));
    }
  }
  if (!line.empty()) lines.push_back(std::move(line));
  return lines;
}

std::string line_of_names(std::string_view word, std::vector<std::string> const& names) {
  if (names.empty()) return {};
  std::string line = "  " + std::string(word);
  for (std::string const& name : names) line += " " + name;
  return line + "\n";
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

std::optional<int> to_integer(std::string_view text) { return to_number<int>(text); }

std::optional<double> to_real(std::string_view text) { return to_number<double>(text); }

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
  if (!op)
    fail(position, fmt::format("`{}` is not an operation.{}", name, base::did_you_mean(name, operation_names())));
  return *op;
}

Type LineReader::take_type() {
  auto const position = where();
  return type_named(take("a type").text, position);
}

Type LineReader::type_named(std::string const& name, base::SourcePosition const& where) {
  auto const type = find_type(name);
  if (!type) fail(where, fmt::format("`{}` is not a type; expected real64, real32, int32 or boolean.", name));
  return *type;
}

int LineReader::take_axis() {
  auto const position = where();
  std::string const& axis = take("an axis").text;
  if (axis.size() != 1 || axis[0] < 'x' || axis[0] > 'z')
    fail(position, fmt::format("`{}` is not an axis; expected x, y or z.", axis));
  return axis[0] - 'x';
}

int LineReader::take_integer(int min) {
  auto const position = where();
  std::string const& text = take("a whole number").text;
  auto const number = to_integer(text);
  if (!number && !text.empty() && text.find_first_not_of("0123456789") == std::string::npos)
    fail(position,
         fmt::format("`{}` is too large; the greatest possible number is {}.", text, std::numeric_limits<int>::max()));
  if (!number || *number < min)
    fail(position, fmt::format("`{}` is found where a whole number of at least {} is expected.", text, min));
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

std::string LineReader::take_name() {
  auto const position = where();
  std::string const& name = take("the name of a variable").text;
  if (!is_variable_name(name)) fail(position, fmt::format("`{}` is not the name of a variable.", name));
  return name;
}

void LineReader::take_names(std::vector<std::string>& names) {
  do names.push_back(take_name());
  while (!at_end());
}

bool LineReader::take_if(std::string_view word) {
  bool const is_there = is_next(word);
  if (is_there) ++next_;
  return is_there;
}

std::size_t LineReader::take_index_of(std::string const& what, std::vector<std::string> const& names) {
  auto const position = where();
  std::string const& word = take("a " + what).text;
  auto const name = std::find(names.begin(), names.end(), word);
  if (name == names.end())
    fail(position, fmt::format("`{}` is not a {}; expected {}.{}", word, what, fmt::join(names, ", "),
                               base::did_you_mean(word, names)));
  return static_cast<std::size_t>(name - names.begin());
}

void parse_line(TokenLine const& tokens, base::Diagnostics& diagnostics, LineParser const& parse) {
  try {
    LineReader line(tokens);
    parse(line);
    line.expect_end();
  } catch (base::UserError const& error) {
    for (auto const& finding : error.diagnostics()) diagnostics.error(finding.where, finding.message);
  }
}

void parse_statement(LineReader& line, Statements const& statements) {
  std::string const word = line.next_text();
  for (auto const& [first_word, parse] : statements.parsers)
    if (line.take_if(first_word)) return parse(line);
  if (statements.parse_other && statements.parse_other(line)) return;
  std::vector<std::string> words;
  for (auto const& [first_word, _] : statements.parsers) words.push_back(first_word);
  std::string const suggestion = base::did_you_mean(word, words);
  if (!statements.other_words.empty()) words.push_back(statements.other_words);
  line.fail(fmt::format("Unknown {} statement `{}`; expected {}.{}", statements.form, word, fmt::join(words, ", "),
                        suggestion));
}

std::string parse_block(base::SourceText const& source, std::string const& keyword, Statements const& statements,
                        std::function<void(std::string const& name)> const& verify) {
  auto const lines = tokenize(source);
  if (lines.empty())
    LineReader::fail({source.name, 1, 1}, fmt::format("The text is empty; expected `{} NAME {{`.", keyword));
  base::Diagnostics diagnostics(&source);
  std::string name;
  parse_line(lines.front(), diagnostics, [&](LineReader& line) {
    line.expect(keyword);
    auto const where = line.where();
    name = line.take("a name").text;
    if (!is_identifier(name)) LineReader::fail(where, fmt::format("`{}` is not an identifier.", name));
    line.expect("{");
  });
  for (std::size_t n = 1; n + 1 < lines.size(); ++n)
    parse_line(lines[n], diagnostics, [&](LineReader& line) { parse_statement(line, statements); });
  if (lines.size() == 1)
    diagnostics.error(lines[0][0].where, fmt::format("The {} has no closing `}}` on a line of its own.", keyword));
  else
    parse_line(lines.back(), diagnostics, [](LineReader& line) { line.expect("}"); });
  diagnostics.throw_if_errors();
  try {
    verify(name);
  } catch (base::InternalError const& error) {
    LineReader::fail(lines[0][0].where, error.what());
  }
  return name;
}

void take_element_types(LineReader& line, std::map<std::string, Type>& types) {
  Type const type = line.take_type();
  std::vector<std::string> names;
  line.take_names(names);
  for (std::string const& name : names) types[name] = type;
}

} // namespace chemora::ir
