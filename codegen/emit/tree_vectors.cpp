#include "codegen/emit/tree_vectors.hpp"

#include "codegen/emit/c_expressions.hpp"
#include "codegen/emit/tree_questions.hpp"
#include "codegen/emit/unroll_tree.hpp"
#include "codegen/emit/vectors.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace chemora::emit {

using ir::Expression;
using ir::ExpressionKind;
using ir::ExpressionPtr;
using ir::Op;
using ir::Type;

TreeVectors::TreeVectors(ir::LoopTree const& tree, TreeExpressions const& scalars, Dialect const& dialect)
    : scalars_(scalars), dialect_(dialect) {
  for_each_element(tree.body, [&](ExpressionPtr const& element, bool) { ++n_accesses_[element->name]; });
  collect_names_in_bounds(tree.body, in_bounds_);
}

std::vector<std::string> vector_types(int bytes, bool has_narrow) {
  std::string const mask = bytes == 8 ? "long" : bytes == 4 ? "int" : bytes == 2 ? "Int16" : "Int8";
  std::vector<std::string> lines{
      "constexpr int lanes = decltype(width)::value;",
      "using Doubles = Vector<double, lanes>; using Floats = Vector<float, lanes>; using Ints = Vector<int, lanes>; "
      "using Unsigneds = Vector<unsigned, lanes>; using Masks = Vector<" +
          mask + ", lanes>;"};
  if (has_narrow) lines.push_back("using Shorts = Vector<Int16, lanes>; using Bytes = Vector<Int8, lanes>;");
  return lines;
}

bool TreeVectors::varies(ExpressionPtr const& expression) const {
  bool result = false;
  ir::for_each(expression, [&](ExpressionPtr const& e) {
    if (e->kind == ExpressionKind::name && e->name == vector_->variable) result = true;
    if (e->kind == ExpressionKind::element && vector_->arrays.contains(e->name)) result = true;
  });
  return result;
}

bool TreeVectors::varies(ir::LinearExpression const& expression) const {
  for (auto const& [name, factor] : expression.factors)
    if (name == vector_->variable || vector_->arrays.contains(name)) return true;
  return false;
}

bool TreeVectors::has_varying_subscripts(ExpressionPtr const& element) const {
  auto const copy = vector_->copies.find(element->name);
  std::size_t const n_axes = copy == vector_->copies.end() ? element->operands.size() : copy->second.n_own_axes;
  bool result = false;
  for (std::size_t n = 0; n < n_axes; ++n) result |= varies(element->operands[n]);
  return result;
}

bool TreeVectors::can_be_masked(std::vector<ir::TreeNode> const& nodes) const {
  auto const has_value_for_all_lanes = [&](ExpressionPtr const& expression) {
    bool result = true;
    ir::for_each(expression, [&](ExpressionPtr const& e) {
      bool const is_operation = e->kind == ExpressionKind::operation;
      bool const is_slow = is_operation && is_function(e->op, e->type) && info(e->op).vector_function.empty();
      if (is_slow || (is_operation && info(e->op).is_integer_division())) result = false;
      if (e->kind == ExpressionKind::element)
        result = result && (vector_->arrays.contains(e->name) ? !has_varying_subscripts(e) : !varies(e));
    });
    return result;
  };
  return !vector_->has_narrow_lanes && std::all_of(nodes.begin(), nodes.end(), [&](ir::TreeNode const& node) {
    if (node.kind == ir::NodeKind::condition)
      return has_value_for_all_lanes(node.condition) && can_be_masked(node.body);
    return node.kind == ir::NodeKind::assignment && vector_->arrays.contains(node.target->name) &&
           has_value_for_all_lanes(node.target) && has_value_for_all_lanes(node.value);
  });
}

