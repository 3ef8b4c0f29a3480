/// The parts of lower_ordered(): loops, values and results.
#pragma once

#include "codegen/loops/kernel_builder.hpp"
#include "codegen/wavefront/lane_values.hpp"
#include "codegen/wavefront/lower_ordered.hpp"
#include "codegen/wavefront/ordered_space.hpp"
#include "codegen/wavefront/wave_values.hpp"

namespace chemora::wavefront {

/// The reason why a system is not lowered.
struct NotOrdered {
  std::string reason{};
};

class OrderedLowering {
public:
  /// Throws NotOrdered if the system is not lowered.
  OrderedLowering(recursion::System const& system, Plan const& plan, LoweringOptions const& options);

  Lowered lower();

private:
  using Constraints = recursion::Constraints;
  using Places = std::vector<OrderedPlace>;

  /// Where a value is computed.
  struct Scope {
    OrderedPlace const* place = nullptr;
    Constraints domain{};                                  ///< of loop variables and sizes
    std::map<std::string, ir::LinearExpression> indices{}; ///< of dimensions and of variables of reductions
    bool is_in_loop_of_calls = false; ///< whether all calls are of the elements that have just been computed
  };

  /// A reduction over elements of one row whose terms are combined in the inner loop that computes these elements.
  struct FusedReduction {
    recursion::Function const* function = nullptr;
    recursion::Case const* part = nullptr;
    ir::ExpressionPtr reduction{};
    recursion::Range const* range = nullptr;
    std::string callee{};         ///< one of the functions
    std::size_t level = 0;        ///< of the inner loop
    ir::LinearExpression shift{}; ///< the loop variable minus the variable of the range
    std::string total{};          ///< temporary
    bool is_complete = false;     ///< whether the loop has been executed in the current iteration of the rows
  };

  // Loops (lower_ordered.cpp).
  void check_types() const;
  void declare_problem();
  void lower_group(Places const& places, std::size_t level, Constraints const& domain);
  void lower_loop(Places places, std::size_t level, Constraints const& domain);
  void lower_segment(Places places, std::size_t level, Constraints const& domain, Constraints const& segment,
                     std::vector<FusedReduction*> const& fused);
  /// Returns the range of a loop that contains the ranges of all functions.
  Constraints hull(std::vector<Constraints> const& ranges, std::string const& loop, Constraints const& domain) const;
  /// Returns the values of the loop variable at which cases or ranges start or end, in increasing order.
  std::vector<ir::LinearExpression> cuts(Places const& places, Constraints const& domain,
                                         Constraints const& others) const;
  void compute(OrderedPlace const& place, Constraints const& domain);

  // Tables (ordered_tables.cpp).
  void declare_table(recursion::Function const& function);
  bool declare_private_window(recursion::Function const& function, ir::Type type);
  /// Moves the values of temporaries one iteration back.
  void next_iteration(Places const& places, std::size_t level);
  void load_previous_row(Places const& places, std::size_t level);

