#include "codegen/edl/parser.hpp"

#include "codegen/edl/statement_parsers.hpp"
#include "framework/base/text.hpp"

#include <functional>

namespace chemora::edl {

namespace {

std::vector<std::string> const blocks{"parameters",  "shared",      "variables", "group",      "scalars",
                                      "inherited",   "temporaries", "metrics",   "boundaries", "requirements",
                                      "derivatives", "definitions", "function",  "faces",      "calculation"};
std::vector<std::string> const statements{"begin", "implement", "inherit", "precision", "use", "disable"};

class Parser {
public:
  explicit Parser(TokenStream& tokens) : tokens_(tokens) {}

  SyntaxTree thorn() {
    if (!statement([&] { heading(); })) return std::move(tree_);
    for (tokens_.skip_empty_lines(); !tokens_.at_end() && !at_end_of("thorn"); tokens_.skip_empty_lines())
      statement([&] { thorn_statement(); });
    statement([&] { end_of("thorn", tree_.where); });
    tokens_.skip_empty_lines();
    if (!tokens_.at_end() && !tokens_.diagnostics().has_errors())
      tokens_.diagnostics().error(tokens_.peek().where,
                                  "Nothing may follow `end thorn`, because a file defines one thorn.");
    return std::move(tree_);
  }

private:
  /// Reads one statement. After an error, the function skips the line and returns false.
  bool statement(std::function<void()> const& body) {
    try {
      body();
      return true;
    } catch (StatementFailure const&) {
      tokens_.skip_line();
      return false;
    }
  }

  void heading() {
    tokens_.skip_empty_lines();
    tree_.where = tokens_.peek().where;
    if (!tokens_.at_word("begin") || !tokens_.at_word("thorn", 1))
      tokens_.fail("An equation file must start with `begin thorn NAME`, found " + describe(tokens_.peek()) + ".");
    tokens_.take();
    tokens_.take();
    tree_.thorn = tokens_.expect_name("the thorn's name");
    tokens_.expect_end_of_line();
  }

  void thorn_statement() {
    if (tokens_.take_word("begin")) return block();
    if (tokens_.take_word("implement")) {
      tree_.implementation = tokens_.expect_name("the implementation's name");
      return tokens_.expect_end_of_line();
    }
    if (tokens_.take_word("inherit")) return list(tree_.inherited, "an implementation's name");
    if (tokens_.take_word("precision")) return list(tree_.precisions, "real32 or real64");
    if (tokens_.take_word("use")) return list(tree_.used, "a feature's name");
    if (tokens_.take_word("disable")) return list(tree_.disabled, "a feature's name");
    bool const is_stray_end = tokens_.at_word("end");
    std::string const found =
        is_stray_end ? "`end " + tokens_.peek(1).text + "` without a block" : describe(tokens_.peek());
    tokens_.fail("Expected begin, implement, inherit, precision, use, disable or `end thorn`, found " + found + "." +
                 (is_stray_end ? "" : base::did_you_mean(tokens_.peek().text, statements)));
  }

  void list(std::vector<Flag>& flags, std::string const& purpose) {
    do {
      base::SourcePosition const where = tokens_.peek().where;
      flags.push_back({tokens_.expect_name(purpose), where});
      if (tokens_.take_symbol(",") && tokens_.at_end_of_line()) continue_list(purpose);
    } while (!tokens_.at_end_of_line());
    tokens_.expect_end_of_line();
  }

  /// Continues a list whose line ends with a comma.
  void continue_list(std::string const& purpose) {
    std::size_t n = 0;
    while (tokens_.peek(n).kind == TokenKind::end_of_line) ++n;
    bool const has_item = tokens_.peek(n).kind == TokenKind::word &&
                          !base::contains(statements, tokens_.peek(n).text) && tokens_.peek(n).text != "end";
    if (!has_item) tokens_.fail("Expected " + purpose + " after the comma, found " + describe(tokens_.peek(n)) + ".");
    tokens_.skip_empty_lines();
  }

