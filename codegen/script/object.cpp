#include "codegen/script/object.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::script {

namespace {

using base::SourcePosition;
using base::UserError;
using transform::Value;

/// Counts the elements of lists while they are copied.
struct Count {
  std::size_t n = 0;
  void add(SourcePosition const& where) {
    if (++n > max_length)
      throw UserError(where,
                      fmt::format("A list may have at most {} elements, with those of all lists in it.", max_length));
  }
};

void check_depth(int depth, SourcePosition const& where) {
  if (depth > max_nesting) throw UserError(where, fmt::format("A list is nested deeper than {} levels.", max_nesting));
}

int depth_of(std::vector<Object> const& items) {
  int depth = 0;
  for (Object const& item : items)
    if (item.sequence) depth = std::max(depth, item.sequence->depth);
  return depth + 1;
}

Value to_value(Object const& object, SourcePosition const& where, Count& count) {
  count.add(where);
  switch (object.kind) {
  case Object::Kind::scalar:
    return object.scalar;
  case Object::Kind::instruction:
    return transform::make_value(object.instruction);
  case Object::Kind::list:
  case Object::Kind::dictionary: {
    Value value{.kind = object.kind == Object::Kind::list ? Value::Kind::list : Value::Kind::dictionary};
    for (Object const& key : object.sequence->keys) value.keys.push_back(to_value(key, where, count));
    for (Object const& item : object.sequence->items) value.items.push_back(to_value(item, where, count));
    return value;
  }
  case Object::Kind::kernel:
  case Object::Kind::source:
    break;
  }
  throw UserError(where,
                  fmt::format("Expected a number, a string, a list or a dictionary; found {}.", kind_name(object)));
}

Object deep_copy(Object const& object, SourcePosition const& where, Count& count) {
  count.add(where);
  if (!object.sequence) return object;
  Object copy = object;
  copy.sequence = std::make_shared<Sequence>();
  copy.sequence->is_set = object.sequence->is_set;
  for (Object const& key : object.sequence->keys) copy.sequence->keys.push_back(deep_copy(key, where, count));
  for (Object const& item : object.sequence->items) copy.sequence->items.push_back(deep_copy(item, where, count));
  copy.sequence->depth = depth_of(copy.sequence->items);
  check_depth(copy.sequence->depth, where);
  return copy;
}

std::optional<double> number_of(Object const& object) {
  if (object.scalar.kind == Value::Kind::integer) return static_cast<double>(object.scalar.integer);
  if (object.scalar.kind == Value::Kind::real) return object.scalar.real;
  return std::nullopt;
}

bool equal(Object const& left, Object const& right, SourcePosition const& where, Count& count) {
  count.add(where);
  if (left.kind != right.kind) return false;
  if (!left.sequence) {
    if (left.kind == Object::Kind::scalar && number_of(left) && number_of(right))
      return *number_of(left) == *number_of(right);
    return left.scalar == right.scalar && left.instruction == right.instruction && left.kernel == right.kernel;
  }
  auto const are_equal = [&](std::vector<Object> const& a, std::vector<Object> const& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](Object const& x, Object const& y) { return equal(x, y, where, count); });
  };
  return are_equal(left.sequence->items, right.sequence->items) && are_equal(left.sequence->keys, right.sequence->keys);
}

} // namespace

Object make_object(Value scalar) { return {.scalar = std::move(scalar)}; }

Object make_object(loops::LoopKernel kernel) {
  return {.kind = Object::Kind::kernel, .kernel = std::make_shared<loops::LoopKernel const>(std::move(kernel))};
}

Object make_list(std::vector<Object> items, SourcePosition const& where) {
  Count count;
  for (std::size_t n = 0; n < items.size(); ++n) count.add(where);
  Object list{.kind = Object::Kind::list, .sequence = std::make_shared<Sequence>()};
  list.sequence->depth = depth_of(items);
  check_depth(list.sequence->depth, where);
  list.sequence->items = std::move(items);
  return list;
}

std::string kind_name(Object const& object) {
  switch (object.kind) {
  case Object::Kind::scalar:
    return transform::kind_name(object.scalar.kind);
  case Object::Kind::list:
    return object.sequence->is_set ? "a set" : "a list";
  case Object::Kind::dictionary:
    return "a dictionary";
  case Object::Kind::kernel:
    return "a kernel";
  case Object::Kind::instruction:
    return "an instruction";
  case Object::Kind::source:
    return "the source";
  }
  return {};
}

Value to_value(Object const& object, SourcePosition const& where) {
  Count count;
  return to_value(object, where, count);
}

Object deep_copy(Object const& object, SourcePosition const& where) {
  Count count;
  return deep_copy(object, where, count);
}

Object from_value(Value const& value, SourcePosition const& where) {
  if (value.kind != Value::Kind::list && value.kind != Value::Kind::dictionary) return make_object(value);
  std::vector<Object> items, keys;
  for (Value const& item : value.items) items.push_back(from_value(item, where));
  for (Value const& key : value.keys) keys.push_back(from_value(key, where));
  Object result = make_list(std::move(items), where);
  if (value.kind == Value::Kind::dictionary) result.kind = Object::Kind::dictionary;
  result.sequence->keys = std::move(keys);
  return result;
}

bool equal(Object const& left, Object const& right, SourcePosition const& where) {
  Count count;
  return equal(left, right, where, count);
}

bool is_true(Object const& object) {
  if (object.sequence) return !object.sequence->items.empty();
  if (object.kind != Object::Kind::scalar) return true;
  switch (object.scalar.kind) {
  case Value::Kind::none:
    return false;
  case Value::Kind::boolean:
    return object.scalar.boolean;
  case Value::Kind::integer:
    return object.scalar.integer != 0;
  case Value::Kind::real:
    return object.scalar.real != 0;
  case Value::Kind::string:
    return !object.scalar.string.empty();
  default:
    return true;
  }
}

std::string text_of(Object const& object, SourcePosition const& where) {
  if (is_string(object)) return object.scalar.string;
  if (object.kind == Object::Kind::kernel) return object.kernel->name;
  return transform::to_text(to_value(object, where));
}

} // namespace chemora::script
