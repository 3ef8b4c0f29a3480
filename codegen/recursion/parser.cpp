/// The statements of a file of recursions.
#include "codegen/recursion/language.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

namespace chemora::recursion::syntax {

namespace {

class Parser {
public:
  Parser(base::SourceText const& source, base::Diagnostics& diagnostics) : tokens_(source, language(), diagnostics) {}

  Tree parse() {
    for (int n_statements = 0; !tokens_.at_end();) {
      std::size_t const begin = tokens_.peek().begin;
      try {
        if (++n_statements > max_statements) too_many_statements();
        statement();
      } catch (StatementFailure const&) {
        if (n_statements > max_statements) break;
        if (tokens_.peek().begin == begin) tokens_.take();
        tokens_.skip_statement();
      }
    }
    return std::move(tree_);
  }

private:
  [[noreturn]] void too_many_statements() {
    tokens_.fail(fmt::format("The file has more than {} statements; divide it into several files.", max_statements));
  }

  void statement() {
    Token const token = tokens_.peek();
    if (token.kind != TokenKind::word || !language().begins_statement(token.text))
      tokens_.fail(fmt::format("Expected {}a statement, found {}; statements begin with {}.{}",
                               token.starts_line ? "" : "an operator or ", describe(token),
                               base::join(language().statement_words),
                               base::did_you_mean(token.text, language().statement_words)));
    if (token.text == "alphabet") return alphabet();
    if (token.text == "load") return load();
    if (token.text == "let") return let();
    if (token.text == "grid") return grid();
    if (token.text == "print") return print();
    if (token.text == "schedule") return schedule();
    if (token.text == "sweep") return sweep();
    if (token.text == "matrix") return matrix();
    if (token.text == "hmm") return model();
    function();
  }

  void alphabet() {
    tokens_.take();
    Name const name = tokens_.expect_name("the name of the alphabet");
    tokens_.expect_symbol("=", "after the name of the alphabet");
    tree_.alphabets.push_back({name, tokens_.expect_text("the letters of the alphabet")});
  }

  void load() {
    tokens_.take();
    Load load{.name = tokens_.expect_name("a name to load")};
    tokens_.expect_symbol(":", "and a type after the name");
    load.type = parse_type(tokens_);
    if (tokens_.take_symbol("=")) load.file = tokens_.expect_text("the name of a file").text;
    tree_.loads.push_back(load);
  }

  void let() {
    tokens_.take();
    Name const name = tokens_.expect_name("the name of a scalar");
    tokens_.expect_symbol("=", "after the name of the scalar");
    tree_.lets.push_back({name, parse_expression(tokens_)});
  }

  void grid() {
    tokens_.take();
    Grid grid{.type = parse_type(tokens_)};
    grid.name = tokens_.expect_name("the name of a grid function");
    tokens_.expect_symbol("=", "and the grid function of the thorn after the name");
    grid.variable = tokens_.expect_text("a grid function, such as \"Eikonal::phi\",");
    tree_.grids.push_back(grid);
  }

  void print() {
    Print print{.where = tokens_.take().where};
    bool const has_word = tokens_.peek(1).kind == TokenKind::word && !tokens_.peek(1).starts_line;
    if (has_word && tokens_.take_word("align"))
      print.has_alignments = print.is_map = true;
    else if (has_word && tokens_.take_word("map"))
      print.is_map = true;
    print.function = tokens_.expect_name("the function to print");
    if (print.is_map) {
      tokens_.expect_word("over", "after the function");
      if (!tokens_.at_symbol("("))
        print.arguments.push_back(argument());
      else
        arguments(print);
    } else {
      arguments(print);
    }
    tree_.statements.emplace_back(print);
  }

  void arguments(Print& print) {
    tokens_.expect_symbol("(", "and arguments after the function");
    if (tokens_.take_symbol(")")) return;
    do {
      print.arguments.push_back(argument());
    } while (tokens_.take_symbol(","));
    tokens_.expect_symbol(")", "after the arguments");
  }

