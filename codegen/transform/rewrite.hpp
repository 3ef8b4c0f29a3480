/// Replacements in the expressions of selected instructions. They act as if all rules were expanded, and nevertheless
/// keep the rules: a rule that only selected instructions use is changed; otherwise a changed copy of it is made.
#pragma once

#include "codegen/loops/loop_kernel.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>

namespace chemora::transform {

/// Returns a replacement for an expression. The names `bound` are the parameters of the rule whose body the expression
/// is; they do not mean loop variables of the kernel. `bound` is empty for expressions of instructions.
using Rewrite = std::function<ir::ExpressionPtr(ir::ExpressionPtr const&, std::set<std::string> const& bound)>;

/// Applies `rewrite` to conditions, targets and values of the instructions `ids`, and to the rules they use.
void rewrite_expressions(loops::LoopKernel& kernel, std::set<std::string> const& ids, Rewrite const& rewrite);

/// Puts linear expressions in place of loop variables or parameters in the expressions, the rules and the orders of the
/// instructions `ids`. A loop of a reduction becomes the loops of its value. Parameters of rules are renamed if a value
/// uses their names.
void replace_names(loops::LoopKernel& kernel, std::set<std::string> const& ids,
                   std::map<std::string, ir::LinearExpression> const& values);

/// Returns the expression with the values in place of names, all at once.
ir::LinearExpression with_values(ir::LinearExpression const& expression,
                                 std::map<std::string, ir::LinearExpression> const& values);

/// Returns the ids of all instructions.
std::set<std::string> all_ids(loops::LoopKernel const& kernel);

/// Removes rules that no instruction uses and that no used rule uses, among the rules `names`.
void remove_unused_rules(loops::LoopKernel& kernel, std::set<std::string> const& names);

} // namespace chemora::transform
