/// Resolves functions with local definitions: each call becomes a list of generated temporaries.
#include "codegen/tensor/resolve/resolve.hpp"

#include "codegen/ir/operation.hpp"
#include "framework/base/words.hpp"

#include <algorithm>
#include <utility>

namespace chemora::tensor {

namespace {

/// While this object exists, the body of a function has its own names, index letters and arguments.
class BodyScope {
public:
  BodyScope(Context& context, Scope scope)
      : context_(context), letters_(std::exchange(context.letters, {})),
        arguments_(std::exchange(context.arguments, {})), scope_(std::exchange(context.scope, std::move(scope))) {}
  ~BodyScope() {
    context_.letters = std::move(letters_);
    context_.arguments = std::move(arguments_);
    context_.scope = std::move(scope_);
  }
  BodyScope(BodyScope const&) = delete;
  BodyScope& operator=(BodyScope const&) = delete;

private:
  Context& context_;
  Letters letters_;
  std::map<std::string, Resolved> arguments_;
  Scope scope_;
};

void declare_function(edl::Function const& function, Context& context) {
  if (ir::find_edl_function(function.name) != nullptr) {
    context.diagnostics.error(function.where,
                              "`" + function.name + "` is a function of the language; choose another name.");
    return;
  }
  std::set<std::string> names;
  for (edl::Name const& parameter : function.parameters) {
    std::string const text = read_declared_name(parameter, context.diagnostics).name;
    if (!names.insert(text).second)
      context.diagnostics.error(parameter.where,
                                "The function `" + function.name + "` has two arguments `" + text + "`.");
  }
  if (context.symbols.declare(function.name, {SymbolKind::function, {}, function.where}, context.diagnostics))
    context.functions[function.name].source = function;
}

/// One call of a function.
class Call {
public:
  Call(edl::Expression const& source, PendingFunction& function, Context& context)
      : source_(source), function_(function), context_(context),
        prefix_(function.source.name + "'" + std::to_string(++context.n_fresh) + "'") {}

  std::optional<std::vector<CallResult>> run() {
    if (!check_use() || !resolve_arguments() || !find_components()) return std::nullopt;
    Scope scope = inner_scope();
    for (std::size_t n = 0; n < arguments_.size(); ++n) bind(n, scope);
    function_.is_in_progress = true;
    bool const is_right = resolve_body(std::move(scope));
    function_.is_in_progress = false;
    function_.has_errors = function_.has_errors || !is_right;
    if (!is_right) return std::nullopt;
    return std::move(results_);
  }

private:
  std::string quoted() const { return "`" + function_.source.name + "`"; }

  bool fail(base::SourcePosition const& where, std::string const& message) {
    context_.diagnostics.error(where, message);
    return false;
  }

  bool check_use() {
    context_.symbols.mark_used(function_.source.name);
    edl::Function const& function = function_.source;
    if (function_.has_errors) return false;
    if (function_.is_in_progress)
      return fail(source_.where,
                  "The function " + quoted() + " depends on itself here; recursive functions are not supported.");
    if (source_.operands.size() != function.parameters.size())
      return fail(source_.where, quoted() + " takes " + base::counted(function.parameters.size(), "argument") +
                                     ", found " + std::to_string(source_.operands.size()) + ".");
    if (!function.direction.empty() && context_.scope.direction.empty())
      return fail(source_.where, quoted() + " reads neighbours along a direction `" + function.direction +
                                     "`; call it in a block `faces along i` or in a function `along i`.");
    return true;
  }

  bool resolve_arguments() {
    for (edl::Expression const& operand : source_.operands)
      if (auto resolved = resolve_expression(operand, context_);
          resolved && require_number(*resolved, operand, context_))
        arguments_.push_back(std::move(*resolved));
    for (edl::Name const& parameter : function_.source.parameters)
      shapes_.push_back(read_declared_name(parameter, context_.diagnostics).shape);
    return arguments_.size() == source_.operands.size();
  }

  /// Collects the fixed indices of the call: those of its scope, and the free indices of arguments whose parameters
  /// have none.
  bool find_components() {
    outer_ = context_.scope.fixed;
    std::size_t const n_fixed = outer_.size();
    bool has_tensors = false;
    for (std::size_t n = 0; n < arguments_.size(); ++n) {
      std::vector<Index> const& free = arguments_[n].free;
      has_tensors = has_tensors || shapes_[n].rank() > 0;
      if (shapes_[n].rank() > 0 && !fits(n)) return false;
      for (Index const& index : free) {
        auto const is_equal = [&](Index const& other) { return other.name == index.name; };
        if (shapes_[n].rank() == 0 && std::none_of(outer_.begin(), outer_.end(), is_equal)) outer_.push_back(index);
      }
    }
    if (!has_tensors || outer_.size() == n_fixed) return true;
    return fail(source_.where, quoted() +
                                   " has arguments with indices, so its other arguments must be scalars; found the "
                                   "free indices " +
                                   listed({outer_.begin() + static_cast<long>(n_fixed), outer_.end()}) + ".");
  }