  Argument argument() {
    Token const token = tokens_.peek();
    if (token.kind == TokenKind::text) return {Argument::Kind::text, tokens_.expect_text("")};
    if (token.kind == TokenKind::letter) {
      tokens_.take();
      return {Argument::Kind::letter, {token.text, token.where}};
    }
    if (token.kind == TokenKind::integer) {
      constexpr std::size_t max_digits = 9;
      if (token.text.size() > max_digits) tokens_.fail(fmt::format("The integer {} is too large.", token.text));
      tokens_.take();
      return {Argument::Kind::integer, {token.text, token.where}};
    }
    return {Argument::Kind::name, tokens_.expect_name("a loaded name, a text, a letter or an integer as argument")};
  }

  void schedule() {
    tokens_.take();
    Name const function = tokens_.expect_name("the function of the schedule");
    tokens_.expect_symbol(":", "after the function");
    tree_.schedules.push_back({function, parse_expression(tokens_)});
  }

  void sweep() {
    Sweep sweep{.where = tokens_.take().where};
    do {
      Name const store = tokens_.expect_name("the grid function that the sweep assigns");
      tokens_.expect_symbol("=", "after the grid function");
      sweep.stores.emplace_back(store, tokens_.expect_name("a function of the axes"));
    } while (tokens_.take_symbol(","));
    if (tokens_.take_word("along")) {
      if (tokens_.take_word("all"))
        sweep.is_along_all = true;
      else
        directions(sweep);
    }
    tree_.statements.emplace_back(sweep);
  }

  void directions(Sweep& sweep) {
    tokens_.expect_symbol("(", "after `along`, as in `along (+x, -y, +z)` or `along all`");
    do {
      Token const sign = tokens_.peek();
      if (!tokens_.take_symbol("+") && !tokens_.take_symbol("-"))
        tokens_.fail(fmt::format("Expected a direction such as `+x` or `-y`, found {}.", describe(sign)));
      Name const axis = tokens_.expect_name("an axis: x, y or z");
      if (axis.text != "x" && axis.text != "y" && axis.text != "z")
        tokens_.fail(axis.where, fmt::format("`{}` is not an axis; expected x, y or z.", axis.text));
      sweep.directions.push_back({sign.text + axis.text, sign.where});
    } while (tokens_.take_symbol(","));
    tokens_.expect_symbol(")", "after the directions");
  }

  void matrix() {
    Matrix matrix{.type = parse_type(tokens_)};
    if (tokens_.at_symbol("(", 1)) return function(matrix.type);
    matrix.name = tokens_.expect_name("the name of the matrix");
    tokens_.expect_symbol("=", "after the name of the matrix");
    tokens_.expect_symbol("{", "before the rows of the matrix");
    if (tokens_.take_word("match")) {
      matrix.match = parse_expression(tokens_);
      tokens_.expect_symbol(",", "between the two values");
      tokens_.expect_word("mismatch", "after the value of `match`");
      matrix.mismatch = parse_expression(tokens_);
    } else {
      while (!tokens_.at_symbol("}")) matrix.rows.push_back(row());
    }
    tokens_.expect_symbol("}", "after the matrix");
    tree_.matrices.push_back(matrix);
  }

  Matrix::Row row() {
    Matrix::Row row{.letters = tokens_.expect_text("the letter of a row of the matrix")};
    tokens_.expect_symbol(":", "after the letter of the row");
    do {
      row.values.push_back(parse_expression(tokens_));
    } while (tokens_.take_symbol(","));
    return row;
  }

  void model() {
    tokens_.take();
    Model model{.name = tokens_.expect_name("the name of the model")};
    tokens_.expect_symbol("[", "and the alphabet after the name of the model");
    model.alphabet = tokens_.expect_name("the alphabet of the model");
    tokens_.expect_symbol("]", "after the alphabet");
    tokens_.expect_symbol("=", "after the alphabet of the model");
    tokens_.expect_symbol("{", "before the states of the model");
    while (!tokens_.take_symbol("}")) {
      if (tokens_.take_word("state"))
        state(model);
      else if (tokens_.take_word("transition"))
        transition(model);
      else
        tokens_.fail(
            fmt::format("Expected `state`, `transition` or `}}` in the model, found {}.", describe(tokens_.peek())));
    }
    tree_.models.push_back(model);
  }