namespace {

/// Returns whether the nodes are few operations without divisions and calls, which take less time than a test whether
/// they are needed. They access only private scalars, because the subscripts of other elements may be out of bounds if
/// the condition is false in all lanes.
bool are_fast(std::vector<ir::TreeNode> const& nodes, std::set<std::string> const& private_arrays) {
  constexpr long max_statements = 8;
  bool result = count_statements(nodes) <= max_statements;
  for (ir::TreeNode const& node : nodes) {
    for (ExpressionPtr const& expression : {node.condition, node.target, node.value})
      if (expression)
        ir::for_each(expression, [&](ExpressionPtr const& e) {
          bool const is_operation = e->kind == ExpressionKind::operation;
          if (is_operation && (e->op == Op::divide || is_function(e->op, e->type))) result = false;
          if (e->kind == ExpressionKind::element && !(e->operands.empty() && private_arrays.contains(e->name)))
            result = false;
        });
    result = result && are_fast(node.body, private_arrays);
  }
  return result;
}

} // namespace

bool TreeVectors::is_only_inside(std::string const& array, ir::TreeNode const& condition) const {
  if (!scalars_.array(array).axes.empty() || in_bounds_.contains(array)) return false;
  long n_inside = 0;
  for_each_element(condition.body, [&](ExpressionPtr const& e, bool) { n_inside += e->name == array ? 1 : 0; });
  return n_inside == n_accesses_.at(array) && sets_first(condition, array);
}

std::vector<std::string> TreeVectors::masked(ir::TreeNode const& condition, std::string const& outer_mask) {
  std::string const mask = new_mask(), outer = outer_mask.empty() ? "" : outer_mask + " & ";
  std::string const test = are_fast(condition.body, vector_->arrays) ? "" : fmt::format("if (any_lane({})) ", mask);
  std::vector<std::string> lines{"{", fmt::format("  Masks const {} = {}{};", mask, outer, value(condition.condition)),
                                 fmt::format("  {}{{", test)};
  for (ir::TreeNode const& node : condition.body) {
    if (node.kind == ir::NodeKind::condition) {
      for (std::string const& line : masked(node, mask)) lines.push_back("    " + line);
      continue;
    }
    std::string const element = scalars_.element(node.target), text = value(node.value);
    bool const is_unneeded = outer_mask.empty() && vector_->iteration_condition &&
                             ir::equal(vector_->iteration_condition, condition.condition) &&
                             vector_->unneeded.contains(node.target->name);
    bool const is_for_all = is_unneeded || is_only_inside(node.target->name, condition);
    lines.push_back(is_for_all ? fmt::format("    {} = {};", element, text)
                               : fmt::format("    {0} = choose({1}, {2}, {0});", element, mask, text));
  }
  lines.insert(lines.end(), {"  }", "}"});
  return lines;
}

std::string TreeVectors::value(ExpressionPtr const& expression) const {
  if (!varies(expression)) {
    std::string const text = scalars_.value(expression);
    bool const is_mask = expression->type == Type::boolean;
    return fmt::format("{}<{}>({})", is_mask ? "wide_mask" : "wide", vector_type(expression->type), text);
  }
  if (expression->kind == ExpressionKind::name)
    return fmt::format("(wide<Ints>((int){}) + numbers_of_lanes<Ints>())", vector_->first);
  return expression->kind == ExpressionKind::element ? element(expression) : operation(*expression);
}

namespace {

/// Returns the operand of a conversion from int8, because lookups select bytes by bytes. Returns null for other
/// expressions.
ExpressionPtr byte_of(ExpressionPtr const& index) {
  bool const is_byte =
      index->kind == ExpressionKind::operation && index->op == Op::convert && index->operands[0]->type == Type::int8;
  return is_byte ? index->operands[0] : nullptr;
}

} // namespace

/// Spells an element whose subscript along the fastest axis is the only one that differs between the lanes, if this
/// axis is short enough for a lookup.
std::optional<std::string> TreeVectors::lookup(ExpressionPtr const& element) const {
  ir::TypedArray const& array = scalars_.array(element->name);
  std::vector<ExpressionPtr> const strides = ir::strides(array);
  std::vector<ExpressionPtr> subscripts = element->operands;
  ExpressionPtr index;
  long n = 0;
  for (std::size_t axis = 0; axis < subscripts.size(); ++axis) {
    if (!varies(subscripts[axis])) continue;
    bool const is_fastest = strides[axis]->kind == ExpressionKind::number && strides[axis]->number == 1;
    if (index || !is_fastest || !array.axes[axis].extent.is_constant()) return std::nullopt;
    index = std::exchange(subscripts[axis], ir::make_integer(0));
    n = array.axes[axis].extent.constant;
  }
  if (!index || n < 1 || n > (element->type == Type::int8 ? 64 : 32) || element->type == Type::boolean)
    return std::nullopt;
  has_lookups_ = true;
  ExpressionPtr const bytes = byte_of(index);
  std::string const row = scalars_.element(ir::make_element(element->type, element->name, subscripts));
  return fmt::format("lookup<{}, {}>(&{}, {})", vector_type(element->type), n, row, value(bytes ? bytes : index));
}

