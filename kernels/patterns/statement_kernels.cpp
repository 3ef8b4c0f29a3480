#include "kernels/patterns/statement_kernels.hpp"

#include "codegen/patterns/describe_nest.hpp"
#include "codegen/patterns/fixed_mapping.hpp"
#include "codegen/patterns/mapping_search.hpp"
#include "codegen/patterns/nodes.hpp"
#include "codegen/patterns/sorted_groups.hpp"
#include "codegen/polyhedral/polyhedral.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::patterns {

namespace {

void require_known(EvaluationErrors const& errors) {
  if (errors.unknown) throw base::UserError(std::vector{*errors.unknown});
}

/// Returns the fastest form that the dependences permit: `checked` if an element may be assigned several times,
/// `copied` if an element may be read after its assignment, and `in_place` otherwise.
ForeachForm first_form(LoweredForeach const& in_place) {
  bool is_read = false;
  for (polyhedral::Dependence const& dependence : polyhedral::dependences(in_place.kernel)) {
    bool const is_target = std::ranges::any_of(
        in_place.targets, [&](LoweredForeach::Target const& target) { return target.argument == dependence.array; });
    if (is_target && dependence.kind == polyhedral::DependenceKind::output) return ForeachForm::checked;
    is_read = is_read || (is_target && dependence.kind == polyhedral::DependenceKind::flow);
  }
  return is_read ? ForeachForm::copied : ForeachForm::in_place;
}

} // namespace

void StatementKernels::set_sizes(std::map<std::string, double> const& sizes) {
  if (sizes == sizes_) return;
  sizes_ = sizes;
  kernels_.clear();
  report_ = {};
}

StatementKernel& StatementKernels::kernel_for(void const* key, std::string const& variable,
                                              std::function<void(StatementKernel&)> const& prepare) {
  auto const [item, is_new] = kernels_.emplace(key, StatementKernel());
  StatementKernel& kernel = item->second;
  if (!is_new) return kernel;
  kernel.report = report_.values.size();
  report_.values.push_back({.variable = variable});
  try {
    prepare(kernel);
    report_.values.back().mapping = kernel.mapping;
    report_.values.back().trace = kernel.trace;
  } catch (base::UserError const& error) {
    base::Diagnostic const& reason = error.diagnostics()[0];
    if (options_.mappings.contains(variable))
      throw base::UserError(reason.where,
                            fmt::format("`{}` cannot have the requested mapping `{}`. {} Request no mapping for `{}`, "
                                        "or another one.",
                                        variable, options_.mappings.at(variable), reason.message, variable));
    report_.values.back().reason = base::to_text(reason.where) + ": " + reason.message;
    kernel.loaded.reset();
  }
  return kernel;
}

StatementKernel& StatementKernels::kernel_of(Statement const& statement) {
  std::string const& name = program_.names.at(&statement);
  return kernel_for(statement.value.get(), name, [&](StatementKernel& kernel) { prepare(kernel, statement, name); });
}

StatementKernel& StatementKernels::kernel_of_effects(Statement const& statement) {
  std::string const& name = program_.names.at(&statement);
  return kernel_for(&statement, name, [&](StatementKernel& kernel) { prepare_effects(kernel, statement, name); });
}

void StatementKernels::prepare(StatementKernel& kernel, Statement const& statement, std::string const& name) {
  NodePtr const& value = program_.values.at(statement.value.get());
  EvaluationErrors const& errors = program_.errors.at(statement.value.get());
  if (options_.has_checks) require_known(errors);
  if (has_any_keys(*value)) {
    Program declarations = program_.declarations;
    SortedGroups const groups = sorted_groups(declarations, *value);
    kernel.keys = std::make_unique<StatementKernel>();
    load(*kernel.keys, declarations, groups.keys, name + "_keys");
    load(kernel, declarations, groups.members, name);
  } else {
    load(kernel, program_.declarations, value, name);
  }
  load_errors(kernel, errors, name);
}

void StatementKernels::load_errors(StatementKernel& kernel, EvaluationErrors const& errors, std::string const& name) {
  if (!errors.condition || !options_.has_checks) return;
  kernel.errors = std::make_unique<StatementKernel>();
  kernel.has_fixed_errors = !depends_on_statements(errors.condition);
  load(*kernel.errors, program_.declarations, errors.condition, name + "_errors");
}

