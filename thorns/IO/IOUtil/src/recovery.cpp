#include "recovery.hpp"

#include "IO/IOTools/src/checkpoint/checkpoint_set.hpp"
#include "IO/IOTools/src/checkpoint/disk_files.hpp"
#include "IO/IOTools/src/communicate.hpp"
#include "ioGH.h"
#include "ioutil_CheckpointRecovery.h"

#include <cctk_Arguments.h>
#include <cctk_Parameters.h>
#include <util_Table.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <sstream>

namespace ioutil {

using namespace iotools;

namespace {

using Recover = int (*)(cGH*, char const*, int);

struct Method {
  std::string name;
  Recover recover;
};

std::vector<Method>& methods() {
  static std::vector<Method> registered;
  return registered;
}

bool are_parameters_recovered = false;

/// Recovers with the first method that succeeds. Returns a negative number if none succeeds.
int recover_with_any(cGH* cctkGH, char const* base, int called_from) {
  if (methods().empty())
    CCTK_WARN(CCTK_WARN_ALERT, "No active thorn reads checkpoints or data files. Activate IOHDF5.");
  int result = -1;
  for (auto const& method : methods())
    if (result < 0) result = method.recover(cctkGH, base, called_from);
  return result;
}

/// Returns the names of the files in a folder. Rank 0 reads the folder, so that all ranks return the same names. The
/// result is empty if the folder cannot be read.
std::optional<std::vector<std::string>> files_of(std::string const& folder) {
  std::string text;
  if (is_root()) try {
      std::string names = ".\n"; // this entry distinguishes an empty folder from a read error
      for (auto const& name : names_in(folder)) names += name + "\n";
      text = names;
    } catch (FileError const&) {
    }
  std::istringstream lines(broadcast_from_root(text));
  std::vector<std::string> names;
  for (std::string line; std::getline(lines, line);) names.push_back(line);
  return names.empty() ? std::nullopt : std::optional(names);
}

int recover_newest(Recover recover_from, char const* extension, char const* type) {
  DECLARE_CCTK_PARAMETERS
  bool const is_probe = CCTK_Equals(recover, "autoprobe");
  auto const names = files_of(recover_dir);
  if (!names) {
    if (is_probe)
      CCTK_VINFO("There is no folder `%s` (IO::recover_dir): the run starts from initial data", recover_dir);
    else if (is_root())
      CCTK_VWARN(CCTK_WARN_ALERT, "There is no folder `%s` (IO::recover_dir) with checkpoints", recover_dir);
    return is_probe ? 0 : -2;
  }
  auto const sets = candidates(*names, recover_file, extension);
  if (sets.empty() && is_probe)
    CCTK_VINFO("There is no %s checkpoint `%s.it_*%s` in `%s`: the run starts from initial data", type, recover_file,
               extension, recover_dir);
  else if (sets.empty() && is_root())
    CCTK_VWARN(CCTK_WARN_ALERT,
               "There is no %s checkpoint `%s.it_*%s` (IO::recover_file) in `%s` (IO::recover_dir). To start from "
               "initial data in this case, set IO::recover = \"autoprobe\"",
               type, recover_file, extension, recover_dir);
  int result = is_probe && sets.empty() ? 0 : -1;
  for (auto const& set : sets) {
    result = recover_from(nullptr, set.name.c_str(), CP_RECOVER_PARAMETERS);
    if (result > 0) {
      CCTK_VINFO("The run continues from the checkpoint `%s/%s`", recover_dir, set.name.c_str());
      return result;
    }
    if (is_root()) CCTK_VWARN(CCTK_WARN_ALERT, "The checkpoint `%s/%s` was skipped", recover_dir, set.name.c_str());
  }
  if (!sets.empty() && is_root())
    CCTK_VWARN(CCTK_WARN_ALERT, "None of the checkpoints `%s.it_*` in `%s` can be used. Remove them to start from %s",
               recover_file, recover_dir, is_probe ? "initial data" : "others");
  return result > 0 ? result : std::min(result, sets.empty() ? 0 : -1);
}

/// The variables to read from data files. The members have the layout of the grid extension IO.
struct VariableSelection {
  std::vector<CCTK_INT> iteration_plus_one; ///< by variable; 0: not selected, -1: the last iteration in the file
  std::vector<std::string> alias;           ///< name in the file; empty: the name of the variable

  void add(int variable, char const* options) {
    auto const v = static_cast<std::size_t>(variable);
    iteration_plus_one[v] = -1;
    if (options == nullptr) return;
    int const table = Util_TableCreateFromString(options);
    CCTK_INT iteration = 0;
    char name[256] = "";
    if (table >= 0 && Util_TableGetInt(table, &iteration, "cctk_iteration") > 0)
      iteration_plus_one[v] = iteration >= 0 ? iteration + 1 : -1;
    if (table >= 0 && Util_TableGetString(table, sizeof name, name, "alias") > 0) alias[v] = name;
    int const n_recognised = (iteration_plus_one[v] != -1) + !alias[v].empty();
    if (table < 0 || Util_TableQueryNKeys(table) != n_recognised)
      CCTK_VWARN(CCTK_WARN_ALERT,
                 "IO::filereader_ID_vars: the options `%s` of `%s` are not cctk_iteration=NUMBER alias='NAME'", options,
                 CCTK_FullVarName(variable));
    if (table >= 0) Util_TableDestroy(table);
  }
};

void add_selected(int variable, char const* options, void* selection) {
  static_cast<VariableSelection*>(selection)->add(variable, options);
}

int read_files(cGH* cctkGH, std::string const& files) {
  DECLARE_CCTK_PARAMETERS
  int n_read = 0;
  std::istringstream names(files);
  for (std::string name; names >> name;) {
    int const result = recover_with_any(cctkGH, name.c_str(), FILEREADER_DATA);
    if (result >= 0)
      n_read += result;
    else
      CCTK_VWARN(strict_io_parameter_check ? CCTK_WARN_ABORT : CCTK_WARN_ALERT,
                 "No variables were read from the file `%s` (IO::filereader_ID_files) in `%s`", name.c_str(),
                 filereader_ID_dir);
  }
  return n_read;
}

} // namespace

bool has_recovered() { return are_parameters_recovered; }
bool has_methods() { return !methods().empty(); }

} // namespace ioutil

