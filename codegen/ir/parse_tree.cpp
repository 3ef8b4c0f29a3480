/// Reads loop trees from their text form. The indentation of a line determines the loop or condition that contains it.
#include "codegen/ir/array_parser.hpp"
#include "codegen/ir/expression_parser.hpp"
#include "codegen/ir/loop_tree.hpp"
#include "codegen/ir/text_block.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::ir {

namespace {

class TreeParser {
public:
  explicit TreeParser(base::SourceText const& source) : block_(source, "tree") {}

  LoopTree parse() {
    tree_.kernel = block_.name();
    block_.parse_all("parameter", [&](LineReader& line) { parse_parameter(line); });
    block_.parse_all("array", [&](LineReader& line) { parse_array(line, true); });
    block_.parse_all("buffer", [&](LineReader& line) { parse_array(line, false); });
    block_.throw_if_errors();
    open_.push_back({-1, &tree_.body, {}});
    // The lines after a wrong loop or condition have no valid indentation.
    for (std::size_t n = 0; n < block_.n_statements() && !has_wrong_head_; ++n)
      if (!block_.is_statement(n, "parameter") && !block_.is_statement(n, "array") && !block_.is_statement(n, "buffer"))
        block_.parse(n, [&](LineReader& line) { parse_node(line); });
    block_.throw_if_errors();
    try {
      verify(tree_, "parsing");
    } catch (base::InternalError const& error) {
      LineReader::fail(block_.where(), error.what());
    }
    return std::move(tree_);
  }

private:
  /// A list of nodes that the next line may continue, and the variable of the loop that contains it.
  struct OpenNodes {
    int column;
    std::vector<TreeNode>* nodes;
    std::string variable;
  };

  void declare(std::string const& name, NameMeaning const& meaning, base::SourcePosition const& where) {
    if (!scope_.names.emplace(name, meaning).second)
      LineReader::fail(where, fmt::format("The name `{}` is declared twice.", name));
  }

  void parse_parameter(LineReader& line) {
    Type const type = line.take_type();
    auto const where = line.where();
    std::string const name = take_any_name(line, "the name of the parameter");
    declare(name, {.kind = NameMeaning::Kind::value, .type = type}, where);
    tree_.parameters.push_back({name, type});
    if (type == Type::int32) integers_.push_back(name);
  }

  void parse_array(LineReader& line, bool is_argument) {
    auto const where = line.where();
    TypedArray array = take_array(line, integers_, nullptr);
    if (array.is_argument != is_argument)
      LineReader::fail(
          where, fmt::format("`{}` must be declared as `{}`.", array.name, array.is_argument ? "array" : "buffer"));
    declare(array.name, {.kind = NameMeaning::Kind::array, .type = array.type, .n_operands = array.axes.size()}, where);
    tree_.arrays.push_back(std::move(array));
  }

  void parse_node(LineReader& line) {
    std::vector<TreeNode>& nodes = enclosing(line);
    TreeNode node;
    Token const first = *line.peek();
    has_wrong_head_ = line.is_next("for") || line.is_next("if");
    if (line.take_if("for"))
      parse_loop(line, node);
    else if (line.take_if("if"))
      parse_condition(line, node);
    else if (line.take_if("barrier"))
      parse_barrier(line, node);
    else
      parse_assignment(line, node);
    line.expect_end();
    has_wrong_head_ = false;
    nodes.push_back(std::move(node));
    TreeNode& added = nodes.back();
    if (added.kind != NodeKind::loop && added.kind != NodeKind::condition) return;
    // The column of the body is that of its first line.
    open_.push_back({0, &added.body, added.variable});
    if (!added.variable.empty())
      declare(added.variable, {.kind = NameMeaning::Kind::value, .type = Type::int32}, first.where);
  }

  /// Returns the nodes that a line with this indentation continues, and closes the loops that end before the line.
  std::vector<TreeNode>& enclosing(LineReader& line) {
    int const column = line.where().column;
    OpenNodes& last = open_.back();
    if (last.column <= 0 && (open_.size() == 1 || column > open_[open_.size() - 2].column)) {
      last.column = column;
      return *last.nodes;
    }
    while (open_.size() > 1 && open_.back().column != column &&
           (open_.back().column <= 0 || open_.back().column > column))
      close();
    if (open_.back().column != column)
      line.fail(open_.back().column < column
                    ? "This line is indented more than the line before it, which is no loop and no condition."
                    : "This line is indented less than the statements of the tree.");
    return *open_.back().nodes;
  }

  void close() {
    if (!open_.back().variable.empty()) scope_.names.erase(open_.back().variable);
    open_.pop_back();
  }

