/// The expressions of the Fortran subset, with one function for each level of precedence.
#include "codegen/fortran/syntax_tree.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

namespace chemora::fortran {

namespace {

class ExpressionReader {
public:
  ExpressionReader(Line const& line, std::size_t& next) : line_(line), next_(next) {}

  Node disjunction();

private:
  Node conjunction();
  Node negation();
  Node comparison();
  Node sum();
  Node product();
  Node power();
  Node primary();
  Node call(Token const& name);

  bool at_end() const { return next_ >= line_.tokens.size(); }
  bool is_next(std::string_view text) const {
    return !at_end() && line_.tokens[next_].kind == TokenKind::symbol && line_.tokens[next_].text == text;
  }
  bool take_if(std::string_view text) {
    bool const is_found = is_next(text);
    next_ += is_found;
    return is_found;
  }
  base::SourcePosition where() const { return at_end() ? line_.tokens.back().where : line_.tokens[next_].where; }
  void enter() {
    if (++depth_ > max_nesting)
      throw base::UserError(where(), fmt::format("The expression is nested deeper than {} levels.", max_nesting));
  }
  void count() {
    if (++n_nodes_ > 20000) throw base::UserError(where(), "The expression has more than 20000 terms.");
  }
  static Node binary(std::string const& op, Node left, Node right, base::SourcePosition const& where) {
    Node node{.kind = NodeKind::binary, .text = op, .where = where};
    node.operands.push_back(std::move(left));
    node.operands.push_back(std::move(right));
    return node;
  }
  /// Sums and products are trees whose left operands are as deep as there are terms; their length is limited too.
  void check_length(int n_terms) const {
    if (n_terms > 1000) throw base::UserError(where(), "A sum or product may have at most 1000 terms.");
  }

  Line const& line_;
  std::size_t& next_;
  int depth_ = 0;
  int n_nodes_ = 0;
};

Node ExpressionReader::disjunction() {
  enter();
  Node left = conjunction();
  for (int n = 0; is_next("or"); check_length(++n)) {
    base::SourcePosition const place = where();
    ++next_;
    left = binary("or", std::move(left), conjunction(), place);
  }
  --depth_;
  return left;
}

Node ExpressionReader::conjunction() {
  Node left = negation();
  for (int n = 0; is_next("and"); check_length(++n)) {
    base::SourcePosition const place = where();
    ++next_;
    left = binary("and", std::move(left), negation(), place);
  }
  return left;
}

Node ExpressionReader::negation() {
  base::SourcePosition const place = where();
  if (!take_if("not")) return comparison();
  enter();
  Node node{.kind = NodeKind::unary, .text = "not", .where = place};
  node.operands.push_back(negation());
  --depth_;
  return node;
}

Node ExpressionReader::comparison() {
  Node left = sum();
  for (std::string const op : {"<", "<=", ">", ">=", "==", "/="}) {
    base::SourcePosition const place = where();
    if (!take_if(op)) continue;
    Node right = sum();
    if (op == ">") return binary("<", std::move(right), std::move(left), place);
    if (op == ">=") return binary("<=", std::move(right), std::move(left), place);
    return binary(op, std::move(left), std::move(right), place);
  }
  return left;
}

Node ExpressionReader::sum() {
  base::SourcePosition const start = where();
  Node left;
  if (take_if("-")) {
    left = {.kind = NodeKind::unary, .text = "-", .where = start};
    left.operands.push_back(product());
  } else {
    take_if("+");
    left = product();
  }
  for (int n = 0; is_next("+") || is_next("-"); check_length(++n)) {
    Token const& op = line_.tokens[next_++];
    left = binary(op.text, std::move(left), product(), op.where);
  }
  return left;
}

Node ExpressionReader::product() {
  Node left = power();
  for (int n = 0; is_next("*") || is_next("/"); check_length(++n)) {
    Token const& op = line_.tokens[next_++];
    left = binary(op.text, std::move(left), power(), op.where);
  }
  return left;
}

Node ExpressionReader::power() {
  Node base = primary();
  base::SourcePosition const place = where();
  if (!take_if("**")) return base;
  enter();
  Node node = binary("**", std::move(base), power(), place);
  --depth_;
  return node;
}

Node ExpressionReader::primary() {
  count();
  if (at_end()) throw base::UserError(where(), "The statement ends where an expression is expected.");
  Token const& token = line_.tokens[next_];
  Node node{.text = token.text, .where = token.where};
  switch (token.kind) {
  case TokenKind::integer:
  case TokenKind::real:
    ++next_;
    node.kind = token.kind == TokenKind::integer ? NodeKind::integer : NodeKind::real;
    return node;
  case TokenKind::text:
    throw base::UserError(token.where, "Character data is not supported; allowed are `real` and `integer` values.");
  case TokenKind::name:
    ++next_;
    if (is_next("%"))
      throw base::UserError(where(), "Derived types are not supported; allowed are `real` and `integer` variables.");
    return is_next("(") ? call(token) : Node{.kind = NodeKind::name, .text = token.text, .where = token.where};
  case TokenKind::symbol:
    break;
  }
  if (take_if("true") || take_if("false")) {
    node.kind = NodeKind::logical;
    return node;
  }
  if (!take_if("("))
    throw base::UserError(token.where, fmt::format("Expected a number, a name or `(`; found `{}`.", token.text));
  node = disjunction();
  if (!take_if(")")) throw base::UserError(where(), "Expected an operator or `)`.");
  return node;
}

Node ExpressionReader::call(Token const& name) {
  Node node{.kind = NodeKind::call, .text = name.text, .where = name.where};
  take_if("(");
  if (take_if(")")) return node;
  do {
    if (is_next(":"))
      throw base::UserError(where(), fmt::format("Array sections are not supported; write a loop over the elements of "
                                                 "`{}`.",
                                                 name.text));
    node.operands.push_back(disjunction());
    if (is_next(":"))
      throw base::UserError(where(), fmt::format("Array sections are not supported; write a loop over the elements of "
                                                 "`{}`.",
                                                 name.text));
    if (is_next("="))
      throw base::UserError(where(), fmt::format("Arguments of `{}` with names are not supported.", name.text));
  } while (take_if(","));
  if (!take_if(")")) throw base::UserError(where(), fmt::format("Expected `,` or `)` in `{}(...)`.", name.text));
  return node;
}

} // namespace

Node parse_expression(Line const& line, std::size_t& next) {
  if (line.tokens.empty()) throw base::UserError(line.where, "Expected an expression.");
  return ExpressionReader(line, next).disjunction();
}

} // namespace chemora::fortran
