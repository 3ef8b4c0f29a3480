// Steps of a time integrator done with the interpreter: what joined graphs are compared with.
#pragma once

#include "codegen/ir/interpreter.hpp"
#include "codegen/passes/join_updates.hpp"
#include "framework/base/box.hpp"
#include "framework/base/errors.hpp"

#include <map>
#include <string>
#include <vector>

namespace chemora::testing_support {

using Arrays = std::map<std::string, std::vector<double>>;

/// A kernel that calculates right-hand sides, from the lines of its graph below `grid`.
inline ir::Graph kernel(std::string const& lines) { return ir::parse_graph("graph rhs {\ngrid 3\n" + lines + "}\n"); }

/// What the pass, join_updates or sums_apart, says against this step; empty if nothing.
template <class Pass>
std::string complaint(Pass const& pass, passes::Step const& step) {
  try {
    pass(step);
    return {};
  } catch (base::UserError const& error) {
    return error.what();
  }
}

/// All points of the arrays.
inline base::Box const whole{{0, 0, 0}, {9, 8, 7}};

inline void interpret_boxes(ir::Graph const& graph, ir::InterpreterInput const& input,
                            std::vector<base::Box> const& boxes, Arrays& arrays) {
  for (auto const& box : boxes) ir::interpret(graph, input, box, arrays);
}

/// Copies, zeros, kernel and sums one after the other.
inline void do_in_order(passes::Step const& step, ir::InterpreterInput const& input, base::Box const& box,
                        Arrays& arrays) {
  for (auto const& [target, source] : step.copies) arrays[target] = arrays.at(source);
  for (auto const& target : step.zeros) arrays[target].assign(arrays.at(target).size(), 0);
  ir::interpret(step.kernel, input, box, arrays);
  for (std::size_t n = 0; n < step.updates.size(); ++n) {
    auto const& update = step.updates[n];
    for (std::size_t p = 0; p < arrays.at(update.target).size(); ++p) {
      double sum = update.keeps_target ? input.parameters.at(passes::scale_name(n)) * arrays.at(update.target)[p] : 0;
      for (std::size_t k = 0; k < update.sources.size(); ++k) {
        double const term = input.parameters.at(passes::factor_name(n, k)) * arrays.at(update.sources[k])[p];
        sum = k > 0 || update.keeps_target ? sum + term : term;
      }
      arrays.at(update.target)[p] = sum;
    }
  }
}

} // namespace chemora::testing_support
