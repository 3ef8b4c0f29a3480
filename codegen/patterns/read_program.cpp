/// Declarations and statements of a file of patterns.
#include "codegen/patterns/bind_inputs.hpp"
#include "codegen/patterns/source_call.hpp"
#include "codegen/patterns/typed_expressions.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace chemora::patterns {

namespace {

using Syntax = syntax::StatementKind;

class ProgramReader {
public:
  ProgramReader(base::SourceText const& source, Rewrite const& rewrite)
      : diagnostics_(&source), statements_(syntax::parse(source, diagnostics_)), typer_(program_, diagnostics_) {
    program_.name = source.name;
    if (rewrite) rewrite(statements_, diagnostics_);
  }

  Program program() {
    try {
      program_.statements = block(statements_, true);
    } catch (ProgramTooLarge const&) {
    }
    throw_if_errors();
    add_warnings();
    return std::move(program_);
  }

private:
  /// Throws the errors by their positions, although the parser has reported its errors first.
  void throw_if_errors() const {
    if (!diagnostics_.has_errors()) return;
    std::vector<base::Diagnostic> errors = diagnostics_.all();
    // A note on further errors remains the last one.
    auto const end = errors.begin() + static_cast<long>(std::min(errors.size(), base::max_findings));
    std::stable_sort(errors.begin(), end, [](base::Diagnostic const& left, base::Diagnostic const& right) {
      return std::pair(left.where.line, left.where.column) < std::pair(right.where.line, right.where.column);
    });
    throw base::UserError(std::move(errors));
  }

  std::vector<Statement> block(std::vector<syntax::Statement> const& statements, bool is_outermost) {
    std::vector<Statement> result;
    for (syntax::Statement const& statement : statements)
      if (std::optional<Statement> item = typed(statement, is_outermost)) result.push_back(std::move(*item));
    return result;
  }

  std::vector<Statement> inner_block(std::vector<syntax::Statement> const& statements) {
    typer_.push_scope();
    std::vector<Statement> result = block(statements, false);
    typer_.pop_scope();
    return result;
  }

  std::optional<Statement> typed(syntax::Statement const& statement, bool is_outermost) {
    bool const is_declaration = statement.kind <= Syntax::function;
    bool const is_output = statement.kind == Syntax::output || statement.kind == Syntax::table;
    if (!is_outermost && (is_declaration || is_output)) {
      typer_.error(statement.where, fmt::format("{} inside a block; write it outside of all blocks.",
                                                is_output ? "An output cannot be" : "A declaration cannot be"));
      return std::nullopt;
    }
    switch (statement.kind) {
    case Syntax::parameter:
      return parameter(statement), std::nullopt;
    case Syntax::input:
      return input(statement), std::nullopt;
    case Syntax::grid:
      return grid(statement), std::nullopt;
    case Syntax::structure:
      return structure(statement.structure), std::nullopt;
    case Syntax::function:
      return typer_.declare_function(statement.function), std::nullopt;
    case Syntax::let:
    case Syntax::var:
      return definition(statement);
    case Syntax::assign:
      return assignment(statement);
    case Syntax::foreach:
      return foreach (statement);
    case Syntax::condition:
      return condition(statement);
    case Syntax::repeat:
      return repeat(statement);
    case Syntax::output:
    case Syntax::table:
      return output(statement);
    case Syntax::failed:
      return typer_.add_failed(statement.name.text), std::nullopt;
    }
    return std::nullopt;
  }

  // Declarations.

  void parameter(syntax::Statement const& statement) {
    syntax::Declaration const& declaration = statement.declaration;
    Type const type = typer_.declared_type(declaration);
    if (type.kind != Kind::unknown && !type.is_scalar())
      typer_.error(declaration.type.where, fmt::format("A parameter is an int, real or bool; found {}. Arrays are "
                                                       "inputs.",
                                                       to_text(type)));
    Variable variable{.name = declaration.name.text, .type = type, .role = Role::parameter};
    std::string const name = fmt::format(" of `{}`", variable.name);
    bool is_valid = typer_.read_constant(statement.value, type, "The default" + name, variable.value);
    for (std::size_t n = 0; n < 2; ++n)
      is_valid = typer_.read_constant(statement.range[n], type, "The range" + name, variable.range[n]) && is_valid;
    if (std::string const reason = why_not_value(variable, variable.value); is_valid && !reason.empty())
      typer_.error(statement.value->where, reason);
    typer_.declare(declaration.name, variable);
  }

