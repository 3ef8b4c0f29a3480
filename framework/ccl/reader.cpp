#include "framework/ccl/reader.hpp"

#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <charconv>

namespace chemora::ccl {

namespace {

constexpr int max_depth = 200;

bool is_word_character(char c) { return base::is_letter(c) || base::is_digit(c); }
bool is_white_space(char c) { return base::is_space(c) || c == '\b'; }

std::string peek_word(base::TextCursor const& cursor) {
  std::string word;
  if (base::is_letter(cursor.peek()))
    for (std::size_t n = 0; is_word_character(cursor.peek(n)); ++n) word += cursor.peek(n);
  return lower_case(word);
}

bool take_line_continuation(base::TextCursor& cursor) { return cursor.take_if("\\\n") || cursor.take_if("\\\r\n"); }

} // namespace

Reader::Reader(base::SourceText const& source, base::Diagnostics& diagnostics, Options options)
    : cursor_(source), diagnostics_(diagnostics), options_(options) {}

void Reader::skip() {
  while (!cursor_.at_end()) {
    if (is_white_space(cursor_.peek())) {
      cursor_.take();
    } else if (cursor_.peek() == '#') {
      while (!cursor_.at_end() && cursor_.peek() != '\n') cursor_.take();
    } else if (options_.has_block_comments && cursor_.starts_with("/*")) {
      auto const start = cursor_.position();
      while (!cursor_.at_end() && !cursor_.starts_with("*/")) cursor_.take();
      if (!cursor_.take_if("*/")) fail(start, "This comment has no closing `*/`.");
    } else if (!take_line_continuation(cursor_)) {
      return;
    }
  }
}

void Reader::skip_on_line() {
  while (cursor_.peek() == ' ' || cursor_.peek() == '\t' || take_line_continuation(cursor_)) {
    if (cursor_.peek() == ' ' || cursor_.peek() == '\t') cursor_.take();
  }
}

bool Reader::at_end() {
  skip();
  return cursor_.at_end();
}

base::SourcePosition Reader::position() {
  skip();
  return cursor_.position();
}

bool Reader::at_sign(std::string_view sign) {
  base::TextCursor const before = cursor_;
  skip();
  bool const is_next = cursor_.starts_with(sign);
  cursor_ = before;
  return is_next;
}

bool Reader::take_sign(std::string_view sign) {
  base::TextCursor const before = cursor_;
  skip();
  if (cursor_.take_if(sign)) return true;
  cursor_ = before;
  return false;
}

void Reader::expect_sign(std::string_view sign, std::string const& where) {
  if (!take_sign(sign)) fail_expected("`" + std::string(sign) + "` " + where);
}

std::string Reader::next_word() {
  base::TextCursor const before = cursor_;
  skip();
  std::string word = peek_word(cursor_);
  cursor_ = before;
  return word;
}

bool Reader::take_word(std::string_view keyword) {
  if (!at_word(keyword)) return false;
  skip();
  for (std::size_t n = 0; n < keyword.size(); ++n) cursor_.take();
  return true;
}

std::optional<Name> Reader::try_name() {
  if (next_word().empty()) return std::nullopt;
  skip();
  Name name{{}, cursor_.position()};
  while (is_word_character(cursor_.peek())) name.text += cursor_.take();
  return name;
}

Name Reader::name(std::string const& what) {
  auto name = try_name();
  if (!name) fail_expected(what);
  return *name;
}

Name Reader::qualified_name(std::string const& what) {
  Name all = name(what);
  base::TextCursor const before = cursor_;
  while (take_sign("::")) {
    auto const part = try_name();
    if (!part) {
      cursor_ = before;
      break;
    }
    all.text += "::" + part->text;
  }
  return all;
}

int Reader::natural_number(std::string const& what) {
  skip();
  auto const start = cursor_.position();
  std::string digits;
  while (base::is_digit(cursor_.peek())) digits += cursor_.take();
  if (digits.empty()) fail_expected(what + ", a whole number");
  int value = 0;
  auto const [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (failure != std::errc{}) fail(start, "`" + digits + "` is too large for " + what + ".");
  return value;
}

std::optional<Name> Reader::try_quoted(bool single_quotes) {
  if (!at_sign("\"") && !(single_quotes && at_sign("'"))) return std::nullopt;
  skip();
  char const quote = cursor_.peek();
  Name text{{}, cursor_.position()};
  cursor_.take();
  while (cursor_.peek() != quote) {
    if (cursor_.at_end()) fail(text.where, "This string has no closing quote.");
    if (cursor_.peek() == '\\') {
      if (cursor_.peek(1) == quote)
        cursor_.take();
      else if (take_line_continuation(cursor_))
        continue;
      else
        text.text += cursor_.take();
    }
    text.text += cursor_.take();
  }
  if (cursor_.position().line > text.where.line) {
    string_over_lines_ = text.where;
    end_of_string_over_lines_ = cursor_.position().line;
  }
  cursor_.take();
  return text;
}

std::string Reader::optional_description() {
  auto const text = try_quoted();
  return text ? text->text : "";
}

Name Reader::run_of(std::function<bool(char)> const& belongs, std::string const& what) {
  skip();
  Name run{{}, cursor_.position()};
  while (!cursor_.at_end() && belongs(cursor_.peek())) run.text += cursor_.take();
  if (run.text.empty()) fail_expected(what);
  return run;
}

bool Reader::list_continues() {
  base::TextCursor const before = cursor_;
  if (take_sign(",")) return true;
  cursor_ = before;
  skip_on_line();
  char const next = cursor_.peek();
  if (base::is_letter(next)) return true;
  cursor_ = before;
  return false;
}

std::string Reader::next_text() {
  skip();
  if (cursor_.at_end()) return "the end of the file";
  std::string text;
  bool const is_word = is_word_character(cursor_.peek());
  for (std::size_t n = 0; is_word && is_word_character(cursor_.peek(n)); ++n) text += cursor_.peek(n);
  if (text.empty()) text = cursor_.peek();
  return "`" + text + "`";
}

void Reader::fail_expected(std::string const& what, std::vector<std::string> const& known) {
  std::string const word = next_word();
  fail(position(),
       "Found " + next_text() + ", expected " + what + "." + (word.empty() ? "" : base::did_you_mean(word, known)));
}

void Reader::fail(base::SourcePosition where, std::string const& message) {
  bool const is_after_string = string_over_lines_.line > 0 && where.line == end_of_string_over_lines_;
  std::string const hint = " The string before it begins in line " + std::to_string(string_over_lines_.line) +
                           ", column " + std::to_string(string_over_lines_.column) +
                           "; is its closing quote missing there?";
  diagnostics_.error(std::move(where), message + (is_after_string ? hint : ""));
  throw StatementFailed{};
}

void Reader::statements(std::vector<std::string> const& starts, std::function<void()> const& statement) {
  for (;;) {
    try {
      if (at_end()) return;
      statement();
    } catch (StatementFailed const&) {
      if (diagnostics_.n_errors() > base::max_findings) return;
      skip_to_line_starting_with(starts);
    }
  }
}

void Reader::skip_to_line_starting_with(std::vector<std::string> const& starts) {
  while (!cursor_.at_end()) {
    if (cursor_.take() != '\n') continue;
    while (cursor_.peek() == ' ' || cursor_.peek() == '\t') cursor_.take();
    std::string const start = cursor_.peek() == '}' ? "}" : peek_word(cursor_);
    if (base::contains(starts, start)) return;
  }
}

Reader::Depth::Depth(Reader& reader) : reader_(reader) {
  if (++reader_.depth_ <= max_depth) return;
  --reader_.depth_;
  reader_.fail(reader_.position(), "This is nested more than " + std::to_string(max_depth) + " deep.");
}

} // namespace chemora::ccl