using namespace ioutil;

extern "C" int IOUtil_RegisterRecover(char const* name, Recover func) {
  for (auto const& method : methods())
    if (method.name == name) return -1;
  methods().push_back({name, func});
  return 0;
}

extern "C" int IOUtil_RecoverParameters(Recover recoverFn, char const* fileExtension, char const* fileType) {
  DECLARE_CCTK_PARAMETERS
  bool const is_automatic = CCTK_Equals(recover, "auto") || CCTK_Equals(recover, "autoprobe");
  int const result = is_automatic ? recover_newest(recoverFn, fileExtension, fileType)
                                  : recoverFn(nullptr, recover_file, CP_RECOVER_PARAMETERS);
  if (result < 0 && !is_automatic && is_root())
    CCTK_VWARN(
        CCTK_WARN_ALERT,
        "The %s checkpoint `%s` (IO::recover_file) in `%s` (IO::recover_dir) cannot be used. The name must include "
        "the iteration but no extension, as in `checkpoint.chkpt.it_8`",
        fileType, recover_file, recover_dir);
  are_parameters_recovered = result > 0;
  return result;
}

extern "C" void IOUtil_RecoverGH(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  if (has_recovered() && recover_with_any(cctkGH, nullptr, CP_RECOVER_DATA) < 0)
    CCTK_ERROR("The variables of the checkpoint cannot be recovered. Earlier messages contain the reasons.");
}

extern "C" int IOUtil_RecoverVarsFromDatafiles(cGH* cctkGH, char const* in_files, char const* in_vars) {
  DECLARE_CCTK_PARAMETERS
  auto* const extension = static_cast<ioGH*>(CCTK_GHExtension(cctkGH, "IO"));
  auto const n = static_cast<std::size_t>(CCTK_NumVars());
  VariableSelection selection{std::vector<CCTK_INT>(n, 0), std::vector<std::string>(n)};
  if (CCTK_TraverseString(in_vars, add_selected, &selection, CCTK_GROUP_OR_VAR) < 0)
    CCTK_VWARN(strict_io_parameter_check ? CCTK_WARN_ABORT : CCTK_WARN_ALERT,
               "IO::filereader_ID_vars = \"%s\" contains a name that is neither a variable nor a group", in_vars);
  std::vector<char const*> aliases;
  for (auto const& alias : selection.alias) aliases.push_back(alias.empty() ? nullptr : alias.c_str());
  extension->do_inVars = selection.iteration_plus_one.data();
  extension->alias = aliases.data();
  int const n_read = read_files(cctkGH, in_files);
  extension->do_inVars = nullptr;
  extension->alias = nullptr;
  return n_read;
}

extern "C" void IOUtil_RecoverIDFromDatafiles(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  int const n_read = IOUtil_RecoverVarsFromDatafiles(cctkGH, filereader_ID_files, filereader_ID_vars);
  CCTK_VINFO("Read %d variables from the files %s", n_read, filereader_ID_files);
}

extern "C" char* IOUtil_AssembleFilename(cGH const* cctkGH, char const* basefilename, char const* postfix,
                                         char const* extension, int called_from, int file_ioproc, int file_unchunked) {
  DECLARE_CCTK_PARAMETERS
  bool const is_written = called_from == CP_INITIAL_DATA || called_from == CP_EVOLUTION_DATA;
  std::string const folder = is_written                       ? checkpoint_dir
                             : called_from == FILEREADER_DATA ? filereader_ID_dir
                                                              : recover_dir;
  std::string const base = called_from == CP_INITIAL_DATA     ? checkpoint_ID_file
                           : called_from == CP_EVOLUTION_DATA ? checkpoint_file
                           : basefilename != nullptr          ? basefilename
                                                              : recover_file;
  if (is_written && CCTK_CreateDirectory(0755, folder.c_str()) < 0)
    CCTK_VERROR("The directory `%s` (IO::checkpoint_dir) cannot be created.", folder.c_str());
  std::string name = folder + "/" + base + postfix;
  if (is_written) name += ".it_" + std::to_string(cctkGH->cctk_iteration);
  if (!file_unchunked) name += ".file_" + std::to_string(file_ioproc);
  return strdup((name + extension).c_str());
}

extern "C" void IOUtil_PrintTimings(char const* description, int ntimers, int const* timers,
                                    char const* const* const timer_descriptions) {
  cTimerData* const data = CCTK_TimerCreateData();
  CCTK_INFO(description);
  for (int clock = 0; clock < CCTK_NumClocks(); ++clock) {
    CCTK_VINFO("  %s:", CCTK_ClockName(clock));
    for (int n = 0; n < ntimers; ++n) {
      CCTK_TimerI(timers[n], data);
      if (auto const* const value = CCTK_GetClockValue(CCTK_ClockName(clock), data))
        CCTK_VINFO("    %s %.1f seconds", timer_descriptions[n], CCTK_TimerClockSeconds(value));
    }
  }
  CCTK_TimerDestroyData(data);
}
