/// Reads loop kernels from their text form.
#include "codegen/ir/array_parser.hpp"
#include "codegen/ir/expression_parser.hpp"
#include "codegen/ir/text_block.hpp"
#include "codegen/loops/loop_kernel.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::loops {

namespace {

using ir::LineReader;
using ir::NameMeaning;
using ir::require_known;

std::vector<std::string> const keywords{"parameter", "assume",   "loop",         "where",   "array",
                                        "rule",      "priority", "reassociated", "ordered", "plan"};

/// Parses the lines in several passes, because a line may use names that a later line declares.
class KernelParser {
public:
  explicit KernelParser(base::SourceText const& source) : block_(source, "kernel") {}

  LoopKernel parse() {
    kernel_.name = block_.name();
    block_.parse_all("parameter", [&](LineReader& line) { parse_parameter(line); });
    block_.parse_all(
        "loop", [&](LineReader& line) { declare_loop(line); }, false);
    block_.parse_all("array", [&](LineReader& line) { parse_array(line); });
    block_.parse_all(
        "rule", [&](LineReader& line) { declare_rule(line); }, false);
    block_.throw_if_errors(); // wrong declarations cause further errors in all uses
    parse_rules();
    parse_constraint_statements();
    for (std::size_t n = 0; n < block_.n_statements(); ++n)
      if (block_.is_labelled(n)) block_.parse(n, [&](LineReader& line) { parse_instruction(line); });
    parse_list_statements();
    report_unknown_statements();
    block_.throw_if_errors();
    report_missing_bounds();
    block_.throw_if_errors();
    try {
      verify(kernel_, "parsing");
    } catch (base::InternalError const& error) {
      LineReader::fail(block_.where(), error.what());
    }
    return std::move(kernel_);
  }

private:
  void declare(std::string const& name, NameMeaning const& meaning, base::SourcePosition const& where) {
    if (!scope_.names.emplace(name, meaning).second)
      LineReader::fail(where, fmt::format("The name `{}` is declared twice.", name));
  }

  void parse_parameter(LineReader& line) {
    ir::Type const type = line.take_type();
    auto const where = line.where();
    std::string const name = ir::take_any_name(line, "the name of the parameter");
    declare(name, {.kind = NameMeaning::Kind::value, .type = type}, where);
    kernel_.parameters.push_back({name, type});
    if (type == ir::Type::int32) sizes_.push_back(name);
  }

  void declare_loop(LineReader& line) {
    auto const where = line.where();
    Loop loop{.name = ir::take_any_name(line, "the name of the loop")};
    if (!line.at_end() && !line.is_next(":")) take_tag(line, loop);
    declare(loop.name, {.kind = NameMeaning::Kind::value, .type = ir::Type::int32}, where);
    scope_.loops.insert(loop.name);
    loop_names_.push_back(loop.name);
    loop_positions_.push_back(where);
    kernel_.loops.push_back(std::move(loop));
  }

  static void take_tag(LineReader& line, Loop& loop) {
    auto const where = line.where();
    std::string const& word = line.take("a tag").text;
    bool const is_axis = word.size() == 3 && (word.starts_with("g.") || word.starts_with("l."));
    if (is_axis && word[2] >= '0' && word[2] <= '2') {
      loop.tag = word[0] == 'g' ? Tag::block_axis : Tag::thread_axis;
      loop.axis = word[2] - '0';
      return;
    }
    for (Tag const tag : {Tag::sequential, Tag::unrolled, Tag::vector, Tag::interleaved}) {
      loop.tag = tag;
      if (to_text(loop) == word) return;
    }
    LineReader::fail(where, fmt::format("`{}` is not a tag; expected for, unr, vec, ilp, g.0, g.1, g.2, l.0, l.1 or "
                                        "l.2.",
                                        word));
  }

  void parse_array(LineReader& line) {
    auto const where = line.where();
    ir::TypedArray array = ir::take_array(line, sizes_, &loop_names_);
    declare(array.name, {.kind = NameMeaning::Kind::array, .type = array.type, .n_operands = array.axes.size()}, where);
    kernel_.arrays.push_back(std::move(array));
  }