  bool fits(std::size_t n) {
    std::vector<bool> upper;
    for (Index const& index : arguments_[n].free) upper.push_back(index.is_upper);
    if (upper == shapes_[n].upper) return true;
    return fail(source_.operands[n].where, "The argument `" + edl::to_text(function_.source.parameters[n]) + "` of " +
                                               quoted() + " has other indices; found `" +
                                               edl::to_text(source_.operands[n]) +
                                               "` with the free indices: " + listed(arguments_[n].free) + ".");
  }

  /// The scope of the body. Its fixed indices have generated names, except for the letter of the direction.
  Scope inner_scope() {
    Scope scope;
    Scope const& caller = context_.scope;
    for (Index const& index : outer_) {
      bool const is_direction = !caller.direction.empty() && index.name == caller.direction_index.name;
      Index inner = fresh_index(context_, index.is_upper);
      inner.is_fixed = true;
      if (is_direction && !function_.source.direction.empty()) {
        inner.name = function_.source.direction + inner.name;
        scope.direction = function_.source.direction;
        scope.direction_index = inner;
      }
      scope.fixed.push_back(inner);
    }
    return scope;
  }

  /// Adds a temporary of this call. The first indices are the fixed ones.
  void add_temporary(std::string const& name, Shape const& own, std::vector<Index> const& indices, Expression right,
                     Scope& scope) {
    Variable variable;
    variable.name = prefix_ + name;
    variable.is_temporary = true;
    for (std::size_t n = 0; n < indices.size(); ++n)
      variable.shape.upper.push_back(n < outer_.size() ? outer_[n].is_upper : own.upper[n - outer_.size()]);
    context_.system.variables.push_back(variable);
    auto const where = right.where;
    context_.hidden.push_back({false, false, variable.name, indices, std::move(right), where});
    scope.locals[name] = {variable.name, own};
  }

  void bind(std::size_t n, Scope& scope) {
    std::vector<Index> indices = outer_;
    if (shapes_[n].rank() > 0) indices.insert(indices.end(), arguments_[n].free.begin(), arguments_[n].free.end());
    edl::Name const& parameter = function_.source.parameters[n];
    arguments_[n].expression.where = source_.operands[n].where;
    base::Diagnostics ignored;
    add_temporary(read_declared_name(parameter, ignored).name, shapes_[n], indices, std::move(arguments_[n].expression),
                  scope);
  }

  bool resolve_body(Scope scope) {
    BodyScope const body(context_, std::move(scope));
    bool is_right = true;
    for (edl::LocalDefinition const& definition : function_.source.body)
      is_right = resolve_line(definition) && is_right;
    if (!is_right) return false;
    for (edl::Name const& result : function_.source.results) is_right = add_result(result) && is_right;
    return is_right;
  }

  bool resolve_line(edl::LocalDefinition const& definition) {
    context_.letters.clear();
    std::vector<DeclaredName> declared;
    std::vector<std::vector<Index>> own;
    for (edl::Name const& left : definition.left) {
      collect_letters(left, context_.letters);
      declared.push_back(read_declared_name(left, context_.diagnostics));
      own.push_back(left_indices(left, declared.back().shape.rank(), context_));
      if (context_.scope.locals.contains(declared.back().name))
        return fail(left.where,
                    "`" + declared.back().name + "` is defined a second time in the function " + quoted() + ".");
    }
    collect_letters(definition.right, context_.letters);
    auto right = right_sides(definition, own);
    if (!right) return false;
    for (std::size_t n = 0; n < own.size(); ++n) {
      std::vector<Index> indices = context_.scope.fixed;
      indices.insert(indices.end(), own[n].begin(), own[n].end());
      (*right)[n].where = definition.where;
      add_temporary(declared[n].name, declared[n].shape, indices, std::move((*right)[n]), context_.scope);
    }
    return true;
  }

  std::optional<std::vector<Expression>> right_sides(edl::LocalDefinition const& definition,
                                                     std::vector<std::vector<Index>> const& own) {
    if (own.size() > 1) return resolve_results(definition.left, own, definition.right, context_);
    auto right = resolve_expression(definition.right, context_);
    if (!right || !require_number(*right, definition.right, context_) ||
        !check_free_indices(own[0], *right, definition.where, context_))
      return std::nullopt;
    return std::vector{std::move(right->expression)};
  }