  /// An extent that is the name of no variable is a new size.
  NodePtr extent(syntax::NodePtr const& node, syntax::Declaration const& declaration) {
    if (!node) {
      typer_.error(declaration.name.where,
                   fmt::format("Each axis of the input `{0}` needs an extent, as in `{0}[n]`.", declaration.name.text));
      return nullptr;
    }
    if (node->kind == syntax::NodeKind::name && typer_.find(node->text) < 0)
      typer_.declare({node->text, node->where}, {.type = scalar_type(Kind::integer), .role = Role::size});
    NodePtr const result = typer_.typed_integer(node, "An extent");
    auto const varies = [&](Node const& part) {
      if (part.kind != NodeKind::variable) return part.kind != NodeKind::number && part.kind != NodeKind::operation;
      Role const role = program_.variables[static_cast<std::size_t>(part.variable)].role;
      return role != Role::size && role != Role::parameter && role != Role::grid_number;
    };
    if (!result || !any_part(result, varies)) return result;
    typer_.error(node->where, "An extent is an expression of numbers, sizes of inputs and parameters.");
    return nullptr;
  }

  void input(syntax::Statement const& statement) {
    syntax::Declaration const& declaration = statement.declaration;
    Type const type = typer_.declared_type(declaration);
    std::vector<NodePtr> extents;
    for (syntax::NodePtr const& node : declaration.extents) extents.push_back(extent(node, declaration));
    if (!declaration.is_array)
      typer_.error(declaration.name.where,
                   fmt::format("The input `{0}` needs extents, as in `input real {0}[n]`; scalars are declared by "
                               "`parameter`.",
                               declaration.name.text));
    if (declaration.is_csr) return typer_.declare_matrix(declaration, type, extents, statement.text.text);
    typer_.declare(declaration.name,
                   {.type = type, .role = Role::input, .extents = extents, .source = statement.text.text});
  }

  void grid(syntax::Statement const& statement) {
    syntax::Declaration const& declaration = statement.declaration;
    if (declaration.is_array || declaration.type.text != "real")
      typer_.error(declaration.type.where, fmt::format("A grid function is declared as `grid real {} = \"{}\"`.",
                                                       declaration.name.text, statement.text.text));
    std::vector<NodePtr> extents;
    for (char const* const name : {"points_x", "points_y", "points_z"})
      extents.push_back(typer_.variable(typer_.grid_number(name), statement.where));
    typer_.declare(declaration.name, {.type = array_type(3, scalar_type(Kind::real), true),
                                      .role = Role::grid,
                                      .extents = extents,
                                      .source = statement.text.text});
  }

  void structure(syntax::Structure const& syntax) {
    Structure result{.name = syntax.name.text};
    for (syntax::Declaration const& field : syntax.fields) {
      Type const type = typer_.declared_type(field);
      if (type.kind != Kind::unknown && !type.is_scalar())
        typer_.error(field.type.where, fmt::format("The field `{}` must be an int, real or bool; found {}.",
                                                   field.name.text, to_text(type)));
      for (Structure::Field const& other : result.fields)
        if (other.name == field.name.text)
          typer_.error(field.name.where, fmt::format("`{}` has two fields `{}`.", result.name, other.name));
      result.fields.push_back({field.name.text, type.kind});
    }
    typer_.declare_structure(std::move(result), syntax.name.where);
  }

  // Statements.