  void state(Model& model) {
    Model::State state{.name = tokens_.expect_name("the name of a state")};
    if (tokens_.at_symbol("{")) state.emissions = emissions();
    model.states.push_back(state);
  }

  Emissions emissions() {
    Emissions result{.where = tokens_.take().where};
    if (tokens_.take_word("uniform")) {
      result.is_uniform = true;
    } else if (tokens_.peek().kind == TokenKind::word || tokens_.at_symbol("}")) {
      tokens_.fail(fmt::format("Expected `uniform`, letters in double quotes, or probabilities, found {}.",
                               describe(tokens_.peek())));
    } else {
      bool const by_letter = tokens_.peek().kind == TokenKind::text;
      do {
        if (!by_letter) {
          result.in_order.push_back(parse_expression(tokens_));
          continue;
        }
        Name const letters = tokens_.expect_text("letters");
        tokens_.expect_symbol(":", "and a probability after the letters");
        result.by_letters.emplace_back(letters, parse_expression(tokens_));
      } while (tokens_.take_symbol(","));
    }
    tokens_.expect_symbol("}", "after the probabilities of the letters");
    return result;
  }

  void transition(Model& model) {
    Model::Transition transition{.start = tokens_.expect_name("the state at the start of the transition")};
    tokens_.expect_symbol("->", "after the state");
    transition.end = tokens_.expect_name("the state at the end of the transition");
    tokens_.expect_symbol(":", "and a probability after the states");
    transition.probability = parse_expression(tokens_);
    model.transitions.push_back(transition);
  }

  void function() { function(parse_type(tokens_)); }

  void function(Type const& type) {
    Function function{.type = type};
    Name const name = tokens_.expect_name("the name of a function after its type");
    function.name = name.text;
    function.where = name.where;
    try {
      parameters_and_body(function);
    } catch (StatementFailure const&) {
      tree_.wrong_functions.insert(function.name);
      throw;
    }
    tree_.functions.push_back(function);
  }

  void parameters_and_body(Function& function) {
    tokens_.expect_symbol("(", "and parameters after the name of the function");
    if (!tokens_.take_symbol(")")) {
      do {
        if (function.parameters.size() == max_parameters)
          tokens_.fail(fmt::format("`{}` has more than {} parameters.", function.name, max_parameters));
        Parameter parameter{.type = parse_type(tokens_)};
        Name const parameter_name = tokens_.expect_name("the name of a parameter after its type");
        parameter.name = parameter_name.text;
        parameter.where = parameter_name.where;
        function.parameters.push_back(parameter);
      } while (tokens_.take_symbol(","));
      tokens_.expect_symbol(")", "after the parameters");
    }
    tokens_.expect_symbol("=", "after the parameters of the function");
    function.body = parse_expression(tokens_);
  }

  TokenStream tokens_;
  Tree tree_{};
};

} // namespace

base::Language const& language() {
  static base::Language const recursions{
      .name = "recursions",
      .symbols = {"==", "!=", "<=", ">=", "->", "..", "::"},
      .characters = "+-*/=<>()[]{},:.",
      .has_letters = true,
      .statement_words = {"alphabet", "load", "let", "print", "schedule", "sweep", "grid", "matrix", "hmm", "int",
                          "float", "real", "prob", "bool"},
      .other_words = {"profile", "seq", "index", "state", "position", "axis",  "transition",
                      "char",    "if",  "then",  "else",  "and",      "or",    "not",
                      "min",     "max", "sum",   "in",    "true",     "false", "infinity"},
      .advice = {{'&', "Write `and`."},
                 {'|', "Write `or`."},
                 {'!', "Write `not`."},
                 {'?', "Write `if c then a else b`."},
                 {';', "Statements end without it."}}};
  return recursions;
}

Tree parse(base::SourceText const& source, base::Diagnostics& diagnostics) {
  return Parser(source, diagnostics).parse();
}

} // namespace chemora::recursion::syntax