  bool add_result(edl::Name const& name) {
    DeclaredName const declared = read_declared_name(name, context_.diagnostics);
    auto const local = context_.scope.locals.find(declared.name);
    if (local == context_.scope.locals.end() || local->second.shape.upper != declared.shape.upper)
      return fail(name.where,
                  "The result `" + edl::to_text(name) + "` is not defined in the function " + quoted() + ".");
    results_.push_back({local->second.temporary, outer_, declared.shape});
    return true;
  }

  edl::Expression const& source_;
  PendingFunction& function_;
  Context& context_;
  std::string prefix_;
  std::vector<Resolved> arguments_;
  std::vector<Shape> shapes_; ///< declared indices of the parameters
  std::vector<Index> outer_;  ///< indices of the caller on which all values of this call depend
  std::vector<CallResult> results_;
};

/// Returns the value of a result with these indices of its own.
Expression value_of(CallResult const& result, std::vector<Index> const& own) {
  Expression expression;
  expression.kind = Kind::temporary;
  expression.name = result.temporary;
  expression.indices = result.indices;
  expression.indices.insert(expression.indices.end(), own.begin(), own.end());
  return expression;
}

/// Returns the indices of a left side that are those of the result itself, or nothing if they do not fit.
std::optional<std::vector<Index>> own_indices(CallResult const& result, std::vector<Index> const& left) {
  std::vector<Index> own, components;
  for (Index const& index : result.indices)
    if (!index.is_fixed) components.push_back(index);
  for (Index const& index : left) {
    auto const component = std::find(components.begin(), components.end(), index);
    if (component != components.end())
      components.erase(component);
    else if (!index.is_fixed)
      own.push_back(index);
  }
  bool fits = components.empty() && own.size() == result.shape.rank();
  for (std::size_t n = 0; fits && n < own.size(); ++n) fits = own[n].is_upper == result.shape.upper[n];
  return fits ? std::optional(own) : std::nullopt;
}

} // namespace

void declare_functions(edl::SyntaxTree const& tree, Context& context) {
  for (edl::Function const& function : tree.functions) declare_function(function, context);
}

std::optional<std::vector<CallResult>> call_function(edl::Expression const& call, Context& context) {
  return Call(call, context.functions.at(call.text), context).run();
}

std::optional<Resolved> result_of_call(edl::Expression const& call, Context& context) {
  auto const results = call_function(call, context);
  if (!results) return std::nullopt;
  if (results->size() != 1 || results->front().shape.rank() > 0) {
    context.diagnostics.error(call.where, "`" + call.text + "` gives " + base::counted(results->size(), "result") +
                                              (results->size() == 1 ? " with indices" : "") +
                                              "; only a function with one result without indices can be part of an "
                                              "expression. Name the results on the left side, as in `a, b = " +
                                              call.text + "(...)`.");
    return std::nullopt;
  }
  Resolved result;
  result.expression = value_of(results->front(), {});
  if (!add_indices(result, results->front().indices, call.where, context.letters, context.diagnostics))
    return std::nullopt;
  return result;
}

std::optional<std::vector<Expression>> resolve_results(std::vector<edl::Name> const& left,
                                                       std::vector<std::vector<Index>> const& indices,
                                                       edl::Expression const& call, Context& context) {
  if (call.kind != edl::ExpressionKind::call || !context.functions.contains(call.text)) {
    context.diagnostics.error(call.where, "Several names can be defined together only by a call of a function that "
                                          "gives several results; found `" +
                                              edl::to_text(call) + "`.");
    return std::nullopt;
  }
  auto const results = call_function(call, context);
  if (!results) return std::nullopt;
  if (results->size() != left.size()) {
    context.diagnostics.error(left[0].where, "`" + call.text + "` gives " + base::counted(results->size(), "result") +
                                                 ", found " + base::counted(left.size(), "name") +
                                                 " on the left side.");
    return std::nullopt;
  }
  std::vector<Expression> right;
  for (std::size_t n = 0; n < left.size(); ++n) {
    auto const own = own_indices((*results)[n], indices[n]);
    if (!own) {
      context.diagnostics.error(left[n].where, "The indices of `" + edl::to_text(left[n]) +
                                                   "` differ from those of the result `" +
                                                   written_name((*results)[n].temporary) + "` of `" + call.text + "`.");
      return std::nullopt;
    }
    right.push_back(value_of((*results)[n], *own));
  }
  return right;
}

void fix_direction(std::vector<Index>& indices, Context const& context) {
  for (Index& index : indices)
    if (!context.scope.direction.empty() && index.is_abstract() && index.name == context.scope.direction)
      index = {context.scope.direction_index.name, 0, index.is_upper, true};
}

void set_direction(std::string const& letter, Context& context) {
  Index index = fresh_index(context, false);
  index.name = letter + index.name;
  index.is_fixed = true;
  context.scope = {{}, {index}, letter, index};
}

} // namespace chemora::tensor
