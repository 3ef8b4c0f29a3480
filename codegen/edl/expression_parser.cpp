/// Parses expressions and names for all statements of EDL, by recursive descent.
#include "codegen/edl/statement_parsers.hpp"

#include "codegen/ir/operation.hpp"

#include <set>

namespace chemora::edl {

namespace {

/// Returns whether the token ends an expression instead of being a factor.
bool is_reserved(Token const& token) {
  static std::set<std::string> const words{"and", "or", "to", "above", "below", "at"};
  return token.kind == TokenKind::word && token.suffixes.empty() && words.contains(token.text);
}

/// Counts an expression as nested while this object exists.
class Level {
public:
  explicit Level(TokenStream& tokens) : tokens_(tokens) {
    if (++tokens_.depth > max_nesting) {
      --tokens_.depth;
      tokens_.fail("This expression is nested deeper than " + std::to_string(max_nesting) +
                   " levels; assign a part of it to a temporary.");
    }
  }
  ~Level() { --tokens_.depth; }
  Level(Level const&) = delete;
  Level& operator=(Level const&) = delete;

private:
  TokenStream& tokens_;
};

Expression make(ExpressionKind kind, base::SourcePosition const& where, std::string text,
                std::vector<Expression> operands) {
  Expression expression;
  expression.kind = kind;
  expression.text = std::move(text);
  expression.operands = std::move(operands);
  expression.where = where;
  return expression;
}

bool at_operator(TokenStream& tokens, std::string_view symbol) { return tokens.at_symbol(symbol); }

/// Reads an operator and a following end of line.
Token take_operator(TokenStream& tokens) {
  Token const token = tokens.take();
  tokens.skip_empty_lines();
  return token;
}

/// A recursive-descent parser with one function for each level of precedence.
class Precedence {
public:
  explicit Precedence(TokenStream& tokens) : tokens_(tokens) {}

  Expression conditional() {
    Level const level(tokens_);
    Expression condition = disjunction();
    if (!at_operator(tokens_, "?")) return condition;
    base::SourcePosition const where = take_operator(tokens_).where;
    Expression then = conditional();
    tokens_.expect_symbol(":", "between the two values of `? :`");
    tokens_.skip_empty_lines();
    Expression otherwise = conditional();
    return make(ExpressionKind::conditional, where, "", {std::move(condition), std::move(then), std::move(otherwise)});
  }

private:
  Expression disjunction() {
    Expression left = conjunction();
    while (at_operator(tokens_, "||") || tokens_.at_word("or"))
      left = binary(std::move(left), "or", &Precedence::conjunction);
    return left;
  }

  Expression conjunction() {
    Expression left = negation();
    while (at_operator(tokens_, "&&") || tokens_.at_word("and"))
      left = binary(std::move(left), "and", &Precedence::negation);
    return left;
  }

  Expression negation() {
    if (!at_operator(tokens_, "!") && !tokens_.at_word("not")) return comparison();
    Level const level(tokens_);
    base::SourcePosition const where = take_operator(tokens_).where;
    return make(ExpressionKind::logical_not, where, "", {negation()});
  }

  Expression comparison() {
    Expression left = sum();
    for (char const* symbol : {"==", "!=", "<=", ">=", "<", ">"})
      if (at_operator(tokens_, symbol)) {
        left = binary(std::move(left), symbol, &Precedence::sum);
        break;
      }
    for (char const* symbol : {"==", "!=", "<=", ">=", "<", ">"})
      if (at_operator(tokens_, symbol)) tokens_.fail("Comparisons cannot be chained; connect two of them with `and`.");
    return left;
  }

  Expression sum() {
    Expression left = signed_product();
    while (at_operator(tokens_, "+") || at_operator(tokens_, "-"))
      left = binary(std::move(left), tokens_.peek().text, &Precedence::signed_product);
    return left;
  }

  Expression signed_product() {
    if (tokens_.take_symbol("+")) return product();
    if (!at_operator(tokens_, "-")) return product();
    Level const level(tokens_);
    base::SourcePosition const where = take_operator(tokens_).where;
    return make(ExpressionKind::negate, where, "", {product()});
  }

