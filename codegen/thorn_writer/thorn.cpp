#include "codegen/thorn_writer/thorn.hpp"

#include "framework/base/text.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

namespace chemora::thorn_writer {

namespace {

std::string full_name_of(std::string const& variable, Thorn const& thorn) {
  return variable.find("::") == std::string::npos ? thorn.full_name(variable) : variable;
}

/// Returns the variables that a kernel reads. The region of an access is `everywhere` if the kernel reads neighbours of
/// the variable, and otherwise the region in which the kernel writes.
std::vector<Access> reads_of(discretisation::Kernel const& kernel, Thorn const& thorn) {
  std::map<std::string, bool> has_neighbours;
  for (ir::Graph const& graph : kernel.variants)
    for (auto const& [variable, reach] : ir::stencils(graph)) {
      bool const is_pointwise = reach == ir::Reach{};
      has_neighbours[variable] = has_neighbours[variable] || !is_pointwise;
    }
  std::vector<Access> reads;
  for (ir::Graph const& graph : kernel.variants)
    for (ir::Parameter const& parameter : graph.parameters)
      if (parameter.name.starts_with(ir::scalar_prefix)) {
        Access const scalar{thorn.full_name(parameter.name.substr(ir::scalar_prefix.size())), "everywhere"};
        if (!base::contains(reads, scalar)) reads.push_back(scalar);
      }
  for (auto const& [variable, needs_all] : has_neighbours)
    reads.push_back({full_name_of(variable, thorn), needs_all ? "everywhere" : to_text(kernel.calculation.region)});
  return reads;
}

std::vector<Access> writes_of(discretisation::Kernel const& kernel, Thorn const& thorn) {
  std::vector<Access> writes;
  for (std::string const& variable : kernel.variants.front().outputs)
    writes.push_back({full_name_of(variable, thorn), to_text(kernel.calculation.region)});
  return writes;
}

/// Returns the groups of the variables that the kernel writes, in the order of the thorn's groups.
std::vector<std::string> groups_written(discretisation::Kernel const& kernel, Thorn const& thorn) {
  auto const& outputs = kernel.variants.front().outputs;
  std::vector<std::string> names;
  for (tensor::ComponentGroup const& group : thorn.groups) {
    bool const is_written = !thorn.has_terms(group.name) &&
                            std::any_of(group.variables.begin(), group.variables.end(),
                                        [&](std::string const& variable) { return base::contains(outputs, variable); });
    if (is_written) names.push_back(thorn.full_name(group.name));
  }
  return names;
}

/// Returns the groups whose ghost zones are exchanged after the kernel. Groups of other thorns come last.
std::vector<std::string> groups_to_exchange(discretisation::Kernel const& kernel, Thorn const& thorn) {
  std::vector<std::string> names = groups_written(kernel, thorn);
  for (std::string const& variable : kernel.variants.front().outputs)
    if (auto const group = thorn.foreign_groups.find(variable);
        group != thorn.foreign_groups.end() && !base::contains(names, group->second))
      names.push_back(group->second);
  return names;
}

/// Returns the name in the schedule, where the names of the file's calculations have a prefix.
std::string scheduled_name(std::string const& name, Thorn const& thorn) {
  for (discretisation::Kernel const& kernel : thorn.kernels)
    if (kernel.calculation.name == name) return kernel.name;
  return name;
}

ScheduledFunction schedule(discretisation::Kernel const& kernel, Thorn const& thorn) {
  auto const& calculation = kernel.calculation;
  ScheduledFunction function;
  function.name = kernel.name;
  function.place = (calculation.is_bin ? "AT CCTK_" : "IN ") + calculation.bin;
  for (std::string const& name : calculation.before) function.place += " BEFORE " + scheduled_name(name, thorn);
  for (std::string const& name : calculation.after) function.place += " AFTER " + scheduled_name(name, thorn);
  function.description = "Calculation " + calculation.name + " of " + thorn.source;
  if (calculation.condition) function.condition = schedule_condition(*calculation.condition, thorn.parameters);
  function.reads = reads_of(kernel, thorn);
  function.writes = writes_of(kernel, thorn);
  function.tags = "TellsAccelerator=1"; // CaKernel reports the accesses at each launch
  bool const is_analysis = calculation.is_bin && calculation.bin == "ANALYSIS";
  function.reductions = calculation.reductions;
  if (is_analysis) function.triggers = groups_written(kernel, thorn);
  if (is_analysis)
    for (tensor::Reduction const& reduction : calculation.reductions)
      function.triggers.push_back(thorn.full_name(reduction.scalar));
  function.is_flat_outside = calculation.is_flat_outside;
  if (calculation.fills_ghosts()) function.synchronised = groups_to_exchange(kernel, thorn);
  return function;
}

} // namespace

std::string selection_name(std::string const& function) { return function + "_SelectOutside"; }

std::string reduction_name(std::string const& function) { return function + "_Reduce"; }

bool Thorn::has_terms(std::string const& group) const {
  for (discretisation::Kernel const& kernel : kernels)
    for (tensor::Reduction const& reduction : kernel.calculation.reductions)
      if (reduction.terms == group) return true;
  return false;
}

std::set<std::string> Thorn::parameters_of_real32() const {
  std::set<std::string> names;
  for (discretisation::Kernel const& kernel : kernels)
    for (ir::Graph const& graph : kernel.variants)
      for (tensor::Parameter const& parameter : parameters) {
        auto const is_read = [&](ir::Parameter const& read) { return read.name == parameter.name; };
        if (graph.real == ir::Type::real32 && parameter.type == tensor::ValueType::real && !parameter.is_shared() &&
            std::any_of(graph.parameters.begin(), graph.parameters.end(), is_read))
          names.insert(parameter.name);
      }
  return names;
}

bool Thorn::has_evolution() const {
  return std::any_of(groups.begin(), groups.end(), [](auto const& group) { return group.is_evolved; });
}

std::vector<EvolvedGroups> Thorn::evolved_groups() const {
  EvolvedGroups always;
  std::vector<EvolvedGroups> conditional;
  for (tensor::ComponentGroup const& group : groups) {
    if (!group.is_evolved) continue;
    if (group.condition)
      conditional.push_back({"_" + group.name, schedule_condition(*group.condition, parameters), {group}});
    else
      always.groups.push_back(group);
  }
  if (!always.groups.empty()) conditional.insert(conditional.begin(), always);
  return conditional;
}

bool Thorn::fills_ghosts() const {
  return std::any_of(calculations.begin(), calculations.end(),
                     [](auto const& function) { return function.fills_ghosts(); });
}

bool Thorn::continues_outside() const {
  return std::any_of(calculations.begin(), calculations.end(),
                     [](auto const& function) { return function.is_flat_outside; });
}

bool Thorn::is_zero_outside(std::string const& full_group_name) const {
  auto const group = std::find_if(groups.begin(), groups.end(),
                                  [&](auto const& candidate) { return full_name(candidate.name) == full_group_name; });
  if (group == groups.end() || group->is_evolved) return false;
  for (std::string const& variable : group->variables)
    for (ScheduledFunction const& function : calculations)
      for (Access const& access : function.writes)
        if (access.name == full_name(variable) && (access.region != "interior" || function.is_flat_outside))
          return false;
  return true;
}

bool Thorn::sets_zero_outside() const {
  return std::any_of(calculations.begin(), calculations.end(), [&](ScheduledFunction const& function) {
    return std::any_of(function.synchronised.begin(), function.synchronised.end(),
                       [&](std::string const& group) { return is_zero_outside(group); });
  });
}

bool Thorn::reads_neighbours() const {
  for (discretisation::Kernel const& kernel : kernels)
    for (ir::Graph const& graph : kernel.variants)
      if (ir::union_of(ir::stencils(graph)) != ir::Reach{}) return true;
  return false;
}

Thorn make_thorn(discretisation::DiscreteSystem const& system, std::string const& source_name) {
  Thorn thorn;
  thorn.name = system.components.thorn;
  thorn.implementation = system.components.implementation;
  thorn.source = std::filesystem::path(source_name).filename().string();
  thorn.inherited = system.components.inherited;
  thorn.precisions = system.components.precisions;
  thorn.parameters = system.components.parameters;
  thorn.groups = system.components.groups;
  thorn.scalars = system.components.scalars;
  thorn.far_values = system.components.far_values;
  thorn.has_metric = system.components.has_metric;
  thorn.requirements = system.components.requirements;
  thorn.foreign_groups = system.components.foreign_groups;
  thorn.kernels = system.kernels;
  for (discretisation::Kernel const& kernel : thorn.kernels) thorn.calculations.push_back(schedule(kernel, thorn));
  return thorn;
}

std::string first_line(Thorn const& thorn, std::string const& comment_mark) {
  std::string name = thorn.source; // a file name may contain newlines, which would end the comment
  for (char& c : name)
    if (static_cast<unsigned char>(c) < ' ') c = '?';
  return comment_mark + " Generated by edlc from " + name + ". Change the equations, not this file.\n";
}

std::string quoted(std::string const& text) {
  std::string result = "\"";
  for (char c : text) result += c == '"' || c == '\\' ? '\'' : static_cast<unsigned char>(c) < 32 ? ' ' : c;
  return result + "\"";
}

} // namespace chemora::thorn_writer
