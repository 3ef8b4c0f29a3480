/// The declared names of a file, and the division of a name in an equation into a declared name and its indices.
#pragma once

#include "codegen/edl/syntax_tree.hpp"
#include "codegen/tensor/tensor_system.hpp"
#include "framework/base/errors.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace chemora::tensor {

enum class SymbolKind {
  parameter,
  variable,
  scalar, ///< the result of a reduction over the grid
  temporary,
  definition, ///< a temporary that every calculation may use
  function,   ///< defined in the file
  constant,
  coordinate,
  radius,
  time,
  spacing,
  time_step,
  delta,
  epsilon,
  normal
};

struct Symbol {
  SymbolKind kind = SymbolKind::variable;
  Shape shape;                ///< shape of a variable, temporary or definition
  base::SourcePosition where; ///< position of the declaration; line 0 for built-in names
  bool is_built_in() const { return where.line == 0; }
};

/// A name as declared, without its indices.
struct DeclaredName {
  std::string name;
  Shape shape;
};

/// Divides the name of a declaration into name and indices. `_` followed by consecutive letters (`i`, `ij`, `abc`; not
/// t x y z) starts indices. Any other suffix (`u_error`, `u_old`) is part of the name. A pair in brackets is symmetric,
/// `_(ij)`, or antisymmetric, `_[ij]`. Reports errors.
DeclaredName read_declared_name(edl::Name const& name, base::Diagnostics& diagnostics);

/// A symbol with the indices that one use in an equation gives it.
struct UsedName {
  std::string name;
  std::vector<Index> indices;
};

class Symbols {
public:
  /// Declares the built-in names of EDL: coordinates, pi, delta, Eps, ...
  Symbols();

  /// Adds a name. Reports a name that is already declared or built in, and then returns false. The user may redefine
  /// pi, dx, dy, dz, dt and normal.
  bool declare(std::string const& name, Symbol symbol, base::Diagnostics& diagnostics);

  bool contains(std::string const& name) const { return symbols_.contains(name); }
  Symbol const& operator[](std::string const& name) const { return symbols_.at(name); }

  /// Divides a name such as `fd_order`, `v_i`, `g_12` or `v1` after the longest prefix that is a declared name. Returns
  /// false after reporting an unknown name.
  bool read(edl::Name const& name, UsedName& used, base::Diagnostics& diagnostics);

  /// Adds the name of an operator, which is not a symbol, for suggestions in messages.
  void add_operator(std::string const& name) { operators_.push_back(name); }

  void mark_used(std::string const& name) { used_.insert(name); }
  bool is_used(std::string const& name) const { return used_.contains(name); }

private:
  /// Returns a suggestion for an unknown name, as a sentence with a leading blank.
  std::string hint_for(edl::Name const& name) const;
  bool read_component(std::string const& spelled, UsedName& used) const;

  std::map<std::string, Symbol> symbols_;
  std::vector<std::string> operators_;
  std::set<std::string> used_;
};

/// Appends the indices of a suffix to `indices`. Returns false after reporting a suffix that is not an index.
bool read_indices(edl::Suffix const& suffix, std::vector<Index>& indices, base::Diagnostics& diagnostics);

/// The declaration of a symbol, such as `v_i`, for messages.
std::string declared_form(std::string const& name, Symbol const& symbol);

/// Returns a hint for names that other languages and papers use, with a leading blank: " The natural logarithm is
/// `log`." for `ln`. Returns an empty string for other names.
std::string hint_for_familiar(std::string const& name);

} // namespace chemora::tensor
