#include "codegen/script/script.hpp"
#include "codegen/script/object.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/number.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace chemora::script {

namespace {

using base::SourcePosition;
using base::UserError;
using transform::Value;

constexpr long max_steps = 1000000;       ///< statements and expressions
constexpr int max_transformations = 5000; ///< transformations of one script

class Interpreter {
public:
  explicit Interpreter(Environment const& environment);

  void define(std::string const& name, Object value) { variables_[name] = std::move(value); }
  void run(std::vector<Statement> const& statements);
  std::vector<loops::LoopKernel> result(SourcePosition const& end) const;
  Object const& variable(std::string const& name) const { return variables_.at(name); }

private:
  /// How a block ended.
  enum class Flow { next, skip, leave };

  Flow block(std::vector<Statement> const& statements);
  Flow statement(Statement const& statement);
  Flow loop(Statement const& statement);
  Object comprehension(Node const& node);
  std::vector<Object> items_of(Node const& node);
  void assign(Node const& target, Object const& value);
  void count(SourcePosition const& where);

  Object evaluate(Node const& node);
  std::vector<Object> evaluate_all(std::vector<Node> const& nodes);
  Object literal(Node const& node) const;
  Object name(Node const& node) const;
  Object call(Node const& node);
  Object transformed(FunctionCall const& call);
  Object subscript(Node const& node);
  Object binary(Node const& node);
  bool is_module(Node const& node) const;

