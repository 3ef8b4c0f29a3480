/// Resolves the definitions of tensors and functions that all calculations may use, and calls of such functions.
#include "codegen/tensor/resolve/resolve.hpp"

#include "codegen/ir/operation.hpp"
#include "framework/base/words.hpp"

#include <algorithm>
#include <utility>

namespace chemora::tensor {

namespace {

using State = PendingDefinition::State;

/// While this object exists, the resolved definition or body has its own index letters, arguments and generated
/// temporaries.
class SeparateScope {
public:
  explicit SeparateScope(Context& context)
      : context_(context), letters_(std::exchange(context.letters, {})),
        arguments_(std::exchange(context.arguments, {})), hidden_(std::exchange(context.hidden, {})),
        scope_(std::exchange(context.scope, {})) {}
  ~SeparateScope() {
    context_.letters = std::move(letters_);
    context_.arguments = std::move(arguments_);
    context_.hidden = std::move(hidden_);
    context_.scope = std::move(scope_);
  }
  SeparateScope(SeparateScope const&) = delete;
  SeparateScope& operator=(SeparateScope const&) = delete;

private:
  Context& context_;
  Letters letters_;
  std::map<std::string, Resolved> arguments_;
  std::vector<Equation> hidden_;
  Scope scope_;
};

} // namespace

std::vector<Index> left_indices(edl::Name const& name, std::size_t rank, Context& context) {
  std::size_t first = name.suffixes.size(), count = 0;
  while (count < rank) count += name.suffixes[--first].symbols.size();
  std::vector<Index> indices;
  for (; first < name.suffixes.size(); ++first) {
    edl::Suffix suffix = name.suffixes[first];
    suffix.bracket = edl::Bracket::none; // the brackets of a declaration only declare a symmetry
    read_indices(suffix, indices, context.diagnostics);
  }
  fix_direction(indices, context);
  return indices;
}

namespace {

/// Moves the generated temporaries of a definition to the system.
void add_hidden(Context& context) {
  for (Equation& hidden : context.hidden) {
    hidden.is_definition = true;
    context.system.definitions.push_back(std::move(hidden));
  }
  context.hidden.clear();
}

/// Resolves `F^i, G^i = f(x)` in a block `faces` and adds the definitions to the system.
void add_results(PendingDefinition const& pending, Context& context) {
  std::vector<std::string> names;
  std::vector<std::vector<Index>> indices;
  for (edl::Name const& left : pending.left) {
    DeclaredName const declared = read_declared_name(left, context.diagnostics);
    names.push_back(declared.name);
    indices.push_back(left_indices(left, declared.shape.rank(), context));
  }
  auto right = resolve_results(pending.left, indices, pending.source.right, context);
  if (!right) return;
  add_hidden(context);
  for (std::size_t n = 0; n < names.size(); ++n) {
    (*right)[n].where = pending.source.where;
    add_definition(names[n], context.symbols[names[n]].shape, indices[n], std::move((*right)[n]), context);
  }
}

/// Resolves a definition and adds it to the system.
void add_resolved(std::string const& name, PendingDefinition const& pending, Context& context) {
  edl::Definition const& source = pending.source;
  SeparateScope const scope(context);
  if (!pending.direction.empty()) set_direction(pending.direction, context);
  for (edl::Name const& left : pending.left) collect_letters(left, context.letters);
  collect_letters(source.left, context.letters);
  collect_letters(source.right, context.letters);
  if (pending.left.size() > 1) return add_results(pending, context);
  auto right = resolve_expression(source.right, context);
  if (!right) return;
  if (right->expression.type == ValueType::boolean || right->expression.type == ValueType::keyword) {
    context.diagnostics.error(source.right.where, "`" + edl::to_text(source.left) +
                                                      "` must be a number, but its definition has the type " +
                                                      to_text(right->expression.type) + ".");
    return;
  }
  Shape const shape = context.symbols[name].shape;
  std::vector<Index> const indices = left_indices(source.left, shape.rank(), context);
  if (!check_free_indices(indices, *right, source.where, context)) return;
  add_hidden(context);
  right->expression.where = source.where;
  add_definition(name, shape, indices, std::move(right->expression), context);
}

void declare_function(edl::Definition const& definition, Context& context) {
  std::string const name = edl::to_text(definition.left);
  if (!definition.left.suffixes.empty())
    context.diagnostics.error(definition.left.where,
                              "The name of a function must not contain `_` or indices; found `" + name + "`.");
  if (ir::find_edl_function(name) != nullptr) {
    context.diagnostics.error(definition.left.where,
                              "`" + name + "` is a function of the language; choose another name.");
    return;
  }
  std::set<std::string> names;
  for (edl::Name const& parameter : definition.parameters) {
    std::string const text = edl::to_text(parameter);
    if (!parameter.suffixes.empty())
      context.diagnostics.error(parameter.where,
                                "An argument of a function represents a whole tensor and must not contain `_` or "
                                "indices; found `" +
                                    text + "`.");
    if (context.symbols.contains(text))
      context.diagnostics.error(parameter.where, "`" + text +
                                                     "` is already declared in this file; choose another name for the "
                                                     "argument of the function.");
    if (!names.insert(text).second)
      context.diagnostics.error(parameter.where, "The function `" + name + "` has two arguments `" + text + "`.");
  }
  if (context.symbols.declare(name, {SymbolKind::function, {}, definition.left.where}, context.diagnostics))
    context.definitions[name].source = definition;
}

void declare_tensor(PendingDefinition const& pending, Context& context) {
  edl::Definition const& definition = pending.source;
  DeclaredName const declared = read_declared_name(definition.left, context.diagnostics);
  Symbol const symbol{SymbolKind::definition, declared.shape, definition.left.where};
  if (!context.symbols.declare(declared.name, symbol, context.diagnostics)) return;
  Variable variable;
  variable.name = declared.name;
  variable.shape = declared.shape;
  variable.is_temporary = true;
  variable.is_at_faces = !pending.direction.empty();
  context.system.variables.push_back(variable);
  context.definitions[declared.name] = pending;
}

/// Declares the names of a block `faces`. Each name must have the direction of the block as an index.
void declare_faces(edl::FaceBlock const& block, Context& context) {
  for (edl::LocalDefinition const& source : block.definitions)
    for (edl::Name const& left : source.left) {
      Letters letters;
      collect_letters(left, letters);
      if (!letters.contains(block.direction))
        context.diagnostics.error(left.where, "`" + edl::to_text(left) + "` needs the index `" + block.direction +
                                                  "` of the direction of its block, because the faces of each "
                                                  "direction have their own values.");
      declare_tensor({{left, false, {}, source.right, source.where}, State::waiting, source.left, block.direction},
                     context);
    }
}

} // namespace

void collect_letters(edl::Name const& name, Letters& letters) {
  for (edl::Suffix const& suffix : name.suffixes)
    for (edl::IndexSymbol const& symbol : suffix.symbols) letters.insert(symbol.name);
}

void collect_letters(edl::Expression const& expression, Letters& letters) {
  collect_letters(expression.name, letters);
  for (edl::Expression const& operand : expression.operands) collect_letters(operand, letters);
}

bool check_free_indices(std::vector<Index> const& left, Resolved const& right, base::SourcePosition const& where,
                        Context& context) {
  std::vector<Index> expected;
  for (Index const& index : left)
    if (index.is_abstract() && !index.is_fixed) expected.push_back(index);
  bool const is_zero = right.expression.kind == Kind::number && right.expression.number.is(0);
  if (is_zero || same_indices(expected, right.free)) return true;
  context.diagnostics.error(where, "The free indices differ: " + listed(expected) + " on the left side, " +
                                       listed(right.free) + " on the right side.");
  return false;
}

void declare_definitions(edl::SyntaxTree const& tree, Context& context) {
  for (edl::Definition const& definition : tree.definitions)
    if (definition.is_function)
      declare_function(definition, context);
    else
      declare_tensor({definition}, context);
  for (edl::FaceBlock const& block : tree.faces) declare_faces(block, context);
}

namespace {

/// Sets the state of all definitions of one statement.
void set_state(PendingDefinition& pending, std::string const& name, State state, Context& context) {
  base::Diagnostics ignored;
  context.definitions.at(name).state = state;
  for (edl::Name const& left : pending.left) {
    auto const other = context.definitions.find(read_declared_name(left, ignored).name);
    if (other != context.definitions.end()) other->second.state = state;
  }
}

} // namespace

bool resolve_definition(std::string const& name, base::SourcePosition const& where, Context& context) {
  PendingDefinition& pending = context.definitions.at(name);
  if (pending.state == State::done) return true;
  if (pending.state == State::in_progress) {
    context.diagnostics.error(where, "The definition of `" + name + "` depends on itself here.");
    return false;
  }
  std::size_t const n_errors = context.diagnostics.n_errors();
  set_state(pending, name, State::in_progress, context);
  add_resolved(name, pending, context);
  set_state(pending, name, State::done, context);
  return context.diagnostics.n_errors() == n_errors;
}

void resolve_all_definitions(edl::SyntaxTree const& tree, Context& context) {
  base::Diagnostics ignored;
  for (edl::Definition const& definition : tree.definitions) {
    std::string const name = read_declared_name(definition.left, ignored).name;
    bool const is_tensor = !definition.is_function && context.definitions.contains(name);
    if (is_tensor) resolve_definition(name, definition.where, context);
  }
  for (edl::FaceBlock const& block : tree.faces)
    for (edl::LocalDefinition const& definition : block.definitions) {
      std::string const name = read_declared_name(definition.left[0], ignored).name;
      if (context.definitions.contains(name)) resolve_definition(name, definition.where, context);
    }
}

namespace {

/// Each pair holds an index of the caller and the generated index that replaces it in the body of a function.
using RenamedIndices = std::vector<std::pair<Index, Index>>;

/// Checks that the number of arguments is correct and that the function is not called in its own body.
bool check_application(edl::Expression const& call, std::size_t n_arguments, Context& context) {
  PendingDefinition const& function = context.definitions.at(call.text);
  if (function.state == State::in_progress) {
    context.diagnostics.error(call.where, "The function `" + call.text +
                                              "` depends on itself here; recursive functions are not supported.");
    return false;
  }
  std::size_t const n_parameters = function.source.parameters.size();
  if (n_arguments == n_parameters) return true;
  context.diagnostics.error(call.where, "`" + call.text + "` takes " + base::counted(n_parameters, "argument") +
                                            ", found " + std::to_string(n_arguments) + ".");
  return false;
}

/// Returns the arguments by the names of the parameters. The index letters of the caller and of the body are
/// independent of each other, so the arguments get generated indices.
std::map<std::string, Resolved> bind_arguments(edl::Definition const& source, std::vector<Resolved> arguments,
                                               RenamedIndices& renamed, Context& context) {
  std::map<std::string, Resolved> bound;
  for (std::size_t n = 0; n < arguments.size(); ++n) {
    Resolved argument = held(std::move(arguments[n]), context);
    for (Index const& index : std::vector<Index>(argument.free)) {
      Index fresh = fresh_index(context, index.is_upper);
      auto const earlier =
          std::find_if(renamed.begin(), renamed.end(), [&](auto const& pair) { return pair.first == index; });
      if (earlier != renamed.end())
        fresh = earlier->second;
      else
        renamed.emplace_back(index, fresh);
      argument = with_index(std::move(argument), index, fresh, context);
    }
    bound[edl::to_text(source.parameters[n])] = std::move(argument);
  }
  return bound;
}

std::optional<Resolved> resolve_body(PendingDefinition& function, std::map<std::string, Resolved> arguments,
                                     Context& context) {
  function.state = State::in_progress;
  std::optional<Resolved> result;
  std::vector<Equation> hidden;
  {
    SeparateScope const scope(context);
    collect_letters(function.source.right, context.letters);
    context.arguments = std::move(arguments);
    result = resolve_expression(function.source.right, context);
    hidden = std::move(context.hidden);
  }
  function.state = State::waiting;
  if (result)
    for (Equation& equation : hidden) context.hidden.push_back(std::move(equation));
  return result;
}

/// Replaces the generated indices by the indices of the caller.
void restore_indices(Resolved& result, RenamedIndices const& renamed, Context& context) {
  rename_sums(result.expression, context);
  for (auto const& [index, fresh] : renamed) {
    substitute(result.expression, fresh.name, index);
    for (Index& free : result.free)
      if (free.name == fresh.name) free.name = index.name;
  }
  result.summed.clear();
}

} // namespace

std::optional<Resolved> apply_function(edl::Expression const& call, std::vector<Resolved> arguments, Context& context) {
  if (!check_application(call, arguments.size(), context)) return std::nullopt;
  PendingDefinition& function = context.definitions.at(call.text);
  RenamedIndices renamed;
  auto bound = bind_arguments(function.source, std::move(arguments), renamed, context);
  auto result = resolve_body(function, std::move(bound), context);
  if (!result) return std::nullopt;
  for (Index const& index : result->free) {
    bool const is_of_argument =
        std::any_of(renamed.begin(), renamed.end(), [&](auto const& pair) { return pair.second.name == index.name; });
    if (is_of_argument) continue;
    context.diagnostics.error(function.source.where, "The index `" + index.name + "` is free in the function `" +
                                                         call.text + "`; only indices of its arguments may be free.");
    return std::nullopt;
  }
  restore_indices(*result, renamed, context);
  return result;
}

} // namespace chemora::tensor