  Expression product() {
    Expression left = power();
    for (;;) {
      if (at_operator(tokens_, "*") || at_operator(tokens_, "/")) {
        left = binary(std::move(left), tokens_.peek().text, &Precedence::signed_power);
      } else if (at_operator(tokens_, "%")) {
        tokens_.fail("The operator `%` is not supported, because languages differ in the sign of the remainder; write "
                     "`a - b*floor(a/b)`, which has the sign of b.");
      } else if (at_juxtaposed_factor()) {
        base::SourcePosition const where = tokens_.peek().where;
        left = make(ExpressionKind::binary, where, "*", {std::move(left), power()});
        if (++chain_ > max_chain) too_long();
      } else {
        return left;
      }
    }
  }

  bool at_juxtaposed_factor() {
    Token const& token = tokens_.peek();
    if (token.kind == TokenKind::number)
      tokens_.fail("Expected an operator before the number " + describe(token) +
                   "; a factor that follows another "
                   "without `*` must be a name or a parenthesis.");
    if (tokens_.at_word("then"))
      tokens_.fail("`then` is not a word of this language. A condition ends with its line; write a choice within an "
                   "equation as `if(condition, a, b)` or `condition ? a : b`.");
    if (token.kind == TokenKind::word) return !is_reserved(token);
    return tokens_.at_symbol("(");
  }

  Expression signed_power() {
    if (!at_operator(tokens_, "-")) return power();
    Level const level(tokens_);
    base::SourcePosition const where = take_operator(tokens_).where;
    return make(ExpressionKind::negate, where, "", {signed_power()});
  }

  /// Reads the position after `at`: `i`, `i+1` or `i-1/2`. The position contains no blanks, because `u at i + 1/2 w` is
  /// a sum.
  IndexSymbol position() {
    tokens_.require_word("the position of a neighbour, such as `i+1`, after `at`");
    IndexSymbol position{spelling(tokens_.peek().text, tokens_.peek().suffixes)};
    tokens_.take();
    Token const sign = tokens_.peek();
    bool const has_offset = (tokens_.at_symbol("+") || tokens_.at_symbol("-")) && !sign.follows_blank &&
                            tokens_.peek(1).kind == TokenKind::number && !tokens_.peek(1).follows_blank;
    if (!has_offset) return position;
    tokens_.take();
    Token const number = tokens_.take();
    bool const is_whole = number.text.find_first_not_of("0123456789") == std::string::npos && number.text.size() < 3;
    if (!is_whole)
      tokens_.fail(number.where,
                   "The offset of a neighbour must be a whole number below 100 or an odd multiple of 1/2, as in "
                   "`i+1/2`; found " +
                       describe(number) + ".");
    int const offset = (sign.text == "-" ? -1 : 1) * std::stoi(number.text);
    position.is_at_face = offset % 2 != 0 && tokens_.at_symbol("/") && !tokens_.peek().follows_blank &&
                          tokens_.peek(1).text == "2" && !tokens_.peek(1).follows_blank;
    if (position.is_at_face) {
      tokens_.take();
      tokens_.take();
    }
    position.offset = position.is_at_face ? (offset - 1) / 2 : offset;
    bool const is_fraction = tokens_.at_symbol("/") && !tokens_.peek().follows_blank &&
                             tokens_.peek(1).kind == TokenKind::number && !tokens_.peek(1).follows_blank;
    if (is_fraction)
      tokens_.fail(number.where, "The offset of a neighbour must be a whole number or an odd multiple of 1/2; found `" +
                                     number.text + "/" + tokens_.peek(1).text +
                                     "`. To divide the value, write parentheses, as in `(u at i+1)/3`.");
    return position;
  }

  Expression shifted_factor() {
    Expression operand = factor();
    if (!tokens_.at_word("at")) return operand;
    Expression expression = make(ExpressionKind::shifted, tokens_.take().where, "", {std::move(operand)});
    expression.shift = position();
    return expression;
  }

  Expression power() {
    Expression left = shifted_factor();
    if (tokens_.at_symbol("["))
      tokens_.fail(
          "Values at neighbouring points cannot be written with `[...]`. Use a derivative, such as `D_i u`, or an "
          "operator defined in a block `derivatives`, such as `Next u_i = u_(i+1)`.");
    if (at_operator(tokens_, "^")) tokens_.fail("`^` marks an upper index; write a power with `**`.");
    if (!at_operator(tokens_, "**")) return left;
    Level const level(tokens_);
    return binary(std::move(left), "**", &Precedence::signed_power);
  }

