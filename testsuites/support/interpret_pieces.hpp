// Runs the kernels of a split graph with the interpreter, to compare their results with those of the whole graph.
#pragma once

#include "codegen/plan/fission.hpp"
#include "testsuites/support/random_graph.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace chemora::testing_support {

/// Runs all pieces with the interpreter on the arrays of `data`. Temporary arrays with the same slot share one array.
inline std::map<std::string, std::vector<double>> interpret(plan::Pieces const& pieces, RandomData const& data) {
  auto arrays = data.arrays;
  std::size_t const n_points = arrays.begin()->second.size();
  std::vector<std::vector<double>> slots(static_cast<std::size_t>(pieces.n_slots), std::vector<double>(n_points, 777));
  for (auto const& piece : pieces.pieces) {
    ir::verify(piece.graph, "splitting");
    for (auto const& t : pieces.temporaries) arrays[t.variable] = slots[static_cast<std::size_t>(t.slot)];
    ir::interpret(piece.graph, data.input, data.box, arrays);
    for (auto const& t : pieces.temporaries)
      if (std::ranges::count(piece.graph.outputs, t.variable) > 0)
        slots[static_cast<std::size_t>(t.slot)] = arrays[t.variable];
  }
  return arrays;
}

} // namespace chemora::testing_support