  std::optional<Statement> definition(syntax::Statement const& statement) {
    bool const is_state = statement.kind == Syntax::var;
    NodePtr const value = typer_.typed(statement.value);
    if (is_state && foreach_depth_ > 0) {
      typer_.error(statement.where, "A `var` cannot be inside `foreach`; use `let`.");
      return typer_.add_failed(statement.name.text), std::nullopt;
    }
    int const number = typer_.declare(
        statement.name, {.type = value ? value->type : Type{}, .role = is_state ? Role::state : Role::local});
    if (!value) return std::nullopt;
    if (!is_state) definitions_.insert(number);
    Kind const kind = value->type.is_array() ? value->type.element->kind : value->type.kind;
    if (is_state && (kind == Kind::array || kind == Kind::group)) {
      typer_.error(statement.where, fmt::format("A `var` is a number, a structure or an array of these; found {}.",
                                                to_text(value->type)));
      return std::nullopt;
    }
    typer_.set_extents(number, value->extents);
    return Statement{.kind = is_state ? StatementKind::assign : StatementKind::let,
                     .variable = number,
                     .value = value,
                     .is_declaration = is_state,
                     .where = statement.where};
  }

  /// Returns the number of the `var` that the target names; -1 after an error.
  int state_of(syntax::Node const& target) {
    bool const has_subscripts = target.kind == syntax::NodeKind::subscript;
    syntax::Node const& name = has_subscripts ? *target.operands[0] : target;
    if (name.kind != syntax::NodeKind::name) {
      typer_.error(target.where, "Only variables and elements of arrays are assigned, as in `x = 1` and `a[i] = 1`.");
      return -1;
    }
    int const number = typer_.find(name.text);
    if (number < 0) {
      typer_.no_variable({name.text, name.where}, true);
      return -1;
    }
    Variable const& variable = program_.variables[static_cast<std::size_t>(number)];
    if (variable.role == Role::state) return number;
    typer_.error(name.where,
                 fmt::format("`{0}` cannot be assigned, because it is not declared by `var {0} = ...`.", name.text));
    return -1;
  }

  std::optional<Statement> assignment(syntax::Statement const& statement) {
    int const number = state_of(*statement.target);
    bool const has_subscripts = statement.target->kind == syntax::NodeKind::subscript;
    if (number < 0) return typer_.typed(statement.value), std::nullopt;
    Type const type = program_.variables[static_cast<std::size_t>(number)].type;
    if (type.kind == Kind::unknown) return std::nullopt;
    Statement result{.kind = StatementKind::store, .variable = number, .where = statement.where};
    Type assigned = type;
    if (has_subscripts) {
      auto const subscripts = typer_.typed_subscripts(type, *statement.target);
      if (!subscripts) return std::nullopt;
      result.subscripts = *subscripts;
      assigned = *type.element;
    } else if (foreach_depth_ == 0 && statement.text.text == "=") {
      result.kind = StatementKind::assign;
    }
    result.value = typer_.typed_as(statement.value, assigned, "The value that is assigned");
    if (!result.value || !set_update(statement, assigned, result)) return std::nullopt;
    return result;
  }

  bool set_update(syntax::Statement const& statement, Type const& type, Statement& result) {
    std::string const& sign = statement.text.text;
    std::string const name = program_.variables[static_cast<std::size_t>(result.variable)].name;
    if (sign == "=") {
      if (foreach_depth_ > 0 && result.subscripts.empty()) {
        typer_.error(statement.text.where, fmt::format("`foreach` assigns elements of arrays; `{}` can only be updated "
                                                       "by `+=`, `min=` or `max=`.",
                                                       name));
        return false;
      }
      return true;
    }
    bool const can_add = type.kind == Kind::integer || (type.kind == Kind::real && foreach_depth_ == 0);
    if (sign == "+=" ? can_add : type.is_number()) {
      result.update = sign == "+=" ? ir::Op::add : sign == "min=" ? ir::Op::minimum : ir::Op::maximum;
      return true;
    }
    typer_.error(statement.text.where,
                 type.kind == Kind::real
                     ? fmt::format("`+=` of reals inside `foreach` would depend on the order of the iterations; use "
                                   "`sum` or `groupBy`.")
                     : fmt::format("`{}` needs numbers; found {}.", sign, to_text(type)));
    return false;
  }

  std::optional<Statement> foreach (syntax::Statement const& statement) {
    typer_.push_scope();
    auto const generators = typer_.typed_generators(statement.generators);
    ++foreach_depth_;
    Statement result{.kind = StatementKind::foreach, .body = block(statement.body, false), .where = statement.where};
    --foreach_depth_;
    typer_.pop_scope();
    if (!generators) return std::nullopt;
    result.generators = *generators;
    return result;
  }

