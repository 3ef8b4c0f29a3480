/// The program chemora: runs the simulation that a parameter file describes.
#include "framework/base/errors.hpp"
#include "framework/bind/thorn_binding.hpp"
#include "framework/run/stages.hpp"
#include "framework/services/services.hpp"

#include <exception>

int main(int argc, char** argv) {
  using namespace chemora;
  run::Processes processes(&argc, &argv);
  services::set_end_of_run(run::end_all_processes);
  try {
    auto const command_line = run::parse_command_line({argv, argv + argc});
    run::set_invocation(argc, argv, command_line.parameter_file);
    return run::run_program(command_line, processes, bind::thorn_bindings(), bind::aliased_functions());
  } catch (base::UserError const& error) {
    services::end_run(services::user_error, error.what());
  } catch (std::exception const& error) {
    services::end_run(services::internal_error, std::string("internal error: ") + error.what());
  }
}
