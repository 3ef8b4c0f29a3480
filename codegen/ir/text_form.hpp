/// Functions that the parsers of graphs, loops and plans share. The text forms consist of lines of words, quoted
/// strings, and comments that start with #. The parsers report the errors of all lines, each with its position.
#pragma once

#include "codegen/ir/operation.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/source_text.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace chemora::ir {

struct Token {
  std::string text; ///< the token as written; the content of a quoted string
  bool is_quoted = false;
  base::SourcePosition where;
};

using TokenLine = std::vector<Token>;

/// Returns the lines that are not empty. Throws base::UserError for a string that is not closed on its line.
std::vector<TokenLine> tokenize(base::SourceText const& source);

/// Returns the line "  word name name ..."; empty for no names.
std::string line_of_names(std::string_view word, std::vector<std::string> const& names);

/// Returns `text` in double quotes, with \" and \\ for these two characters.
std::string quoted(std::string_view text);

/// Return the number that the whole of `text` represents. Return nothing if `text` is not a number or not
/// representable.
std::optional<int> to_integer(std::string_view text);
std::optional<double> to_real(std::string_view text);

/// Reads the tokens of one line from left to right. Functions that read an item throw base::UserError at its token if
/// the token is not the expected item.
class LineReader {
public:
  /// The line must not be empty and must outlive the reader.
  explicit LineReader(TokenLine const& tokens) : tokens_(tokens) {}

  bool at_end() const { return next_ >= tokens_.size(); }
  std::size_t n_left() const { return tokens_.size() - next_; }
  base::SourcePosition where() const { return at_end() ? tokens_.back().where : tokens_[next_].where; }
  /// Returns whether the next token is this word and no quoted string.
  bool is_next(std::string_view word) const {
    return !at_end() && !tokens_[next_].is_quoted && tokens_[next_].text == word;
  }
  /// Returns the token `ahead` tokens after the next one; null after the end of the line.
  Token const* peek(std::size_t ahead = 0) const { return n_left() > ahead ? &tokens_[next_ + ahead] : nullptr; }
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
  /// Returns the number N of a value `%N`.
  int take_value_number();
  /// Returns the name of a variable.
  std::string take_name();
  /// Appends the names of variables up to the end of the line. Throws base::UserError if there is none.
  void take_names(std::vector<std::string>& names);
  /// Returns the alternative that the next word names. `what` is the noun for messages, such as "region".
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

/// A function that parses one line.
using LineParser = std::function<void(LineReader& line)>;

/// Calls `parse` for the line and adds its errors to `diagnostics`. Words that `parse` does not read are an error.
void parse_line(TokenLine const& line, base::Diagnostics& diagnostics, LineParser const& parse);

/// The statements of a text form, identified by their first words.
struct Statements {
  std::string form; ///< name of the text form in messages, such as "graph"
  /// The first word of each statement, and the parser of the remaining words.
  std::vector<std::pair<std::string, LineParser>> parsers;
  /// Parses a line that begins with none of these words. Returns false without reading a token if the line is no
  /// statement.
  std::function<bool(LineReader& line)> parse_other{};
  std::string other_words{}; ///< description of the first words of such lines, for messages
};

/// Parses a line with the parser of the statement that the first word of the line names.
void parse_statement(LineReader& line, Statements const& statements);

/// Parses `KEYWORD NAME {`, one statement per line, and `}`, and then calls `verify`. An InternalError of `verify`
/// becomes an error of the text. Returns the name. Throws base::UserError with the errors of all lines.
std::string parse_block(base::SourceText const& source, std::string const& keyword, Statements const& statements,
                        std::function<void(std::string const& name)> const& verify);

/// Reads `TYPE NAMES` of a line `elements`.
void take_element_types(LineReader& line, std::map<std::string, Type>& types);

} // namespace chemora::ir