  std::optional<Statement> condition(syntax::Statement const& statement) {
    Statement result{.kind = StatementKind::condition,
                     .value = typer_.typed_condition(statement.value, "The condition of `if`"),
                     .where = statement.where};
    result.body = inner_block(statement.body);
    result.otherwise = inner_block(statement.otherwise);
    return result.value ? std::optional(result) : std::nullopt;
  }

  std::optional<Statement> repeat(syntax::Statement const& statement) {
    if (foreach_depth_ > 0) {
      typer_.error(statement.where, "`repeat` cannot be inside `foreach`.");
      return std::nullopt;
    }
    if (statement.generators.size() != 1 || !statement.generators[0].count) {
      typer_.error(statement.where, "`repeat` needs one variable and the largest number of repetitions, as in "
                                    "`repeat step < 100 until error < 1e-6 { ... }`.");
      return std::nullopt;
    }
    typer_.push_scope();
    auto const generators = typer_.typed_generators(statement.generators);
    Statement result{.kind = StatementKind::repeat, .where = statement.where};
    result.body = block(statement.body, false);
    // The condition may use what the block defines.
    if (statement.value) result.value = typer_.typed_condition(statement.value, "The condition after `until`");
    typer_.pop_scope();
    if (!generators || (statement.value && !result.value)) return std::nullopt;
    result.variable = (*generators)[0].variable;
    result.count = (*generators)[0].count;
    return result;
  }

  std::optional<Statement> output(syntax::Statement const& statement) {
    Statement result{.kind = StatementKind::output, .name = statement.name.text, .where = statement.where};
    if (!typer_.add_output(result.name))
      typer_.error(statement.name.where, fmt::format("There are two outputs `{}`.", result.name));
    if (statement.kind == Syntax::output) {
      result.columns.emplace_back("", typer_.typed(statement.value));
      check_output(result.columns[0].second, statement.value->where, result.name);
    }
    for (auto const& [name, value] : statement.columns) {
      for (auto const& [other, node] : result.columns)
        if (other == name.text)
          typer_.error(name.where, fmt::format("The table `{}` has two columns `{}`.", result.name, name.text));
      NodePtr const column = typer_.typed(value);
      result.columns.emplace_back(name.text, column);
      check_output(column, value->where, name.text);
      if (column && column->type.rank != 1 && column->type.kind != Kind::unknown)
        typer_.error(value->where, fmt::format("The column `{}` must be an array of rank 1; found {}.", name.text,
                                               to_text(column->type)));
    }
    return result;
  }

  void check_output(NodePtr const& value, base::SourcePosition const& where, std::string const& name) {
    if (!value) return;
    Kind const element = value->type.is_array() ? value->type.element->kind : value->type.kind;
    if (element != Kind::array && element != Kind::group) return;
    typer_.error(where,
                 fmt::format("The output `{}` must be a number, a structure or an array of equal rows; found {}. "
                             "Reduce its elements, as in `map(g in groups: sum(g))`.",
                             name, to_text(value->type)));
  }

  void add_warnings() {
    for (std::size_t n = 0; n < program_.variables.size(); ++n) {
      Variable const& variable = program_.variables[n];
      int const number = static_cast<int>(n);
      bool const is_input =
          variable.role == Role::parameter || variable.role == Role::input || variable.role == Role::grid;
      bool const is_field = variable.name.find('.') != std::string::npos || is_source_argument(program_, variable.name);
      if ((is_input || definitions_.contains(number)) && !is_field && !typer_.is_used(number))
        diagnostics_.warning(variable.where, fmt::format("`{}` is not used.", variable.name));
    }
    program_.warnings = diagnostics_.all();
  }

  base::Diagnostics diagnostics_;
  std::vector<syntax::Statement> statements_;
  Program program_{};
  ExpressionTyper typer_;
  std::set<int> definitions_{}; ///< variables of statements `let`
  int foreach_depth_ = 0;
};

} // namespace

Program read_program(base::SourceText const& source) { return read_program(source, nullptr); }

Program read_program(base::SourceText const& source, Rewrite const& rewrite) {
  return ProgramReader(source, rewrite).program();
}

} // namespace chemora::patterns
