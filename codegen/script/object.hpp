/// The values of scripts while they run: those of transform::Value, kernels, instructions, and the source file.
#pragma once

#include "codegen/script/script.hpp"
#include "codegen/script/syntax_tree.hpp"

#include <memory>

namespace chemora::script {

// Limits on the memory of scripts.
constexpr std::size_t max_length = 100000; ///< of a string, and number of elements of a list with all lists in it

struct Object;

struct Sequence {
  // Initialisers here would need the complete type with clang 14.
  std::vector<Object> keys; ///< dictionary
  std::vector<Object> items;
  bool is_set = false;
  int depth = 1; ///< 1 + maximum depth of the elements when they were added
};

struct Object {
  enum class Kind { scalar, list, dictionary, kernel, instruction, source };

  Kind kind = Kind::scalar;
  transform::Value scalar{};                         ///< none, boolean, integer, real, string or match
  std::shared_ptr<Sequence> sequence{};              ///< list and dictionary; shared by all variables with this value
  std::shared_ptr<loops::LoopKernel const> kernel{}; ///< kernel and instruction
  std::string instruction{};                         ///< id of an instruction
  std::vector<std::string> definitions{};            ///< source: macros
};

Object make_object(transform::Value scalar);
Object make_object(loops::LoopKernel kernel);
/// Throws base::UserError at `where` if the list is nested too deeply or too long.
Object make_list(std::vector<Object> items, base::SourcePosition const& where);

inline bool is_string(Object const& object) {
  return object.kind == Object::Kind::scalar && object.scalar.kind == transform::Value::Kind::string;
}
inline bool is_integer(Object const& object) {
  return object.kind == Object::Kind::scalar && object.scalar.kind == transform::Value::Kind::integer;
}

/// Returns "a string", "a kernel", ...
std::string kind_name(Object const& object);

/// Returns the value for an argument of a transformation; instructions become their ids. Throws base::UserError for
/// kernels and sources.
transform::Value to_value(Object const& object, base::SourcePosition const& where);
Object from_value(transform::Value const& value, base::SourcePosition const& where);

/// Returns a copy that shares no list with the object.
Object deep_copy(Object const& object, base::SourcePosition const& where);

bool equal(Object const& left, Object const& right, base::SourcePosition const& where);
bool is_true(Object const& object);

/// Returns the text that `str` and `%s` give.
std::string text_of(Object const& object, base::SourcePosition const& where);

/// Applies an operator other than `and` and `or`.
Object apply_binary(std::string const& op, Object const& left, Object const& right, base::SourcePosition const& where);
Object negated(Object const& operand, base::SourcePosition const& where);

/// Inserts the values at the places `{}` and `{N}`.
std::string formatted(std::string const& format, std::vector<Object> const& values, base::SourcePosition const& where);

/// An argument of a call with the place where it is written.
struct Argument {
  std::string name{}; ///< empty for a positional argument
  Object value{};
  base::SourcePosition where{};
};

struct FunctionCall {
  std::string name{};
  std::vector<Argument> arguments{};
  base::SourcePosition where{};
};

/// Calls a function that is not a transformation, if there is one with this name.
std::optional<Object> call_function(FunctionCall const& call, Environment const& environment);
/// Returns the names of these functions.
std::vector<std::string> function_names();

/// Calls `object.name(arguments)`.
Object call_method(Object const& object, FunctionCall const& call);
Object attribute_of(Object const& object, std::string const& name, base::SourcePosition const& where);

} // namespace chemora::script