  void declare_rule(LineReader& line) {
    auto const where = line.where();
    Rule rule{.name = ir::take_any_name(line, "the name of the rule")};
    line.expect("(");
    if (!line.is_next(")")) rule.parameters = ir::take_name_list(line, "a parameter");
    line.expect(")");
    for (std::size_t n = 0; n < rule.parameters.size(); ++n)
      if (std::count(rule.parameters.begin(), rule.parameters.end(), rule.parameters[n]) > 1)
        LineReader::fail(where,
                         fmt::format("Parameter `{}` of rule `{}` is declared twice.", rule.parameters[n], rule.name));
    declare(rule.name, {.kind = NameMeaning::Kind::rule, .n_operands = rule.parameters.size()}, where);
    rule_lines_.push_back(block_.current());
    kernel_.rules.push_back(std::move(rule));
  }

  /// Parses the bodies of rules, each after the rules that it uses, because these determine its type.
  void parse_rules() {
    scope_.type_of_rule = [&](std::string const& name) { return type_of(name); };
    is_open_.assign(kernel_.rules.size(), false);
    for (std::size_t n = 0; n < kernel_.rules.size(); ++n) parse_rule(n);
  }

  void parse_rule(std::size_t n) {
    Rule& rule = kernel_.rules[n];
    if (rule.body) return;
    is_open_[n] = true;
    block_.parse(rule_lines_[n], [&](LineReader& line) {
      while (!line.take_if("=")) line.take("`=` and the expression of the rule");
      ir::ExpressionScope inner = scope_;
      for (std::string const& parameter : rule.parameters)
        inner.names[parameter] = {.kind = NameMeaning::Kind::value, .type = ir::Type::int32};
      rule.body = take_expression(line, inner);
      line.expect_end();
    });
    is_open_[n] = false;
  }

  ir::Type type_of(std::string const& name) {
    auto const n = static_cast<std::size_t>(&kernel_.rule(name) - kernel_.rules.data());
    if (is_open_[n])
      LineReader::fail(block_.statement(rule_lines_[n])[1].where, fmt::format("Rule `{}` uses itself.", name));
    parse_rule(n);
    // The error of the rule is reported with the rule; the user of the rule is not parsed.
    if (!kernel_.rules[n].body) throw base::UserError(std::vector<base::Diagnostic>{});
    return kernel_.rules[n].body->type;
  }

  void parse_constraint_statements() {
    std::vector<std::string> names = sizes_;
    names.insert(names.end(), loop_names_.begin(), loop_names_.end());
    for (ir::TypedArray const& array : kernel_.arrays)
      if (array.axes.empty() && array.type == ir::Type::int32 && !array.is_argument) names.push_back(array.name);
    std::string const what = "a loop, an int32 parameter or an int32 scalar";
    block_.parse_all("assume", [&](LineReader& line) {
      parse_constraints(line, sizes_, "an int32 parameter", kernel_.assumptions);
    });
    block_.parse_all("loop", [&](LineReader& line) {
      while (!line.at_end() && !line.take_if(":")) line.take("`:`");
      if (!line.at_end()) parse_constraints(line, names, what, kernel_.constraints);
    });
    block_.parse_all("where", [&](LineReader& line) { parse_constraints(line, names, what, kernel_.constraints); });
  }

  void report_unknown_statements() {
    for (std::size_t n = 0; n < block_.n_statements(); ++n) {
      ir::Token const& first = block_.statement(n)[0];
      if (!block_.is_labelled(n) && (first.is_quoted || !base::contains(keywords, first.text)))
        block_.report(first.where,
                      fmt::format("Unknown kernel statement `{}`; expected {}, or an instruction `ID: "
                                  "[LOOPS] ...`.{}",
                                  first.text, base::join(keywords), base::did_you_mean(first.text, keywords)));
    }
  }

