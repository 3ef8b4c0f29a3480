#include "framework/run/stages.hpp"

#include "framework/base/errors.hpp"
#include "framework/include/cctk_Comm.h"
#include "framework/include/cctk_Constants.h"
#include "framework/include/cctk_FunctionAliases.h"
#include "framework/include/util_Table.h"
#include "framework/parameters/par_file.hpp"
#include "framework/parameters/parameter_table.hpp"
#include "framework/run/scheduler.hpp"
#include "framework/schedule/schedule.hpp"
#include "framework/services/services.hpp"
#include "framework/variables/variable_table.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace chemora::run {

namespace {

using parameters::parameter_table;
using parameters::thorn_catalogue;
using variables::variable_table;

/// Process 0 reads the file for all processes, so that all have the same contents.
base::SourceText read_everywhere(std::string const& path, Processes const& processes) {
  base::SourceText source{path, {}};
  std::string failure;
  if (processes.is_root()) try {
      source = base::read_source(path);
    } catch (base::UserError const& error) {
      failure = error.diagnostics().front().message;
    }
  failure = processes.broadcast(failure);
  if (!failure.empty()) throw base::UserError({path, 0, 0}, failure);
  source.contents = processes.broadcast(source.contents);
  return source;
}

/// Throws a UserError with all findings in the order of the file, if at least one finding is an error.
void throw_if_errors(base::Diagnostics const& problems) {
  if (!problems.has_errors()) return;
  auto findings = problems.all();
  std::stable_sort(findings.begin(), findings.end(),
                   [](auto const& a, auto const& b) { return a.where.line < b.where.line; });
  throw base::UserError(std::move(findings));
}

void show_warnings(base::Diagnostics const& problems) {
  if (services::message_settings().process != 0) return;
  for (auto const& finding : problems.all())
    if (finding.severity == base::Severity::warning) fmt::print(stderr, "{}\n", base::to_text(finding));
}

/// Reports added thorns (--thorn-library) that the parameter file does not activate.
void check_added_thorns(std::string const& file, base::Diagnostics& problems) {
  auto const of_program = bind::thorn_bindings();
  for (auto const& thorn : thorn_catalogue().thorns()) {
    bool const is_added = thorn.binding && std::none_of(of_program.begin(), of_program.end(),
                                                        [&](auto const& binding) { return &binding == thorn.binding; });
    if (is_added && !thorn.is_active)
      problems.error({file, 0, 0},
                     fmt::format("The run loads the thorn {}, which is not active. Add {} to ActiveThorns.", thorn.name,
                                 thorn.name));
  }
}

void read_parameters(CommandLine const& command_line, Processes const& processes) {
  base::SourceText const source = read_everywhere(command_line.parameter_file, processes);
  base::Diagnostics problems(&source);
  auto file = parameters::parse_parameter_file(source, problems);
  auto requested = parameters::requested_thorns(file, problems);
  parameters::replace_former_names(file, requested, thorn_catalogue(), problems);
  auto const activated = activate_thorns(thorn_catalogue(), requested, problems);
  check_added_thorns(source.name, problems);
  parameter_table().build(thorn_catalogue());
  parameters::ParEvaluation(parameter_table(), source.name, problems).apply(file, command_line.parameter_level);
  throw_if_errors(problems);
  show_warnings(problems);
  parameters::set_parameter_level(command_line.parameter_level);
  parameters::connect_notifications(parameter_table());
  if (command_line.action == CommandLine::Action::run) print_active_thorns(activated);
}

/// Applies the parameters that control messages, and applies them again whenever they change.
void follow_message_parameters() {
  char const* const no_colour = std::getenv("NO_COLOR");
  auto const apply = [may_colour = !no_colour || !*no_colour] {
    auto const text = [](char const* name) { return parameter_table().find("Cactus", name)->text(); };
    auto& settings = services::message_settings();
    settings.is_full = text("cctk_full_warnings") == "yes";
    settings.is_bold = text("highlight_warning_messages") == "yes" && may_colour && isatty(STDERR_FILENO);
    std::string const format = text("info_format");
    settings.has_numeric_time = format == "numeric time stamp" || format == "full time stamp";
    settings.has_readable_time = format == "human-readable time stamp" || format == "full time stamp";
  };
  apply();
  parameter_table().observe([apply](parameters::Parameter const& parameter, int) {
    if (parameter.owner() == "Cactus") apply();
  });
  services::message_settings().context = [] {
    auto const* const data = scheduler().current();
    return data ? fmt::format("bin {}, routine {}::{}", data->where, data->thorn, data->routine) : std::string();
  };
}

/// A presync_mode other than "off" needs a driver that tracks which data are valid.
void check_presync_mode() {
  auto const& mode = *parameter_table().find("Cactus", "presync_mode");
  if (mode.text() != "off" && !CCTK_IsFunctionAliased("Driver_GetValidRegion"))
    throw base::UserError(
        fmt::format("Cactus::presync_mode = \"{}\" needs a driver that provides "
                    "Driver_GetValidRegion, but no active thorn provides it. Activate such a driver, or set the "
                    "parameter to \"off\".",
                    mode.text()));
}

/// Copies parameters to the common blocks of Fortran sources.
void copy_parameters() {
  for (auto const& thorn : thorn_catalogue().thorns())
    if (thorn.binding && thorn.binding->copy_parameters) thorn.binding->copy_parameters();
}

void fill_parameter_slots() {
  for (auto const& thorn : thorn_catalogue().thorns()) {
    if (!thorn.binding) continue;
    for (auto const& slot : thorn.binding->parameter_slots) {
      auto* const parameter = parameter_table().find(slot.owner, slot.name);
      if (!parameter && thorn.is_active)
        throw base::UserError(
            fmt::format("{} uses the parameter {}::{}, whose owner is not compiled into this program.", thorn.name,
                        slot.owner, slot.name));
      *slot.storage = parameter ? parameter->storage() : nullptr;
    }
  }
  copy_parameters();
  parameter_table().observe([](parameters::Parameter const&, int) { copy_parameters(); });
}

schedule::Schedule schedule_of_active_thorns(parameters::ThornCatalogue const& catalogue,
                                             parameters::ParameterTable const& parameters) {
  std::vector<schedule::ThornStatement> statements;
  for (auto const& thorn : catalogue.thorns()) {
    if (!thorn.is_active) continue;
    auto const environment = parameters::ccl_environment(thorn, catalogue, parameters);
    for (auto const* const item : ccl::active_statements(thorn.schedule, environment).items)
      statements.push_back({thorn.name, item});
  }
  return schedule::Schedule(schedule::sorted(std::move(statements), "none"));
}

/// Calls the functions of bin RECOVER_PARAMETERS. Variables do not exist yet, so there is no storage, and conditions
/// cannot depend on variables.
class Recovery : public schedule::Actions {
public:
  explicit Recovery(parameters::ThornCatalogue const& catalogue) : catalogue_(catalogue) {}

