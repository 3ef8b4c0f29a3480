/// Looks up the names in expressions and checks the number and heights of their indices.
#include "codegen/tensor/resolve/resolve.hpp"

#include "framework/base/text.hpp"

#include <algorithm>
#include <numbers>

namespace chemora::tensor {

namespace {

Expression radius() {
  std::vector<Expression> squares;
  for (int axis = 0; axis < 3; ++axis) {
    Expression coordinate;
    coordinate.kind = Kind::coordinate;
    coordinate.axis = axis;
    squares.push_back(make_apply("**", {coordinate, make_number(integer(2))}));
  }
  Expression const xy = make_apply("+", {squares[0], squares[1]});
  return make_apply("sqrt", {make_apply("+", {xy, squares[2]})});
}

/// Reports a shared parameter of another thorn, because kernels can read only the parameters of their own thorn.
void check_not_shared(std::string const& name, base::SourcePosition const& where, Context& context) {
  Parameter const& parameter = context.system.parameter(name);
  if (parameter.is_shared() && !context.is_condition)
    context.diagnostics.error(where, "`" + name + "` is a parameter of `" + parameter.implementation +
                                         "`; it can be used in conditions of calculations, not in equations.");
}

} // namespace

Expression expression_of(UsedName const& used, base::SourcePosition const& where, Context& context) {
  Expression expression;
  expression.name = used.name;
  expression.indices = used.indices;
  if (!context.symbols.contains(used.name)) {
    expression.kind = Kind::temporary;
    return expression;
  }
  switch (context.symbols[used.name].kind) {
  case SymbolKind::parameter:
    check_not_shared(used.name, where, context);
    expression.kind = Kind::parameter;
    expression.type = context.system.parameter(used.name).type;
    break;
  case SymbolKind::variable:
    expression.kind = Kind::variable;
    break;
  case SymbolKind::scalar:
    expression.kind = Kind::scalar;
    break;
  case SymbolKind::temporary:
  case SymbolKind::definition:
    expression.kind = Kind::temporary;
    break;
  case SymbolKind::function:
    throw base::InternalError("tensor: a function as a value");
  case SymbolKind::constant:
    return make_number(real(std::numbers::pi));
  case SymbolKind::coordinate:
    expression.kind = Kind::coordinate;
    expression.axis = used.name[0] - 'x';
    break;
  case SymbolKind::radius:
    return radius();
  case SymbolKind::time:
    expression.kind = Kind::time;
    break;
  case SymbolKind::time_step:
    expression.kind = Kind::time_step;
    break;
  case SymbolKind::spacing:
    expression.kind = Kind::spacing;
    expression.axis = used.name[1] - 'x';
    break;
  case SymbolKind::delta:
    expression.kind = Kind::delta;
    break;
  case SymbolKind::epsilon:
    expression.kind = Kind::epsilon;
    break;
  case SymbolKind::normal:
    expression.kind = Kind::normal;
    break;
  }
  return expression;
}

std::optional<Resolved> resolve_foreign_name(edl::Name const& name, Context& context) {
  auto const& inherited = context.system.inherited;
  if (!base::contains(inherited, name.qualifier)) {
    context.diagnostics.error(name.where, "`" + name.qualifier + "` is not inherited; add `inherit " + name.qualifier +
                                              "`." + base::did_you_mean(name.qualifier, inherited));
    return std::nullopt;
  }
  Resolved result;
  result.expression.kind = Kind::variable;
  result.expression.name = edl::to_text(name);
  context.foreign.insert(result.expression.name);
  return result;
}

namespace {

/// Returns whether the symbol is a built-in tensor of EDL. The indices of built-in tensors may be upper or lower
/// indices.
bool is_tensor_of_language(Symbol const& symbol) {
  return symbol.kind == SymbolKind::delta || symbol.kind == SymbolKind::epsilon || symbol.kind == SymbolKind::normal;
}

std::size_t rank_of(Symbol const& symbol) {
  switch (symbol.kind) {
  case SymbolKind::delta:
    return 2;
  case SymbolKind::epsilon:
    return 3;
  case SymbolKind::normal:
    return 1;
  default:
    return symbol.shape.rank();
  }
}

bool check_rank(edl::Name const& name, UsedName const& used, Symbol const& symbol, base::Diagnostics& diagnostics) {
  std::size_t const rank = rank_of(symbol);
  if (used.indices.size() == rank) return true;
  bool const has_form = !is_tensor_of_language(symbol) && rank > 0;
  std::string const form = has_form ? " (`" + declared_form(used.name, symbol) + "`)" : "";
  std::string const count = rank == 0 ? "no indices" : rank == 1 ? "1 index" : std::to_string(rank) + " indices";
  std::string message = "`" + used.name + "` has " + count + form + "; `" + edl::to_text(name) + "` has " +
                        std::to_string(used.indices.size()) + ".";
  if (rank == 0 && name.suffixes.size() == 1 && name.suffixes[0].is_upper)
    message += " A power is written `" + used.name + "**" + name.suffixes[0].text + "`.";
  diagnostics.error(name.where, message);
  return false;
}

/// Replaces the name by the name of the tensor with its indices at the heights `upper`.
std::optional<UsedName> with_moved_indices(UsedName used, std::vector<bool> const& upper,
                                           base::SourcePosition const& where, Context& context) {
  bool const is_metric = std::any_of(context.system.metrics.begin(), context.system.metrics.end(),
                                     [&](Metric const& metric) { return metric.name == used.name; });
  used.name = is_metric && upper[0] != upper[1] ? "delta" : moved_form(used.name, upper, where, context);
  if (used.name.empty()) return std::nullopt;
  return used;
}

} // namespace

namespace {

/// Looks the name up among the locals of the function whose body is being resolved. A local hides a name of the file.
/// `is_local` is false if the name is that of no local.
std::optional<UsedName> resolve_local(edl::Name const& name, bool& is_local, Context& context) {
  for (std::size_t count = name.suffixes.size() + 1; count-- > 0;) {
    auto const middle = name.suffixes.begin() + static_cast<long>(count);
    std::string const spelled = edl::spelling(name.base, {name.suffixes.begin(), middle});
    auto const local = context.scope.locals.find(spelled);
    is_local = name.qualifier.empty() && local != context.scope.locals.end();
    if (!is_local && context.symbols.contains(spelled)) return std::nullopt;
    if (!is_local) continue;
    std::vector<Index> own;
    for (auto suffix = middle; suffix != name.suffixes.end(); ++suffix)
      if (!read_indices(*suffix, own, context.diagnostics)) return std::nullopt;
    fix_direction(own, context);
    std::vector<bool> upper;
    for (Index const& index : own) upper.push_back(index.is_upper);
    if (upper != local->second.shape.upper) {
      context.diagnostics.error(name.where,
                                "`" + spelled + "` is defined as `" +
                                    declared_form(spelled, {SymbolKind::temporary, local->second.shape, {}}) +
                                    "` in this function; found `" + edl::to_text(name) + "`.");
      return std::nullopt;
    }
    UsedName used{local->second.temporary, context.scope.fixed};
    used.indices.insert(used.indices.end(), own.begin(), own.end());
    return used;
  }
  return std::nullopt;
}

} // namespace

std::optional<UsedName> resolve_name(edl::Name const& name, Context& context, bool may_move) {
  bool is_local = false;
  auto local = resolve_local(name, is_local, context);
  if (is_local) return local;
  UsedName used;
  if (!context.symbols.read(name, used, context.diagnostics)) return std::nullopt;
  fix_direction(used.indices, context);
  Symbol const symbol = context.symbols[used.name];
  if (symbol.kind == SymbolKind::function) {
    context.diagnostics.error(name.where, "`" + used.name + "` is a function: write `" + used.name + "(...)`.");
    return std::nullopt;
  }
  if (!check_rank(name, used, symbol, context.diagnostics)) return std::nullopt;
  if (symbol.kind == SymbolKind::definition && !resolve_definition(used.name, name.where, context)) return std::nullopt;
  if (is_tensor_of_language(symbol)) return used;
  std::vector<bool> upper;
  for (Index const& index : used.indices) upper.push_back(index.is_upper);
  if (upper == symbol.shape.upper) return used;
  if (may_move) return with_moved_indices(std::move(used), upper, name.where, context);
  context.diagnostics.error(name.where, "`" + used.name + "` is declared as `" + declared_form(used.name, symbol) +
                                            "`; the indices on the left side of an equation must have these heights; "
                                            "found `" +
                                            edl::to_text(name) + "`.");
  return std::nullopt;
}

} // namespace chemora::tensor
