/// interface.ccl as data: implementation, inheritance, groups of variables, includes, aliased functions.
#pragma once

#include "framework/ccl/expression.hpp"

#include <optional>
#include <string>
#include <vector>

namespace chemora::ccl {

enum class Access { public_access, protected_access, private_access };
enum class GroupType { grid_function, array, scalar };
enum class Distribution { constant, distributed };
enum class IncludeKind { header, source };

/// `CCTK_REAL evolved[n] TYPE=GF TIMELEVELS=3 TAGS='...' { phi, pi } "description"`
struct VariableGroup {
  Name name;
  Access access = Access::private_access;
  std::string type; ///< REAL, INT, COMPLEX, INT4, REAL8, CHAR, BYTE, ...: upper case, without CCTK_
  GroupType group_type = GroupType::scalar;
  int dimension = 0; ///< default: 3 for GF and ARRAY, 0 for SCALAR
  int n_time_levels = 1;
  std::vector<Expression> size;       ///< ARRAY: extent in each direction; otherwise empty
  std::vector<Expression> ghost_size; ///< in each direction, or empty
  Distribution distribution = Distribution::distributed;
  std::optional<Expression> vector_length; ///< `name[expr]`: the number of elements of each variable
  std::string stagger;                     ///< the text after STAGGER=, for example M,C,P
  std::string centering;                   ///< CENTERING={v c c}: the letters, "vcc"
  std::string tags;                        ///< contents of the quotes, including backslashes
  /// Keyword parameter of the thorn that selects the type by its value `real32` or `real64`, from the tag
  /// `TypeParameter="precision"`; empty if the declaration determines the type.
  std::string type_parameter;
  std::string description;
  std::vector<Name> variables;     ///< a group without `{}` has one variable, which has the name of the group
  bool is_single_variable = false; ///< declared without `{}`
};

/// `INCLUDES HEADER: file IN name`
struct IncludeContribution {
  Name file;
  Name include;
  IncludeKind kind = IncludeKind::header;
};

/// An argument of an aliased function.
struct FunctionArgument {
  enum class Intent { in, out, inout };
  std::string type; ///< CCTK_INT, CCTK_STRING, ...; for CCTK_FPOINTER the type that it returns
  Intent intent = Intent::in;
  bool is_array = false;
  bool is_function_pointer = false;
  std::vector<FunctionArgument> arguments; ///< for a function pointer
  Name name;
};

/// `CCTK_INT FUNCTION f(CCTK_REAL IN x, ...)` or `SUBROUTINE f(...)`
struct FunctionPrototype {
  Name name;
  std::string return_type; ///< CCTK_INT, ... or void
  std::vector<FunctionArgument> arguments;
};

/// `PROVIDES FUNCTION f WITH implementation LANGUAGE C`
struct ProvidedFunctionClause {
  Name function;
  Name with;
  bool is_fortran = false;
};

/// The contents of a file.
struct Interface {
  std::string file;
  Name implementation;
  std::vector<Name> inherits;
  std::vector<Name> friends;
  std::vector<VariableGroup> groups;
  std::vector<IncludeContribution> includes;
  std::vector<Name> uses_includes;
  std::vector<FunctionPrototype> prototypes;
  std::vector<Name> uses_functions;
  std::vector<Name> requires_functions;
  std::vector<ProvidedFunctionClause> provides_functions;
};

/// Throws base::UserError with all findings.
Interface parse_interface(base::SourceText const& source);

// Parts of the parser (interface_groups.cpp, interface_functions.cpp).

/// Whether the next word is the type of a variable (with or without CCTK_) and not the return type of a function.
bool at_variable_group(Reader& reader);
VariableGroup parse_variable_group(Reader& reader, Access access);

/// Whether the next words are `CCTK_INT FUNCTION`, `void FUNCTION` or `SUBROUTINE`.
bool at_function_prototype(Reader& reader);
FunctionPrototype parse_function_prototype(Reader& reader);

} // namespace chemora::ccl
