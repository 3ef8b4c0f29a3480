/// The order of the passes, for edlc (compile) and for the run-time (specialise).
#include "codegen/passes/passes.hpp"

#include "framework/base/errors.hpp"

#include <fmt/format.h>

namespace chemora::passes {

std::vector<Pass> const& compile_time_passes() {
  constexpr bool exact = true, rounding = false;
  static std::vector<Pass> const passes{
      {"push_shifts_to_loads", "every shift displaces a load", exact, push_shifts_to_loads},
      {"fold_constants", "no operation has only immediates as operands", exact, fold_constants},
      {"canonicalise", "no zero terms, no division by a value that does not vary, no small constant powers", rounding,
       canonicalise},
      {"collect_terms", "no sum has like terms, no two values are equal polynomials", rounding, collect_terms},
      {"simplify_exactly",
       "no factors of one, negations outside products, no operation has only immediates as operands", exact,
       simplify_exactly},
      {"eliminate_common_subexpressions", "no two values are equal", exact, eliminate_common_subexpressions},
      {"eliminate_dead_values", "every value is needed by a store", exact, eliminate_dead_values},
      {"form_fma", "each varying product in a sum, or a displaced copy of it, has several uses", rounding, form_fma},
  };
  return passes;
}

std::vector<Pass> run_time_passes(KnownValues const& known) {
  constexpr bool exact = true;
  return {
      {"substitute_known_values", "no known value is left to run time", exact,
       [known](ir::Graph const& graph) { return substitute_known_values(graph, known); }},
      {"push_shifts_to_loads", "every shift displaces a load", exact, push_shifts_to_loads},
      {"fold_constants", "no operation has only immediates as operands, no select has a known condition", exact,
       fold_constants},
      {"simplify_exactly", "no factors of one, negations outside products", exact, simplify_exactly},
      {"eliminate_dead_values", "every value is needed by a store", exact, eliminate_dead_values},
  };
}

ir::Graph run(std::vector<Pass> const& passes, ir::Graph const& graph, Observer const& observer) {
  ir::Graph current = graph;
  for (Pass const& pass : passes) {
    current = pass.run(current);
    verify(current, pass.name);
    if (observer) observer(pass.name, current);
  }
  return current;
}

ir::Graph compile(ir::Graph const& graph, Observer const& observer) {
  constexpr int max_rounds = 10;
  ir::Graph current = graph;
  for (int round = 0; round < max_rounds; ++round) {
    current = run(compile_time_passes(), current, observer);
    // Another round is needed only if a later pass has created terms that an earlier pass can simplify.
    if (simplify_exactly(collect_terms(canonicalise(current))) == current) return current;
  }
  throw base::InternalError(fmt::format("passes: graph `{}` still changes after {} rounds of the passes:\n{}",
                                        graph.name, max_rounds, to_text(current)));
}

ir::Graph specialise(ir::Graph const& graph, KnownValues const& known, Observer const& observer) {
  ir::Graph const of_grid = known.global_size ? omit_axes(graph, *known.global_size) : graph;
  return run(run_time_passes(known), of_grid, observer);
}

} // namespace chemora::passes
