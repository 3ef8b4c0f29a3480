// The right-hand sides of statements on vectors of points along x.
#pragma once

#include "codegen/emit/c_expressions.hpp"

#include <set>
#include <string>

namespace chemora::emit {

/// Spells statements in the types and functions of vector_types.hpp. The printer declares, besides what CExpressions
/// needs, `lanes`: which lanes count. x is the first lane's point.
class VectorExpressions {
public:
  /// `vectors`: the registers that hold one number for each lane. All others hold one for all; those of `widened` are
  /// there in all lanes, too, under their wide names.
  VectorExpressions(CExpressions const& scalars, Dialect const& dialect, std::set<ir::RegisterId> vectors,
                    std::set<ir::RegisterId> widened)
      : scalars_(scalars), dialect_(dialect), vectors_(std::move(vectors)), widened_(std::move(widened)) {}

  /// w5 for v5.
  static std::string wide_name(ir::RegisterId id) { return "w" + std::to_string(id); }

  /// The value of a statement that is not a store.
  std::string value(ir::Statement const& statement) const;
  /// A register as a vector.
  std::string operand(ir::RegisterId id) const;

private:
  std::string operation(ir::Statement const& statement) const;
  std::string function(ir::Statement const& statement) const;
  std::string integer_operation(ir::Statement const& statement) const;
  std::string conversion(ir::Statement const& statement) const;

  CExpressions const& scalars_;
  Dialect const& dialect_;
  std::set<ir::RegisterId> vectors_, widened_;
};

/// Doubles, Floats, Ints or Masks.
std::string vector_type(ir::Type type);

} // namespace chemora::emit