/// Finds the subscripts of an element of a small matrix of bytes whose row and column differ between the lanes. The
/// number of columns is a power of two, so that row and column are separate bits of the number of the element.
std::optional<TreeVectors::MatrixLookup> TreeVectors::matrix_lookup(ExpressionPtr const& element) const {
  ir::TypedArray const& array = scalars_.array(element->name);
  if (element->type != Type::int8 || array.axes.size() != 2) return std::nullopt;
  std::vector<ExpressionPtr> const strides = ir::strides(array);
  bool const is_first_fastest = strides[0]->kind == ExpressionKind::number && strides[0]->number == 1;
  std::size_t const column = is_first_fastest ? 0 : 1, row = 1 - column;
  ExpressionPtr const row_bytes = byte_of(element->operands[row]), column_bytes = byte_of(element->operands[column]);
  auto const size = TreeExpressions::constant_size(array);
  if (!row_bytes || !column_bytes || !size || !varies(row_bytes) || !varies(column_bytes)) return std::nullopt;
  long const n_columns = array.axes[column].extent.constant, n_rows = array.axes[row].extent.constant;
  constexpr long max_rows = 32, max_columns = 32, min_bytes = 16;
  bool const is_small = n_columns <= max_columns && n_rows <= max_rows;
  if (!is_small || *size < min_bytes || (n_columns & (n_columns - 1)) != 0) return std::nullopt;
  ExpressionPtr const first =
      ir::make_element(element->type, element->name, {ir::make_integer(0), ir::make_integer(0)});
  return MatrixLookup{fmt::format("in_registers<{}, {}>(&{})", n_rows, n_columns, scalars_.element(first)), row_bytes,
                      column_bytes};
}

std::string TreeVectors::matrix_name(std::string const& array) const {
  return "matrix_of_" + scalars_.identifier(array);
}

std::optional<std::string> TreeVectors::lookup_in_matrix(ExpressionPtr const& element) const {
  auto const lookup = matrix_lookup(element);
  if (!lookup) return std::nullopt;
  has_lookups_ = true;
  std::string const matrix = vector_->matrices.contains(element->name) ? matrix_name(element->name) : lookup->matrix;
  return fmt::format("lookup_in_matrix({}, {}, {})", matrix, value(lookup->row), value(lookup->column));
}

std::vector<std::string> TreeVectors::declare_matrices(std::vector<ir::TreeNode> const& nodes,
                                                       std::set<std::string>& matrices) const {
  std::vector<std::string> lines;
  std::set<std::string> written;
  for_each_element(nodes, [&](ExpressionPtr const& element, bool is_written) {
    if (is_written) written.insert(element->name);
  });
  for_each_element(nodes, [&](ExpressionPtr const& element, bool) {
    bool const is_constant = scalars_.array(element->name).is_argument && !written.contains(element->name);
    auto const lookup = is_constant ? matrix_lookup(element) : std::nullopt;
    if (lookup && matrices.insert(element->name).second)
      lines.push_back(fmt::format("auto const {} = {};", matrix_name(element->name), lookup->matrix));
  });
  return lines;
}