  /// Parses a chain such as `0 <= i <= n - 1`.
  static void parse_constraints(LineReader& line, std::vector<std::string> const& names, std::string const& what,
                                std::vector<Constraint>& constraints) {
    ir::LinearExpression left = take_linear(line, names, what);
    do {
      auto const where = line.where();
      std::string const op = line.take("a comparison").text;
      bool const is_less = op == "<=" || op == "<";
      if (!is_less && op != ">=" && op != ">" && op != "==")
        LineReader::fail(where, fmt::format("`{}` is not a comparison; expected <=, <, >=, > or ==.", op));
      ir::LinearExpression const right = take_linear(line, names, what);
      ir::LinearExpression difference = is_less ? right - left : left - right;
      if (op == "<" || op == ">") difference.constant -= 1;
      constraints.push_back({std::move(difference), op == "=="});
      left = right;
    } while (!line.at_end());
  }

  void parse_instruction(LineReader& line) {
    Instruction instruction;
    instruction.where = line.where();
    instruction.id = ir::take_any_name(line, "the name of an instruction");
    if (kernel_.find_instruction(instruction.id))
      LineReader::fail(instruction.where, fmt::format("The instruction `{}` is declared twice.", instruction.id));
    line.expect(":");
    parse_within(line, instruction);
    ir::ExpressionScope const scope = scope_of(instruction);
    if (line.is_next("barrier") && line.peek(1) && (line.peek(1)->text == "tile" || line.peek(1)->text == "grid")) {
      line.expect("barrier");
      instruction.barrier =
          line.take_one_of<ir::Scope>("scope of a barrier", {{"tile", ir::Scope::tile}, {"grid", ir::Scope::grid}});
    } else {
      parse_assignment(line, instruction, scope);
    }
    if (line.take_if("if")) parse_conditions(line, instruction, scope);
    if (line.take_if("order")) {
      do instruction.order.push_back(take_linear(line, instruction.within, "a loop of the instruction"));
      while (line.take_if(","));
    }
    if (line.take_if("after")) parse_after(line, instruction);
    if (line.take_if("tags"))
      for (std::string const& tag : ir::take_name_list(line, "a tag")) instruction.tags.insert(tag);
    line.expect_end();
    kernel_.instructions.push_back(std::move(instruction));
  }

  void parse_within(LineReader& line, Instruction& instruction) {
    line.expect("[");
    if (line.take_if("]")) return;
    do {
      auto const where = line.where();
      std::string const name = ir::take_any_name(line, "a loop");
      require_known(name, loop_names_, "a loop", where);
      if (instruction.is_within(name)) LineReader::fail(where, fmt::format("The loop `{}` is named twice.", name));
      check_axis(instruction, kernel_.loop(name), where);
      instruction.within.push_back(name);
    } while (line.take_if(","));
    line.expect("]");
  }

  void check_axis(Instruction const& instruction, Loop const& loop, base::SourcePosition const& where) const {
    for (std::string const& outer : instruction.within)
      if (is_hardware_axis(loop) && to_text(kernel_.loop(outer)) == to_text(loop))
        LineReader::fail(where, fmt::format("Instruction `{}` is within two loops of the axis {}: `{}` and `{}`.",
                                            instruction.id, to_text(loop), outer, loop.name));
  }

  /// Returns the names that the expressions of an instruction may contain.
  ir::ExpressionScope scope_of(Instruction const& instruction) const {
    ir::ExpressionScope scope = scope_;
    for (std::string const& loop : loop_names_)
      if (instruction.is_within(loop))
        scope.loops.erase(loop);
      else
        scope.names.erase(loop);
    return scope;
  }

