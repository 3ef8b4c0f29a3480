// The decisions that the text form of plans has for one kernel.
#pragma once

#include "codegen/plan/plan.hpp"
#include "codegen/plan/plan_words.hpp"

#include <functional>

namespace chemora::plan {

using Change = std::function<void(KernelPlan&)>;

/// The first words of decisions, `tile` and so on.
std::vector<std::string> const& decision_words();

/// What a clause that begins with one of them changes; nothing where it is wrong, which `words` has told then.
Change parse_decision(ir::TokenLine const& clause, PlanWords& words);

/// Takes `WORD X Y Z`.
std::optional<base::Index3> take_three(ir::TokenLine const& clause, std::string const& form, PlanWords& words);

} // namespace chemora::plan