std::string TreeVectors::operation(Expression const& expression) const {
  auto const at = [&](std::size_t n) { return value(expression.operands.at(n)); };
  Op const op = expression.op;
  if (is_function(op, expression.type)) return function(expression);
  if (ir::is_saturated(op)) {
    functions_.emplace(op, expression.type);
    return fmt::format("{}({}, {})", info(op).name, at(0), at(1));
  }
  if (op == Op::convert && ir::is_narrow(expression.type))
    return fmt::format("narrowed<{}>({})", vector_type(expression.type), at(0));
  if (op == Op::convert && expression.type == Type::int32 && ir::is_narrow(expression.operands.at(0)->type))
    return fmt::format("widened<Ints>({})", at(0));
  if (op == Op::convert && expression.type == Type::int32 && ir::is_real(expression.operands.at(0)->type))
    return fmt::format("truncated<Ints>({})", at(0));
  if (op == Op::minimum || op == Op::maximum) return fmt::format("{}({}, {})", info(op).name, at(0), at(1));
  if (op == Op::select && !varies(expression.operands[0]))
    return fmt::format("({} ? {} : {})", scalars_.value(expression.operands[0]), at(1), at(2));
  if (op == Op::select) return fmt::format("choose({}, {}, {})", at(0), value_where(expression), at(2));
  if (op == Op::logical_not) return "(~" + at(0) + ")";
  if (op == Op::convert) {
    bool const is_mask = expression.operands.at(0)->type == Type::boolean; // a true lane of a mask is -1
    return fmt::format("__builtin_convertvector({}{}, {})", is_mask ? "-" : "", at(0), vector_type(expression.type));
  }
  if (expression.type == Type::int32) return integer_operation(expression);
  if (ir::is_narrow(expression.type)) {
    std::string const type = vector_type(expression.type);
    return fmt::format("(({0})((UnsignedVector<{0}>){1} {2} (UnsignedVector<{0}>){3}))", type, at(0),
                       info(op).c_operator, at(1));
  }
  if (op == Op::negate) return "(-" + at(0) + ")";
  std::string_view const sign = info(op).c_operator;
  if (sign.empty()) throw base::InternalError(fmt::format("operation `{}` has no spelling for vectors", info(op).name));
  if (is_comparison(op) && vector_->has_narrow_lanes)
    return fmt::format("compared<Masks>([](auto a, auto b) {{ return a {} b; }}, {}, {})", sign, at(0), at(1));
  std::string const text = fmt::format("({} {} {})", at(0), sign, at(1));
  return is_comparison(op) ? fmt::format("__builtin_convertvector({}, Masks)", text) : text;
}

std::string TreeVectors::function(Expression const& expression) const {
  std::string operands, parameters, names;
  for (std::size_t n = 0; n < expression.operands.size(); ++n) {
    std::string const comma = n == 0 ? "" : ", ", name(1, "abc"[n]);
    operands += comma + value(expression.operands[n]);
    parameters += comma + c_type(expression.type) + " " + name;
    names += comma + name;
  }
  scalars_.need(expression.op, expression.type);
  std::string_view const vector_function = info(expression.op).vector_function;
  if (vector_function.empty())
    return fmt::format("each([]({}) {{ return {}({}); }}, {})", parameters,
                       dialect_.function(expression.op, expression.type), names, operands);
  functions_.emplace(expression.op, expression.type);
  bool const is_root_of_floats = expression.op == Op::cbrt && expression.type == Type::real32;
  return fmt::format("{}{}({})", vector_function, is_root_of_floats ? "_of_floats" : "", operands);
}

/// The emitted arithmetic is unsigned, because signed overflow is undefined in C and integers of the ir wrap around.
std::string TreeVectors::integer_operation(Expression const& expression) const {
  std::string const a = value(expression.operands.at(0));
  if (expression.op == Op::negate) return fmt::format("((Ints)-(Unsigneds){})", a);
  if (expression.op == Op::absolute) {
    return fmt::format("maximum({0}, (Ints)-(Unsigneds){0})", a);
  }
  std::string const b = value(expression.operands.at(1));
  if (info(expression.op).is_integer_division())
    return fmt::format("each([](int a, int b) {{ return {}(a, b); }}, {}, {})",
                       scalars_.helper(expression.op, Type::int32), a, b);
  return fmt::format("((Ints)((Unsigneds){} {} (Unsigneds){}))", a, info(expression.op).c_operator, b);
}

} // namespace chemora::emit
