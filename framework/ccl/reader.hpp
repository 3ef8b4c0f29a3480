// The words and signs of CCL: what the parsers of all four file kinds have in common.
#pragma once

#include "framework/base/errors.hpp"
#include "framework/base/source_text.hpp"
#include "framework/ccl/name.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace chemora::ccl {

/// Thrown after a finding was recorded, to leave the statement it is in.
struct StatementFailed {};

/// Reads words, names, strings and signs. Every reading function first skips blanks, comments (`#` to the end of the
/// line, in schedule files also `/* */`) and continued lines. What is asked for but not there (at_..., take_...,
/// try_...) leaves the place as it was.
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

  /// The whole word that comes next, in lower case, not taken; empty if none does.
  std::string next_word();
  bool at_word(std::string_view keyword) { return next_word() == keyword; } ///< keyword in lower case
  bool take_word(std::string_view keyword);

  std::optional<Name> try_name();
  Name name(std::string const& what);
  Name qualified_name(std::string const& what); ///< `a` or `a::b`
  int natural_number(std::string const& what);

  /// Contents of "..." (or '...'), backslashes kept except before the quote itself.
  std::optional<Name> try_quoted(bool single_quotes = false);
  std::string optional_description();

  /// Characters for which `belongs` holds, at least one.
  Name run_of(std::function<bool(char)> const& belongs, std::string const& what);

  /// True if another item follows: after a comma anywhere, or without one on the same (or a continued) line.
  bool list_goes_on();

  /// Reads `item` once and then as long as list_goes_on().
  template <class Item>
  auto list(Item item) {
    std::vector<decltype(item())> items{item()};
    while (list_goes_on()) items.push_back(item());
    return items;
  }

  /// "Found X, expected `what`.", with the nearest of `known` if X is a word. Leaves the statement.
  [[noreturn]] void fail_expected(std::string const& what, std::vector<std::string> const& known = {});
  [[noreturn]] void fail(base::SourcePosition where, std::string const& message);
  /// Records a finding and goes on.
  void error(base::SourcePosition where, std::string const& message) { diagnostics_.error(std::move(where), message); }

  /// Runs `statement` until the end of the file; after a failure goes on at the next line that begins with one of
  /// `starts` (lower case).
  void statements(std::vector<std::string> const& starts, std::function<void()> const& statement);
  void skip_to_line_starting_with(std::vector<std::string> const& starts); ///< words, or `}`

  /// Counts how deep the parser is in nested constructs; more than 200 is an error of the user.
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
  std::string found();

  base::TextCursor cursor_;
  base::SourcePosition string_over_lines_; ///< the last one: where it begins; line 0 if there is none
  int end_of_string_over_lines_ = 0;       ///< the line of its closing quote
  base::Diagnostics& diagnostics_;
  Options options_;
  int depth_ = 0;
};

} // namespace chemora::ccl
