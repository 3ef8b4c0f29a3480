#include "codegen/wavefront/axis_functions.hpp"

#include "codegen/ir/expression_evaluator.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

namespace chemora::wavefront {

namespace {

using recursion::Function;

/// Evaluates the functions index by index, in the order of their passes.
class AxisEvaluator final : private ir::ExpressionLeaves {
public:
  AxisEvaluator(recursion::System const& system, SweepPasses const& passes, std::map<std::string, long> const& sizes,
                std::map<std::string, double> const& scalars)
      : system_(system), passes_(passes), sizes_(sizes), scalars_(scalars) {}

  std::map<std::string, std::vector<double>> run() {
    for (SweepPass const& pass : passes_.axis_passes) {
      int const axis = passes_.axis_of.at(pass.functions.front());
      axis_ = static_cast<std::size_t>(axis < 0 ? 0 : axis);
      long const n = axis < 0 ? 1 : sizes_.at(fmt::format("points_{}", base::axis_names[axis_]));
      for (std::string const& name : pass.functions) values_[name].resize(static_cast<std::size_t>(n));
      for (long step = 0; step < n; ++step) {
        index_ = pass.direction[axis_] < 0 ? n - 1 - step : step;
        for (std::string const& name : pass.functions)
          values_[name][static_cast<std::size_t>(index_)] = value(system_.function(name));
      }
    }
    return std::move(values_);
  }

private:
  double value(Function const& function) {
    function_ = &function;
    for (recursion::Case const& each : function.cases) {
      bool is_here = true;
      for (loops::Constraint const& constraint : each.domain) {
        long const number = value_of(constraint.expression);
        is_here = is_here && (constraint.is_equality ? number == 0 : number >= 0);
      }
      if (is_here) return ir::evaluate(*each.value, *this);
    }
    throw base::InternalError(fmt::format("axis_values: no case of {} contains the index {}", function.name, index_));
  }

  long value_of(ir::LinearExpression const& expression) const {
    long sum = expression.constant;
    for (auto const& [name, factor] : expression.factors) sum += factor * static_cast<long>(value_of_name(name));
    return sum;
  }

  double value_of_name(std::string const& name) const override {
    for (std::size_t n = 0; n < function_->dimensions.size(); ++n) // other axes occur only in subscripts
      if (name == function_->dimensions[n].name) return n == axis_ ? static_cast<double>(index_) : 0;
    if (auto const size = sizes_.find(name); size != sizes_.end()) return static_cast<double>(size->second);
    return scalars_.at(name);
  }

  double value_of_element(std::string const& called, std::vector<double> const& subscripts) override {
    auto const& values = values_.at(called);
    return passes_.axis_of.at(called) < 0 ? values.front() : values.at(static_cast<std::size_t>(subscripts[axis_]));
  }

  void for_each_iteration(std::vector<std::string> const&, std::function<void()> const&) override {
    throw base::InternalError("axis_values: functions of sweeps have no reductions");
  }

  recursion::System const& system_;
  SweepPasses const& passes_;
  std::map<std::string, long> const& sizes_;
  std::map<std::string, double> const& scalars_;
  std::map<std::string, std::vector<double>> values_;
  Function const* function_ = nullptr;
  std::size_t axis_ = 0;
  long index_ = 0;
};

} // namespace

std::map<std::string, std::vector<double>> axis_values(recursion::System const& system, SweepPasses const& passes,
                                                       std::map<std::string, long> const& sizes,
                                                       std::map<std::string, double> const& scalars) {
  return AxisEvaluator(system, passes, sizes, scalars).run();
}

} // namespace chemora::wavefront