  // Values (ordered_values.cpp).
  struct PossibleCase {
    Constraints unknown{}; ///< conditions that may be false
    ir::ExpressionPtr value{};
  };
  std::vector<PossibleCase> possible_cases(Scope const& scope) const;
  ir::ExpressionPtr case_value(Scope& scope);
  ir::ExpressionPtr value(ir::ExpressionPtr const& expression, recursion::ValueType type, Scope& scope);
  ir::ExpressionPtr converted(ir::ExpressionPtr const& expression, recursion::ValueType type, Scope const& scope);
  LaneValues::Context context(Scope const& scope);
  ir::ExpressionPtr called(ir::Expression const& call, Scope const& scope);
  /// Returns the name of the temporary that contains the element of a call, or an empty text.
  std::string temporary_of(ir::Expression const& call, Scope const& scope) const;
  ir::ExpressionPtr without_reductions(ir::ExpressionPtr const& expression, Scope& scope);
  ir::ExpressionPtr reduced(ir::Expression const& reduction, Scope& scope);
  std::string declare_reduction(ir::Expression const& reduction);
  ir::Type reduction_type(ir::Expression const& reduction) const;
  ir::ExpressionPtr neutral(ir::Expression const& reduction, recursion::Function const& function) const;
  void combine(ir::ExpressionPtr const& total, ir::Op op, ir::ExpressionPtr const& term,
               recursion::Function const& function);
  /// Opens the loop of a reduction. Returns the conditions under which a lane has the value of the variable.
  Constraints open_range(recursion::Range const& range, Scope& scope);
  /// Limits the subscripts of elements that may be outside of their array.
  ir::ExpressionPtr with_limits(ir::ExpressionPtr const& expression, Scope const& scope) const;
  ir::ExpressionPtr limited(ir::ExpressionPtr const& subscript, ir::LinearExpression const& lower,
                            ir::LinearExpression const& upper, Scope const& scope) const;
  bool is_letter(ir::ExpressionPtr const& expression) const;
  /// Returns an element of a table; `time` is that of the row.
  ir::ExpressionPtr element(recursion::Function const& function, std::vector<ir::ExpressionPtr> const& subscripts,
                            ir::LinearExpression const& time) const;
  /// Returns the element of a place in the table, and the temporary with this element, if there is one.
  ir::ExpressionPtr own_element(OrderedPlace const& place) const;
  ir::ExpressionPtr own_value(OrderedPlace const& place) const;
  /// Returns a condition on loop variables and largest sizes.
  ir::ExpressionPtr uniform_condition(Constraints const& constraints) const;

  // Reductions of rows (ordered_reductions.cpp).
  void find_fused_reductions();
  std::optional<FusedReduction> fused_reduction(recursion::Function const& function, recursion::Case const& part,
                                                ir::ExpressionPtr const& reduction) const;
  /// Returns the fused reductions that the loop of these functions computes.
  std::vector<FusedReduction*> fused_reductions(Places const& places, std::size_t level, Constraints const& domain);
  /// Returns the range of the reduction as constraints on a loop variable.
  Constraints range_of(FusedReduction const& fused, ir::LinearExpression const& time) const;
  void update_fused_reduction(FusedReduction const& fused, ir::LinearExpression const& time, Constraints const& domain);

  // Results (ordered_results.cpp).
  void declare_value(WaveValue const& value);
  void update_value(WaveValue const& value, OrderedPlace const& place, Constraints const& domain);
  void update_wide_value(WaveValue const& value, ir::ExpressionPtr const& is_inside, OrderedPlace const& place);
  /// Updates the results that are elements of the rows that the loop of a level has just computed.
  void update_elements(Places const& places, std::size_t level, ir::LinearExpression const& time,
                       Constraints const& domain);
  ir::ExpressionPtr result_element(WaveValue const& value, ir::LinearExpression const& time);
  void update_stored_elements();
  void write_values();
  void write_result(std::string const& array, Role role, std::string const& name, ir::ExpressionPtr const& result);
  void write_overflow();

  // Scaled rows of probabilities (ordered_scaling.cpp).
  std::optional<std::string> why_not_scaled_rows() const;
  void initialise_probabilities();
  bool is_before_scaling(recursion::Function const& function, recursion::Case const& part) const;
  void rescale(ir::LinearExpression const& time);
  /// Calls `change` inside loops over the elements of all rows, with the elements of functions of equal dimensions.
  void for_all_rows(std::function<void(std::vector<ir::ExpressionPtr> const&)> const& change);