  int result =
      0; ///< the last nonzero return value of a function; a positive value means that the parameters were recovered

  void enter(schedule::Item const&) override {}
  void leave(schedule::Item const&) override {}

  void call(schedule::Item const& item) override {
    if (result > 0) return;
    auto const function = find_function(*catalogue_.find_thorn(item.thorn), item).function;
    if (int const status = reinterpret_cast<int (*)()>(function)(); status != 0) result = status;
  }

  bool is_non_zero(ccl::Name const& variable, schedule::Item const& item) override {
    throw base::UserError(variable.where, item.thorn + "::" + item.shown_name() +
                                              " runs at RECOVER_PARAMETERS, before variables exist: it cannot "
                                              "depend on `" +
                                              variable.text + "`.");
  }

private:
  parameters::ThornCatalogue const& catalogue_;
};

/// Calls the functions that active thorns schedule AT RECOVER_PARAMETERS. A function returns a positive number if it
/// has recovered the parameters (no other is called then), 0 if there is nothing to recover, and a negative number if
/// it failed and has printed the reason. While they run, the table obeys the rules of recovery; afterwards those of a
/// running simulation. Throws base::UserError if no function recovers and one has failed.
bool recover_parameters(parameters::ThornCatalogue const& catalogue, parameters::ParameterTable& parameters) {
  auto const schedule = schedule_of_active_thorns(catalogue, parameters);
  Recovery recovery(catalogue);
  parameters.set_phase(parameters::Phase::recovering);
  schedule::traverse(schedule, "CCTK_RECOVER_PARAMETERS", recovery);
  parameters.set_phase(parameters::Phase::running);
  if (recovery.result < 0)
    throw base::UserError("The run cannot start from a checkpoint, as its parameters request; see the messages above.");
  return recovery.result > 0;
}

void check_dimensions() {
  if (parameter_table().find("Cactus", "allow_mixeddim_gfs")->text() == "yes") return;
  variables::Group const* first = nullptr;
  for (auto const& group : variable_table().groups()) {
    if (group.type != CCTK_GF) continue;
    if (!first) first = &group;
    if (group.dimension != first->dimension)
      throw base::UserError(group.where,
                            fmt::format("{} has {} dimensions, but {} has {}. Set Cactus::allow_mixeddim_gfs "
                                        "= yes if this is meant.",
                                        group.full_name, group.dimension, first->full_name, first->dimension));
  }
}

void make_variables() {
  variable_table().build(thorn_catalogue(), parameter_table());
  check_dimensions();
  for (auto& group : variable_table().groups()) {
    group.tags_table = Util_TableCreate(UTIL_TABLE_FLAGS_CASE_INSENSITIVE);
    group.centering_table = Util_TableCreate(UTIL_TABLE_FLAGS_CASE_INSENSITIVE);
    if (Util_TableSetFromString(group.tags_table, group.tags.c_str()) < 0)
      throw base::UserError(group.where,
                            fmt::format("TAGS of {} are not a list of key=value: {}", group.full_name, group.tags));
    if (!group.centering.empty()) Util_TableSetString(group.centering_table, group.centering.c_str(), "centering");
  }
  for (auto const& thorn : thorn_catalogue().thorns())
    if (thorn.binding)
      for (auto const& slot : thorn.binding->variable_slots) {
        auto const indices = variable_table().variable_indices(slot.full_name);
        *slot.index = indices.empty() ? -1 : indices.front();
      }
}

void make_schedule() {
  scheduler().build(thorn_catalogue(), parameter_table(), variable_table());
  bool const with_names = parameter_table().find("Cactus", "schedule_sort_warnings")->text() == "yes";
  if (services::message_settings().process == 0 && services::message_settings().warning_level >= 1)
    for (auto const& warning : scheduler().warnings(with_names)) fmt::print(stderr, "warning: {}\n", warning);
}

} // namespace

void read_thorns(std::span<bind::ThornBinding const> bindings) {
  base::Diagnostics problems;
  for (auto const& binding : bindings) base::collect_errors(problems, [&] { thorn_catalogue().add(binding); });
  problems.throw_if_errors();
}

bool start_up(CommandLine const& command_line, Processes const& processes,
              std::span<bind::AliasedFunction const> functions) {
  read_parameters(command_line, processes);
  fill_parameter_slots();
  bool const has_recovered = recover_parameters(thorn_catalogue(), parameter_table());
  follow_message_parameters();
  make_variables();
  services::resolve_aliased_functions(thorn_catalogue(), functions);
  check_presync_mode();
  make_schedule();
  return has_recovered;
}

} // namespace chemora::run