  Environment const& environment_;
  std::map<std::string, Object> variables_{};
  std::string last_assigned_{}; ///< last variable that was assigned a kernel or a list with kernels
  long n_steps_ = 0;
  int n_transformations_ = 0;
};

Interpreter::Interpreter(Environment const& environment) : environment_(environment) {
  for (auto const& [name, value] : environment.variables) define(name, from_value(value, {}));
  define("SOURCE", {.kind = Object::Kind::source});
  define("FILENAME", make_object(transform::make_value(std::string("source"))));
}

void Interpreter::count(SourcePosition const& where) {
  if (++n_steps_ > max_steps) throw UserError(where, fmt::format("The script takes more than {} steps.", max_steps));
}

void Interpreter::run(std::vector<Statement> const& statements) { block(statements); }

Interpreter::Flow Interpreter::block(std::vector<Statement> const& statements) {
  for (Statement const& next : statements)
    if (Flow const flow = statement(next); flow != Flow::next) return flow;
  return Flow::next;
}

Interpreter::Flow Interpreter::statement(Statement const& statement) {
  count(statement.where);
  switch (statement.kind) {
  case StatementKind::expression:
    evaluate(*statement.value);
    return Flow::next;
  case StatementKind::assignment:
    assign(*statement.target, evaluate(*statement.value));
    return Flow::next;
  case StatementKind::loop:
    return loop(statement);
  case StatementKind::branch:
    return block(is_true(evaluate(*statement.value)) ? statement.body : statement.otherwise);
  case StatementKind::leave:
    return Flow::leave;
  case StatementKind::skip:
    return Flow::skip;
  case StatementKind::pass:
    break;
  }
  return Flow::next;
}

/// Returns the values over which a loop runs: a copy, because the body may change the list.
std::vector<Object> Interpreter::items_of(Node const& node) {
  Object const values = evaluate(node);
  if (!values.sequence) throw UserError(node.where, fmt::format("A loop needs a list; found {}.", kind_name(values)));
  return values.kind == Object::Kind::dictionary ? values.sequence->keys : values.sequence->items;
}

/// The variables of a comprehension do not exist after it.
Object Interpreter::comprehension(Node const& node) {
  std::map<std::string, Object> const outer = variables_;
  std::string const last_assigned = last_assigned_;
  std::vector<Object> results;
  for (Object const& item : items_of(node.operands[2])) {
    count(node.where);
    assign(node.operands[1], item);
    if (node.operands.size() < 4 || is_true(evaluate(node.operands[3]))) results.push_back(evaluate(node.operands[0]));
  }
  variables_ = outer;
  last_assigned_ = last_assigned;
  return make_list(std::move(results), node.where);
}

Interpreter::Flow Interpreter::loop(Statement const& statement) {
  for (Object const& item : items_of(*statement.value)) {
    count(statement.where);
    assign(*statement.target, item);
    if (block(statement.body) == Flow::leave) break;
  }
  return Flow::next;
}

bool contains_kernel(Object const& object) {
  if (object.kind == Object::Kind::kernel) return true;
  return object.kind == Object::Kind::list && !object.sequence->items.empty() &&
         object.sequence->items[0].kind == Object::Kind::kernel;
}

void Interpreter::assign(Node const& target, Object const& value) {
  if (target.kind == NodeKind::name) {
    variables_[target.text] = value;
    if (contains_kernel(value)) last_assigned_ = target.text;
    return;
  }
  if (value.kind != Object::Kind::list)
    throw UserError(target.where,
                    fmt::format("Expected {} values; found {}.", target.operands.size(), kind_name(value)));
  std::vector<Object> const items = value.sequence->items;
  if (items.size() != target.operands.size())
    throw UserError(target.where, fmt::format("Expected {} values; found {}.", target.operands.size(), items.size()));
  for (std::size_t n = 0; n < items.size(); ++n) assign(target.operands[n], items[n]);
}

std::vector<Object> Interpreter::evaluate_all(std::vector<Node> const& nodes) {
  std::vector<Object> values;
  for (Node const& node : nodes) values.push_back(evaluate(node));
  return values;
}

Object Interpreter::evaluate(Node const& node) {
  count(node.where);
  switch (node.kind) {
  case NodeKind::none:
  case NodeKind::boolean:
  case NodeKind::integer:
  case NodeKind::real:
  case NodeKind::string:
    return literal(node);
  case NodeKind::name:
    return name(node);
  case NodeKind::list:
    return make_list(evaluate_all(node.operands), node.where);
  case NodeKind::comprehension:
    return comprehension(node);
  case NodeKind::dictionary: {
    std::vector<Object> keys, items;
    for (std::size_t n = 0; n + 1 < node.operands.size(); n += 2) {
      keys.push_back(evaluate(node.operands[n]));
      items.push_back(evaluate(node.operands[n + 1]));
    }
    Object result = make_list(std::move(items), node.where);
    result.kind = Object::Kind::dictionary;
    result.sequence->keys = std::move(keys);
    return result;
  }
  case NodeKind::attribute:
    return attribute_of(evaluate(node.operands[0]), node.text, node.where);
  case NodeKind::call:
    return call(node);
  case NodeKind::subscript:
    return subscript(node);
  case NodeKind::unary: {
    Object const operand = evaluate(node.operands[0]);
    return node.text == "not" ? make_object(transform::make_value(!is_true(operand))) : negated(operand, node.where);
  }
  case NodeKind::binary:
    return binary(node);
  }
  return {};
}

Object Interpreter::literal(Node const& node) const {
  if (node.kind == NodeKind::string) return make_object(transform::make_value(node.text));
  if (node.kind == NodeKind::boolean) return make_object(transform::make_value(node.text == "True"));
  if (node.kind == NodeKind::none) return {};
  char const* const end = node.text.data() + node.text.size();
  if (node.kind == NodeKind::integer) {
    long value = 0;
    if (std::from_chars(node.text.data(), end, value).ec != std::errc())
      throw UserError(node.where, fmt::format("The integer `{}` is too large.", node.text));
    return make_object(transform::make_value(value));
  }
  double value = 0;
  if (std::from_chars(node.text.data(), end, value).ec != std::errc())
    throw UserError(node.where, fmt::format("The number `{}` is not representable.", node.text));
  return make_object(transform::make_value(value));
}

Object Interpreter::name(Node const& node) const {
  auto const found = variables_.find(node.text);
  if (found != variables_.end()) return found->second;
  std::vector<std::string> known;
  for (auto const& [name, value] : variables_) {
    known.push_back(name);
    if (!value.kernel) continue;
    for (loops::Parameter const& parameter : value.kernel->parameters)
      if (parameter.name == node.text)
        throw UserError(node.where, fmt::format("The parameter `{}` of kernel `{}` has no value. In a thorn it needs a "
                                                "parameter of this name; with scripts/loops write {}=VALUE after "
                                                "the file.",
                                                node.text, value.kernel->name, node.text));
  }
  throw UserError(node.where,
                  fmt::format("There is no variable `{}`.{}", node.text, base::did_you_mean(node.text, known)));
}

/// Whether the node is `lp`, `m`, `loopy` or `loopy.match`, and not a variable.
bool Interpreter::is_module(Node const& node) const {
  if (node.kind == NodeKind::attribute) return node.text == "match" && is_module(node.operands[0]);
  return node.kind == NodeKind::name && !variables_.contains(node.text) &&
         (node.text == "lp" || node.text == "m" || node.text == "loopy");
}

Object Interpreter::call(Node const& node) {
  Node const& callee = node.operands[0];
  FunctionCall call{.where = node.where};
  bool const is_method = callee.kind == NodeKind::attribute && !is_module(callee.operands[0]);
  if (callee.kind != NodeKind::name && callee.kind != NodeKind::attribute)
    throw UserError(node.where, "Only functions and methods can be called.");
  call.name = callee.text;
  std::optional<Object> object;
  if (is_method) object = evaluate(callee.operands[0]);
  for (std::size_t n = 1; n < node.operands.size(); ++n) {
    std::string const& name = node.names[n - 1];
    for (Argument const& argument : call.arguments)
      if (!name.empty() && argument.name == name)
        throw UserError(node.operands[n].where, fmt::format("The argument `{}` is specified twice.", name));
    call.arguments.push_back({name, evaluate(node.operands[n]), node.operands[n].where});
  }
  if (object) return call_method(*object, call);
  if (std::optional<Object> const result = call_function(call, environment_)) return *result;
  return transformed(call);
}

Object Interpreter::transformed(FunctionCall const& call) {
  std::vector<std::string> known = function_names();
  for (auto const& info : transform::all_transformations()) known.push_back(info.name);
  if (!base::contains(known, call.name))
    throw UserError(call.where, fmt::format("There is no function or transformation `{}`.{}", call.name,
                                            base::did_you_mean(call.name, known)));
  bool const has_kernel =
      !call.arguments.empty() && call.arguments[0].name.empty() && call.arguments[0].value.kind == Object::Kind::kernel;
  if (!has_kernel)
    throw UserError(call.where,
                    fmt::format("The first argument of the transformation `{0}` must be a kernel, as in "
                                "`f = {0}(f, ...)`{1}.",
                                call.name,
                                call.arguments.empty() ? "" : "; found " + kind_name(call.arguments[0].value)));
  if (++n_transformations_ > max_transformations)
    throw UserError(call.where, fmt::format("The script has more than {} transformations.", max_transformations));
  transform::Call request{.name = call.name, .where = call.where};
  for (std::size_t n = 1; n < call.arguments.size(); ++n) {
    Argument const& argument = call.arguments[n];
    Value value = to_value(argument.value, argument.where);
    if (argument.name.empty())
      request.positional.push_back(std::move(value));
    else
      request.named.emplace_back(argument.name, std::move(value));
  }
  loops::LoopKernel result = transform::apply(*call.arguments[0].value.kernel, request);
  if (environment_.after_transformation) environment_.after_transformation(result, request);
  return make_object(std::move(result));
}

Object Interpreter::subscript(Node const& node) {
  Object const object = evaluate(node.operands[0]);
  Object const index = evaluate(node.operands[1]);
  if (object.kind == Object::Kind::dictionary) {
    auto const& keys = object.sequence->keys;
    for (std::size_t n = 0; n < keys.size(); ++n)
      if (equal(keys[n], index, node.where)) return object.sequence->items[n];
    throw UserError(node.where,
                    fmt::format("The dictionary has no key {}.", transform::to_text(to_value(index, node.where))));
  }
  if (object.kind != Object::Kind::list || object.sequence->is_set)
    throw UserError(node.where,
                    fmt::format("Only lists and dictionaries have subscripts; found {}.", kind_name(object)));
  if (!is_integer(index))
    throw UserError(node.where, fmt::format("The subscript of a list must be an integer; found {}.", kind_name(index)));
  long const n_items = static_cast<long>(object.sequence->items.size());
  long const n = index.scalar.integer < 0 ? index.scalar.integer + n_items : index.scalar.integer;
  if (n < 0 || n >= n_items)
    throw UserError(node.where,
                    fmt::format("The list has {} elements; there is no element {}.", n_items, index.scalar.integer));
  return object.sequence->items[static_cast<std::size_t>(n)];
}

Object Interpreter::binary(Node const& node) {
  Object left = evaluate(node.operands[0]);
  if (node.text == "and") return is_true(left) ? evaluate(node.operands[1]) : left;
  if (node.text == "or") return is_true(left) ? left : evaluate(node.operands[1]);
  return apply_binary(node.text, left, evaluate(node.operands[1]), node.where);
}

std::vector<loops::LoopKernel> Interpreter::result(SourcePosition const& end) const {
  auto found = variables_.find("RESULT");
  if (found == variables_.end()) found = variables_.find(last_assigned_);
  if (found == variables_.end())
    throw UserError(end, "The script has no kernel. Start it with `f = parse_fortran(SOURCE, FILENAME)`.");
  Object const& object = found->second;
  std::vector<Object> const items = object.kind == Object::Kind::list ? object.sequence->items : std::vector{object};
  std::vector<loops::LoopKernel> kernels;
  for (Object const& item : items) {
    if (item.kind != Object::Kind::kernel)
      throw UserError(
          end, fmt::format("`{}` must be a kernel or a list of kernels; found {}.", found->first, kind_name(object)));
    kernels.push_back(*item.kernel);
  }
  if (kernels.empty()) throw UserError(end, fmt::format("`{}` is an empty list of kernels.", found->first));
  return kernels;
}

} // namespace

