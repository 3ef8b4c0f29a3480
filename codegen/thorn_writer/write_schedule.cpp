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

/// Writes the items that fill ghost zones and points beyond mirrors after the calculation.
std::string fill_items(ScheduledFunction const& function, std::string const& calculation) {
  ScheduledFunction const selection{.name = selection_name(function.name),
                                    .place = "IN " + function.name + " AFTER " + calculation,
                                    .description = "Select the boundary condition",
                                    .options = "level",
                                    .tags = no_accesses};
  return fmt::format("\n{}\nSCHEDULE GROUP ApplyBCs AS {}_ApplyBCs IN {} AFTER {}\n{{\n}} \"Fill the boundary zone\"\n",
                     item(selection), function.name, function.name, selection.name);
}

/// Writes the item that reduces values of the calculation to scalars.
std::string reduction_item(ScheduledFunction const& function, std::string const& calculation, Thorn const& thorn) {
  ScheduledFunction reduction{.name = reduction_name(function.name),
                              .place = "IN " + function.name + " AFTER " + calculation,
                              .description = "Reduce values of the grid to scalars",
                              .options = "global",
                              .tags = no_accesses};
  std::string const region = function.writes.front().region;
  for (tensor::Reduction const& part : function.reductions) {
    reduction.reads.push_back({thorn.full_name(part.terms), region});
    reduction.writes.push_back({thorn.full_name(part.scalar), "everywhere"});
  }
  return "\n" + item(reduction);
}

/// Writes a schedule group with the calculation's name, which also fills ghost zones and points beyond mirrors, and
/// performs the reductions of the calculation. Items after the group, and output, therefore read complete data.
std::string group_item(ScheduledFunction const& function, Thorn const& thorn) {
  std::string const& group = function.name;
  std::string const calculation = group + "_Calculate";
  ScheduledFunction inner = function;
  inner.place = "AS " + calculation + " IN " + group;
  inner.condition.clear();
  inner.triggers.clear();
  std::string const with = function.fills_ghosts() ? ", with its ghost zones" : ", with its reductions";
  std::string text =
      fmt::format("SCHEDULE GROUP {} {}\n{{\n{}}} {}\n\n{}", group, function.place,
                  names("TRIGGERS", function.triggers), quoted(function.description + with), item(inner));
  if (function.fills_ghosts()) text += fill_items(function, calculation);
  if (!function.reductions.empty()) text += reduction_item(function, calculation, thorn);
  return under_condition(function.condition, text);
}

/// Writes the item that sets scalars to 0 before a checkpoint is read.
std::string clear_item(Thorn const& thorn) {
  ScheduledFunction clear{.name = thorn.name + "_ClearScalars",
                          .place = "AT CCTK_BASEGRID",
                          .description = "Set the results of reductions to 0",
                          .options = "global",
                          .tags = no_accesses};
  for (tensor::Scalar const& scalar : thorn.scalars)
    clear.writes.push_back({thorn.full_name(scalar.name), "everywhere"});
  return "\n" + item(clear);
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
  for (tensor::Scalar const& scalar : thorn.scalars) text += "STORAGE: " + thorn.full_name(scalar.name) + "\n";
  if (!thorn.scalars.empty()) text += clear_item(thorn);
  ScheduledFunction const startup{
      .name = thorn.name + "_RegisterKernels", .place = "AT CCTK_STARTUP", .description = "Register the kernels"};
  text += "\n" + item(startup);
  ScheduledFunction const check{.name = thorn.name + "_CheckParameters",
                                .place = "AT CCTK_PARAMCHECK",
                                .description = "Check parameters and ghost zones",
                                .options = "global"};
  if (thorn.checks_parameters()) text += "\n" + item(check);
  for (ScheduledFunction const& function : thorn.calculations)
    text +=
        "\n" + (function.fills_ghosts() || !function.reductions.empty() ? group_item(function, thorn) : item(function));
  if (thorn.has_evolution()) text += evolution_items(thorn);
  return text;
}

} // namespace chemora::thorn_writer