  void parse_assignment(LineReader& line, Instruction& instruction, ir::ExpressionScope const& scope) const {
    auto const where = line.where();
    instruction.target = take_expression(line, scope);
    if (instruction.target->kind != ir::ExpressionKind::element)
      LineReader::fail(where, fmt::format("The target of an assignment must be an element of an array; found `{}`.",
                                          to_text(instruction.target)));
    ir::TypedArray const& array = std::as_const(kernel_).array(instruction.target->name);
    if (array.is_argument && array.axes.empty())
      LineReader::fail(where, fmt::format("The scalar argument `{}` must not be assigned.", array.name));
    line.expect("=");
    auto const at = line.where();
    instruction.value = take_expression(line, scope);
    if (instruction.value->type != instruction.target->type)
      LineReader::fail(at, fmt::format("The value has type {}, but `{}` has type {}.", to_text(instruction.value->type),
                                       array.name, to_text(array.type)));
  }

  static void parse_conditions(LineReader& line, Instruction& instruction, ir::ExpressionScope const& scope) {
    do {
      auto const where = line.where();
      instruction.conditions.push_back(take_expression(line, scope));
      ir::Type const type = instruction.conditions.back()->type;
      if (type != ir::Type::boolean)
        LineReader::fail(where, fmt::format("A condition has type {}; expected boolean.", to_text(type)));
    } while (line.take_if(","));
  }

  void parse_after(LineReader& line, Instruction& instruction) {
    std::vector<std::string> ids;
    for (std::size_t n = 0; n < block_.n_statements(); ++n)
      if (block_.is_labelled(n)) ids.push_back(block_.statement(n)[0].text);
    do {
      auto const where = line.where();
      std::string const id = ir::take_any_name(line, "an instruction");
      require_known(id, ids, "an instruction", where);
      instruction.after.insert(id);
    } while (line.take_if(","));
  }

  void parse_list_statements() {
    block_.parse_all("priority", [&](LineReader& line) {
      kernel_.priorities.emplace_back();
      do {
        auto const where = line.where();
        kernel_.priorities.back().push_back(ir::take_any_name(line, "a loop"));
        require_known(kernel_.priorities.back().back(), loop_names_, "a loop", where);
      } while (line.take_if(","));
    });
    std::vector<std::string> arrays;
    for (ir::TypedArray const& array : kernel_.arrays) arrays.push_back(array.name);
    auto const parse_arrays = [&](std::string const& keyword, std::set<std::string>& names) {
      block_.parse_all(keyword, [&](LineReader& line) {
        do {
          auto const where = line.where();
          std::string const name = ir::take_any_name(line, "an array");
          require_known(name, arrays, "an array", where);
          names.insert(name);
        } while (line.take_if(","));
      });
    };
    parse_arrays("reassociated", kernel_.reassociated);
    parse_arrays("ordered", kernel_.ordered);
    block_.parse_all("plan", [&](LineReader& line) { kernel_.plan.push_back(line.take("a statement").text); });
  }

  void report_missing_bounds() {
    for (std::size_t n = 0; n < kernel_.loops.size(); ++n) {
      bool has_lower = false, has_upper = false;
      for (Constraint const& constraint : kernel_.constraints) {
        long const factor = constraint.expression.factor(kernel_.loops[n].name);
        has_lower |= factor > 0 || (factor != 0 && constraint.is_equality);
        has_upper |= factor < 0 || (factor != 0 && constraint.is_equality);
      }
      if (!has_lower || !has_upper)
        block_.report(loop_positions_[n],
                      fmt::format("Loop `{0}` has no {1} bound; expected `loop {0}: FIRST <= {0} <= LAST`.",
                                  kernel_.loops[n].name, has_lower ? "upper" : "lower"));
    }
  }

  ir::TextBlock block_;
  LoopKernel kernel_;
  ir::ExpressionScope scope_;
  std::vector<std::string> sizes_; ///< int32 parameters
  std::vector<std::string> loop_names_;
  std::vector<base::SourcePosition> loop_positions_;
  std::vector<std::size_t> rule_lines_;
  std::vector<bool> is_open_; ///< whether the body of a rule is being parsed
};

} // namespace

LoopKernel parse_loop_kernel(std::string const& text, std::string const& source_name) {
  base::SourceText const source{source_name, text};
  return KernelParser(source).parse();
}

} // namespace chemora::loops
