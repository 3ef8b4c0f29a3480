/// Executes loop trees sequentially.
#include "codegen/ir/expression_evaluator.hpp"
#include "codegen/ir/loop_tree.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace chemora::ir {

namespace {

class TreeInterpreter final : private ExpressionLeaves {
public:
  TreeInterpreter(LoopTree const& tree, NameValues const& parameters,
                  std::map<std::string, std::vector<double>>& arrays)
      : tree_(tree), names_(parameters), values_(tree.arrays, parameters, arrays, true) {
    for (TreeParameter const& parameter : tree.parameters)
      if (!parameters.contains(parameter.name)) fail(fmt::format("parameter `{}` has no value", parameter.name));
    for (TypedArray const& array : tree.arrays)
      if (array.axes.empty()) scalars_.insert(array.name);
  }

  void execute(std::vector<TreeNode> const& nodes) {
    for (TreeNode const& node : nodes) execute(node);
  }

private:
  [[noreturn]] void fail(std::string const& error) const {
    throw base::InternalError(fmt::format("Interpreting tree `{}`: {}.", tree_.kernel, error));
  }

  void execute(TreeNode const& node) {
    switch (node.kind) {
    case NodeKind::loop:
      return execute_loop(node);
    case NodeKind::condition:
      if (evaluate(*node.condition, *this) != 0) execute(node.body);
      return;
    case NodeKind::assignment:
      return assign(node);
    case NodeKind::barrier:
      return;
    }
  }

  void execute_loop(TreeNode const& loop) {
    double lower = -INFINITY, upper = INFINITY;
    for (Bound const& bound : loop.lower) lower = std::max(lower, std::ceil(numerator(bound) / divisor(bound)));
    for (Bound const& bound : loop.upper) upper = std::min(upper, std::floor(numerator(bound) / divisor(bound)));
    int n = 0;
    lower += 0.0; // never -0
    for (double value = lower; value <= upper; value += loop.step) {
      bool const has_extent =
          loop.mapping != Mapping::sequential && loop.mapping != Mapping::threads && loop.mapping != Mapping::blocks;
      if (has_extent && ++n > loop.extent)
        fail(fmt::format("loop `{}` has more than {} iterations, its extent", loop.variable, loop.extent));
      names_[loop.variable] = value;
      execute(loop.body);
    }
    names_.erase(loop.variable);
  }

  double numerator(Bound const& bound) {
    auto result = static_cast<double>(bound.numerator.constant);
    for (auto const& [name, factor] : bound.numerator.factors) {
      double const value = scalars_.contains(name) ? value_of_element(name, {}) : value_of_name(name);
      if (std::isnan(value)) fail(fmt::format("`{}` in the bound of a loop has no value", name));
      result += static_cast<double>(factor) * value;
    }
    return result;
  }

  static double divisor(Bound const& bound) { return static_cast<double>(bound.divisor); }

  void assign(TreeNode const& node) {
    std::vector<double> subscripts;
    for (ExpressionPtr const& subscript : node.target->operands) subscripts.push_back(evaluate(*subscript, *this));
    double const value = evaluate(*node.value, *this);
    values_.write(place(node.target->name, subscripts), value);
  }

  ElementPlace place(std::string const& array, std::vector<double> const& subscripts) const {
    std::string error;
    ElementPlace result = values_.place(array, subscripts, names_, error);
    if (!error.empty()) fail(error);
    return result;
  }

  double value_of_name(std::string const& name) const override {
    auto const found = names_.find(name);
    if (found == names_.end()) fail(fmt::format("`{}` has no value", name));
    return found->second;
  }

  double value_of_element(std::string const& array, std::vector<double> const& subscripts) override {
    return values_.read(place(array, subscripts));
  }

  void for_each_iteration(std::vector<std::string> const& /*loops*/, std::function<void()> const& /*visit*/) override {
    fail("a tree has no reductions");
  }

  LoopTree const& tree_;
  NameValues names_; ///< values of parameters and of the variables of enclosing loops
  ArrayValues values_;
  std::set<std::string> scalars_;
};

} // namespace

void interpret(LoopTree const& tree, std::map<std::string, double> const& parameters,
               std::map<std::string, std::vector<double>>& arrays) {
  TreeInterpreter(tree, parameters, arrays).execute(tree.body);
}

} // namespace chemora::ir
