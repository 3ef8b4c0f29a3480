/// The program chemora: runs the simulation that a parameter file describes.
#include "framework/include/cctk_Comm.h"
#include "framework/include/cctk_Schedule.h"
#include "framework/include/cctk_Version.h"
#include "framework/parameters/parameter_table.hpp"
#include "framework/run/scheduler.hpp"
#include "framework/run/stages.hpp"
#include "framework/run/termination.hpp"
#include "framework/schedule/schedule.hpp"
#include "framework/services/services.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>

namespace {

using namespace chemora;
using namespace chemora::run;

void redirect(std::FILE* stream, std::string const& folder, int rank, char const* suffix) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  std::string const name = fmt::format("{}/CCTK_Proc{}.{}", folder, rank, suffix);
  if (!std::freopen(name.c_str(), "w", stream)) throw base::UserError("Cannot write " + name + ".");
}

/// Only process 0 prints; -r and -R redirect output to files CCTK_Proc<n>.out and .err. With --quiet, a simulation does
/// not print to standard output.
void set_up_output_streams(CommandLine const& command_line, int rank) {
  bool const is_silent = command_line.is_quiet && command_line.action == CommandLine::Action::run;
  bool const is_redirected = rank > 0 || command_line.redirects_root;
  if (is_redirected && command_line.redirects_output)
    redirect(stdout, command_line.log_folder, rank, "out");
  else if ((rank > 0 || is_silent) && !std::freopen("/dev/null", "w", stdout))
    std::fclose(stdout);
  if (is_redirected && command_line.redirects_errors) redirect(stderr, command_line.log_folder, rank, "err");
  if (command_line.buffering == "no") std::setvbuf(stdout, nullptr, _IONBF, 0);
  if (command_line.buffering == "line") std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  if (command_line.buffering == "full") std::setvbuf(stdout, nullptr, _IOFBF, BUFSIZ);
}

bool is_yes(char const* parameter) { return parameters::parameter_table().find("Cactus", parameter)->text() == "yes"; }

int print_schedule(bool is_dot) {
  auto const& schedule = scheduler().schedule();
  fmt::print("{}", is_dot ? schedule::to_dot(schedule) : schedule::to_text(schedule));
  return 0;
}

int simulate(CommandLine const& command_line, Processes const& processes,
             std::vector<bind::AliasedFunction> const& functions) {
  auto const start = std::chrono::steady_clock::now();
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
  if (evolves && is_yes("catch_signals")) catch_signals();
  CCTK_ScheduleTraverse("CCTK_STARTUP", nullptr, nullptr);
  CCTK_ParallelInit(nullptr);
  if (is_yes("cctk_show_schedule")) print_schedule(false);
  if (is_yes("cctk_show_banners") && !is_yes("cctk_brief_output")) services::print_banners();

  if (command_line.compiles_only) compile_ahead(&config); // does not return
  CCTK_Initialise(&config);
  CCTK_Evolve(&config);
  if (command_line.reports_all || parameters::parameter_table().find("Cactus", "cctk_timer_output")->text() == "full")
    CCTK_SchedulePrintTimes(nullptr);
  CCTK_Shutdown(&config);
  double const seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!is_yes("cctk_brief_output")) print_summary(seconds, seconds_of_steps());
  std::free(config.GH);
  return 0;
}

/// Executes an option that only prints information, or runs the simulation. Returns the exit code; throws
/// base::UserError and other exceptions, which main() reports.
int run_program(CommandLine const& command_line, Processes const& processes) {
  using Action = CommandLine::Action;
  set_up_output_streams(command_line, processes.rank());
  auto& messages = services::message_settings();
  messages.process = processes.rank();
  messages.warning_level = command_line.warning_level;
  messages.error_level = command_line.error_level;
  messages.logging_level = command_line.logging_level;
  services::run_summary().is_verbose = command_line.reports_all;
  read_thorns(bind::thorn_bindings());
  auto const functions = load_thorn_libraries(command_line.thorn_libraries);
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

} // namespace

int main(int argc, char** argv) {
  Processes processes(&argc, &argv);
  services::set_end_of_run(end_all_processes);
  try {
    auto const command_line = parse_command_line({argv, argv + argc});
    set_invocation(argc, argv, command_line.parameter_file);
    return run_program(command_line, processes);
  } catch (base::UserError const& error) {
    services::end_run(services::user_error, error.what());
  } catch (std::exception const& error) {
    services::end_run(services::internal_error, std::string("internal error: ") + error.what());
  }
}
