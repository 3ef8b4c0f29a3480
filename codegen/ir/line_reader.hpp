// Takes the tokens of one line from left to right; shared by the parsers of graphs and loops.
#pragma once

#include "codegen/ir/operation.hpp"
#include "codegen/ir/token_lines.hpp"

namespace chemora::ir {

/// Every function that takes something throws base::UserError at its token when it is not what is expected.
class LineReader {
public:
  explicit LineReader(TokenLine const& tokens) : tokens_(tokens) {}

  bool at_end() const { return next_ >= tokens_.size(); }
  base::SourcePosition where() const { return at_end() ? tokens_.back().where : tokens_[next_].where; }
  bool is_next(std::string_view word) const { return !at_end() && tokens_[next_].text == word; }

  Token const& take(std::string const& expected);
  void expect(std::string_view word);
  void expect_end() const;

  Op take_operation();
  Type take_type();
  int take_axis();
  int take_integer(int least);
  double take_number(Type type);
  /// N of `%N`.
  int take_value_number();
  void take_names(std::vector<std::string>& names);

  [[noreturn]] void fail(std::string const& message) const { fail(where(), message); }
  [[noreturn]] static void fail(base::SourcePosition const& position, std::string const& message);
  static Type type_named(std::string const& name, base::SourcePosition const& where);

private:
  TokenLine const& tokens_;
  std::size_t next_ = 0;
};

} // namespace chemora::ir
