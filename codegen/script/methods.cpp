/// The methods and attributes of the values of scripts.
#include "codegen/script/object.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"
#include "framework/base/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::script {

namespace {

using base::SourcePosition;
using base::UserError;

[[noreturn]] void fail_unknown(Object const& object, std::string const& what, std::string const& name,
                               std::vector<std::string> const& known, SourcePosition const& where) {
  throw UserError(where,
                  fmt::format("There is no {} `{}` of {}; allowed are {}.{}", what, name, kind_name(object),
                              known.empty() ? "none" : base::list_in_words(known), base::did_you_mean(name, known)));
}

void append(Object const& list, Object const& value, SourcePosition const& where) {
  Sequence& sequence = *list.sequence;
  if (sequence.items.size() >= max_length)
    throw UserError(where, fmt::format("A list may have at most {} elements.", max_length));
  // A copy, so that no list contains itself.
  Object copy = deep_copy(value, where);
  int const depth = copy.sequence ? copy.sequence->depth + 1 : 1;
  if (depth > max_nesting) throw UserError(where, fmt::format("A list is nested deeper than {} levels.", max_nesting));
  sequence.depth = std::max(sequence.depth, depth);
  sequence.items.push_back(std::move(copy));
}

void check_arguments(FunctionCall const& call, std::size_t n) {
  bool const has_names = std::any_of(call.arguments.begin(), call.arguments.end(),
                                     [](Argument const& argument) { return !argument.name.empty(); });
  if (call.arguments.size() != n || has_names)
    throw UserError(call.where, fmt::format("`{}` needs {}.", call.name, base::counted(n, "argument")));
}

std::string string_argument(FunctionCall const& call) {
  check_arguments(call, 1);
  Object const& value = call.arguments[0].value;
  if (!is_string(value))
    throw UserError(call.where, fmt::format("`{}` needs a string; found {}.", call.name, kind_name(value)));
  return value.scalar.string;
}

Object call_string_method(Object const& object, FunctionCall const& call) {
  std::string const& text = object.scalar.string;
  if (call.name == "startswith") return make_object(transform::make_value(text.starts_with(string_argument(call))));
  if (call.name == "endswith") return make_object(transform::make_value(text.ends_with(string_argument(call))));
  if (call.name == "format") {
    std::vector<Object> values;
    for (Argument const& argument : call.arguments) {
      if (!argument.name.empty()) throw UserError(argument.where, "`format` has no arguments with names.");
      values.push_back(argument.value);
    }
    std::string result = formatted(text, values, call.where);
    if (result.size() > max_length)
      throw UserError(call.where, fmt::format("A string may have at most {} characters.", max_length));
    return make_object(transform::make_value(std::move(result)));
  }
  if (call.name == "join") {
    check_arguments(call, 1);
    Object const& list = call.arguments[0].value;
    bool const is_list = list.kind == Object::Kind::list &&
                         std::all_of(list.sequence->items.begin(), list.sequence->items.end(), is_string);
    if (!is_list) throw UserError(call.where, "`join` needs a list of strings.");
    std::string result;
    for (Object const& item : list.sequence->items) {
      result += (result.empty() ? "" : text) + item.scalar.string;
      if (result.size() > max_length)
        throw UserError(call.where, fmt::format("A string may have at most {} characters.", max_length));
    }
    return make_object(transform::make_value(std::move(result)));
  }
  fail_unknown(object, "method", call.name, {"endswith", "format", "join", "startswith"}, call.where);
}

} // namespace

Object call_method(Object const& object, FunctionCall const& call) {
  if (is_string(object)) return call_string_method(object, call);
  if (object.kind == Object::Kind::dictionary) {
    if (call.name != "items") fail_unknown(object, "method", call.name, {"items"}, call.where);
    check_arguments(call, 0);
    std::vector<Object> pairs;
    for (std::size_t n = 0; n < object.sequence->items.size(); ++n)
      pairs.push_back(make_list({object.sequence->keys[n], object.sequence->items[n]}, call.where));
    return make_list(std::move(pairs), call.where);
  }
  if (object.kind != Object::Kind::list) fail_unknown(object, "method", call.name, {}, call.where);
  std::string const expected = object.sequence->is_set ? "add" : "append";
  if (call.name != expected) fail_unknown(object, "method", call.name, {expected}, call.where);
  check_arguments(call, 1);
  Object const& value = call.arguments[0].value;
  bool const is_known =
      object.sequence->is_set && std::any_of(object.sequence->items.begin(), object.sequence->items.end(),
                                             [&](Object const& item) { return equal(item, value, call.where); });
  if (!is_known) append(object, value, call.where);
  return {};
}

Object attribute_of(Object const& object, std::string const& name, SourcePosition const& where) {
  if (object.kind == Object::Kind::instruction) {
    loops::Instruction const& instruction = object.kernel->instruction(object.instruction);
    if (name == "id") return make_object(transform::make_value(instruction.id));
    if (name == "assignee_name" && instruction.target)
      return make_object(transform::make_value(instruction.target->name));
    if (name == "assignee_name") throw UserError(where, "A barrier assigns no variable.");
    fail_unknown(object, "attribute", name, {"assignee_name", "id"}, where);
  }
  if (object.kind == Object::Kind::kernel) {
    if (name == "name") return make_object(transform::make_value(object.kernel->name));
    fail_unknown(object, "attribute", name, {"name"}, where);
  }
  fail_unknown(object, "attribute", name, {}, where);
}

} // namespace chemora::script
