/// Expressions of a kernel in which each lane computes one problem, and the arrays that they read.
#pragma once

#include "codegen/wavefront/lowered.hpp"

#include <functional>

namespace chemora::wavefront {

/// Infinite integers in tables of type int32. Sums of these and other numbers do not overflow.
constexpr double infinite_int32 = 1 << 30;

/// Replaces sums of products by fused operations, the last product first. All lowerings do this with probabilities, so
/// that their results have the same bits.
ir::ExpressionPtr with_fused_products(ir::ExpressionPtr const& expression);

class LaneValues {
public:
  /// Adds arrays to `kernel` as expressions need them. All parameters must outlive this object.
  LaneValues(recursion::System const& system, Plan const& plan, LoweringOptions const& options,
             loops::LoopKernel& kernel);

  /// Where a value is computed.
  struct Context {
    std::map<std::string, ir::LinearExpression> dimensions{}; ///< values of the dimensions of the function
    std::string rows{};                                       ///< innermost loop, empty for a single row
    recursion::Function const* function = nullptr;            ///< whose value is computed, if it is one
    /// Returns the value of a call, an element of a table.
    std::function<ir::ExpressionPtr(ir::Expression const& call)> call{};
    /// Returns a temporary with the value of an expression that does not use `rows`; computed before the loop.
    std::function<ir::ExpressionPtr(ir::ExpressionPtr const& value)> hoist{};
    /// Returns the element `subscript` of a temporary with the values of `element` for all values of the name `letter`.
    std::function<ir::ExpressionPtr(ir::ExpressionPtr const& element, ir::ExpressionPtr const& subscript)> tabulate{};
    /// Returns the temporary that contains this element of an input array, or null if there is none.
    std::function<ir::ExpressionPtr(ir::ExpressionPtr const& element)> look_up{};
  };

  /// Declares the loops `group` and `lane` and the parameters.
  void declare_problem_loops();

  ir::Type table_type(recursion::Function const& function) const;
  /// Returns an expression of a case as value of a table.
  ir::ExpressionPtr value(ir::ExpressionPtr const& expression, recursion::ValueType type, Context const& context);
  /// Returns whether all constraints hold.
  ir::ExpressionPtr condition(std::vector<loops::Constraint> const& constraints, Context const& context);
  /// Returns the encoded +infinity or -infinity.
  ir::ExpressionPtr infinity(recursion::ValueType type, bool is_positive) const;

  /// Returns whether the expression contains sizes that differ between the lanes.
  bool varies(ir::LinearExpression const& expression) const;

  ir::TypedArray lane_scalar(std::string const& name, ir::Type type) const;
  /// Returns an argument with the axes lane, `extents` and group.
  ir::TypedArray problem_array(std::string const& name, ir::Type type,
                               std::vector<ir::LinearExpression> const& extents) const;
  std::vector<ir::ExpressionPtr> problem_subscripts(std::vector<ir::ExpressionPtr> subscripts) const;
  /// Returns an element of such an array, or of an array of which each lane has its own.
  ir::ExpressionPtr problem_element(std::string const& array, std::vector<ir::ExpressionPtr> const& subscripts) const;

  /// Returns the arguments that the expressions so far read.
  std::vector<LoweredArgument> const& arguments() const { return arguments_; }

private:
  ir::ExpressionPtr integer(ir::ExpressionPtr const& expression, bool is_absolute, Context const& context);
  bool may_saturate(ir::ExpressionPtr const& expression, Interval const& step, bool is_absolute,
                    Context const& context) const;
  ir::ExpressionPtr integer_operation(ir::ExpressionPtr const& expression, bool is_absolute, Context const& context);
  ir::ExpressionPtr real(ir::ExpressionPtr const& expression, Context const& context);
  ir::ExpressionPtr index(ir::ExpressionPtr const& expression, Context const& context);
  ir::ExpressionPtr boolean(ir::ExpressionPtr const& expression, Context const& context);
  ir::ExpressionPtr comparison(ir::ExpressionPtr const& expression, Context const& context);
  ir::ExpressionPtr linear(ir::LinearExpression expression, Context const& context);
  ir::ExpressionPtr size(std::string const& name, Context const& context);
  ir::ExpressionPtr input(ir::ExpressionPtr const& element, Context const& context);
  ir::ExpressionPtr letter(recursion::InputArray const& array, ir::ExpressionPtr const& position,
                           Context const& context);
  bool is_index(ir::ExpressionPtr const& expression) const;
  bool is_relative(ir::ExpressionPtr const& expression) const;
  bool uses(ir::ExpressionPtr const& expression, std::string const& name) const;
  bool is_lane_value(ir::ExpressionPtr const& expression) const;
  void declare_input(recursion::InputArray const& array);
  ir::ExpressionPtr hoisted(ir::ExpressionPtr const& expression, Context const& context);

  recursion::System const& system_;
  Plan const& plan_;
  LoweringOptions const& options_;
  loops::LoopKernel& kernel_;
  std::vector<LoweredArgument> arguments_{};
};

} // namespace chemora::wavefront
