/// Vectors in the emitted C++ of loop trees: definitions, and expressions whose operands are vectors.
#pragma once

#include "codegen/emit/tree_expressions.hpp"

#include <set>
#include <string>

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
///     each_lane<V>(f), each(f, a, b)          any function of the number of the lane, or of the lanes of operands
///     in_vectors<lanes>(first, last, body)    calls body(Lanes<n>(), i) for vectors of `lanes` iterations, and for
///                                             narrower vectors at the end
///     in_full_vectors, in_vectors_or_lanes    the same without a remainder, or with single iterations at the end
///
/// `functions` are the functions that are called with vectors.
std::string tree_vector_definitions(std::set<NeededFunction> const& functions);

/// Spells expressions as vectors inside a vector loop. The emitted code declares the types Doubles, Floats, Ints,
/// Unsigneds and Masks.
class TreeVectors {
public:
  TreeVectors(TreeExpressions const& scalars, Dialect const& dialect) : scalars_(scalars), dialect_(dialect) {}

  void set_vector(VectorLoop const* vector) { vector_ = vector; }

  /// Returns whether the value may differ between the lanes.
  bool varies(ir::ExpressionPtr const& expression) const;
  /// Returns whether one of the names is the loop variable or a private temporary of the lanes.
  bool varies(ir::LinearExpression const& expression) const;
  /// Returns whether the lanes use different elements of a private temporary.
  bool has_varying_subscripts(ir::ExpressionPtr const& element) const;
  std::string value(ir::ExpressionPtr const& expression) const;
  std::set<NeededFunction> const& functions() const { return functions_; }

private:
  std::string element(ir::ExpressionPtr const& element) const;
  std::string operation(ir::Expression const& expression) const;
  std::string function(ir::Expression const& expression) const;
  std::string integer_operation(ir::Expression const& expression) const;
  std::string lane_by_lane(ir::ExpressionPtr const& expression) const;

  TreeExpressions const& scalars_;
  Dialect const& dialect_;
  VectorLoop const* vector_ = nullptr;
  mutable std::set<NeededFunction> functions_;
};

} // namespace chemora::emit
