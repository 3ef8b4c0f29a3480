/// The statements of a file of patterns.
#include "codegen/patterns/language.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

namespace chemora::patterns::syntax {

namespace {

class Parser {
public:
  Parser(base::SourceText const& source, base::Diagnostics& diagnostics) : tokens_(source, language(), diagnostics) {}

  std::vector<Statement> parse() {
    std::vector<Statement> statements;
    while (!tokens_.at_end()) {
      Token const first = tokens_.peek();
      try {
        statements.push_back(statement());
      } catch (StatementFailure const&) {
        if (tokens_.peek().begin == first.begin) tokens_.take();
        skip_statement(first.where.column);
      }
    }
    statements.insert(statements.begin(), failed_.begin(), failed_.end());
    return statements;
  }

private:
  /// Continues after an error with the next statement at the beginning of a line. A line that is indented more than the
  /// wrong statement belongs to its expression or block.
  void skip_statement(int column) {
    tokens_.skip_statement();
    while (!tokens_.at_end() && tokens_.peek().where.column > column) {
      tokens_.take();
      tokens_.skip_statement();
    }
    depth_ = 0;
  }

  Statement statement() {
    Token const token = tokens_.peek();
    Statement result{.where = token.where};
    if (token.kind != TokenKind::word || !language().begins_statement(token.text)) {
      assignment(result);
    } else {
      tokens_.take();
      try {
        statement(token.text, result);
      } catch (StatementFailure const&) {
        add_failed(result);
        throw;
      }
    }
    tokens_.take_symbol(";");
    return result;
  }

  /// Uses of a name whose declaration has an error are not reported.
  void add_failed(Statement const& statement) {
    for (Name const& name :
         {statement.name, statement.declaration.name, statement.structure.name, statement.function.name})
      if (!name.text.empty()) failed_.push_back({.kind = StatementKind::failed, .where = name.where, .name = name});
  }

  void statement(std::string const& word, Statement& result) {
    if (word == "parameter") return parameter(result);
    if (word == "input") return input(result);
    if (word == "grid") return grid(result);
    if (word == "structure") return structure(result);
    if (word == "function") return function(result);
    if (word == "foreach") return foreach (result);
    if (word == "if") return condition(result);
    if (word == "repeat") return repeat(result);
    if (word == "output") return output(result);
    result.kind = word == "let" ? StatementKind::let : StatementKind::var;
    result.name = tokens_.expect_name("a name after `" + word + "`");
    tokens_.expect_symbol("=", "after the name");
    result.value = parse_expression(tokens_);
  }

  void declaration(Declaration& result, std::string const& purpose) {
    if (tokens_.take_word("csr")) result.is_csr = true;
    Token const type = tokens_.peek();
    if (type.kind != TokenKind::word) tokens_.fail(fmt::format("Expected a type, found {}.", describe(type)));
    tokens_.take();
    result.type = {type.text, type.where};
    result.name = tokens_.expect_name(purpose + " after its type");
    if (!tokens_.take_symbol("[")) return;
    result.is_array = true;
    do {
      bool const is_open = tokens_.at_symbol(",") || tokens_.at_symbol("]") || tokens_.take_symbol("*");
      result.extents.push_back(is_open ? nullptr : parse_expression(tokens_));
    } while (tokens_.take_symbol(","));
    tokens_.expect_symbol("]", "after the extents");
  }

  void parameter(Statement& result) {
    result.kind = StatementKind::parameter;
    declaration(result.declaration, "the name of a parameter");
    tokens_.expect_symbol("=", "and the default after the name of the parameter");
    result.value = parse_expression(tokens_);
    if (!tokens_.take_word("in")) return;
    auto const end = [&] { return tokens_.take_symbol("*") ? nullptr : parse_expression(tokens_); };
    result.range[0] = end();
    tokens_.expect_symbol("..", "between the smallest and the largest value, as in `in 1 .. *`");
    result.range[1] = end();
  }

  void input(Statement& result) {
    result.kind = StatementKind::input;
    declaration(result.declaration, "the name of an input");
    if (tokens_.take_symbol("=")) result.text = tokens_.expect_text("the name of a file");
  }

  void grid(Statement& result) {
    result.kind = StatementKind::grid;
    declaration(result.declaration, "the name of a grid function");
    tokens_.expect_symbol("=", "and the grid function of the thorn after the name");
    result.text = tokens_.expect_text("a grid function, such as \"HydroBase::rho\",");
  }

  void structure(Statement& result) {
    result.kind = StatementKind::structure;
    result.structure.name = tokens_.expect_name("the name of a structure");
    tokens_.expect_symbol("{", "before the fields");
    do {
      declaration(result.structure.fields.emplace_back(), "the name of a field");
    } while (tokens_.take_symbol(","));
    tokens_.expect_symbol("}", "after the fields, which are separated by `,`");
  }

  void function(Statement& result) {
    result.kind = StatementKind::function;
    result.function.name = tokens_.expect_name("the name of a function");
    tokens_.expect_symbol("(", "and parameters after the name of the function");
    if (!tokens_.take_symbol(")")) {
      do {
        declaration(result.function.parameters.emplace_back(), "the name of a parameter");
      } while (tokens_.take_symbol(","));
      tokens_.expect_symbol(")", "after the parameters");
    }
    tokens_.expect_symbol("=", "after the parameters of the function");
    result.function.body = parse_expression(tokens_);
  }

