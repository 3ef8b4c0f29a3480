/// Reductions as loops of a kernel, with the order of operations of codegen/ir/ordered_reduction.hpp for every mapping.
#pragma once

#include "codegen/ir/ordered_reduction.hpp"
#include "codegen/patterns/mapped_loops.hpp"

#include <functional>
#include <limits>

namespace chemora::patterns {

/// The fields of a value; a scalar has one.
using Fields = std::vector<ir::ExpressionPtr>;

/// A number of elements.
struct ElementCount {
  ir::LinearExpression bound{}; ///< for constraints of loops; may name an int32 scalar temporary
  ir::ExpressionPtr value{};
  std::vector<ir::LinearExpression> factors{}; ///< numbers of elements of all variables of a reduction
  long max = std::numeric_limits<int>::max();  ///< a larger number is not possible
  bool is_from_data = false;                   ///< depends on data or on other loops, and is often small
};

/// The operation of a reduction.
struct Combination {
  std::vector<ir::Type> types{}; ///< of the fields
  Fields neutral{};              ///< value of no elements
  ir::ReductionOrder order = ir::ReductionOrder::interleaved;
  bool is_free = false; ///< whether any order of the operations has the same result
  /// Returns the combination of two values; may add instructions.
  std::function<Fields(Fields const& left, Fields const& right)> combine{};
  /// Returns the value of one element; empty if it is the element.
  std::function<Fields(Fields const& element)> single{};
  /// Returns the combination of the value of all preceding elements with the next element. It needs fewer operations
  /// than `combine`.
  std::function<Fields(Fields const& preceding, Fields const& element)> append{};
};

/// Adds the instructions of a reduction. The threads along the dimension of the level compute the partial sums of a
/// chunk, at most 32; more threads of the mapping have no work. A reduction by one thread whose order is free, or whose
/// size depends on data, has no partial results; in the second case, a schedule adds them (LoopKernel::ordered).
class OrderedLoops {
public:
  OrderedLoops(loops::LoopKernel& kernel, loops::KernelBuilder& builder, MappedLoops& loops)
      : kernel_(kernel), builder_(builder), loops_(loops) {}

  /// Returns the combination of the values of `n_elements` elements as private temporaries. `value` returns the value
  /// of an element and may add instructions.
  Fields reduce(LevelMapping const& mapping, std::string const& name, ElementCount const& n_elements,
                Combination const& combination,
                std::function<Fields(ir::LinearExpression const& element)> const& value);

  /// Stores the results of chunks, of which this block computes every `mapping.span.count`-th, beginning with number
  /// `block`. `stored` returns the elements in which the results of a chunk are stored.
  void store_chunks(LevelMapping const& mapping, std::string const& name, ElementCount const& n_elements,
                    Combination const& combination,
                    std::function<Fields(ir::LinearExpression const& element)> const& value,
                    ir::LinearExpression const& block,
                    std::function<Fields(ir::LinearExpression const& chunk)> const& stored);

  /// Returns the combination of the results of all chunks.
  Fields combine_stored(std::string const& name, ElementCount const& n_elements, Combination const& combination,
                        std::function<Fields(ir::LinearExpression const& chunk)> const& stored);

private:
  struct Reduction;
  using Items = std::vector<std::string>; ///< one array for each field

  /// The number of a partial result is `n_fast * slow + fast`.
  struct Lane {
    ir::LinearExpression slow{}, fast{};
  };

  Items declare_items(Reduction const& reduction, std::string const& suffix, std::vector<int> const& extents,
                      bool is_shared);
  Fields items(Reduction const& reduction, Items const& arrays,
               std::vector<ir::LinearExpression> const& subscripts) const;
  void combine(Reduction const& reduction, Items const& arrays, Lane const& left, Lane const& right);
  Lane open_lanes(Reduction const& reduction, int n_slow, int n_fast);
  void combine_partial(Reduction const& reduction, Items const& partial);
  void combine_chunks(Reduction const& reduction, Items const& arrays, int count, long size_of_item,
                      ir::LinearExpression const& first_item);
  Fields chunk(Reduction const& reduction, ir::LinearExpression const& number);
  Fields group(Reduction const& reduction, int level, ir::LinearExpression const& number);
  Fields result(Reduction const& reduction);
  void combine_in_groups(Reduction const& reduction, Fields const& result, long max_count,
                         std::function<ir::LinearExpression(ir::LinearExpression const& n)> const& element_of);
  void combine_in_sequence(Reduction const& reduction, Fields const& result);
  ir::LinearExpression open(std::string const& name);

  loops::LoopKernel& kernel_;
  loops::KernelBuilder& builder_;
  MappedLoops& loops_;
};

} // namespace chemora::patterns
