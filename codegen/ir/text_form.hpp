/// Parts that the text forms of graphs, loops and plans share: lines of words, quoted strings, and comments from # to
/// the end of the line. An error in one line does not hide those of other lines.
#pragma once

#include "codegen/ir/operation.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/source_text.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace chemora::ir {

struct Token {
  std::string text; ///< of a quoted string: its content
  bool is_quoted = false;
  base::SourcePosition where;
};

using TokenLine = std::vector<Token>;

/// The lines that are not empty. Throws base::UserError for a string that is not closed on its line.
std::vector<TokenLine> tokenize(base::SourceText const& source);

/// `text` in double quotes, with \" and \\ for these two characters.
std::string quoted(std::string_view text);

/// The whole of `text` as a number; empty if it is not a number or not representable.
std::optional<int> to_integer(std::string_view text);
std::optional<double> to_real(std::string_view text);

/// Takes the tokens of one line from left to right. Functions that take something throw base::UserError at its token if
/// it is not what is expected.
class LineReader {
public:
  /// The line must not be empty and must outlive the reader.
  explicit LineReader(TokenLine const& tokens) : tokens_(tokens) {}

  bool at_end() const { return next_ >= tokens_.size(); }
  std::size_t n_left() const { return tokens_.size() - next_; }
  base::SourcePosition where() const { return at_end() ? tokens_.back().where : tokens_[next_].where; }
  bool is_next(std::string_view word) const { return !at_end() && tokens_[next_].text == word; }
  std::string next_text() const { return at_end() ? "" : tokens_[next_].text; }

  Token const& take(std::string const& expected);
  bool take_if(std::string_view word);
  void expect(std::string_view word);
  void expect_end() const;

  Op take_operation();
  Type take_type();
  int take_axis();
  int take_integer(int min);
  double take_number(Type type);
  /// N of `%N`.
  int take_value_number();
  /// The name of a variable.
  std::string take_name();
  /// Appends the names of variables up to the end of the line; at least one.
  void take_names(std::vector<std::string>& names);
  /// The alternative that the next word names. `what` is the noun for messages, such as "region".
  template <typename T>
  T take_one_of(std::string const& what, std::vector<std::pair<std::string, T>> const& alternatives);

  [[noreturn]] void fail(std::string const& message) const { fail(where(), message); }
  [[noreturn]] static void fail(base::SourcePosition const& position, std::string const& message);
  static Type type_named(std::string const& name, base::SourcePosition const& where);

private:
  std::size_t take_index_of(std::string const& what, std::vector<std::string> const& names);

  TokenLine const& tokens_;
  std::size_t next_ = 0;
};

template <typename T>
T LineReader::take_one_of(std::string const& what, std::vector<std::pair<std::string, T>> const& alternatives) {
  std::vector<std::string> names;
  for (auto const& [name, _] : alternatives) names.push_back(name);
  return alternatives[take_index_of(what, names)].second;
}

/// Parses one line.
using LineParser = std::function<void(LineReader& line)>;

/// Calls `parse` for the line, which must be used up, and adds its errors to `diagnostics`.
void parse_line(TokenLine const& line, base::Diagnostics& diagnostics, LineParser const& parse);

/// The statements of a text form, by their first words.
struct Statements {
  std::string form;                                        ///< "graph", for messages
  std::vector<std::pair<std::string, LineParser>> parsers; ///< first word, and what parses the words after it
  /// Parses a line that begins with none of these words. Returns false, with nothing taken, if it is no statement.
  std::function<bool(LineReader& line)> parse_other{};
  std::string other_words{}; ///< description of the first words of such lines, for messages
};

/// Parses a line by the statement that its first word names.
void parse_statement(LineReader& line, Statements const& statements);

/// Parses `KEYWORD NAME {`, one statement per line, and `}`, then calls `verify`, whose InternalError becomes an error
/// of the text. Returns the name. Throws base::UserError with the errors of all lines.
std::string parse_block(base::SourceText const& source, std::string const& keyword, Statements const& statements,
                        std::function<void(std::string const& name)> const& verify);

} // namespace chemora::ir
