/// The transformation precompute: the values of a rule are computed into a temporary before they are used.
///
///     rule f(n, j) = q[n, j] * u[n, j]                    compute_t: [jj, ii] t[jj, ii] = q[ii, jj] * u[ii, jj]
///     [j, i, n] y[i, j] = y[i, j] + f(n, j)          =>   [j, i, n] y[i, j] = y[i, j] + t[j, n]
#include "codegen/transform/precompute.hpp"
#include "codegen/transform/checks.hpp"
#include "codegen/transform/transformations.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

namespace chemora::transform {

namespace {

using loops::Instruction;
using loops::LoopKernel;

std::string without_suffix(std::string const& rule) {
  constexpr std::string_view suffix = "_subst";
  return rule.ends_with(suffix) ? rule.substr(0, rule.size() - suffix.size()) : rule + "_value";
}

} // namespace

/// Throws if an instruction is within the loop, but not within those on which the range for the users depends.
static void check_coupled_loops(LoopKernel const& kernel, std::string const& loop,
                                std::vector<std::string> const& users, Arguments const& arguments) {
  for (std::string const& user : users)
    for (loops::Constraint const& constraint : loops::constraints_within(kernel, kernel.instruction(user).within)) {
      if (!constraint.expression.uses(loop)) continue;
      for (Instruction const& instruction : kernel.instructions)
        for (auto const& [other, _] : constraint.expression.factors)
          if (kernel.find_loop(other) && instruction.is_within(loop) && !instruction.is_within(other))
            arguments.fail(fmt::format("The range of `{}` depends on `{}`, but `{}` is only within `{}`. Rename the "
                                       "loop `{}` for this instruction.",
                                       loop, other, instruction.id, loop, loop));
    }
}

void add_loops_of_ranges(LoopKernel const& kernel, std::set<std::string>& outer) {
  std::size_t n_before = 0;
  while (n_before != outer.size()) {
    n_before = outer.size();
    for (std::string const& scalar : loops::scalars_in_ranges(kernel, {outer.begin(), outer.end()})) {
      std::vector<std::string> const& copies = kernel.array(scalar).copies;
      outer.insert(copies.begin(), copies.end());
    }
  }
}

LoopKernel with_own_bounds(LoopKernel kernel, std::vector<std::string> const& outer,
                           std::vector<std::string> const& users, Arguments const& arguments) {
  LoopKernel result = kernel;
  for (std::string const& loop : outer) {
    bool has_lower = false, has_upper = false;
    for (loops::Constraint const& constraint : loops::constraints_within(kernel, outer)) {
      long const factor = constraint.expression.factor(loop);
      has_lower = has_lower || factor > 0 || (factor != 0 && constraint.is_equality);
      has_upper = has_upper || factor < 0 || (factor != 0 && constraint.is_equality);
    }
    if (has_lower && has_upper) continue;
    check_coupled_loops(kernel, loop, users, arguments);
    std::vector<UsedSubscripts> values;
    std::vector<std::string> all_loops;
    for (std::string const& user : users) values.push_back({user, {ir::linear(loop)}});
    for (loops::Loop const& other : kernel.loops) all_loops.push_back(other.name);
    polyhedral::Footprint const range =
        joint_footprint(kernel, values, all_loops, arguments, fmt::format("the iterations of `{}`", loop));
    result.constraints.push_back({.expression = ir::linear(loop) - range.lower[0]});
    result.constraints.push_back({.expression = range.lower[0] + range.extent[0] - ir::linear(1) - ir::linear(loop)});
  }
  return result;
}

std::optional<ir::Scope> scope_argument(Arguments const& arguments, std::string const& name) {
  if (!arguments.has(name)) return std::nullopt;
  static std::map<std::string, ir::Scope> const scopes = {
      {"registers", ir::Scope::registers}, {"private", ir::Scope::registers}, {"tile", ir::Scope::tile},
      {"local", ir::Scope::tile},          {"grid", ir::Scope::grid},         {"global", ir::Scope::grid}};
  auto const found = scopes.find(arguments.string(name));
  if (found == scopes.end())
    arguments.fail(
        fmt::format("The scope `{}` is unknown; expected `registers` (`private`), `tile` (`local`) or `grid` "
                    "(`global`).",
                    arguments.string(name)));
  return found->second;
}

LoopKernel precompute(LoopKernel kernel, Arguments const& arguments) {
  std::string const rule = arguments.string("subst_use");
  existing_rule(kernel, arguments, rule);
  Precomputation request{.rule = rule,
                         .sweep = arguments.names_or("sweep_inames", {}),
                         .new_loops = arguments.names_or("precompute_inames", {}),
                         .outer = arguments.names_or("precompute_outer_inames", {}),
                         .temporary = arguments.string_or("temporary_name", ""),
                         .scope = scope_argument(arguments, "temporary_scope")};
  if (request.temporary.empty()) request.temporary = loops::unused_name(kernel, without_suffix(rule));
  request.instruction = "compute_" + request.temporary;
  bool const is_default = !arguments.all().contains("default_tag");
  request.default_tag = is_default ? "l.auto" : arguments.string_or("default_tag", "");
  kernel = precomputed(std::move(kernel), request, arguments);
  if (!arguments.has("storage_axis_to_tag")) return kernel;
  return with_axis_layouts(std::move(kernel), request.temporary, arguments.value("storage_axis_to_tag"), arguments);
}

} // namespace chemora::transform
