/// Executes single instances of loop kernels, for both interpreters.
#pragma once

#include "codegen/ir/expression_evaluator.hpp"
#include "codegen/ir/ordered_reduction.hpp"
#include "codegen/loops/instances.hpp"

#include <functional>

namespace chemora::loops {

class Execution final : private ir::ExpressionLeaves {
public:
  /// Is called for each read and write of an element.
  using Record = std::function<void(ir::ElementPlace const& place, bool is_write)>;

  /// All parameters must outlive this object.
  Execution(LoopKernel const& kernel, ir::NameValues const& parameters,
            std::map<std::string, std::vector<double>>& arrays, Record record = {});

  /// Executes one instance. Throws base::UserError for a subscript outside an array.
  void execute(Instruction const& instruction, ir::NameValues const& loops);

  /// Calls `visit` for all instances in the order that defines the result. Scalars in ranges have the values that they
  /// have when `visit` has returned for all earlier instances.
  void for_each_instance(std::function<void(Instruction const&, ir::NameValues const& loops)> const& visit) const;

private:
  struct Expanded {
    std::vector<ir::ExpressionPtr> conditions{}, subscripts{};
    ir::ExpressionPtr value{};
    bool is_ordered_update = false;
  };
  /// The operation of an ordered reduction.
  struct Combination {
    ir::Op op = ir::Op::add;
    ir::Type type = ir::Type::real64;
    double operator()(double left, double right) const;
  };
  void combine(ir::ElementPlace const& target, ir::Op op, double value);
  Expanded const& expanded_parts(Instruction const& instruction);
  double scalar(std::string const& name, ir::NameValues const& loops) const;
  ir::ElementPlace place(std::string const& array, std::vector<double> const& subscripts) const;

  double value_of_name(std::string const& name) const override;
  double value_of_element(std::string const& array, std::vector<double> const& subscripts) override;
  void for_each_iteration(std::vector<std::string> const& loops, std::function<void()> const& visit) override;

  LoopKernel const& kernel_;
  ir::NameValues const& parameters_;
  ir::ArrayValues values_;
  Record record_;
  Instruction const* instruction_ = nullptr; ///< the instruction that is executed
  ir::NameValues loops_;                     ///< values of its loop variables
  std::map<Instruction const*, Expanded> expanded_;
  std::map<ir::ElementPlace, ir::OrderedReduction<double, Combination>> reductions_; ///< that have elements
};

} // namespace chemora::loops
