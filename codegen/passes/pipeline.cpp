// The two lists of passes.
#include "codegen/passes/pipeline.hpp"

#include "codegen/passes/canonicalise.hpp"
#include "codegen/passes/collect_terms.hpp"
#include "codegen/passes/eliminate_common_subexpressions.hpp"
#include "codegen/passes/eliminate_dead_values.hpp"
#include "codegen/passes/fold_constants.hpp"
#include "codegen/passes/form_fma.hpp"
#include "codegen/passes/push_shifts_to_loads.hpp"
#include "codegen/passes/simplify_exactly.hpp"
#include "framework/base/errors.hpp"

namespace chemora::passes {

std::vector<Pass> const& compile_time_passes() {
  static std::vector<Pass> const passes{
      {"push_shifts_to_loads", "every shift displaces a load", push_shifts_to_loads},
      {"fold_constants", "no operation has immediates only", fold_constants},
      {"canonicalise", "no zero terms, no division by what does not vary, no small constant powers", canonicalise},
      {"collect_terms", "no sum has like terms, no two values are equal polynomials", collect_terms},
      {"simplify_exactly", "no factors of one, negations outside products, no operation has immediates only",
       simplify_exactly},
      {"eliminate_common_subexpressions", "no two values are equal", eliminate_common_subexpressions},
      {"eliminate_dead_values", "every value is needed by a store", eliminate_dead_values},
      {"form_fma", "no sum has a varying product used nowhere else", form_fma},
  };
  return passes;
}

std::vector<Pass> run_time_passes(KnownValues const& known) {
  return {
      {"substitute_known_values", "no value is left to run time that is known now",
       [known](ir::Graph const& graph) { return substitute_known_values(graph, known); }},
      {"push_shifts_to_loads", "every shift displaces a load", push_shifts_to_loads},
      {"fold_constants", "no operation has immediates only, no select a known condition", fold_constants},
      {"simplify_exactly", "no factors of one, negations outside products", simplify_exactly},
      {"eliminate_dead_values", "every value is needed by a store", eliminate_dead_values},
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
  constexpr int most_rounds = 10;
  ir::Graph current = graph;
  for (int round = 0; round < most_rounds; ++round) {
    current = run(compile_time_passes(), current, observer);
    if (simplify_exactly(collect_terms(canonicalise(current))) == current)
      return current; // what later passes made gives nothing more
  }
  throw base::InternalError("passes: graph `" + graph.name + "` still changes after " + std::to_string(most_rounds) +
                            " rounds of the passes:\n" + to_text(current));
}

ir::Graph specialise(ir::Graph const& graph, KnownValues const& known, Observer const& observer) {
  return run(run_time_passes(known), graph, observer);
}

} // namespace chemora::passes
