/// Vectors in the emitted C++ of loop trees: definitions, and expressions whose operands are vectors.
#pragma once

#include "codegen/emit/tree_expressions.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace chemora::emit {

/// Returns definitions in the vector extensions of the compiler for vectors of any number of lanes. Some operations
/// have no such extension: fused multiply-add, square root, gather and scatter. These use instructions of x86
/// processors or loops over the lanes. Every operation has the same result for a lane as for a scalar.
///
///     Vector<double, 8>                       eight elements
///     lanes_for(8, 12)                        lanes of elements of 8 bytes for a loop of 12 iterations
///     load<V>(p), store(p, v)                 contiguous elements at any address
///     gather<V>(p, stride), scatter(p, stride, v)
///     wide<V>(x), wide_mask<V>(b)             x in all lanes
///     any_lane(m), all_lanes(m)               whether a lane of a mask is true, or all of them
///     each_lane<V>(f), each(f, a, b)          any function of the number of the lane, or of the lanes of operands
///     in_vectors<lanes>(first, last, body)    calls body(Lanes<n>(), i) for vectors of `lanes` iterations, and for
///                                             narrower vectors at the end
///     in_blocks<lanes, n>(first, last, body)  the same, with a loop of constant length if the range is 0 to n - 1
///     in_full_vectors, in_vectors_or_lanes    the same without a remainder, or with single iterations at the end
///
/// `functions` are the functions that are called with vectors. If `has_narrow` is true, the definitions for narrow
/// integers and lookups follow:
///
///     add_saturated(a, b), subtract_saturated(a, b)
///     narrowed<V>(a)                          conversion between integers that saturates
///     widened<V>(a)                           conversion of narrow integers to wider ones
///     compared<M>(f, a, b)                    comparison of vectors of any size, in parts of the processor's size
///
std::string tree_vector_definitions(std::set<NeededFunction> const& functions, bool has_narrow);

/// Returns the definitions for integers that saturate, which follow those above.
std::string saturated_vector_definitions();

/// Returns the definition of lookups in tables with few elements, which follow those above. `n` is at most 64 for
/// elements of one byte and 32 for others.
///
///     lookup<V, n>(table, index)              elements of a table of n elements, with one subscript per lane
///     picked<V>(p, index)                     elements of an array of any size, with one subscript per lane
///     in_registers<n_rows, n>(table)          a matrix of bytes, in registers if the processor can permute them. The
///                                             number n of columns is a power of two. Matrices have at most 32 rows and
///                                             columns, and at least 16 elements.
///     lookup_in_matrix(matrix, row, column)   elements of such a matrix, with one row and one column per lane
std::string lookup_definitions();

/// Returns the definitions of reads of those lanes in which a mask is true; the others are 0. They follow those above.
/// The elements of the mask may have another size than those that are read.
///
///     load_where<V>(m, p)                     contiguous elements
///     picked_where<V>(m, p, index)            elements of an array of any size, with one subscript per lane
std::string masked_read_definitions();

/// Returns declarations of the types Doubles, Floats, Ints, Unsigneds and Masks, and with narrow integers of Shorts and
/// Bytes, for the body of a vector loop. Its lanes have elements of `bytes` bytes.
std::vector<std::string> vector_types(int bytes, bool has_narrow);

/// Spells expressions as vectors inside a vector loop, in the types of vector_types().
class TreeVectors {
public:
  TreeVectors(ir::LoopTree const& tree, TreeExpressions const& scalars, Dialect const& dialect);

  void set_vector(VectorLoop const* vector) { vector_ = vector; }

