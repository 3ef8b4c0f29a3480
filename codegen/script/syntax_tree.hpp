/// The syntax tree of scripts.
#pragma once

#include "codegen/script/script.hpp"

#include <optional>

namespace chemora::script {

constexpr int max_nesting = 60; ///< maximum nesting of blocks, and of parentheses and operators in an expression

enum class TokenKind { name, keyword, integer, real, string, symbol, end_of_line, indent, dedent, end_of_script };

struct Token {
  TokenKind kind = TokenKind::symbol;
  std::string text{}; ///< content of a string
  base::SourcePosition where{};
};

/// Returns the tokens of the script, with the changes of the indentation. Lines inside parentheses are joined. Throws
/// base::UserError.
std::vector<Token> tokenize(ScriptText const& script);

enum class NodeKind {
  none,
  boolean,       ///< `text` is True or False
  integer,       ///< `text`
  real,          ///< `text`
  string,        ///< `text`
  name,          ///< `text`
  list,          ///< operands; also tuples and sets
  dictionary,    ///< keys and values alternate in operands
  comprehension, ///< [operands[0] for operands[1] in operands[2] if operands[3]]; the condition may be missing
  attribute,     ///< operands[0].text
  call,          ///< operands[0](operands[1], ..., NAME=value, ...); `names` has one entry per argument
  subscript,     ///< operands[0][operands[1]]
  unary,         ///< `-` or `not`
  binary         ///< + - * / // % == != < <= > >= in, not in, and, or
};

struct Node {
  NodeKind kind = NodeKind::none;
  std::string text{};
  std::vector<Node> operands{};
  std::vector<std::string> names{}; ///< of the arguments of a call; empty for positional arguments
  base::SourcePosition where{};
};

enum class StatementKind { expression, assignment, loop, branch, leave, skip, pass };

struct Statement {
  StatementKind kind = StatementKind::pass;
  base::SourcePosition where{};
  std::optional<Node> target{};       ///< assignment and loop: a name, or a list of targets
  std::optional<Node> value{};        ///< expression, assignment, loop (the values), condition of a branch
  std::vector<Statement> body{};      ///< loop and branch
  std::vector<Statement> otherwise{}; ///< branch
};

/// Throws base::UserError with the errors of the script.
std::vector<Statement> parse_script(ScriptText const& script);

} // namespace chemora::script