  void block() {
    base::SourcePosition const where = tokens_.peek().where;
    std::string const kind = tokens_.expect_name("the kind of block");
    if (kind == "parameters") {
      lines(kind, where, [&] { tree_.parameters.push_back(parse_parameter(tokens_)); });
    } else if (kind == "variables") {
      variables({"", "", 0, {}, where}, kind);
    } else if (kind == "group") {
      group(where);
    } else if (kind == "scalars") {
      lines(kind, where, [&] { append(tree_.scalars, parse_variables(tokens_)); });
    } else if (kind == "temporaries") {
      lines(kind, where, [&] { append(tree_.temporaries, parse_variables(tokens_)); });
    } else if (kind == "derivatives") {
      lines(kind, where, [&] { tree_.operators.push_back(parse_operator(tokens_)); });
    } else if (kind == "shared") {
      shared(where);
    } else if (kind == "inherited") {
      inherited(where);
    } else if (kind == "boundaries") {
      lines(kind, where, [&] { tree_.far_values.push_back(parse_far_value(tokens_)); });
    } else if (kind == "requirements") {
      lines(kind, where, [&] { tree_.requirements.push_back(parse_requirement(tokens_)); });
    } else if (kind == "metrics") {
      lines(kind, where, [&] { tree_.metrics.push_back(parse_metric(tokens_)); });
    } else if (kind == "definitions") {
      lines(kind, where, [&] { tree_.definitions.push_back(parse_definition(tokens_)); });
    } else if (kind == "function") {
      function(where);
    } else if (kind == "faces") {
      faces(where);
    } else if (kind == "calculation") {
      calculation(where);
    } else {
      tokens_.diagnostics().error(where, "`" + kind +
                                             "` is not a kind of block; allowed are parameters, shared, "
                                             "variables, group, scalars, inherited, temporaries, metrics, boundaries, "
                                             "requirements, derivatives, definitions, function, "
                                             "faces and calculation." +
                                             base::did_you_mean(kind, blocks));
      skip_block(kind);
    }
  }

  /// Skips an unknown block as a whole, because each of its lines would cause the same error again.
  void skip_block(std::string const& kind) {
    tokens_.skip_line();
    while (!tokens_.at_end() && !tokens_.at_word("end") && !tokens_.at_word("begin")) tokens_.skip_line();
    if (at_end_of(kind)) tokens_.skip_line();
  }

  /// Reads the end of the heading and the body of a block. After an error in the heading, the body is read
  /// nevertheless.
  void lines(std::string const& kind, base::SourcePosition const& where, std::function<void()> const& line) {
    statement([&] { tokens_.expect_end_of_line(); });
    body(kind, where, line);
  }

  /// Reads lines up to `end KIND`.
  void body(std::string const& kind, base::SourcePosition const& where, std::function<void()> const& line) {
    tokens_.skip_empty_lines();
    while (!tokens_.at_end() && !at_block_edge()) {
      statement([&] {
        line();
        tokens_.expect_end_of_line();
      });
      tokens_.skip_empty_lines();
    }
    end_of(kind, where);
  }

  bool at_block_edge() const {
    return (tokens_.at_word("end") || tokens_.at_word("begin")) && tokens_.peek(1).kind == TokenKind::word;
  }

  bool at_end_of(std::string const& kind) const { return tokens_.at_word("end") && tokens_.at_word(kind, 1); }

  void end_of(std::string const& kind, base::SourcePosition const& where) {
    if (!at_end_of(kind)) {
      tokens_.diagnostics().error(tokens_.peek().where, "Expected `end " + kind + "` for the `" + kind + "` of line " +
                                                            std::to_string(where.line) + ", found " + found_words() +
                                                            ".");
      // A `begin` starts the next block. An `end` of another block is accepted in place of the correct one.
      if (tokens_.at_word("end") && !at_end_of("thorn")) tokens_.skip_line();
      return;
    }
    tokens_.take();
    tokens_.take();
    // The name of the calculation may be repeated.
    if (kind == "calculation" && tokens_.peek().kind == TokenKind::word) tokens_.take();
    tokens_.expect_end_of_line();
  }

