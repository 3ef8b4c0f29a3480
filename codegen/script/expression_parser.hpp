/// Reads the expressions of scripts.
#pragma once

#include "codegen/script/syntax_tree.hpp"

#include <string_view>

namespace chemora::script {

/// Reads tokens from left to right. Functions throw base::UserError at a token that is not expected.
class ExpressionParser {
public:
  explicit ExpressionParser(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  /// Expressions separated by commas are a list.
  Node tuple();
  Node expression() { return binary(0); }
  /// Reads the variables between `for` and `in`, and `in`.
  Node loop_target();

protected:
  /// Counts the nesting of expressions and of `elif`.
  struct Depth {
    explicit Depth(ExpressionParser& parser);
    ~Depth() { --parser_.depth_; }
    Depth(Depth const&) = delete;
    Depth& operator=(Depth const&) = delete;
    ExpressionParser& parser_;
  };

  Token const& token() const { return tokens_[next_]; }
  bool is_next(TokenKind kind, std::string_view text) const { return token().kind == kind && token().text == text; }
  bool is_symbol(std::string_view text) const { return is_next(TokenKind::symbol, text); }
  bool is_keyword(std::string_view text) const { return is_next(TokenKind::keyword, text); }
  bool take_symbol(std::string_view text);
  bool take_keyword(std::string_view text);
  /// `after` describes what is before the symbol, for the message.
  void expect_symbol(std::string_view text, std::string_view after);
  /// Throws unless the node is a name or a list of targets.
  void check_target(Node const& node) const;
  [[noreturn]] void fail(std::string const& message) const;
  /// Returns the words for the next token.
  std::string found() const;

  std::vector<Token> tokens_;
  std::size_t next_ = 0;

private:
  Node binary(std::size_t level);
  bool take_operator(std::size_t level, std::string& op);
  Node unary();
  Node postfix();
  Node primary();
  Node items(std::string_view close);
  Node braces();
  void arguments(Node& call);

  int depth_ = 0;
};

} // namespace chemora::script
