/// The syntax tree of a file of patterns, as the parser reads it. Names and types are not yet resolved.
#pragma once

#include "framework/base/token_stream.hpp"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace chemora::patterns::syntax {

using base::Name;
using base::Token;
using base::TokenKind;

constexpr int max_depth = 200; ///< largest depth of nested expressions and blocks

enum class NodeKind {
  integer,
  real,
  boolean,
  infinity,
  pi,
  name,
  negate,
  logical_not,
  binary,      ///< `text` is the operator
  call,        ///< `text` is the function or structure
  subscript,   ///< the first operand is the array; a null operand is `*`
  field,       ///< `text` is the field of the operand
  conditional, ///< condition, then, else
  let,         ///< `let text = first operand; second operand`
  list,        ///< `[1, 2, 3]`
  pattern      ///< `text` is the pattern
};

struct Node;
using NodePtr = std::shared_ptr<Node const>;

/// `i < n`, `i in first .. last`, or `x in set`.
struct Generator {
  Name variable{};
  NodePtr count{}, first{}, last{}, set{};
};

/// The parts of a pattern `text(generators by key into n_groups: body with combine from initial)`. `combine` is the
/// name of a function or `(left, right: combined)`. `iterate(left from initial, generators while key: body)` has the
/// parts `left`, `initial` and `key` as well.
struct Pattern {
  std::vector<Generator> generators{};
  NodePtr key{}, n_groups{}, body{}, initial{};
  Name combine{}, left{}, right{};
  NodePtr combined{};
};

struct Node {
  NodeKind kind = NodeKind::integer;
  std::string text{};
  double number = 0;
  std::vector<NodePtr> operands{};
  std::shared_ptr<Pattern const> pattern{};
  base::SourcePosition where{};
  std::string source{}; ///< of calls, subscripts and patterns: as in the file
  int depth = 1;
};

/// `real x`, `real m[rows, cols]`, `real a[]`, `csr real g[n, n]`.
struct Declaration {
  Name type{}, name{};
  std::vector<NodePtr> extents{}; ///< a null extent is `*`, or left out
  bool is_array = false, is_csr = false;
};

struct Structure {
  Name name{};
  std::vector<Declaration> fields{};
};

struct Function {
  Name name{};
  std::vector<Declaration> parameters{};
  NodePtr body{};
};

enum class StatementKind {
  parameter, ///< declaration, value, range: its two ends; null: no limit
  input,     ///< declaration, text: the file
  grid,      ///< declaration, text: the grid function
  structure,
  function,
  let,       ///< name, value
  var,       ///< name, value
  assign,    ///< target, text: `=`, `+=`, `min=` or `max=`, value
  foreach,   ///< generators, body
  condition, ///< value, body, otherwise
  repeat,    ///< generators (one), value: the condition that ends the repetition or null, body
  output,    ///< name, value
  table,     ///< name, columns
  failed     ///< name: of a declaration with a reported error
};

struct Statement {
  StatementKind kind = StatementKind::let;
  base::SourcePosition where{};
  Name name{}, text{};
  Declaration declaration{};
  Structure structure{};
  Function function{};
  NodePtr target{}, value{};
  std::array<NodePtr, 2> range{};
  std::vector<Generator> generators{};
  std::vector<std::pair<Name, NodePtr>> columns{};
  std::vector<Statement> body{}, otherwise{};
};

/// Parses a file. Reports all errors and continues after each with the next statement. A declaration with an error is
/// a statement `failed`.
std::vector<Statement> parse(base::SourceText const& source, base::Diagnostics& diagnostics);

} // namespace chemora::patterns::syntax