  /// Returns whether the value may differ between the lanes.
  bool varies(ir::ExpressionPtr const& expression) const;
  /// Returns whether one of the names is the loop variable or a private temporary of the lanes.
  bool varies(ir::LinearExpression const& expression) const;
  /// Returns whether the lanes use different elements of a private temporary.
  bool has_varying_subscripts(ir::ExpressionPtr const& element) const;
  /// Returns whether the values of nodes can also be computed for lanes whose condition is false. Such nodes assign
  /// only private temporaries of the lanes. They do not divide integers, call only functions with a vector form, and
  /// read no elements whose subscripts differ between lanes, because the subscripts of these lanes may be out of
  /// bounds.
  bool can_be_masked(std::vector<ir::TreeNode> const& nodes) const;
  /// Returns the lines of a condition that varies between lanes, for whose nodes can_be_masked() holds. The lines
  /// compute the values for all lanes and assign them in the lanes where the condition is true. Except for a few
  /// operations on private scalars, they are executed only if the condition is true in any lane.
  std::vector<std::string> masked(ir::TreeNode const& condition, std::string const& outer_mask = "");
  /// Returns a name for a mask that no other text has.
  std::string new_mask() { return "mask_" + std::to_string(n_masks_++); }
  std::string value(ir::ExpressionPtr const& expression) const;
  std::set<NeededFunction> const& functions() const { return functions_; }
  /// Returns declarations of the matrices in which the nodes look up elements, and adds their names to `matrices`
  /// (VectorLoop::matrices). They precede the vector loop, because compilers would load a matrix in each iteration.
  std::vector<std::string> declare_matrices(std::vector<ir::TreeNode> const& nodes,
                                            std::set<std::string>& matrices) const;
  /// Returns whether the texts so far call `lookup`.
  bool has_lookups() const { return has_lookups_; }
  /// Returns whether the texts so far read with masks.
  bool reads_where() const { return reads_where_; }

private:
  std::string element(ir::ExpressionPtr const& element) const;
  std::string in_memory(ir::ExpressionPtr const& element, AccessStride const& stride) const;
  std::optional<std::string> unclamped(ir::ExpressionPtr const& element) const;
  /// A minimum whose first operand is the result in the lanes of a mask. In the other lanes, it may be a subscript that
  /// is out of bounds.
  struct LaneLimit {
    ir::ExpressionPtr minimum{};
    std::string mask{};
  };
  /// Spells the first of two selected values. Where the condition is `x <= limit`, elements with the subscript
  /// `minimum(x, limit)` are not read in the lanes of the second value. Several lanes that read the same element would
  /// take more time, if it is not in the cache.
  std::string value_where(ir::Expression const& select) const;
  std::optional<std::string> read_where(ir::ExpressionPtr const& element) const;
  /// An element with a subscript for each lane: that of lane 0 if the others are next to it, and otherwise the element
  /// with the subscript 0 in place of the index.
  struct MaskedRead {
    ir::ExpressionPtr first{};
    ir::ExpressionPtr index{};
  };
  std::optional<MaskedRead> masked_read(ir::ExpressionPtr const& element, ir::ExpressionPtr const& minimum) const;
  bool can_mask(ir::ExpressionPtr const& value, ir::ExpressionPtr const& minimum) const;
  std::optional<std::string> lookup(ir::ExpressionPtr const& element) const;
  /// A matrix of bytes, and the letters of the row and column of an element.
  struct MatrixLookup {
    std::string matrix{}; ///< an expression
    ir::ExpressionPtr row{}, column{};
  };
  std::optional<MatrixLookup> matrix_lookup(ir::ExpressionPtr const& element) const;
  std::string matrix_name(std::string const& array) const;
  std::optional<std::string> lookup_in_matrix(ir::ExpressionPtr const& element) const;
  std::optional<std::string> picked(ir::ExpressionPtr const& element) const;
  std::string operation(ir::Expression const& expression) const;
  std::string function(ir::Expression const& expression) const;
  std::string integer_operation(ir::Expression const& expression) const;
  std::string lane_by_lane(ir::ExpressionPtr const& expression) const;

  /// Returns whether the first node inside the condition that accesses the private scalar sets it, and no node outside
  /// accesses it.
  bool is_only_inside(std::string const& array, ir::TreeNode const& condition) const;

  TreeExpressions const& scalars_;
  Dialect const& dialect_;
  std::map<std::string, long> n_accesses_; ///< of each array, except in bounds of loops
  std::set<std::string> in_bounds_;        ///< names in bounds of loops
  VectorLoop const* vector_ = nullptr;
  mutable std::set<NeededFunction> functions_;
  mutable bool has_lookups_ = false;
  mutable bool reads_where_ = false;
  mutable std::optional<LaneLimit> lane_limit_{};
  int n_masks_ = 0;
};

} // namespace chemora::emit
