/// Rewriting of loop kernels that have substitution rules. A rewrite acts on the expanded expressions of the
/// instructions, but preserves the rules: a rule whose uses all change in the same way keeps its name, and a rule whose
/// uses change in different ways gets versions with the suffixes `_0`, `_1`, ...
///
///     rule u(n, e) = q[n, e]                          rule u(n) = q_fetch[n]
///     rule f(n, e) = u(n, e) * u(n, e)      =>        rule f(n) = u(n) * u(n)
///     [e, i] y[i, e] = f(i, e)                        [e, i] y[i, e] = f(i)
#pragma once

#include "codegen/loops/loop_kernel.hpp"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace chemora::transform {

/// Returns `part`, or the expression that replaces it in this instruction. `part` is an element or a rule use that
/// occurs in the expanded expressions; loop variables in it are those of the instruction.
using ReplacePart =
    std::function<ir::ExpressionPtr(loops::Instruction const& instruction, ir::ExpressionPtr const& part)>;

/// Returns the kernel after `replace` has replaced elements of arrays and uses of rules with these names, in values,
/// conditions and subscripts of targets. Targets themselves are not replaced. Inner parts are replaced first.
loops::LoopKernel rewritten(loops::LoopKernel kernel, std::set<std::string> const& names, ReplacePart const& replace);

/// Calls `visit` for each read of an array and each use of a rule with these names, as rewritten() finds them.
void for_each_part(loops::LoopKernel const& kernel, std::set<std::string> const& names,
                   std::function<void(loops::Instruction const&, ir::ExpressionPtr const&)> const& visit);

/// Returns the body of the rule with these arguments in place of its parameters. Rules in the body are not expanded.
ir::ExpressionPtr instantiated(loops::LoopKernel const& kernel, ir::Expression const& use);

/// Returns the loop variables in the expression, in the order of their first occurrence, without those of reductions.
std::vector<std::string> loops_in(loops::LoopKernel const& kernel, ir::ExpressionPtr const& expression);

/// Returns the loop variables on which the value of the expression depends: those in its expanded form, and the copies
/// of the temporaries that it reads.
std::set<std::string> dependent_loops(loops::LoopKernel const& kernel, ir::ExpressionPtr const& expression);

/// Returns the kernel in which all loop variables in the bodies of rules are parameters.
loops::LoopKernel with_closed_rules(loops::LoopKernel kernel);

/// Returns the kernel with uses of `name` in place of the uses of all rules that are equal to it after expansion and
/// after renaming of parameters.
loops::LoopKernel with_merged_rules(loops::LoopKernel kernel, std::string const& name);

/// Returns the kernel without rules that no instruction uses.
loops::LoopKernel without_unused_rules(loops::LoopKernel kernel);

/// Returns the kernel in which `change` has replaced the value, conditions and subscripts of all instructions.
loops::LoopKernel with_changed_expressions(
    loops::LoopKernel kernel,
    std::function<ir::ExpressionPtr(loops::Instruction const&, ir::ExpressionPtr const&)> const& change);

} // namespace chemora::transform
