/// Writes schedule.ccl of a generated thorn.
#include "codegen/thorn_writer/thorn.hpp"

#include <fmt/format.h>

namespace chemora::thorn_writer {

namespace {

std::string indented(std::string const& text) {
  std::string result;
  bool at_start = true;
  for (char c : text) {
    if (at_start && c != '\n') result += "  ";
    result += c;
    at_start = c == '\n';
  }
  return result;
}

std::string accesses(std::string const& keyword, std::vector<Access> const& accessed) {
  std::string text;
  for (Access const& access : accessed) text += fmt::format("  {}: {}({})\n", keyword, access.name, access.region);
  return text;
}

std::string names(std::string const& keyword, std::vector<std::string> const& groups) {
  std::string text;
  for (std::string const& group : groups) text += fmt::format("  {}: {}\n", keyword, group);
  return text;
}

std::string under_condition(std::string const& condition, std::string const& text) {
  return condition.empty() ? text : "if (" + condition + ")\n{\n" + indented(text) + "}\n";
}

std::string item(ScheduledFunction const& function) {
  std::string text = fmt::format("SCHEDULE {} {}\n{{\n  LANG: C\n", function.name, function.place);
  if (!function.options.empty()) text += "  OPTIONS: " + function.options + "\n";
  if (!function.tags.empty()) text += "  TAGS: " + function.tags + "\n";
  text += names("TRIGGERS", function.triggers) + names("SYNC", function.synchronised) +
          accesses("READS", function.reads) + accesses("WRITES", function.writes) + "} " +
          quoted(function.description) + "\n";
  return under_condition(function.condition, text);
}

/// Tags of a function that accesses no grid function, so that it reports all its accesses without a call.
constexpr char const* no_accesses = "TellsAccelerator=1";

/// Writes a schedule group with the calculation's name, which also fills ghost zones and points beyond mirrors. Items
/// after the group, and output, therefore read complete data.
std::string group_item(ScheduledFunction const& function) {
  std::string const& group = function.name;
  std::string const calculation = group + "_Calculate", selection_function = selection_name(group);
  ScheduledFunction inner = function;
  inner.place = "AS " + calculation + " IN " + group;
  inner.condition.clear();
  inner.triggers.clear();
  ScheduledFunction const selection{.name = selection_function,
                                    .place = "IN " + group + " AFTER " + calculation,
                                    .description = "Select the boundary condition",
                                    .options = "level",
                                    .tags = no_accesses};
  return under_condition(function.condition,
                         fmt::format("SCHEDULE GROUP {} {}\n{{\n{}}} {}\n\n{}\n{}\nSCHEDULE GROUP ApplyBCs AS "
                                     "{}_ApplyBCs IN {} AFTER {}\n{{\n}} \"Fill the boundary zone\"\n",
                                     group, function.place, names("TRIGGERS", function.triggers),
                                     quoted(function.description + ", with its ghost zones"), item(inner),
                                     item(selection), group, group, selection_function));
}

std::string evolution_items(Thorn const& thorn) {
  std::string const name = thorn.name;
  std::string text;
  for (EvolvedGroups const& evolved : thorn.evolved_groups()) {
    std::vector<std::string> groups;
    for (tensor::ComponentGroup const& group : evolved.groups) groups.push_back(thorn.full_name(group.name));
    ScheduledFunction const registration{.name = name + "_RegisterVariables" + evolved.suffix,
                                         .place = "IN MoL_Register",
                                         .description = "Register the evolved variables with MoL",
                                         .condition = evolved.condition,
                                         .options = "meta",
                                         .tags = no_accesses};
    ScheduledFunction const boundaries{.name = name + "_SelectBoundaries" + evolved.suffix,
                                       .place = "IN MoL_PostStep" +
                                                (evolved.suffix.empty() ? "" : " BEFORE " + name + "_ApplyBCs"),
                                       .description = "Exchange ghost zones and select the boundary condition",
                                       .condition = evolved.condition,
                                       .options = "level",
                                       .synchronised = groups,
                                       .tags = no_accesses};
    text += "\n" + item(registration) + "\n" + item(boundaries);
  }
  return text + "\nSCHEDULE GROUP ApplyBCs AS " + name + "_ApplyBCs IN MoL_PostStep AFTER " + name +
         "_SelectBoundaries\n{\n} \"Apply the selected boundary condition\"\n";
}

} // namespace

std::string write_schedule(Thorn const& thorn) {
  std::string text = first_line(thorn, "#") + "\n";
  for (tensor::ComponentGroup const& group : thorn.groups)
    text += under_condition(group.condition ? schedule_condition(*group.condition, thorn.parameters) : "",
                            fmt::format("STORAGE: {}[{}]\n", thorn.full_name(group.name), group.time_levels));
  ScheduledFunction const startup{
      .name = thorn.name + "_RegisterKernels", .place = "AT CCTK_STARTUP", .description = "Register the kernels"};
  text += "\n" + item(startup);
  ScheduledFunction const check{.name = thorn.name + "_CheckParameters",
                                .place = "AT CCTK_PARAMCHECK",
                                .description = "Check parameters and ghost zones",
                                .options = "global"};
  if (thorn.checks_parameters()) text += "\n" + item(check);
  for (ScheduledFunction const& function : thorn.calculations)
    text += "\n" + (function.fills_ghosts() ? group_item(function) : item(function));
  if (thorn.has_evolution()) text += evolution_items(thorn);
  return text;
}

} // namespace chemora::thorn_writer
