/// Reader of words, signs and strings, which the parsers of all four types of CCL files use.
#pragma once

#include "framework/base/errors.hpp"
#include "framework/base/source_text.hpp"
#include "framework/ccl/expression.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace chemora::ccl {

/// Exception that ends the parsing of a statement after an error was recorded.
struct StatementFailed {};

/// Reads words, names, strings and signs. Every reading function first skips blanks, comments (`#` to the end of the
/// line, in schedule files also `/* */`) and continued lines. The functions at_..., take_... and try_... do not move
/// the reader if the text does not match.
class Reader {
public:
  struct Options {
    bool has_block_comments = false;
  };
  Reader(base::SourceText const& source, base::Diagnostics& diagnostics, Options options);
  Reader(base::SourceText const& source, base::Diagnostics& diagnostics) : Reader(source, diagnostics, Options{}) {}

  bool at_end();
  base::SourcePosition position();

  bool at_sign(std::string_view sign);
  bool take_sign(std::string_view sign);
  void expect_sign(std::string_view sign, std::string const& where);

  /// The next word in lower case, without moving past it; empty if no word follows.
  std::string next_word();
  bool at_word(std::string_view keyword) { return next_word() == keyword; } ///< keyword in lower case
  bool take_word(std::string_view keyword);

  std::optional<Name> try_name();
  Name name(std::string const& what);
  Name qualified_name(std::string const& what); ///< `a` or `a::b`
  int natural_number(std::string const& what);

  /// The contents of "..." (or '...'). Backslashes are kept, except before the quote character.
  std::optional<Name> try_quoted(bool single_quotes = false);
  std::string optional_description();

  /// Reads one or more characters for which `belongs` returns true.
  Name run_of(std::function<bool(char)> const& belongs, std::string const& what);

  /// Whether another item of a list follows: after a comma anywhere; without a comma on the same (or a continued) line.
  bool list_continues();

  /// Reads `item` once, and again while list_continues().
  template <class Item>
  auto list(Item item) {
    std::vector<decltype(item())> items{item()};
    while (list_continues()) items.push_back(item());
    return items;
  }

  /// Reports "Found X, expected `what`.", with the nearest name of `known` if X is a word, and leaves the statement.
  [[noreturn]] void fail_expected(std::string const& what, std::vector<std::string> const& known = {});
  [[noreturn]] void fail(base::SourcePosition where, std::string const& message);
  /// Records a finding and continues.
  void error(base::SourcePosition where, std::string const& message) { diagnostics_.error(std::move(where), message); }

  /// Runs `statement` until the end of the file. After a failure, continues at the next line that begins with one of
  /// `starts` (lower case).
  void statements(std::vector<std::string> const& starts, std::function<void()> const& statement);
  void skip_to_line_starting_with(std::vector<std::string> const& starts); ///< `starts` contains words or `}`

  /// Counts nested constructs; a depth of more than 200 is an error of the user.
  class Depth {
  public:
    explicit Depth(Reader& reader);
    ~Depth() { --reader_.depth_; }
    Depth(Depth const&) = delete;
    Depth& operator=(Depth const&) = delete;

  private:
    Reader& reader_;
  };

  base::TextCursor& cursor() { return cursor_; }
  void skip();
  void skip_on_line();

private:
  std::string next_text(); ///< the next word or character, for messages

  base::TextCursor cursor_;
  base::SourcePosition string_over_lines_; ///< beginning of the last multi-line string; line 0 if there is none
  int end_of_string_over_lines_ = 0;       ///< the line with the closing quote of this string
  base::Diagnostics& diagnostics_;
  Options options_;
  int depth_ = 0;
};

} // namespace chemora::ccl
