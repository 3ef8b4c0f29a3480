// One parameter: its declaration, who may give it which values, and its value where C code reads it.
#pragma once

#include "framework/parameters/admissible.hpp"

#include <map>
#include <string>
#include <vector>

namespace chemora::parameters {

/// Why a value was refused; `none` is success.
enum class Refusal { none, not_admissible, wrong_kind, bad_index };

struct Outcome {
  Refusal refusal = Refusal::none;
  std::string message; ///< a whole sentence with what is allowed
};

class Parameter {
public:
  /// `thorn` declares it, `implementation` is what that thorn implements. The declaration must outlive this object.
  Parameter(ccl::Parameter const& declaration, std::string thorn, std::string implementation);

  std::string const& name() const { return declaration_->name.text; }
  std::string const& thorn() const { return thorn_; }
  std::string const& implementation() const { return implementation_; }
  /// What stands before `::`: the thorn of a private parameter, else the implementation.
  std::string const& owner() const { return is_private() ? thorn_ : implementation_; }
  std::string full_name() const { return owner() + "::" + name(); }
  bool is_private() const { return declaration_->scope == ccl::ParameterScope::private_scope; }
  ccl::Parameter const& declaration() const { return *declaration_; }
  ccl::ParameterType type() const { return declaration_->type; }
  bool is_array() const { return declaration_->array_length.has_value(); }
  int n_elements() const { return declaration_->array_length.value_or(1); }

  /// Further values from a thorn that EXTENDS or USES it; the thorn must be active.
  struct Extension {
    std::string thorn;
    std::vector<ccl::ParameterRange> const* ranges;
  };
  void extend(Extension extension) { extensions_.push_back(std::move(extension)); }
  std::vector<Extension> const& extensions() const { return extensions_; }

  Outcome check(std::string const& text, int element) const;
  /// Checks, then changes the value and counts; the default is set with `counts` false.
  Outcome set(std::string const& text, int element, bool counts = true);

  TypedValue value(int element = 0) const;
  std::string text(int element = 0) const { return value_text(type(), value(element)); }
  int n_times_set(int element = 0) const { return n_times_set_[static_cast<std::size_t>(element)]; }
  void set_times_set(int element, int n) { n_times_set_[static_cast<std::size_t>(element)] = n; }

  /// Where the parameter file set it first; nullptr if it did not.
  base::SourcePosition const* where_set(int element) const;
  void set_where(int element, base::SourcePosition where) { where_set_[element] = std::move(where); }

  /// CCTK_INT*, CCTK_REAL* or char const**: element 0 of the values. Never moves.
  void* storage();

private:
  TypedValue stored_form(TypedValue value) const;
  std::string allowed() const;

  ccl::Parameter const* declaration_;
  std::string thorn_;
  std::string implementation_;
  std::vector<Extension> extensions_;
  std::vector<int> integers_; ///< one of the three holds the values
  std::vector<double> reals_;
  std::vector<std::string> texts_;
  std::vector<char const*> text_pointers_;
  std::vector<int> n_times_set_;
  std::map<int, base::SourcePosition> where_set_;
};

} // namespace chemora::parameters