std::vector<loops::LoopKernel> run(ScriptText const& script, Environment const& environment) {
  std::vector<loops::LoopKernel> kernels;
  // Messages show the line of the user's file.
  base::Diagnostics diagnostics(&script.source);
  base::collect_errors(diagnostics, [&] {
    std::vector<Statement> const statements = parse_script(script);
    SourcePosition const start{script.source.name, 1, 1};
    Interpreter interpreter(environment);
    interpreter.run(statements);
    kernels = interpreter.result(script.positions.empty() ? start : script.positions.back());
  });
  diagnostics.throw_if_errors();
  return kernels;
}

loops::LoopKernel apply_plan(loops::LoopKernel const& kernel, std::string const& plan, std::string const& source_name) {
  ScriptText script{.source = {source_name, plan}};
  int number = 0;
  for (std::string const& line : script.source.lines()) {
    script.lines.push_back(line);
    script.positions.push_back({source_name, ++number, 1});
  }
  loops::LoopKernel result;
  base::Diagnostics diagnostics(&script.source);
  base::collect_errors(diagnostics, [&] {
    std::vector<Statement> const statements = parse_script(script);
    for (Statement const& statement : statements) {
      bool const is_call = statement.kind == StatementKind::assignment && statement.target->kind == NodeKind::name &&
                           statement.target->text == "f" && statement.value->kind == NodeKind::call;
      if (!is_call)
        diagnostics.error(statement.where, "A plan consists of lines such as `f = split_iname(f, \"i\", 16)`.");
    }
    if (diagnostics.has_errors()) return;
    Environment const environment;
    Interpreter interpreter(environment);
    interpreter.define("f", make_object(kernel));
    interpreter.run(statements);
    Object const& transformed = interpreter.variable("f");
    if (transformed.kind != Object::Kind::kernel)
      diagnostics.error({source_name, number, 1},
                        fmt::format("The result of the plan is {}, not a kernel.", kind_name(transformed)));
    else
      result = *transformed.kernel;
  });
  diagnostics.throw_if_errors();
  return result;
}

} // namespace chemora::script
