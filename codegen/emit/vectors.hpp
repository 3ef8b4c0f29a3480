/// Vectors in emitted C++: definitions of their types and functions, and expressions whose operands are vectors.
#pragma once

#include "codegen/emit/c_expressions.hpp"
#include "codegen/emit/dialect.hpp"

#include <set>
#include <string>

namespace chemora::emit {

struct VectorNeeds {
  ir::Type real = ir::Type::real64;   ///< element type of the arguments
  int lanes = 1;                      ///< number of elements of every vector of any type
  std::set<NeededFunction> functions; ///< functions that are called with vectors
  bool has_nontemporal_stores = false;
  bool has_other_elements = false; ///< whether some arguments have elements of the other real type
  bool is_large = false;           ///< whether the body of the loop has many statements
};

/// Returns definitions in the vector extensions of the compiler. Some operations have no such extension: fused
/// multiply-add, square root, masks, non-temporal stores. These operations use instructions of x86 processors, and
/// loops over the lanes on all other processors. Every operation has the same result for a lane as for a scalar.
///
///     Doubles, Floats, Ints, Masks            `lanes` elements each; a true lane of a mask has all bits set
///     All, Some{n}                            the active lanes: all, or the first n
///     load(All, p), store(Some{3}, p, v)      contiguous elements at any address; no others are accessed
///     stream(All, p, v), fence()              non-temporal store if p is aligned; orders these stores before others
///     wide(x)                                 x in all lanes
///     fused, root, cube_root, magnitude       fma, square and cube root, absolute value
///     each                                    any function lane by lane
///
/// A small body is emitted twice, for full and for partial vectors. For a large body, the second copy would dominate
/// the compilation time. Full vectors then compute narrow rows too, where possible (last_vector_start in rows.hpp).
/// Otherwise, loads and stores of partial vectors are functions that are not inlined. Options of g++ reduce the number
/// of registers spilled in a large body.
std::string vector_definitions(VectorNeeds const& needs);

/// Returns whether the operation compares two operands, so that its result in vectors is a mask.
bool is_comparison(ir::Op op);

/// Returns the text after the kernel.
std::string vector_ending(VectorNeeds const& needs);

/// Spells statements with the types and functions of vector_definitions. The caller declares `lanes` (the active
/// lanes) and the variables that the class CExpressions names. The variable x is the point of the first lane.
class VectorExpressions {
public:
  /// `vectors` contains the registers with a separate value in each lane. All other registers hold one value for all
  /// lanes. Registers in `widened` are also available as vectors under the names that wide_name() returns.
  VectorExpressions(CExpressions const& scalars, Dialect const& dialect, std::set<ir::RegisterId> vectors,
                    std::set<ir::RegisterId> widened)
      : scalars_(scalars), dialect_(dialect), vectors_(std::move(vectors)), widened_(std::move(widened)) {}

  /// Returns w5 for v5.
  static std::string wide_name(ir::RegisterId id) { return "w" + std::to_string(id); }

  /// Returns the value of a statement that is not a store.
  std::string value(ir::Statement const& statement) const;
  /// Returns a register as a vector.
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

/// Returns Doubles, Floats, Ints, Shorts, Bytes or Masks.
std::string vector_type(ir::Type type);

} // namespace chemora::emit
