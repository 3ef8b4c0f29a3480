/// The recovery method IOHDF5: recovers parameters and variables from checkpoints, and variables from data files.
#include "checkpoint.hpp"
#include "read_file.hpp"

#include "IO/IOTools/src/communicate.hpp"
#include "IO/IOTools/src/grid_data.hpp"
#include "IO/IOTools/src/output_files.hpp"
#include "IO/IOUtil/src/ioGH.h"
#include "IO/IOUtil/src/ioutil_CheckpointRecovery.h"

#include <cctk_Parameters.h>

#include <optional>
#include <set>

namespace iohdf5 {
namespace {

std::optional<StoredSet> checkpoint_in_use;

/// Prints a warning on rank 0.
void warn_on_root(std::string const& sentence) {
  if (iotools::is_root()) CCTK_WARN(CCTK_WARN_ALERT, sentence.c_str());
}

/// Calls `action`. If the action throws on any rank, the function prints a warning and returns -1. Otherwise it returns
/// 0.
template <class Action>
int attempt(std::string const& subject, Action action) {
  std::string reason;
  try {
    action();
  } catch (std::exception const& error) {
    reason = error.what();
  }
  for (auto const& each : iotools::gather_from_all(reason))
    if (!each.empty()) {
      warn_on_root(subject + ": " + each);
      return -1;
    }
  return 0;
}

int recover_parameters(char const* name) {
  DECLARE_CCTK_PARAMETERS
  std::string parameters;
  int const status = attempt(std::string("`") + recover_dir + "/" + name + "` cannot be used", [&] {
    checkpoint_in_use = find_checkpoint(recover_dir, name);
    if (iotools::is_root())
      parameters = InputFile(checkpoint_in_use->paths.front()).text(parameters_group, all_parameters);
    if (iotools::is_root() && parameters.empty()) throw std::runtime_error("it contains no parameters");
  });
  if (status < 0) return status;
  IOUtil_SetAllParameters(iotools::broadcast_from_root(parameters).c_str());
  return 1;
}

void recover_time(cGH* cctkGH, InputFile const& file) {
  cctkGH->cctk_iteration = file.number(global_attributes, "cctk_iteration");
  cctkGH->cctk_time = file.real(global_attributes, "cctk_time");
  if (file.has(global_attributes, "cctk_delta_time"))
    cctkGH->cctk_delta_time = file.real(global_attributes, "cctk_delta_time");
  CCTK_SetMainLoopIndex(file.number(global_attributes, "main_loop_index"));
}

/// Allocates at least `n_levels` time levels of the variable's group, so that all time levels of the file can be read.
void require_storage(cGH const* cctkGH, int variable, int n_levels) {
  int const group = CCTK_GroupIndexFromVarI(variable);
  if (CCTK_ActiveTimeLevelsGI(cctkGH, group) < n_levels)
    CCTK_GroupStorageIncrease(cctkGH, 1, &group, &n_levels, nullptr);
}

std::string level_name(int variable, int level) {
  return iotools::full_name(variable) + (level == 0 ? "" : " (time level " + std::to_string(level) + ")");
}

/// Warns of variables and time levels of the run that the file does not contain.
void warn_of_missing(cGH const* cctkGH, std::set<std::pair<int, int>> const& read) {
  std::string names;
  for (auto const& [variable, level, n_levels, part] : Fields(cctkGH).all) {
    bool const is_reported = level > 0 && !read.contains({variable, 0});
    if (!read.contains({variable, level}) && !is_reported) names += " " + level_name(variable, level);
  }
  if (!names.empty()) warn_on_root("The checkpoint does not contain these variables, which keep their values:" + names);
}

/// Warns of variables in the file that the run does not have.
void warn_of_ignored(std::set<std::string> const& ignored_variables) {
  std::string names;
  for (auto const& name : ignored_variables) names += " " + name;
  if (!names.empty()) warn_on_root("No active thorn has these variables of the checkpoint, which are ignored:" + names);
}

/// An object of the file to read into a variable.
struct Reading {
  int variable, time_level;
  StoredObject object;
};

void read_all(cGH const* cctkGH, StoredFields& stored, std::vector<Reading> const& readings) {
  thorntools::TimeLevels levels;
  for (auto const& [variable, time_level, object] : readings) {
    require_storage(cctkGH, variable, time_level + 1);
    add_tracked(levels, variable, time_level);
    try {
      stored.read(cctkGH, variable, time_level, object);
    } catch (std::exception const& error) {
      throw std::runtime_error("`" + object.link + "` cannot be read: " + error.what());
    }
  }
  notify_modified_on_host(cctkGH, levels);
}

int recover_variables(cGH* cctkGH) {
  DECLARE_CCTK_PARAMETERS
  if (!checkpoint_in_use) return -1;
  auto const& set = *checkpoint_in_use;
  int const status = attempt("The checkpoint `" + set.folder + "/" + set.name + "`", [&] {
    StoredFields stored(set);
    recover_time(cctkGH, stored.first());
    std::vector<Reading> readings;
    std::set<std::pair<int, int>> recovered;
    std::set<std::string> ignored_variables;
    for (auto const& object : stored.first().objects()) {
      int const variable = CCTK_VarIndex(object.name.variable.c_str());
      if (variable >= 0 && object.name.time_level < CCTK_DeclaredTimeLevelsVI(variable)) {
        readings.push_back({variable, object.name.time_level, object});
        recovered.insert({variable, object.name.time_level});
      } else {
        ignored_variables.insert(variable >= 0 ? level_name(variable, object.name.time_level) : object.name.variable);
      }
    }
    warn_of_ignored(ignored_variables);
    read_all(cctkGH, stored, readings);
    iotools::restore_output_state(stored.first().text(global_attributes, "Output State"));
    warn_of_missing(cctkGH, recovered);
  });
  if (status < 0) return status;
  CCTK_VINFO("Continuing at iteration %d, time %.17g", cctkGH->cctk_iteration, static_cast<double>(cctkGH->cctk_time));
  record_recovered({set.folder, set.name, cctkGH->cctk_iteration});
  checkpoint_in_use.reset();
  return 0;
}

/// Returns the object in the file that contains time level 0 of a variable at this iteration. A negative iteration
/// selects the last iteration in the file.
StoredObject const* find_object(std::vector<StoredObject> const& objects, std::string const& name, int iteration) {
  StoredObject const* selected = nullptr;
  for (auto const& object : objects) {
    if (!CCTK_Equals(object.name.variable.c_str(), name.c_str()) || object.name.time_level != 0) continue;
    bool const matches = iteration < 0 || object.name.iteration == iteration;
    if (matches && (selected == nullptr || object.name.iteration > selected->name.iteration)) selected = &object;
  }
  return selected;
}

int read_data_files(cGH* cctkGH, char const* name) {
  DECLARE_CCTK_PARAMETERS
  auto const* const extension = static_cast<ioGH const*>(CCTK_GHExtension(cctkGH, "IO"));
  int n_read = 0;
  int const status = attempt(std::string("The file `") + filereader_ID_dir + "/" + name + "`", [&] {
    StoredFields stored(find_data_files(filereader_ID_dir, name));
    std::vector<Reading> readings;
    for (int variable = 0; variable < CCTK_NumVars(); ++variable) {
      auto const iteration_plus_one = extension->do_inVars[variable];
      if (iteration_plus_one == 0 || CCTK_QueryGroupStorageI(cctkGH, CCTK_GroupIndexFromVarI(variable)) <= 0) continue;
      auto const stored_name =
          extension->alias[variable] ? std::string(extension->alias[variable]) : iotools::full_name(variable);
      if (auto const* object =
              find_object(stored.first().objects(), stored_name, iteration_plus_one > 0 ? iteration_plus_one - 1 : -1))
        readings.push_back({variable, 0, *object});
    }
    read_all(cctkGH, stored, readings);
    n_read = static_cast<int>(readings.size());
  });
  return status < 0 ? status : n_read;
}

int recover(cGH* cctkGH, char const* base, int called_from) {
  if (called_from == CP_RECOVER_PARAMETERS) return recover_parameters(base);
  if (called_from == CP_RECOVER_DATA) return recover_variables(cctkGH);
  return read_data_files(cctkGH, base);
}

} // namespace
} // namespace iohdf5

extern "C" int IOHDF5_RecoverParameters(void) {
  iohdf5::prepare_library();
  return IOUtil_RecoverParameters(iohdf5::recover, ".h5", "HDF5");
}

extern "C" int IOHDF5_RegisterRecovery(void) {
  IOUtil_RegisterRecover("IOHDF5", iohdf5::recover);
  return 0;
}
