// The passes in their order: once when equations are compiled, and again when a kernel is specialised.
#pragma once

#include "codegen/ir/graph.hpp"
#include "codegen/passes/substitute_known_values.hpp"

#include <functional>
#include <string>
#include <vector>

namespace chemora::passes {

/// One step: what it is called (`edlc --dump-after=NAME`), what holds afterwards, and the function.
struct Pass {
  std::string name;
  std::string establishes;
  std::function<ir::Graph(ir::Graph const&)> run;
};

/// Called after every pass with its name and result.
using Observer = std::function<void(std::string const& pass, ir::Graph const& graph)>;

/// Done once, by edlc: these passes fix the arithmetic, and so the bits. Some change rounding.
std::vector<Pass> const& compile_time_passes();

/// Done for every specialised kernel: bit-exact, so that every plan and every set of known values gives the same.
std::vector<Pass> run_time_passes(KnownValues const& known);

/// Runs passes in order; the verifier runs after each.
ir::Graph run(std::vector<Pass> const& passes, ir::Graph const& graph, Observer const& observer = {});

/// compile_time_passes on `graph`, in rounds until nothing changes; one is enough for almost every graph. Running it
/// again changes nothing. Throws base::InternalError if there is no end of it.
ir::Graph compile(ir::Graph const& graph, Observer const& observer = {});

/// run_time_passes on `graph`. Lists of parameters and inputs of the result hold only what it still needs.
ir::Graph specialise(ir::Graph const& graph, KnownValues const& known, Observer const& observer = {});

} // namespace chemora::passes
