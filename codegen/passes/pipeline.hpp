// The order of the passes: once when equations are compiled, and again when a kernel is specialised.
#pragma once

#include "codegen/passes/passes.hpp"

#include <functional>
#include <string>
#include <vector>

namespace chemora::passes {

struct Pass {
  std::string name;        ///< as in `edlc --dump-after=NAME`
  std::string establishes; ///< what holds afterwards
  bool is_exact;           ///< whether every bit of the results is kept (passes.hpp)
  std::function<ir::Graph(ir::Graph const&)> run;
};

/// Called after every pass with its name and result.
using Observer = std::function<void(std::string const& pass, ir::Graph const& graph)>;

/// The passes that edlc runs once. They fix the arithmetic and so the bits; some change rounding.
std::vector<Pass> const& compile_time_passes();

/// The passes that run for every specialised kernel. All are exact, so that the results do not depend on the plan or on
/// which values are known.
std::vector<Pass> run_time_passes(KnownValues const& known);

/// Runs the passes in order and verifies the graph after each.
ir::Graph run(std::vector<Pass> const& passes, ir::Graph const& graph, Observer const& observer = {});

/// Runs compile_time_passes in rounds until nothing changes; for almost every graph one round suffices. Idempotent.
/// Throws base::InternalError if the graph still changes after ten rounds.
ir::Graph compile(ir::Graph const& graph, Observer const& observer = {});

/// Runs run_time_passes. The result lists only the parameters and inputs that it still needs.
ir::Graph specialise(ir::Graph const& graph, KnownValues const& known, Observer const& observer = {});

} // namespace chemora::passes
