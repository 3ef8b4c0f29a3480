#include "codegen/wavefront/sweep_function.hpp"

#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace chemora::wavefront {

namespace {

/// Adds the passes of all sweeps. The statement `along all` has several sweeps, whose errors are equal; the first sweep
/// is as written in the file.
void add_passes(SweepFunction& function, base::Diagnostics& errors) {
  std::optional<base::SourcePosition> wrong;
  for (recursion::Sweep const& sweep : function.sweeps) {
    if (wrong == sweep.where) continue;
    try {
      function.passes.push_back(divide_into_passes(sweep));
    } catch (base::UserError const& error) {
      wrong = sweep.where;
      for (base::Diagnostic const& each : error.diagnostics()) errors.error(each.where, each.message);
    }
  }
}

void add_variables(SweepFunction& function, std::vector<recursion::GridFunction> const& grid) {
  for (recursion::GridFunction const& each : grid) {
    SweepVariable variable{.name = each.name, .variable = each.variable, .where = each.where};
    for (SweepPasses const& passes : function.passes) {
      for (auto const& [caller, reads] : passes.reads)
        for (SweepRead const& read : reads)
          variable.is_read |= !read.is_call && read.name == each.name && !variable.is_written;
      variable.is_written |= passes.is_stored(each.name);
    }
    if (variable.is_read || variable.is_written) function.variables.push_back(variable);
  }
}

void check_statements(recursion::Program const& program, SweepFunction& function, base::Diagnostics& errors) {
  for (auto const& statement : program.statements)
    if (auto const* const sweep = std::get_if<recursion::Sweep>(&statement))
      function.sweeps.push_back(*sweep);
    else
      errors.error(std::get<recursion::Print>(statement).where,
                   "A file in the folder `recursions` of a thorn contains statements `sweep`. The thorn Sequences "
                   "executes programs with statements `print`; name the file in Sequences::program.");
  if (program.statements.empty())
    errors.error({program.name, 0, 0}, "The file has no statement `sweep`, so that its function computes nothing. Add "
                                       "a statement such as `sweep phi = u along all`.");
}

std::string direction_text(SweepPass const& pass) {
  std::string text;
  for (int axis = 0; axis < 3; ++axis)
    if (pass.direction[axis] != 0)
      text += fmt::format("{}{}{}", text.empty() ? "" : ", ", pass.direction[axis] > 0 ? '+' : '-', "xyz"[axis]);
  return text.empty() ? "all points are independent" : "along " + text;
}

} // namespace

SweepFunction read_sweep_function(base::SourceText const& source) {
  recursion::Program const program = recursion::read_program(source);
  base::Diagnostics errors(&source);
  SweepFunction function{.name = std::filesystem::path(source.name).stem().string(), .source = source};
  check_statements(program, function, errors);
  add_passes(function, errors);
  errors.throw_if_errors();
  add_variables(function, program.grid);
  for (recursion::Scalar const& scalar : program.scalars)
    if (std::any_of(function.sweeps.begin(), function.sweeps.end(),
                    [&](recursion::Sweep const& sweep) { return sweep.system.scalars.contains(scalar.name); }))
      function.scalars.push_back(scalar);
  function.warnings = program.warnings;
  return function;
}

std::string to_text(SweepFunction const& function) {
  std::string text;
  for (std::size_t n = 0; n < function.sweeps.size(); ++n) {
    std::string const stores = base::join(function.sweeps[n].stores, ", ",
                                          [](auto const& store) { return store.first + " = " + store.second; });
    text += fmt::format("{}: sweep {}\n", base::to_text(function.sweeps[n].where), stores);
    for (SweepPass const& pass : function.passes[n].passes)
      text += fmt::format("  {}: {}\n", direction_text(pass), base::join(pass.functions));
    for (std::string const& name : function.passes[n].copied)
      text +=
          fmt::format("  before the sweep, `{}` is copied, because the sweep reads values that it overwrites\n", name);
  }
  return text;
}

} // namespace chemora::wavefront