  std::string found_words() const {
    if (!tokens_.at_word("end") && !tokens_.at_word("begin")) return describe(tokens_.peek());
    return "`" + tokens_.peek().text + " " + tokens_.peek(1).text + "`";
  }

  static void append(std::vector<VariableDeclaration>& variables, std::vector<VariableDeclaration> more) {
    for (VariableDeclaration& variable : more) variables.push_back(std::move(variable));
  }

  void group(base::SourcePosition const& where) {
    VariableBlock block{"", "", 0, {}, where};
    statement([&] {
      block.name = tokens_.expect_name("the group's name");
      if (tokens_.take_word("timelevels")) block.time_levels = time_levels();
      if (tokens_.peek().kind == TokenKind::string) block.description = tokens_.take().text;
      block.condition = parse_block_condition(tokens_);
      tokens_.expect_end_of_line();
    });
    body("group", where, [&] { append(block.variables, parse_variables(tokens_)); });
    tree_.blocks.push_back(std::move(block));
  }

  void inherited(base::SourcePosition const& where) {
    std::string implementation;
    statement([&] {
      implementation = tokens_.expect_name("the implementation whose variables are declared");
      tokens_.expect_end_of_line();
    });
    body("inherited", where, [&] { tree_.inherited_tensors.push_back(parse_inherited(tokens_, implementation)); });
  }

  void shared(base::SourcePosition const& where) {
    std::string implementation;
    statement([&] {
      implementation = tokens_.expect_name("the implementation whose keywords get values");
      tokens_.expect_end_of_line();
    });
    body("shared", where, [&] {
      tree_.parameters.push_back(parse_parameter(tokens_));
      tree_.parameters.back().implementation = implementation;
    });
  }

  int time_levels() {
    Token const token = tokens_.peek();
    bool const is_digit = token.kind == TokenKind::number && token.text.size() == 1 && token.text != "0";
    if (!is_digit) tokens_.fail("Expected a number of time levels from 1 to 9, found " + describe(token) + ".");
    return tokens_.take().text[0] - '0';
  }

  void variables(VariableBlock block, std::string const& kind) {
    statement([&] {
      block.condition = parse_block_condition(tokens_);
      tokens_.expect_end_of_line();
    });
    body(kind, block.where, [&] { append(block.variables, parse_variables(tokens_)); });
    tree_.blocks.push_back(std::move(block));
  }

  void function(base::SourcePosition const& where) {
    Function function;
    statement([&] { parse_function_heading(tokens_, function); });
    body("function", where, [&] { function.body.push_back(parse_local_definition(tokens_)); });
    tree_.functions.push_back(std::move(function));
  }

  void faces(base::SourcePosition const& where) {
    FaceBlock block;
    block.where = where;
    statement([&] {
      block.direction = parse_direction(tokens_);
      tokens_.expect_end_of_line();
    });
    body("faces", where, [&] { block.definitions.push_back(parse_local_definition(tokens_)); });
    tree_.faces.push_back(std::move(block));
  }

  void calculation(base::SourcePosition const& where) {
    Calculation calculation;
    statement([&] { parse_heading(tokens_, calculation); });
    body("calculation", where, [&] { calculation.equations.push_back(parse_equation(tokens_)); });
    tree_.calculations.push_back(std::move(calculation));
  }

  TokenStream& tokens_;
  SyntaxTree tree_;
};

} // namespace

SyntaxTree parse(base::SourceText const& source, std::vector<base::SourceText> const& included) {
  base::Diagnostics diagnostics(&source);
  TokenStream tokens(tokenize_with_includes(source, included, diagnostics), diagnostics);
  diagnostics.throw_if_errors();
  SyntaxTree tree = Parser(tokens).thorn();
  diagnostics.throw_if_errors();
  return tree;
}

} // namespace chemora::edl
