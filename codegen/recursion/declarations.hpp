/// The names that a file declares, with their types: alphabets, matrices, models, scalars, grid functions, loaded
/// names, and the parameters of functions.
#pragma once

#include "codegen/recursion/recursion.hpp"
#include "codegen/recursion/syntax_tree.hpp"

#include <set>

namespace chemora::recursion {

/// What the value of an expression or a name is.
enum class Kind {
  unknown, ///< after an error
  integer,
  real,
  probability,
  boolean,
  character,
  state,
  transition,
  transitions, ///< the transitions to or from a state
  sequence,
  matrix,
  model,
  profile,
  grid
};
std::string_view to_text(Kind kind);
Kind kind_of(ValueType type);

struct CallingParameter {
  std::string name{};
  Kind kind = Kind::sequence; ///< sequence, matrix, model, profile, integer or character
  std::string alphabet{};     ///< `*` for any
  base::SourcePosition where{};
};

/// The declaration of a function. A function without dimensions is a result.
struct Signature {
  std::string name{};
  ValueType type = ValueType::integer;
  std::vector<CallingParameter> calling{};
  std::vector<Dimension> dimensions{};
  syntax::Function const* syntax = nullptr;

  CallingParameter const* find_calling(std::string const& name) const;
  Dimension const* find_dimension(std::string const& name) const;
  bool is_result() const { return dimensions.empty(); }
  bool is_on_grid() const;
};

struct Declarations {
  Program program{}; ///< without statements
  std::map<std::string, Signature> signatures{};
  /// Names of functions whose declaration has an error. Their bodies and calls are not checked, because errors there
  /// may only follow from the declaration.
  std::set<std::string> wrong_functions{};
  std::map<std::string, ir::LinearExpression> schedules{};
  std::set<std::string> variables{}; ///< names of dimensions and of variables of reductions, unique in the file

  Scalar const* find_scalar(std::string const& name) const;
  GridFunction const* find_grid(std::string const& name) const;
  Alphabet const* find_alphabet(std::string const& name) const;
  Model const* find_model(std::string const& name) const;
  Matrix const* find_matrix(std::string const& name) const;
  Load const* find_load(std::string const& name) const;
};

/// The prefix of the scalar of a system that is the code of a calling parameter of type char.
constexpr std::string_view letter_prefix = "char_";

/// Reports duplicate and unknown names, wrong types, and wrong matrices and models.
Declarations declare(syntax::Tree const& tree, base::SourceText const& source, base::Diagnostics& diagnostics);

/// The fields of a profile: emissions of match and insert states, the probability that a local alignment starts at a
/// position, and transitions.
std::vector<std::string> const& profile_fields();

/// Returns the value of an expression of numbers and the operators `+ - * /`. Reports other expressions.
std::optional<double> constant_value(syntax::NodePtr const& node, base::Diagnostics& diagnostics);

/// Checks the literal of a matrix and of a model.
std::optional<Matrix> checked_matrix(syntax::Matrix const& matrix, Alphabet const& alphabet,
                                     base::Diagnostics& diagnostics);
std::optional<Model> checked_model(syntax::Model const& model, Alphabet const& alphabet,
                                   base::Diagnostics& diagnostics);

} // namespace chemora::recursion
