/// Resolves names and types in the expressions of a function, and translates them to expressions of systems.
#pragma once

#include "codegen/recursion/affine_set.hpp"
#include "codegen/recursion/declarations.hpp"

namespace chemora::recursion {

/// A translated expression. An `if` is a selection, of which split_cases.hpp makes cases.
struct Typed {
  ir::ExpressionPtr value{};
  Kind kind = Kind::unknown;
  std::string of{};             ///< alphabet of a letter, model of a state or transition, name of a parameter
  std::optional<char> letter{}; ///< a letter whose alphabet is not determined yet
  bool is_incoming = false;     ///< transitions to a state, or from it
};

/// A translated function and everything that it uses.
struct Lowered {
  Function function{};
  std::map<std::string, InputArray> arrays{};
  std::set<std::string> sizes{};
  std::map<std::string, ir::Type> scalars{};
  std::vector<TableValue> tables{}; ///< of a result
  std::set<std::string> callees{};
  bool has_errors = false;
};

/// Whether two alphabets are equal or one of them is `*`.
bool are_compatible(std::string const& left, std::string const& right);

class ExpressionTyper {
public:
  ExpressionTyper(Declarations& declarations, Signature const& signature, base::Diagnostics& diagnostics,
                  Lowered& lowered);
  virtual ~ExpressionTyper() = default;

  /// Translates an expression. Reports errors; the result then has the kind `unknown`.
  Typed typed(syntax::NodePtr const& node);
  /// Translates an expression and converts it to the type of a function.
  Typed typed_as(syntax::NodePtr const& node, ValueType type, std::string const& what);

protected:
  virtual Typed call(syntax::Node const& node, Signature const& callee);
  virtual Typed reduction(syntax::Node const& node);
  /// Checks only the arguments of a call of a function whose declaration has an error.
  Typed call_of_wrong_function(syntax::Node const& node);

  Typed error(base::SourcePosition const& where, std::string const& message);
  /// Returns the recursive arguments of a call as expressions; nothing after an error.
  std::optional<std::vector<ir::ExpressionPtr>> arguments(syntax::Node const& node, Signature const& callee);
  /// Returns the sum of multiples of dimensions, sizes and variables that an integer is; reports other integers.
  std::optional<ir::LinearExpression> linear(syntax::NodePtr const& node, std::string const& what);
  ir::ExpressionPtr size(std::string const& name);
  void use_sizes(ir::LinearExpression const& expression);
  std::string new_variable(std::string const& name);
  ValueType value_type(Kind kind) const;

  struct Meaning {
    Kind kind = Kind::unknown;
    std::string of{};
    ir::ExpressionPtr value{};
  };
  std::map<std::string, Meaning> names_{};
  std::map<std::string, base::SourcePosition> unused_{};
  Declarations& declarations_;
  Signature const& signature_;
  base::Diagnostics& diagnostics_;
  Lowered& lowered_;

private:
  void add_names();
  void use_parameter(CallingParameter const& parameter);
  Typed name(syntax::Node const& node);
  Typed negation(syntax::Node const& node);
  Typed binary(syntax::Node const& node);
  Typed arithmetic(syntax::Node const& node, Typed left, Typed right);
  Typed comparison(syntax::Node const& node, Typed left, Typed right);
  Typed logical(syntax::Node const& node, Typed const& left, Typed const& right);
  Typed conditional(syntax::Node const& node);
  Typed any_call(syntax::Node const& node);
  Typed extremum(syntax::Node const& node);
  Typed length(syntax::Node const& node);
  Typed real_function(syntax::Node const& node);
  Typed subscript(syntax::Node const& node);
  Typed sequence_element(syntax::Node const& node, Typed const& sequence);
  Typed matrix_element(syntax::Node const& node, Typed const& matrix);
  Typed grid_element(syntax::Node const& node, Typed const& grid);
  Typed emission(syntax::Node const& node, Typed const& state);
  Typed profile_element(syntax::Node const& node, syntax::Node const& field, Typed const& profile);
  Typed field(syntax::Node const& node);
  Typed state_field(syntax::Node const& node, Typed const& state);
  Typed transition_field(syntax::Node const& node, Typed const& transition);
  Typed range_reduction(syntax::Node const& node, std::size_t n_ranges_before);
  std::optional<Meaning> range_meaning(syntax::Range const& range, std::string const& variable);
  std::optional<Meaning> transitions_meaning(syntax::Range const& range, std::string const& variable);
  bool unify(Typed& left, Typed& right);
  Typed converted(Typed value, Kind kind);
  /// Returns the code of a letter for an array with this alphabet.
  std::optional<ir::ExpressionPtr> letter_code(syntax::NodePtr const& node, std::string const& alphabet);
  ir::ExpressionPtr array_element(InputArray array, std::vector<ir::ExpressionPtr> subscripts);
  ir::LinearExpression n_letters(std::string const& alphabet) const;
  std::optional<std::string> known_alphabet(std::string const& alphabet) const;
  bool expect_subscripts(syntax::Node const& node, std::size_t count, std::string const& what);
  std::optional<ir::ExpressionPtr> integer_subscript(syntax::NodePtr const& node);
};

} // namespace chemora::recursion
