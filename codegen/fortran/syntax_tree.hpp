/// The syntax tree of the Fortran subset, as written: names in the spelling of each use, no types.
#pragma once

#include "codegen/fortran/fortran.hpp"
#include "framework/base/errors.hpp"

#include <optional>
#include <set>

namespace chemora::fortran {

constexpr int max_nesting = 100; ///< maximum nesting of blocks, and of parentheses in an expression

enum class TokenKind { name, integer, real, text, symbol };

struct Token {
  TokenKind kind = TokenKind::symbol;
  std::string text{}; ///< operators of words as symbols: `.and.` is `and`, `.lt.` is `<`
  base::SourcePosition where{};
};

/// A statement with its continuation lines, or a directive that begins or ends a tagged region.
struct Line {
  enum class Kind { statement, begin_tag, end_tag };

  Kind kind = Kind::statement;
  std::vector<Token> tokens{}; ///< not empty for a statement
  std::string tag{};
  base::SourcePosition where{};
};

/// Divides the source into statements and replaces macros. Scripts and other comments are skipped.
std::vector<Line> read_lines(base::SourceText const& source, std::vector<std::string> const& definitions,
                             base::Diagnostics& diagnostics);

enum class NodeKind {
  integer, ///< `text`
  real,    ///< `text`, for example `1.5d0`
  logical, ///< `true` or `false`
  name,
  call,  ///< `text(operands)`: an element of an array or a function
  unary, ///< `-` or `not`
  binary ///< `+ - * / ** < <= == /= and or`; comparisons with `>` have exchanged operands
};

struct Node {
  NodeKind kind = NodeKind::integer;
  std::string text{};
  std::vector<Node> operands{};
  base::SourcePosition where{};
};

struct Dimension {
  std::optional<Node> lower{}; ///< 1 if absent
  Node upper{};
};

struct Declaration {
  std::string name{};
  ir::Type type = ir::Type::real64;
  std::vector<Dimension> shape{};
  std::optional<Node> constant{}; ///< value of a named constant
  base::SourcePosition where{};
};

enum class StatementKind { assignment, loop, branch };

struct Statement;

/// One alternative of an `if`. The condition is absent for `else`.
struct Branch {
  std::optional<Node> condition{};
  std::vector<Statement> body; // an initialiser here would need the complete type with clang 14
};

struct Statement {
  StatementKind kind = StatementKind::assignment;
  base::SourcePosition where{};
  std::set<std::string> tags{};
  Node target{}, value{};             ///< assignment
  std::string variable{};             ///< loop
  Node lower{}, upper{};              ///< loop
  std::optional<Node> step{};         ///< loop
  std::vector<Statement> body{};      ///< loop
  std::vector<Branch> alternatives{}; ///< branch
};

struct Argument {
  std::string name{};
  base::SourcePosition where{};
};

struct Subroutine {
  std::string name{};
  std::vector<Argument> arguments{};
  std::vector<Declaration> declarations{};
  std::vector<Statement> body{};
  base::SourcePosition where{};
};

/// Reads the subroutines. Errors are added to `diagnostics`; statements with errors are left out.
std::vector<Subroutine> parse_subroutines(base::SourceText const& source, Options const& options,
                                          base::Diagnostics& diagnostics);

/// Reads an expression from the tokens, starting at `next`, which is moved after it. Throws base::UserError.
Node parse_expression(Line const& line, std::size_t& next);

/// Converts a subroutine to a kernel. Errors are added to `diagnostics`.
loops::LoopKernel to_kernel(Subroutine const& subroutine, Options const& options, base::Diagnostics& diagnostics);

} // namespace chemora::fortran