  void parse_loop(LineReader& line, TreeNode& node) {
    node.kind = NodeKind::loop;
    auto const where = line.where();
    node.variable = take_any_name(line, "a loop variable");
    if (scope_.names.contains(node.variable))
      LineReader::fail(where, fmt::format("The loop variable `{}` has the name of an enclosing loop, a parameter or an "
                                          "array.",
                                          node.variable));
    line.expect("from");
    node.lower = take_bounds(line, "max");
    line.expect("to");
    node.upper = take_bounds(line, "min");
    if (line.take_if("step")) node.step = line.take_integer(1);
    if (line.at_end()) return;
    node.mapping = line.take_one_of<Mapping>("mapping", {{"threads", Mapping::threads},
                                                         {"blocks", Mapping::blocks},
                                                         {"block", Mapping::block},
                                                         {"vector", Mapping::vector},
                                                         {"unrolled", Mapping::unrolled},
                                                         {"interleaved", Mapping::interleaved}});
    if (node.mapping == Mapping::blocks || node.mapping == Mapping::block) parse_axis(line, node);
    if (node.mapping != Mapping::blocks && node.mapping != Mapping::threads) parse_extent(line, node);
  }

  static void parse_axis(LineReader& line, TreeNode& node) {
    auto const where = line.where();
    node.axis = line.take_integer(0);
    if (node.axis > 2) LineReader::fail(where, fmt::format("The axis is {}; expected 0, 1 or 2.", node.axis));
  }

  /// Without `extent`, the bounds must be constant.
  static void parse_extent(LineReader& line, TreeNode& node) {
    if (line.take_if("extent")) {
      node.extent = line.take_integer(1);
      return;
    }
    Bound const &lower = node.lower.front(), &upper = node.upper.front();
    bool const is_constant = node.lower.size() == 1 && node.upper.size() == 1 && lower.numerator.is_constant() &&
                             upper.numerator.is_constant() && lower.divisor == 1 && upper.divisor == 1;
    long const n = is_constant ? (upper.numerator.constant - lower.numerator.constant) / node.step + 1 : 0;
    if (n < 1 || n > 1 << 20)
      line.fail("This loop needs `extent N`, the maximum number of its iterations, because its bounds are not constant "
                "or it has no iteration.");
    node.extent = static_cast<int>(n);
  }

  std::vector<Bound> take_bounds(LineReader& line, std::string_view function) const {
    std::vector<Bound> bounds;
    Token const* parenthesis = line.peek(1);
    if (!line.is_next(function) || !parenthesis || parenthesis->text != "(") return {take_bound(line)};
    line.expect(function);
    line.expect("(");
    do bounds.push_back(take_bound(line));
    while (line.take_if(","));
    line.expect(")");
    return bounds;
  }

  Bound take_bound(LineReader& line) const {
    std::vector<std::string> names = integers_;
    for (OpenNodes const& open : open_)
      if (!open.variable.empty()) names.push_back(open.variable);
    for (TypedArray const& array : tree_.arrays)
      if (array.axes.empty() && array.type == Type::int32 && !array.is_argument) names.push_back(array.name);
    std::string const what = "an enclosing loop, an int32 parameter or an int32 scalar";
    if (!line.take_if("(")) return {take_linear(line, names, what), 1};
    Bound bound{take_linear(line, names, what), 1};
    line.expect(")");
    line.expect("/");
    bound.divisor = line.take_integer(1);
    return bound;
  }

  void parse_condition(LineReader& line, TreeNode& node) const {
    node.kind = NodeKind::condition;
    auto const where = line.where();
    node.condition = take_expression(line, scope_);
    if (node.condition->type != Type::boolean)
      LineReader::fail(where, fmt::format("A condition has type {}; expected boolean.", to_text(node.condition->type)));
  }

  static void parse_barrier(LineReader& line, TreeNode& node) {
    node.kind = NodeKind::barrier;
    node.barrier = line.take_one_of<Scope>("scope of a barrier", {{"tile", Scope::tile}, {"grid", Scope::grid}});
  }

  void parse_assignment(LineReader& line, TreeNode& node) const {
    auto const where = line.where();
    std::vector<std::string> const statements{"parameter", "array", "buffer", "for", "if", "barrier"};
    std::string const first = line.next_text();
    if (!scope_.names.contains(first))
      line.fail(fmt::format("`{}` is not a statement of a tree and not an array; expected parameter, array, buffer, "
                            "for, if, barrier or an assignment.{}",
                            first, base::did_you_mean(first, statements)));
    node.target = take_expression(line, scope_);
    if (node.target->kind != ExpressionKind::element)
      LineReader::fail(where, fmt::format("The target of an assignment must be an element of an array; found `{}`.",
                                          to_text(node.target)));
    line.expect("=");
    auto const at = line.where();
    node.value = take_expression(line, scope_);
    if (node.value->type != node.target->type)
      LineReader::fail(at, fmt::format("The value has type {}, but `{}` has type {}.", to_text(node.value->type),
                                       node.target->name, to_text(node.target->type)));
  }

  TextBlock block_;
  LoopTree tree_;
  ExpressionScope scope_;
  std::vector<std::string> integers_; ///< int32 parameters
  std::vector<OpenNodes> open_;       ///< nodes that may be continued, outermost first
  bool has_wrong_head_ = false;       ///< whether a loop or condition has an error
};

} // namespace

LoopTree parse_loop_tree(std::string const& text, std::string const& source_name) {
  base::SourceText const source{source_name, text};
  return TreeParser(source).parse();
}

} // namespace chemora::ir
