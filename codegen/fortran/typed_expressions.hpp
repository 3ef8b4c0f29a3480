/// Converts expressions of the syntax tree to typed expressions of kernels, with the types and conversions of Fortran.
#pragma once

#include "codegen/fortran/syntax_tree.hpp"

#include <map>

namespace chemora::fortran {

/// What a name of a subroutine means.
struct Symbol {
  enum class Kind {
    parameter, ///< a scalar argument that is never assigned
    array,     ///< an array, or a scalar that is assigned
    loop,      ///< the variable of a loop
    constant   ///< a named constant
  };

  Kind kind = Kind::array;
  std::string name{}; ///< spelling of the declaration
  ir::Type type = ir::Type::int32;
  ir::ExpressionPtr value{};                 ///< loop variable inside its loop, constant
  std::vector<ir::LinearExpression> lower{}; ///< array: first subscript of each axis in Fortran
};

/// Symbols by their names in lower case.
using Symbols = std::map<std::string, Symbol>;

/// Returns the typed expression. Throws base::UserError. `real` is the type of literals without exponent letter `d`.
ir::ExpressionPtr typed(Node const& node, Symbols const& symbols, ir::Type real);

/// Returns the element that an assignment has as its target. Throws base::UserError.
ir::ExpressionPtr typed_target(Node const& node, Symbols const& symbols, ir::Type real);

/// Returns the value as `type`; real values are truncated for int32. Throws base::UserError for truth values.
ir::ExpressionPtr converted(ir::Type type, ir::ExpressionPtr const& value, base::SourcePosition const& where);

/// Returns an int32 expression with its multiples of equal terms and its constants combined. Integers wrap around, so
/// that the value does not change.
ir::ExpressionPtr with_combined_terms(ir::ExpressionPtr const& expression);

} // namespace chemora::fortran