  // Probabilities with an exponent of their own (ordered_wide.cpp).
  /// The number mantissa * 2^exponent, where the exponent is a multiple of 512 and the magnitude of the mantissa is at
  /// least 2^-256 and less than 2^256, or 0 with the smallest exponent.
  struct Wide {
    ir::ExpressionPtr mantissa{}, exponent{};
  };
  void compute_wide(OrderedPlace const& place, Scope& scope);
  Wide wide(ir::ExpressionPtr const& expression, Scope& scope);
  Wide wide_operation(ir::Expression const& expression, Scope& scope);
  Wide wide_reduction(ir::ExpressionPtr const& reduction, Scope& scope);
  Wide wide_number(ir::ExpressionPtr const& number);
  Wide wide_sum(Wide const& left, Wide const& right);
  Wide combined(ir::Op op, Wide const& left, Wide const& right);
  /// Returns the number mantissa * 2^exponent, where the mantissa is in the range of one multiplication of numbers.
  Wide normalised(ir::ExpressionPtr const& mantissa, ir::ExpressionPtr const& exponent);
  static Wide chosen(ir::ExpressionPtr const& condition, Wide const& left, Wide const& right);
  static ir::ExpressionPtr is_less(Wide const& left, Wide const& right);
  Wide in_temporaries(Wide const& value);
  void assign(Wide const& target, Wide const& value);
  /// Replaces comparisons of probabilities by functions that stand for temporaries.
  ir::ExpressionPtr without_probabilities(ir::ExpressionPtr const& expression, Scope& scope);
  ir::ExpressionPtr temporary_value(ir::ExpressionPtr const& value);
  /// Returns the exponent of an element of a table.
  static ir::ExpressionPtr exponent_of(ir::ExpressionPtr const& element);
  bool is_wide(recursion::Function const& function) const {
    return is_wide_ && function.type == recursion::ValueType::probability;
  }

  // Names.
  /// The value of a function `n` iterations back in the loop of its rows.
  static std::string row_name(std::string const& function, long n);
  /// The element of the previous or current row `n` iterations back in the inner loop.
  static std::string old_name(std::string const& function, long n);
  static std::string new_name(std::string const& function, long n);
  // The length of a varying sequence x is `length_x` in the system and the largest one of the launch in parameters,
  // `longest_x` the largest one of the group of lanes, and `own_length_x` that of the lane.
  /// Returns the expression with the lengths of the lane in place of all others.
  ir::LinearExpression own_sizes(ir::LinearExpression expression) const;
  /// Returns the expression with the lengths of the group in place of `length_x`.
  static ir::LinearExpression group_sizes(ir::LinearExpression expression, std::set<std::string> const& varying);
  static recursion::System in_group(recursion::System system, std::set<std::string> const& varying);
  bool uses_group_sizes(ir::LinearExpression const& expression) const;
  /// Returns the expression with names that LaneValues does not replace.
  ir::LinearExpression largest_sizes(ir::LinearExpression expression) const;
  ir::ExpressionPtr finished(ir::ExpressionPtr const& expression) const;
  void assign(ir::ExpressionPtr const& target, ir::ExpressionPtr const& value);
  ir::ExpressionPtr scalar(std::string const& name) const;
  ir::ExpressionPtr problem_element(std::string const& array, std::vector<ir::ExpressionPtr> const& subscripts) const;

  recursion::System const original_;
  recursion::System const in_group_; ///< with the largest lengths of the group of lanes in the ranges of dimensions
  recursion::System system_;         ///< with functions that stand for the temporaries of reductions
  Plan plan_;
  LoweringOptions const& options_;
  OrderedSpace space_;
  loops::LoopKernel kernel_{};
  LaneValues values_;
  loops::KernelBuilder builder_;
  Constraints sizes_{}; ///< what is known about sizes
  std::vector<LoweredArgument> arguments_{};
  WindowUse window_{};
  std::vector<FusedReduction> fused_{};
  std::map<std::string, OrderedPlace> current_{}; ///< the places of functions in the loops that are open
  std::vector<WaveValue> tables_{};               ///< results, and maxima that detect overflows
  std::vector<ir::ExpressionPtr> conditions_{};   ///< of the instructions of the current element
  std::optional<std::size_t> scaled_level_{};     ///< of the rows of probabilities with a common exponent
  bool is_wide_ = false;                          ///< whether each probability has an exponent
};

} // namespace chemora::wavefront
