// Only process 0 looks at it.
#include "termination_file.hpp"

#include <cctk.h>
#include <cctk_Arguments.h>
#include <cctk_Parameters.h>

#include <cstdlib>
#include <fstream>

namespace terminationtrigger {

std::string termination_path() {
  DECLARE_CCTK_PARAMETERS
  std::string const name = termination_file;
  if (!name.empty()) return name[0] == '/' ? name : std::string(out_dir) + "/" + name;
  for (char const* variable : {"MANUAL_TERMINATION_JOB_ID", "PBS_JOBID"})
    if (char const* const id = std::getenv(variable)) return std::string("/tmp/cactus_terminate.") + id;
  CCTK_ERROR("TerminationTrigger::termination_file is empty, and the environment has neither "
             "MANUAL_TERMINATION_JOB_ID nor PBS_JOBID. Name a file.");
}

bool file_says_end(std::string const& path) {
  std::ifstream file(path);
  int number = 0;
  return file >> number && number == 1;
}

void write_termination_file(std::string const& path, char const* text) {
  std::ofstream file(path);
  file << text;
  file.close();
  if (!file) CCTK_VERROR("The termination file `%s` cannot be written.", path.c_str());
}

} // namespace terminationtrigger

extern "C" void TerminationTrigger_CreateFile(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  if (CCTK_MyProc(cctkGH) == 0) terminationtrigger::write_termination_file(terminationtrigger::termination_path(), "");
}
