// What emitted C++ needs to compute on vectors: their types, loads and stores of full and partial ones, functions.
#pragma once

#include "codegen/emit/dialect.hpp"

namespace chemora::emit {

struct VectorNeeds {
  ir::Type real = ir::Type::real64;   ///< element type of the arguments
  int lanes = 1;                      ///< elements of every vector, of whatever type
  std::set<NeededFunction> functions; ///< of vectors
  bool has_nontemporal_stores = false;
  bool is_large = false; ///< the body of the loop
};

/// Definitions in the compiler's vector extensions, with instructions by name only where these extensions have none
/// (fused multiply-add, square root, masks, non-temporal stores) and by plain loops over the lanes on processors whose
/// names are not known here. What every operation does to a lane is what it does to a number.
///
///     Doubles, Floats, Ints, Masks            `lanes` elements each; a true lane of a mask has all bits set
///     All, Some{n}                            which lanes count: all, or the first n
///     load(All, p), store(Some{3}, p, v)      elements in a row at any address; no others are touched
///     stream(All, p, v), fence()              stores past the caches where p is aligned; orders them before others
///     wide(x)                                 x in all lanes
///     fused, root, cube_root, magnitude       fma, square and cube root, absolute value
///     each                                    any function lane by lane
///
/// A small body is there twice, for full and for partial vectors. Of a large one g++ takes two thirds of its time for
/// the second, and several times as long with masks written out at hundreds of places: whole vectors do narrow rows,
/// too, where that can be (narrow_rows.hpp), else loads and stores of partial vectors are functions. And g++ orders the
/// instructions of a large body so that fewer values wait on the stack.
std::string vector_definitions(VectorNeeds const& needs);

/// What comes after the kernel.
std::string vector_ending(VectorNeeds const& needs);

} // namespace chemora::emit