  Expression factor() {
    Token const token = tokens_.peek();
    if (token.kind == TokenKind::number) return make(ExpressionKind::number, token.where, tokens_.take().text, {});
    if (token.kind == TokenKind::string) return make(ExpressionKind::string, token.where, tokens_.take().text, {});
    if (token.kind == TokenKind::word && !is_reserved(token)) return word(token);
    if (tokens_.at_symbol("(")) return parenthesis();
    not_a_factor(token);
  }

  [[noreturn]] void not_a_factor(Token const& token) {
    reject_raw_text(tokens_);
    tokens_.fail("Expected a number, a name or `(`, found " + describe(token) + ".");
  }

  Expression word(Token const& token) {
    if (tokens_.is_operator(token)) return derivative();
    bool const calls = tokens_.at_symbol("(", 1);
    if (tokens_.at_word("if") && !calls)
      tokens_.fail("Write a choice within an equation as `if(condition, a, b)` or `condition ? a : b`.");
    std::string const name = spelling(token.text, token.suffixes);
    if (calls && (ir::find_edl_function(name) != nullptr || (!tokens_.peek(1).follows_blank && token.suffixes.empty())))
      return call();
    Expression expression = make(ExpressionKind::name, token.where, "", {});
    expression.name = parse_name(tokens_);
    return expression;
  }

  Expression derivative() {
    Level const level(tokens_);
    Expression expression = make(ExpressionKind::derivative, tokens_.peek().where, "", {});
    expression.name = parse_name(tokens_);
    bool const has_operand = tokens_.peek().kind == TokenKind::word || tokens_.at_symbol("(");
    if (!has_operand || is_reserved(tokens_.peek()))
      tokens_.fail("Expected the operand of `" + to_text(expression.name) + "`, found " + describe(tokens_.peek()) +
                   ".");
    expression.operands.push_back(factor());
    return expression;
  }

  Expression call() {
    Level const level(tokens_);
    Token const function = tokens_.take();
    Expression expression = make(ExpressionKind::call, function.where, function.text, {});
    Token const open = tokens_.take();
    ++tokens_.parentheses;
    if (!tokens_.at_symbol(")")) expression.operands.push_back(conditional());
    while (tokens_.take_symbol(",")) expression.operands.push_back(conditional());
    close(open);
    return expression;
  }

  Expression parenthesis() {
    Level const level(tokens_);
    Token const open = tokens_.take();
    ++tokens_.parentheses;
    Expression expression = conditional();
    close(open);
    expression.has_parentheses = true;
    return expression;
  }

  void close(Token const& open) {
    if (!tokens_.at_symbol(")"))
      tokens_.fail("Expected `)` for the `(` of line " + std::to_string(open.where.line) + ", column " +
                   std::to_string(open.where.column) + ", found " + describe(tokens_.peek()) + ".");
    tokens_.take(); // read before the count decreases, because `)` may start a new line
    --tokens_.parentheses;
  }

  Expression binary(Expression left, std::string text, Expression (Precedence::*right)()) {
    base::SourcePosition const where = take_operator(tokens_).where;
    if (++chain_ > max_chain) too_long();
    return make(ExpressionKind::binary, where, std::move(text), {std::move(left), (this->*right)()});
  }

  [[noreturn]] void too_long() {
    tokens_.fail("This expression has more than " + std::to_string(max_chain) +
                 " operators; assign parts of it to temporaries.");
  }

  /// Limit of the number of operators in a chain, because the chain becomes a tree of this depth.
  static constexpr int max_chain = 2000;

  TokenStream& tokens_;
  int chain_ = 0;
};

} // namespace

Expression parse_expression(TokenStream& tokens) { return Precedence(tokens).conditional(); }

void reject_raw_text(TokenStream& tokens) {
  if (tokens.at_symbol("@"))
    tokens.fail("Raw text `@{ ... }@` is not supported, because only text that edlc has parsed may reach a compiler; "
                "write it as an equation.");
}

Name parse_name(TokenStream& tokens) {
  Token const token = tokens.take();
  Name name{"", token.text, token.suffixes, token.where};
  if (!tokens.at_symbol("::")) return name;
  tokens.take();
  if (tokens.peek().kind != TokenKind::word)
    tokens.fail("Expected a variable of `" + spelling(token.text, token.suffixes) + "` after `::`, found " +
                describe(tokens.peek()) + ".");
  Token const member = tokens.take();
  return {spelling(token.text, token.suffixes), member.text, member.suffixes, token.where};
}

} // namespace chemora::edl
