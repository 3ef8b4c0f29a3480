/// The scheduled functions of the thorn, and its output method.
#include "live_run.hpp"

#include "IO/IOTools/src/communicate.hpp"
#include "IO/IOTools/src/output_method.hpp"

#include <cctk_Arguments.h>
#include <cctk_ParamCheck.h>
#include <cctk_Parameters.h>

#include <arpa/inet.h>

namespace {

using httpd::live_run;

int output_gh(cGH const* cctkGH) {
  live_run().after_step(cctkGH);
  return 0;
}

int time_to_output(cGH const*, int variable) { return live_run().is_due(variable); }

int trigger_output(cGH const* cctkGH, int variable) {
  live_run().trigger(cctkGH, variable);
  return 0;
}

int output_var_as(cGH const*, char const*, char const*) { return -1; }

bool is_address(char const* text) {
  unsigned char bytes[sizeof(in6_addr)];
  return inet_pton(AF_INET, text, bytes) == 1 || inet_pton(AF_INET6, text, bytes) == 1;
}

bool is_loopback(std::string const& address) { return address.starts_with("127.") || address == "::1"; }

/// Warns of settings that have no effect here, and of access from other computers.
void warn() {
  DECLARE_CCTK_PARAMETERS
  if (CCTK_MyProc(nullptr) != 0) return;
  if (CCTK_ParameterQueryTimesSet("user", CCTK_THORNSTRING) > 0 ||
      CCTK_ParameterQueryTimesSet("password", CCTK_THORNSTRING) > 0)
    CCTK_WARN(CCTK_WARN_ALERT,
              "HTTPD::user and HTTPD::password have no effect. The run prints an address with a random "
              "token that replaces both");
  if (httpd::rejects_changes() && (pause || until_it_active || until_time_active))
    CCTK_VWARN(CCTK_WARN_ALERT,
               "%s, so that no client could continue a paused run. HTTPD::pause, until_it_active and until_time_active "
               "have no effect. Set %s",
               read_only ? "HTTPD::read_only is set" : "HTTPD::steering_frequency is 0",
               read_only ? "HTTPD::read_only = \"no\"" : "HTTPD::steering_frequency = 1");
  if (is_address(address) && !is_loopback(address))
    CCTK_VWARN(
        CCTK_WARN_ALERT,
        "HTTPD::address is %s, which other computers can reach. The connection is not encrypted: others can read "
        "the token in the network. Prefer 127.0.0.1 and `ssh -L`",
        address);
}

} // namespace

extern "C" int HTTPD_Startup(void) {
  iotools::register_method("HTTPD", {output_gh, time_to_output, trigger_output, output_var_as});
  return 0;
}

extern "C" void HTTPD_CheckParameters(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS(void) cctkGH;
  if (!is_address(address))
    CCTK_VPARAMWARN("HTTPD::address is `%s`, which is no IPv4 or IPv6 address. Use 127.0.0.1 for this computer only.",
                    address);
  if (httpd::requested_port() < 0)
    CCTK_PARAMWARN("The environment variable HTTPD_PORT must be a number from 0 to 65535.");
  if (until_expression_active)
    CCTK_PARAMWARN("HTTPD::until_expression_active is set, but conditions are not implemented. Use HTTPD::until_it or "
                   "HTTPD::until_time.");
  httpd::PlottedVariables::check();
  warn();
}

extern "C" void HTTPD_StartServer(CCTK_ARGUMENTS) {
  (void)cctkGH;
  if (!CCTK_ParamChecking()) live_run().start();
}

extern "C" void HTTPD_FindDueVariables(CCTK_ARGUMENTS) { live_run().find_due_variables(cctkGH); }

extern "C" int HTTPD_Shutdown(void) {
  live_run().end();
  return 0;
}
