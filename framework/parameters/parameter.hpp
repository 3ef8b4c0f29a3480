/// A parameter: its declaration, its admissible values, and its value at the address that C code reads.
#pragma once

#include "framework/ccl/parameter_ccl_file.hpp"

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace chemora::parameters {

/// The value of a parameter. A BOOLEAN is the integer 0 or 1; a KEYWORD or STRING is a text.
using TypedValue = std::variant<std::int64_t, double, std::string>;

/// Converts `text` to a value of the type: integers are decimal (or reals without a fraction), reals may have the
/// exponent d or D, booleans are yes/no/true/false/t/f/y/n/1/0 in any case. Empty if the text is not such a value.
std::optional<TypedValue> parse_value(ccl::ParameterType type, std::string const& text);

/// The value as in a parameter file, without quotes. Reals have enough digits to reproduce the value exactly.
std::string value_text(ccl::ParameterType type, TypedValue const& value);

bool is_admissible(ccl::ParameterType type, ccl::ParameterRange const& range, TypedValue const& value);

/// The keyword as `range` declares it; case is ignored. Empty if `range` does not contain `value`.
std::optional<std::string> declared_keyword(ccl::ParameterRange const& range, std::string const& value);

/// `[0:*)`, `"a" "b"`, `matching "^x"`
std::string range_text(ccl::ParameterType type, ccl::ParameterRange const& range);

/// Describes the values that a parameter of this type takes, for error messages: "an integer", "one of its keywords",
/// ...
std::string kind_in_words(ccl::ParameterType type);

/// Why a value was rejected; `none` is success.
enum class Rejection { none, not_admissible, wrong_kind, bad_index };

struct Outcome {
  Rejection rejection = Rejection::none;
  std::string message; ///< a sentence that states the allowed values
};

class Parameter {
public:
  /// `thorn` declares it, `implementation` is what that thorn implements. The declaration must outlive this object.
  Parameter(ccl::Parameter const& declaration, std::string thorn, std::string implementation);

  std::string const& name() const { return declaration_->name.text; }
  std::string const& thorn() const { return thorn_; }
  std::string const& implementation() const { return implementation_; }
  /// The part before `::`: the thorn for a private parameter, otherwise the implementation.
  std::string const& owner() const { return is_private() ? thorn_ : implementation_; }
  std::string full_name() const { return owner() + "::" + name(); }
  bool is_private() const { return declaration_->scope == ccl::ParameterScope::private_scope; }
  ccl::Parameter const& declaration() const { return *declaration_; }
  ccl::ParameterType type() const { return declaration_->type; }
  bool is_array() const { return declaration_->array_length.has_value(); }
  int n_elements() const { return declaration_->array_length.value_or(1); }

  /// Adds the admissible values of an active thorn that EXTENDS or USES the parameter.
  struct Extension {
    std::string thorn;
    std::vector<ccl::ParameterRange> const* ranges;
  };
  void extend(Extension extension) { extensions_.push_back(std::move(extension)); }
  std::vector<Extension> const& extensions() const { return extensions_; }

  Outcome check(std::string const& text, int element) const;
  /// Checks and sets the value. The number of changes increases if `counts` is true; the default value is not counted.
  Outcome set(std::string const& text, int element, bool counts = true);

  TypedValue value(int element = 0) const;
  std::string text(int element = 0) const { return value_text(type(), value(element)); }
  int n_times_set(int element = 0) const { return n_times_set_[static_cast<std::size_t>(element)]; }
  void set_times_set(int element, int n) { n_times_set_[static_cast<std::size_t>(element)] = n; }

  /// The position of the first assignment in the parameter file; nullptr without one.
  base::SourcePosition const* where_set(int element) const;
  void set_where(int element, base::SourcePosition where) { where_set_[element] = std::move(where); }

  /// CCTK_INT*, CCTK_REAL* or char const**: element 0 of the values. The address never changes.
  void* storage();

private:
  TypedValue stored_form(TypedValue value) const;
  std::string allowed() const;

  ccl::Parameter const* declaration_;
  std::string thorn_;
  std::string implementation_;
  std::vector<Extension> extensions_;
  std::vector<int> integers_; ///< one of the three vectors contains the values
  std::vector<double> reals_;
  std::vector<std::string> texts_;
  std::vector<char const*> text_pointers_;
  std::vector<int> n_times_set_;
  std::map<int, base::SourcePosition> where_set_;
};

} // namespace chemora::parameters
