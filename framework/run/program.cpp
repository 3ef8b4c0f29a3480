// From the command line to the end of the run.
#include "framework/run/program.hpp"

#include "framework/include/cctk_Comm.h"
#include "framework/include/cctk_Main.h"
#include "framework/include/cctk_Schedule.h"
#include "framework/include/cctk_Version.h"
#include "framework/parameters/parameter_table.hpp"
#include "framework/run/compile_only.hpp"
#include "framework/run/default_driver.hpp"
#include "framework/run/evolution.hpp"
#include "framework/run/information.hpp"
#include "framework/run/output_streams.hpp"
#include "framework/run/scheduler.hpp"
#include "framework/run/signals.hpp"
#include "framework/run/start_up.hpp"
#include "framework/run/threads.hpp"
#include "framework/run/visit_schedule.hpp"
#include "framework/schedule/print.hpp"
#include "framework/services/banners.hpp"
#include "framework/services/messages.hpp"

#include <fmt/format.h>

#include <cstdlib>

namespace chemora::run {

namespace {

bool says_yes(char const* parameter) {
  return parameters::parameter_table().find("Cactus", parameter)->text() == "yes";
}

int print_schedule(bool is_dot) {
  auto const& schedule = scheduler().schedule();
  fmt::print("{}", is_dot ? schedule::to_dot(schedule) : schedule::to_text(schedule));
  return 0;
}

int simulate(CommandLine const& command_line, Processes const& processes,
             std::span<bind::AliasedFunction const> functions) {
  bool const only_prints = command_line.action == CommandLine::Action::print_schedule;
  if (!only_prints) {
    std::string const warning = choose_number_of_threads();
    print_header(command_line, processes.size());
    if (!warning.empty() && processes.is_root()) fmt::print(stderr, "warning: {}\n", warning);
  }
  install_default_driver();
  bool const has_recovered = start_up(command_line, processes, functions);
  if (only_prints) return print_schedule(command_line.is_dot);

  set_parameter_check(command_line.exits_after_check, command_line.n_checked_processes);
  std::string file_name = command_line.parameter_file;
  tFleshConfig config{file_name.data(), nullptr, 0, has_recovered};
  set_compile_only(command_line.compiles_only);
  set_visited_run(config);
  bool const evolves = !command_line.compiles_only && !command_line.exits_after_check;
  if (evolves && says_yes("catch_signals")) catch_signals();
  CCTK_ScheduleTraverse("CCTK_STARTUP", nullptr, nullptr);
  CCTK_ParallelInit(nullptr);
  if (says_yes("cctk_show_schedule")) print_schedule(false);
  if (says_yes("cctk_show_banners") && !says_yes("cctk_brief_output")) services::print_banners();

  if (command_line.compiles_only) compile_ahead(&config); // does not return
  CCTK_Initialise(&config);
  CCTK_Evolve(&config);
  if (parameters::parameter_table().find("Cactus", "cctk_timer_output")->text() == "full")
    CCTK_SchedulePrintTimes(nullptr);
  CCTK_Shutdown(&config);
  std::free(config.GH);
  return 0;
}

} // namespace

int answer_or_simulate(CommandLine const& command_line, Processes const& processes,
                       std::span<bind::ThornBinding const> thorns, std::span<bind::AliasedFunction const> functions) {
  using Action = CommandLine::Action;
  set_up_output_streams(command_line, processes.rank());
  auto& messages = services::message_settings();
  messages.process = processes.rank();
  messages.warning_level = command_line.warning_level;
  messages.error_level = command_line.error_level;
  messages.logging_level = command_line.logging_level;
  read_thorns(thorns);
  switch (command_line.action) {
  case Action::help:
    fmt::print("{}", usage("chemora"));
    return 0;
  case Action::version:
    fmt::print("Chemora {}\n", CCTK_FullVersion());
    return 0;
  case Action::list_thorns:
    return list_thorns();
  case Action::test_thorn:
    return test_thorn(command_line.argument);
  case Action::describe_parameters:
    return describe_all_parameters(command_line.is_verbose);
  case Action::describe_parameter:
    return describe_parameter(command_line.argument);
  case Action::print_schedule:
  case Action::run:
    break;
  }
  return simulate(command_line, processes, functions);
}

} // namespace chemora::run
