// cctk_CommandLine.h, and the run's title.
#include "framework/run/invocation.hpp"

#include "framework/include/cctk_CommandLine.h"
#include "framework/include/cctk_Misc.h"
#include "framework/include/cctk_Parameter.h"
#include "framework/include/util_String.h"

#include <cstdlib>

namespace {

int n_arguments = 0;
char** arguments = nullptr;
std::string parameter_file_name;

int copy(std::string const& text, int length, char* buffer) {
  if (length > 0) Util_Strlcpy(buffer, text.c_str(), static_cast<size_t>(length));
  return static_cast<int>(text.size());
}

} // namespace

void chemora::run::set_invocation(int argc, char** argv, std::string const& parameter_file) {
  n_arguments = argc;
  arguments = argv;
  parameter_file_name = parameter_file;
}

extern "C" {

int CCTK_CommandLine(char*** argv) {
  *argv = arguments;
  return n_arguments;
}

int CCTK_ParameterFilename(int length, char* filename) { return copy(parameter_file_name, length, filename); }

int CCTK_RunTitle(int length, char* title) {
  char* const text = CCTK_ParameterValString("cctk_run_title", "Cactus");
  std::string const chosen = text && *text ? text : parameter_file_name;
  std::free(text);
  return copy(chosen, length, title);
}

} // extern "C"