/// Returns whether an expression reads variables of statements. Those are local only in the program, unlike variables
/// of patterns.
bool StatementKernels::depends_on_statements(NodePtr const& value) const {
  std::vector<Variable> const &own = program_.program.variables, &declared = program_.declarations.variables;
  return any_part(value, [&](Node const& part) {
    if (part.kind != NodeKind::variable) return false;
    auto const number = static_cast<std::size_t>(part.variable);
    return number >= own.size() || own[number].role != declared[number].role;
  });
}

/// Returns the mapping of a nest, and sets its text and the trace of the kernel.
Mapping StatementKernels::mapping_of(Nest const& nest, StatementKernel& kernel, std::string const& name) const {
  Mapping mapping;
  auto const own = options_.mappings.find(name);
  if (!nest.patterns.empty()) {
    MachineShape const machine = place_.machine();
    std::string const request = own == options_.mappings.end() ? options_.mapping : own->second;
    bool const is_automatic = request == "automatic";
    SearchResult const found = is_automatic ? find_mapping(nest, machine) : SearchResult();
    mapping = is_automatic ? found.mapping : requested_mapping({name, request}, nest, machine);
    if (options_.has_traces)
      kernel.trace = is_automatic ? trace_of(found, nest, machine) : trace_of(mapping, nest, machine);
  }
  kernel.mapping = to_text(mapping);
  return mapping;
}

void StatementKernels::prepare_effects(StatementKernel& kernel, Statement const& source, std::string const& name) {
  Statement const& statement = program_.effects.at(&source);
  EvaluationErrors const& errors = program_.errors.at(&source);
  Program const& declarations = program_.declarations;
  NodePtr const accesses = accesses_of(declarations, statement);
  require_known(errors);
  Nest const nest = nest_of(declarations, accesses, StatementKernel::result, {.exact = sizes_});
  Mapping const mapping = mapping_of(nest, kernel, name);
  bool const has_numbers = std::ranges::any_of(stored_variables(statement), [&](int number) {
    return !declarations.variables[static_cast<std::size_t>(number)].type.is_array();
  });
  ForeachForm form = ForeachForm::checked;
  if (!has_numbers)
    form = first_form(
        lower_foreach(declarations, statement, ForeachForm::in_place, mapping, nest_options(place_, sizes_)));
  for (; !kernel.loaded; form = form == ForeachForm::in_place ? ForeachForm::copied : ForeachForm::checked) {
    try {
      load_effects(kernel, statement, form, mapping, name);
    } catch (base::UserError const&) { // the dependence analysis cannot prove that iterations are independent
      if (form == ForeachForm::checked) throw;
    }
  }
  load_errors(kernel, errors, name);
}

void StatementKernels::load_effects(StatementKernel& kernel, Statement const& statement, ForeachForm form,
                                    Mapping const& mapping, std::string const& name) {
  kernel.foreach = lower_foreach(program_.declarations, statement, form, mapping, nest_options(place_, sizes_));
  kernel.kernel = kernel.foreach.kernel;
  kernel.inputs = kernel.foreach.inputs;
  kernel.chunk_counts = kernel.foreach.chunk_counts;
  kernel.kernel.name = name;
  kernel.loaded = place_.load(kernel.kernel);
  if (form == ForeachForm::checked && options_.mappings.contains(name))
    throw base::UserError(statement.where, "One thread executes its iterations in their order.");
  if (form == ForeachForm::checked)
    kernel.mapping = "iterations in their order";
  else
    kernel.mapping = fmt::format("{}, {}", mapping.levels.empty() ? "one iteration" : to_text(mapping),
                                 form == ForeachForm::in_place ? "in place" : "copied");
}

void StatementKernels::load(StatementKernel& kernel, Program const& declarations, NodePtr const& value,
                            std::string const& name) {
  if (is_selection(*value) && options_.mappings.contains(name))
    throw base::UserError(value->where, "A filter or groupBy of a whole array is computed in chunks.");
  load_value(kernel, place_, declarations, value, name,
             {.nest = nest_options(place_, sizes_), .sizes = sizes_, .mapping = [&](Nest const& nest) {
                return mapping_of(nest, kernel, name);
              }});
}

} // namespace chemora::patterns
