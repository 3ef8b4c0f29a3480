/// The syntax tree of a file of recursions, as the parser reads it. Names and types are not yet resolved.
#pragma once

#include "framework/base/token_stream.hpp"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace chemora::recursion::syntax {

using base::Name;
using base::Token;
using base::TokenKind;

// Limits of a file, so that the time and memory of the compiler are bounded.
constexpr int max_statements = 500;        ///< of a file
constexpr std::size_t max_parameters = 30; ///< of a function
constexpr int max_depth = 200;             ///< largest depth of nested expressions
constexpr int max_nodes = 10'000;          ///< operators, names and numbers of an expression
constexpr std::size_t max_ranges = 8;      ///< of reductions inside one another

/// `seq[dna]`, `index[s]`, `int`.
struct Type {
  std::string name{};
  std::optional<std::string> of{}; ///< `*` for any alphabet
  base::SourcePosition where{}, of_where{};
};

enum class NodeKind {
  integer,
  real,
  boolean,
  infinity,
  letter,
  name,
  negate,
  logical_not,
  binary,      ///< `text` is the operator
  call,        ///< `text` is the function
  subscript,   ///< the first operand is the array
  field,       ///< `text` is the field of the operand
  conditional, ///< condition, then, else
  reduction    ///< `text` is sum, min or max; over `ranges`
};

struct Node;
using NodePtr = std::shared_ptr<Node const>;

/// `k in first .. last`, `i in index[s]` or `t in s.transitionsto`.
struct Range {
  std::string variable{};
  NodePtr first{}, last{};
  std::optional<Type> type{};
  NodePtr set{};
  base::SourcePosition where{};
};

struct Node {
  NodeKind kind = NodeKind::integer;
  std::string text{};
  double number = 0;
  std::vector<NodePtr> operands{};
  std::vector<Range> ranges{};
  base::SourcePosition where{};
  std::string source{}; ///< of calls: as in the file
  int depth = 1;
};

struct Parameter {
  Type type{};
  std::string name{};
  base::SourcePosition where{};
};

struct Function {
  Type type{};
  std::string name{};
  std::vector<Parameter> parameters{};
  NodePtr body{};
  base::SourcePosition where{};
};

struct Alphabet {
  Name name{}, letters{};
};

struct Matrix {
  Type type{};
  Name name{};
  struct Row {
    Name letters{};
    std::vector<NodePtr> values{};
  };
  std::vector<Row> rows{};
  /// `match 2, mismatch -1` instead of rows.
  NodePtr match{}, mismatch{};
};

/// Probabilities of letters: `"AC": 1/4, "G": 1/2`, or all of them in the order of the alphabet.
struct Emissions {
  std::vector<std::pair<Name, NodePtr>> by_letters{};
  std::vector<NodePtr> in_order{};
  bool is_uniform = false;
  base::SourcePosition where{};
};

struct Model {
  Name name{}, alphabet{};
  struct State {
    Name name{};
    std::optional<Emissions> emissions{};
  };
  struct Transition {
    Name start{}, end{};
    NodePtr probability{};
  };
  std::vector<State> states{};
  std::vector<Transition> transitions{};
};

struct Load {
  Name name{};
  Type type{};
  std::optional<std::string> file{};
};

struct Let {
  Name name{};
  NodePtr value{};
};

struct Grid {
  Type type{};
  Name name{}, variable{};
};

struct Schedule {
  Name function{};
  NodePtr time{};
};

struct Argument {
  enum class Kind { name, text, letter, integer };
  Kind kind = Kind::name;
  Name value{};
};

struct Print {
  bool is_map = false, has_alignments = false;
  Name function{};
  std::vector<Argument> arguments{};
  base::SourcePosition where{};
};

struct Sweep {
  std::vector<std::pair<Name, Name>> stores{}; ///< grid function, function
  std::vector<Name> directions{};              ///< `+x`; empty: all positive
  bool is_along_all = false;                   ///< eight sweeps
  base::SourcePosition where{};
};

struct Tree {
  std::vector<Alphabet> alphabets{};
  std::vector<Matrix> matrices{};
  std::vector<Model> models{};
  std::vector<Load> loads{};
  std::vector<Let> lets{};
  std::vector<Grid> grids{};
  std::vector<Function> functions{};
  std::vector<Schedule> schedules{};
  std::vector<std::variant<Print, Sweep>> statements{};
  std::set<std::string> wrong_functions{}; ///< names of functions that could not be parsed
};

/// Parses a file. Reports all errors and continues after each with the next statement.
Tree parse(base::SourceText const& source, base::Diagnostics& diagnostics);

} // namespace chemora::recursion::syntax
