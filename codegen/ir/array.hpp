/// The arrays of loop kernels and loop trees: element type, shape, memory and layout.
///
///     array q real64 [i: Nq, j: Nq, k: Nq, field: 8, e: Ne] argument layout N0,N1,N2,N3,N4
///     array flux real64 [ii: 8, jj: 8] tile layout N0,N1 copies e
#pragma once

#include "codegen/ir/expression.hpp"
#include "codegen/ir/loops.hpp"

namespace chemora::ir {

/// How the subscripts of one axis of an array become an address.
enum class AxisLayout {
  nested,  ///< axes are nested in memory by `nesting`, 0 varies fastest
  vector,  ///< varies fastest of all axes; the elements along it form a short vector. At most one axis per array.
  separate ///< varies slowest of all axes; the parts of the array are separate (structure of arrays)
};

struct ArrayAxis {
  std::string name{};        ///< for messages and for the names of loops that transformations make; may be empty
  LinearExpression extent{}; ///< subscripts are from 0 to extent - 1
  AxisLayout layout = AxisLayout::nested;
  int nesting = 0; ///< position among the nested axes; 0 varies fastest

  bool operator==(ArrayAxis const&) const = default;
};

/// An argument of the kernel or a temporary array. A scalar has no axes.
struct TypedArray {
  std::string name{};
  Type type = Type::real64;
  bool is_argument = false;
  Scope scope = Scope::registers; ///< memory of a temporary; arguments are in the memory of the grid
  std::vector<ArrayAxis> axes{};
  /// Loop variables of which every iteration has its own copy of a temporary. The copies do not influence each other.
  std::vector<std::string> copies{};
  /// Temporaries with the same text share one storage; empty: own storage.
  std::string storage{};

  bool operator==(TypedArray const&) const = default;
};

/// Returns the distance in elements between neighbours along each axis, as int32 expressions of the parameters. The
/// layout is dense: the vector axis first, then the nested axes, then the separate axes.
std::vector<ExpressionPtr> strides(TypedArray const& array);

/// Returns the number of elements as int32 expression of the parameters.
ExpressionPtr n_elements(TypedArray const& array);

/// Returns the offset of the element with these int32 subscripts, `strides` times subscripts.
ExpressionPtr offset_of(TypedArray const& array, std::vector<ExpressionPtr> const& subscripts);

std::string to_text(TypedArray const& array);

} // namespace chemora::ir
