// Runs substeps of a time integrator with the interpreter. The results are the reference for tests of fused graphs.
#pragma once

#include "codegen/ir/interpreter.hpp"
#include "codegen/passes/fusion.hpp"
#include "framework/base/box.hpp"
#include "framework/base/errors.hpp"

#include <map>
#include <string>
#include <vector>

namespace chemora::testing_support {

using Arrays = std::map<std::string, std::vector<double>>;

/// Returns a kernel graph named `rhs` with three dimensions; `lines` is the remainder of its text.
inline ir::Graph kernel(std::string const& lines) { return ir::parse_graph("graph rhs {\ngrid 3\n" + lines + "}\n"); }

/// Returns the reason why fuse_updates or separate_updates rejects this substep, or an empty text if it is accepted.
template <class Pass>
std::string error_of(Pass const& pass, passes::Substep const& substep) {
  try {
    pass(substep);
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

/// Executes the parts of a substep one after the other. First it copies arrays and sets arrays to zero, then it runs
/// the kernel and the updates.
inline void run_in_order(passes::Substep const& substep, ir::InterpreterInput const& input, base::Box const& box,
                         Arrays& arrays) {
  for (auto const& [target, source] : substep.copies) arrays[target] = arrays.at(source);
  for (auto const& target : substep.zeros) arrays[target].assign(arrays.at(target).size(), 0);
  ir::interpret(substep.kernel, input, box, arrays);
  for (std::size_t n = 0; n < substep.updates.size(); ++n) {
    auto const& update = substep.updates[n];
    for (std::size_t p = 0; p < arrays.at(update.target).size(); ++p) {
      double value = update.keeps_target ? input.parameters.at(passes::scale_name(n)) * arrays.at(update.target)[p] : 0;
      for (std::size_t k = 0; k < update.sources.size(); ++k) {
        double const term = input.parameters.at(passes::factor_name(n, k)) * arrays.at(update.sources[k])[p];
        value = k > 0 || update.keeps_target ? value + term : term;
      }
      arrays.at(update.target)[p] = value;
    }
  }
}

} // namespace chemora::testing_support
