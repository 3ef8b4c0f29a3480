/// Transformations of loop kernels that a user requests. Each transformation is a function from a kernel to a kernel
/// with the same result, or with the result of a named change of the arithmetic (reassociation). A transformation that
/// would change the result otherwise throws base::UserError with the dependence that it would break.
///
///     f = split_iname(f, "i", 16, outer_tag="g.0", inner_tag="l.0")
///
/// is the call {.name = "split_iname", .positional = {"i", 16}, .named = {{"outer_tag", "g.0"}, ...}}.
#pragma once

#include "codegen/loops/loop_kernel.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace chemora::transform {

/// A value of the script language.
struct Value {
  enum class Kind { none, boolean, integer, real, string, list, dictionary, match };

  Kind kind = Kind::none;
  bool boolean = false;
  long integer = 0;
  double real = 0;
  std::string string{};       ///< string; for match, the text of the match expression (match.hpp)
  std::vector<Value> items{}; ///< list (also tuples and sets); for a dictionary, the values
  std::vector<Value> keys{};  ///< dictionary

  bool operator==(Value const&) const = default;
};

Value make_value(bool boolean);
Value make_value(long integer);
Value make_value(double real);
Value make_value(std::string string);
Value make_value(std::vector<Value> items);
Value make_match(std::string text);

/// Returns the value as a literal of the script language.
std::string to_text(Value const& value);

/// Returns the words for messages: "a string", "an integer", ...
std::string kind_name(Value::Kind kind);

/// A request for a transformation.
struct Call {
  std::string name{};
  std::vector<Value> positional{}; ///< arguments after the kernel
  std::vector<std::pair<std::string, Value>> named{};
  base::SourcePosition where{};
};

/// Returns the call as a statement of the script language: `f = split_iname(f, "i", 16)`.
std::string to_text(Call const& call);

/// The arguments of a call by the names of the parameters of the transformation.
class Arguments {
public:
  Arguments(Call const& call, std::map<std::string, Value> values) : call_(call), values_(std::move(values)) {}

  /// Whether the argument is specified and not None.
  bool has(std::string const& name) const;
  Value const& value(std::string const& name) const { return values_.at(name); }
  // Each of these throws base::UserError at the call if the argument has another kind.
  std::string string(std::string const& name) const;
  std::string string_or(std::string const& name, std::string const& otherwise) const;
  long integer(std::string const& name) const;
  bool boolean_or(std::string const& name, bool otherwise) const;
  /// The text of a match expression (match.hpp) or of a string.
  std::string match_or(std::string const& name, std::string const& otherwise) const;
  /// A list of strings, or one string with names separated by commas.
  std::vector<std::string> names(std::string const& name) const;
  std::vector<std::string> names_or(std::string const& name, std::vector<std::string> const& otherwise) const;
  /// All values, for transformations that accept any name.
  std::map<std::string, Value> const& all() const { return values_; }

  base::SourcePosition const& where() const { return call_.where; }
  /// Throws base::UserError at the call.
  [[noreturn]] void fail(std::string const& message) const;
  /// Throws base::UserError for a name that does not exist, with the nearest known name.
  [[noreturn]] void fail_unknown(std::string const& what, std::string const& name,
                                 std::vector<std::string> const& known) const;

private:
  Call const& call_;
  std::map<std::string, Value> values_;
};

struct ParameterInfo {
  std::string name{};
  std::string expected{}; ///< for messages: "the name of a loop"
  bool is_required = true;
};

struct TransformationInfo {
  std::string name{};                      ///< the verb of the script language
  std::vector<ParameterInfo> parameters{}; ///< in the order of positional arguments
  bool accepts_any_name = false;           ///< also accepts named arguments that are not in `parameters`
  std::function<loops::LoopKernel(loops::LoopKernel, Arguments const&)> apply{};
};

/// All transformations of one kernel, sorted by name. One more transformation needs one source and one row.
std::span<TransformationInfo const> all_transformations();

/// Checks the arguments, applies the transformation, verifies the result, and appends the call to the plan of the
/// kernel. Throws base::UserError at the call.
loops::LoopKernel apply(loops::LoopKernel const& kernel, Call const& call);

/// Data that one of several fused kernels writes and another one reads.
struct DataFlow {
  std::string array{};
  std::size_t from = 0, to = 0; ///< positions in the list of kernels
};

/// Returns one kernel with the instructions of all kernels. Its result is that of the kernels one after another, in the
/// order of the list unless `data_flow` requires another one. Loops and arguments of the same name become one. Loops
/// that are fused must have equal ranges. Local arrays, rules and ids whose name occurs in several of the kernels
/// receive the suffix of their kernel; others keep their names. `where` is the position of the call. If fused loops
/// execute updates of an array in another order, the array is added to LoopKernel::reassociated.
loops::LoopKernel fuse_kernels(std::vector<loops::LoopKernel> const& kernels, std::vector<std::string> const& suffixes,
                               base::SourcePosition const& where, std::vector<DataFlow> const& data_flow = {});

} // namespace chemora::transform
