/// The tokens of a file as a stream, and the parsers of expressions and single statements. Statements are declarations,
/// parameters, headings of calculations, and equations.
#pragma once

#include "codegen/edl/syntax_tree.hpp"
#include "codegen/edl/token.hpp"
#include "framework/base/errors.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace chemora::edl {

/// The exception that abandons a statement after an error was reported.
struct StatementFailure {};

/// Cursor over the tokens of a file. After an error it skips to the next statement.
class TokenStream {
public:
  TokenStream(std::vector<Token> tokens, base::Diagnostics& diagnostics);

  Token const& peek(std::size_t ahead = 0) const;
  Token take();

  bool at_word(std::string_view text, std::size_t ahead = 0) const;
  bool at_symbol(std::string_view text, std::size_t ahead = 0) const;
  bool at_end_of_line() const { return peek().kind == TokenKind::end_of_line || at_end(); }
  bool at_end() const { return peek().kind == TokenKind::end_of_file; }

  bool take_word(std::string_view text);
  bool take_symbol(std::string_view text);
  void expect_symbol(std::string_view text, std::string const& purpose);
  /// Reads a word with all its suffixes as one name: `fd_order`.
  std::string expect_name(std::string const& purpose);
  /// Reads a string in double quotes and returns its contents.
  std::string expect_string(std::string const& purpose);
  /// Reports an error and throws StatementFailure if the next token is not a word.
  void require_word(std::string const& purpose);
  void expect_end_of_line();

  void skip_empty_lines();
  void skip_line();

  /// Reports an error and throws StatementFailure. Without a position, the error refers to the next token.
  [[noreturn]] void fail(std::string const& message);
  [[noreturn]] void fail(base::SourcePosition const& where, std::string const& message);
  base::Diagnostics& diagnostics() { return diagnostics_; }

  /// Returns whether the token is a derivative, which has an operand. Derivatives are D, Lie, operators of a
  /// `derivatives` block, and derivatives of metrics. The token must have indices if the operator is defined with
  /// indices.
  bool is_operator(Token const& token) const;

  /// Number of open parentheses, inside which the end of a line is ignored.
  int parentheses = 0;
  /// Number of expressions that enclose the current expression.
  int depth = 0;

private:
  void find_operators();
  std::size_t real_position(std::size_t ahead) const;

  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  void add_operator(Token const& name, Token const& next);

  std::set<std::string> operators_{"D", "Lie"};
  std::set<std::string> operators_without_index_;
  base::Diagnostics& diagnostics_;
};

// The functions below report the first error and throw StatementFailure.

/// Each function reads one declaration, without the end of the line. A declaration may continue in the next line after
/// a comma.
std::vector<VariableDeclaration> parse_variables(TokenStream& tokens);
OperatorDefinition parse_operator(TokenStream& tokens);
InheritedTensor parse_inherited(TokenStream& tokens, std::string const& implementation);
FarValue parse_far_value(TokenStream& tokens);
Requirement parse_requirement(TokenStream& tokens);
MetricDeclaration parse_metric(TokenStream& tokens);
Definition parse_definition(TokenStream& tokens);
/// Reads one line of a block `function` or `faces`.
LocalDefinition parse_local_definition(TokenStream& tokens);
/// Reads the words that follow `begin function`: `states(q) along i gives qL, qR`.
void parse_function_heading(TokenStream& tokens, Function& function);
/// Reads `along LETTER`.
std::string parse_direction(TokenStream& tokens);

/// Reads one parameter: a line that may continue after a comma, or the lines of Kranc's form, which start with `name:
/// NAME`.
ParameterDeclaration parse_parameter(TokenStream& tokens);

/// Reads `if CONDITION` at the end of the heading of a block. Returns nothing if the next word is not `if`.
std::optional<Expression> parse_block_condition(TokenStream& tokens);

/// Reads the words of a heading that follow `begin calculation`.
void parse_heading(TokenStream& tokens, Calculation& calculation);

/// Reads an equation, which continues in the next line after an operator.
Equation parse_equation(TokenStream& tokens);

/// Largest nesting depth of parentheses, calls, operators and derivatives.
inline constexpr int max_nesting = 200;

/// Reads an expression up to a token that cannot continue it: a comma, a closing parenthesis, the end of the line.
/// Precedence from lowest to highest: `c ? a : b`, `or`, `and`, `not`, comparisons, `+ -`, `* /` and juxtaposition
/// (left-associative, so `1/2 x` is half of x), unary minus, `**` (right-associative), derivatives (of the next factor:
/// `D_i u**2` is the square of the derivative). An expression continues in the next line after an operator and inside
/// parentheses.
Expression parse_expression(TokenStream& tokens);

/// Reports an error and throws StatementFailure at `@`, which starts raw text in Kranc.
void reject_raw_text(TokenStream& tokens);

/// Reads a word with its qualifier: `v_i`, `ADMBase::alp`.
Name parse_name(TokenStream& tokens);

} // namespace chemora::edl