  std::vector<Statement> block(std::string const& purpose) {
    if (++depth_ > max_depth) tokens_.fail(fmt::format("Blocks have more than {} levels.", max_depth));
    tokens_.expect_symbol("{", purpose);
    std::vector<Statement> statements;
    while (!tokens_.take_symbol("}")) {
      if (tokens_.at_end()) tokens_.fail("Expected `}` at the end of the block, found the end of the file.");
      statements.push_back(statement());
    }
    --depth_;
    return statements;
  }

  void foreach (Statement& result) {
    result.kind = StatementKind::foreach;
    tokens_.expect_symbol("(", "and variables after `foreach`, as in `foreach (i < n) { a[i] = 0 }`");
    result.generators = parse_generators(tokens_);
    tokens_.expect_symbol(")", "after the variables");
    result.body = block("before the statements of `foreach`");
  }

  void condition(Statement& result) {
    result.kind = StatementKind::condition;
    result.value = parse_expression(tokens_);
    result.body = block("before the statements of `if`");
    if (!tokens_.take_word("else")) return;
    if (!tokens_.at_word("if")) {
      result.otherwise = block("before the statements of `else`");
      return;
    }
    if (++depth_ > max_depth) tokens_.fail(fmt::format("Blocks have more than {} levels.", max_depth));
    Statement otherwise{.where = tokens_.take().where};
    condition(otherwise);
    result.otherwise.push_back(std::move(otherwise));
    --depth_;
  }

  void repeat(Statement& result) {
    result.kind = StatementKind::repeat;
    result.generators = parse_generators(tokens_);
    if (tokens_.take_word("until")) result.value = parse_expression(tokens_);
    result.body = block("before the statements of `repeat`");
  }

  void assignment(Statement& result) {
    Token const first = tokens_.peek();
    if (first.kind != TokenKind::word || language().is_reserved(first.text))
      tokens_.fail(fmt::format("Expected a statement, found {}; statements begin with {}, or assign a variable, as in "
                               "`NAME = EXPRESSION`.",
                               describe(first), base::join(language().statement_words)));
    result.kind = StatementKind::assign;
    result.target = parse_expression(tokens_);
    Token const sign = tokens_.peek();
    bool const is_extremum = tokens_.take_word("min") || tokens_.take_word("max");
    if (is_extremum && tokens_.take_symbol("="))
      result.text = {sign.text + "=", sign.where};
    else if (!is_extremum && (tokens_.take_symbol("=") || tokens_.take_symbol("+=")))
      result.text = {sign.text, sign.where};
    else
      fail_without_assignment(first);
    result.value = parse_expression(tokens_);
  }

  [[noreturn]] void fail_without_assignment(Token const& first) {
    std::vector<std::string> const& words = language().statement_words;
    tokens_.fail(fmt::format("Expected `=`, `+=`, `min=` or `max=` after the variable that is assigned, found {}.{}",
                             describe(tokens_.peek()), base::did_you_mean(first.text, words)));
  }

  void output(Statement& result) {
    result.kind = StatementKind::output;
    bool const is_table = tokens_.peek(1).kind == TokenKind::word && !tokens_.peek(1).starts_line;
    if (!is_table || !tokens_.take_word("table")) {
      result.name = tokens_.expect_name("the name of an output");
      tokens_.expect_symbol("=", "after the name of the output");
      result.value = parse_expression(tokens_);
      return;
    }
    result.kind = StatementKind::table;
    result.name = tokens_.expect_name("the name of a table");
    tokens_.expect_symbol("(", "and columns after the name of the table");
    do {
      Name const column = tokens_.expect_name("the name of a column");
      tokens_.expect_symbol("=", "after the name of the column");
      result.columns.emplace_back(column, parse_expression(tokens_));
    } while (tokens_.take_symbol(","));
    tokens_.expect_symbol(")", "after the columns");
  }

  TokenStream tokens_;
  std::vector<Statement> failed_{};
  int depth_ = 0;
};

} // namespace

std::vector<std::string> const& pattern_words() {
  static std::vector<std::string> const words{"map", "zipWith", "filter", "reduce", "groupBy",
                                              "sum", "product", "min",    "max",    "count",
                                              "any", "all",     "argmin", "argmax", "iterate"};
  return words;
}

base::Language const& language() {
  static base::Language const patterns = [] {
    base::Language result{.name = "patterns",
                          .symbols = {"==", "!=", "<=", ">=", "+=", ".."},
                          .characters = "+-*/=<>()[]{},:;.",
                          .statement_words = {"parameter", "input", "grid", "structure", "function", "let", "var",
                                              "foreach", "if", "repeat", "output"},
                          .other_words = {"int",   "real",  "bool", "csr",   "then",     "else", "and",
                                          "or",    "not",   "in",   "by",    "into",     "with", "from",
                                          "until", "while", "true", "false", "infinity", "pi"}};
    for (std::string const& word : pattern_words()) result.other_words.push_back(word);
    return result;
  }();
  return patterns;
}

std::vector<Statement> parse(base::SourceText const& source, base::Diagnostics& diagnostics) {
  return Parser(source, diagnostics).parse();
}

} // namespace chemora::patterns::syntax
