// What each name means, and how a spelled name is divided into a known name and its indices.
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
  Shape shape;                ///< of variables, temporaries and definitions
  base::SourcePosition where; ///< of the declaration; no file for what the language itself knows
  bool is_built_in() const { return where.line == 0; }
};

/// A name as declared: where its indices start follows from their letters.
struct DeclaredName {
  std::string name;
  Shape shape;
};

/// The reading of a declaration's name. `_` followed by consecutive letters (`i`, `ij`, `abc`; not t x y z) is
/// indices; anything else (`u_error`, `u_old`) is part of the name. A pair in brackets is symmetric, `_(ij)`, or
/// antisymmetric, `_[ij]`.
/// Throws nothing; what is wrong is reported.
DeclaredName read_declared_name(edl::Name const& name, base::Diagnostics& diagnostics);

/// A use of a name: which symbol, with which indices.
struct UsedName {
  std::string name;
  std::vector<Index> indices;
};

class Symbols {
public:
  /// Starts with what the language knows: coordinates, pi, delta, Eps, ...
  Symbols();

  /// Reports a second declaration of a name, and of a name of the language (pi, dx, dy, dz, dt and normal may be
  /// redefined).
  bool declare(std::string const& name, Symbol symbol, base::Diagnostics& diagnostics);

  bool contains(std::string const& name) const { return symbols_.contains(name); }
  Symbol const& operator[](std::string const& name) const { return symbols_.at(name); }

  /// The longest declared reading of `fd_order`, `v_i`, `g_12`, `v1`; false after reporting an unknown name.
  bool read(edl::Name const& name, UsedName& used, base::Diagnostics& diagnostics);

  /// Operators are no symbols, but may be what a name that is not known was to be.
  void add_operator(std::string const& name) { operators_.push_back(name); }

  void mark_used(std::string const& name) { used_.insert(name); }
  bool is_used(std::string const& name) const { return used_.contains(name); }

private:
  /// What a name that is not known may have been meant to be, as a sentence with a leading blank.
  std::string hint_for(edl::Name const& name) const;
  bool read_component(std::string const& spelled, UsedName& used) const;

  std::map<std::string, Symbol> symbols_;
  std::vector<std::string> operators_;
  std::set<std::string> used_;
};

/// The indices a suffix spells; false after reporting what is not an index.
bool read_indices(edl::Suffix const& suffix, std::vector<Index>& indices, base::Diagnostics& diagnostics);

/// `v_i`, for messages: how a symbol was declared.
std::string declared_form(std::string const& name, Symbol const& symbol);

} // namespace chemora::tensor
