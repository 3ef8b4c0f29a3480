// The recovery method IOHDF5: parameters, then variables; and variables from data files.
#include "recover.hpp"

#include "device_data.hpp"
#include "stored_fields.hpp"

#include "IO/IOTools/src/communicate.hpp"
#include "IO/IOTools/src/output_list.hpp"
#include "IO/IOTools/src/output_state.hpp"
#include "IO/IOUtil/src/ioGH.h"
#include "IO/IOUtil/src/ioutil_CheckpointRecovery.h"

#include <cctk_Parameters.h>

#include <cstdlib>
#include <optional>
#include <set>

namespace iohdf5 {
namespace {

std::optional<StoredSet> checkpoint_in_use;

void warn_once(std::string const& sentence) {
  if (iotools::my_rank() == 0) CCTK_WARN(CCTK_WARN_ALERT, sentence.c_str());
}

/// 0, or -1 with a warning when `action` fails on any rank.
template <class Action>
int attempt(std::string const& what, Action action) {
  std::string reason;
  try {
    action();
  } catch (std::exception const& error) {
    reason = error.what();
  }
  for (auto const& each : iotools::from_all(reason))
    if (!each.empty()) {
      warn_once(what + ": " + each);
      return -1;
    }
  return 0;
}

int recover_parameters(char const* name) {
  DECLARE_CCTK_PARAMETERS
  std::string parameters;
  int const status = attempt(std::string("`") + recover_dir + "/" + name + "` cannot be used", [&] {
    checkpoint_in_use = find_checkpoint(recover_dir, name);
    if (iotools::my_rank() == 0)
      parameters = InputFile(checkpoint_in_use->paths.front()).text(parameters_group, all_parameters);
    if (iotools::my_rank() == 0 && parameters.empty()) throw std::runtime_error("it holds no parameters");
  });
  if (status < 0) return status;
  IOUtil_SetAllParameters(iotools::from_root(parameters).c_str());
  return 1;
}

void recover_time(cGH* GH, InputFile const& file) {
  GH->cctk_iteration = file.number(global_attributes, "cctk_iteration");
  GH->cctk_time = file.real(global_attributes, "cctk_time");
  if (file.has(global_attributes, "cctk_delta_time"))
    GH->cctk_delta_time = file.real(global_attributes, "cctk_delta_time");
  CCTK_SetMainLoopIndex(file.number(global_attributes, "main_loop_index"));
}

/// The driver gives a group as many time levels as are stored.
void require_storage(cGH const* GH, int variable, int n_levels) {
  int const group = CCTK_GroupIndexFromVarI(variable);
  if (CCTK_ActiveTimeLevelsGI(GH, group) < n_levels) CCTK_GroupStorageIncrease(GH, 1, &group, &n_levels, nullptr);
}

std::string level_name(int variable, int level) {
  return iotools::full_name(variable) + (level == 0 ? "" : " (time level " + std::to_string(level) + ")");
}

/// Variables, or time levels of them, that the simulation has and the file has not keep the values they have.
void warn_of_missing(cGH const* GH, std::set<std::pair<int, int>> const& read) {
  std::string names;
  for (int group = 0; group < CCTK_NumGroups(); ++group) {
    if (!belongs_to_checkpoint(GH, group)) continue;
    int const first = CCTK_FirstVarIndexI(group), n_levels = CCTK_ActiveTimeLevelsGI(GH, group);
    for (int variable = first; variable < first + CCTK_NumVarsInGroupI(group); ++variable)
      for (int level = 0; level < n_levels; ++level) {
        bool const is_said = level > 0 && !read.contains({variable, 0});
        if (!read.contains({variable, level}) && !is_said) names += " " + level_name(variable, level);
      }
  }
  if (!names.empty()) warn_once("The checkpoint does not hold these variables, which keep their values:" + names);
}

/// Variables that the file has and the simulation has not.
void warn_of_left_out(std::set<std::string> const& left_out) {
  std::string names;
  for (auto const& name : left_out) names += " " + name;
  if (!names.empty()) warn_once("No active thorn has these variables of the checkpoint, which are left out:" + names);
}

struct Reading {
  int variable, time_level;
  StoredObject object;
};

void read_all(cGH const* GH, StoredFields& stored, std::vector<Reading> const& readings) {
  std::vector<Level> levels;
  for (auto const& [variable, time_level, object] : readings) {
    require_storage(GH, variable, time_level + 1);
    levels.push_back({variable, time_level});
    try {
      stored.read(GH, variable, time_level, object);
    } catch (std::exception const& error) {
      throw std::runtime_error("`" + object.link + "` cannot be read: " + error.what());
    }
  }
  tell_modified_on_host(GH, levels);
}

int recover_variables(cGH* GH) {
  DECLARE_CCTK_PARAMETERS
  if (!checkpoint_in_use) return -1;
  auto const& set = *checkpoint_in_use;
  int const status = attempt("The checkpoint `" + set.folder + "/" + set.name + "`", [&] {
    StoredFields stored(set);
    recover_time(GH, stored.first());
    std::vector<Reading> readings;
    std::set<std::pair<int, int>> known;
    std::set<std::string> left_out;
    for (auto const& object : stored.first().objects()) {
      int const variable = CCTK_VarIndex(object.name.variable.c_str());
      if (variable >= 0 && object.name.time_level < CCTK_DeclaredTimeLevelsVI(variable)) {
        readings.push_back({variable, object.name.time_level, object});
        known.insert({variable, object.name.time_level});
      } else {
        left_out.insert(variable >= 0 ? level_name(variable, object.name.time_level) : object.name.variable);
      }
    }
    warn_of_left_out(left_out);
    read_all(GH, stored, readings);
    iotools::restore_output_state(stored.first().text(global_attributes, "Output State"));
    warn_of_missing(GH, known);
  });
  if (status < 0) return status;
  CCTK_VINFO("Continuing at iteration %d, time %.17g", GH->cctk_iteration, static_cast<double>(GH->cctk_time));
  note_recovered({set.folder, set.name, GH->cctk_iteration});
  checkpoint_in_use.reset();
  return 0;
}

/// The object of a variable at the wanted iteration, or the last one in the file.
StoredObject const* wanted_object(std::vector<StoredObject> const& objects, std::string const& name, int iteration) {
  StoredObject const* best = nullptr;
  for (auto const& object : objects) {
    if (!CCTK_Equals(object.name.variable.c_str(), name.c_str()) || object.name.time_level != 0) continue;
    bool const is_wanted = iteration < 0 || object.name.iteration == iteration;
    if (is_wanted && (best == nullptr || object.name.iteration > best->name.iteration)) best = &object;
  }
  return best;
}

int read_data_files(cGH* GH, char const* name) {
  DECLARE_CCTK_PARAMETERS
  auto const* const extension = static_cast<ioGH const*>(CCTK_GHExtension(GH, "IO"));
  int n_read = 0;
  int const status = attempt(std::string("The file `") + filereader_ID_dir + "/" + name + "`", [&] {
    StoredFields stored(find_data_files(filereader_ID_dir, name));
    std::vector<Reading> readings;
    for (int variable = 0; variable < CCTK_NumVars(); ++variable) {
      auto const wanted = extension->do_inVars[variable];
      if (wanted == 0 || CCTK_QueryGroupStorageI(GH, CCTK_GroupIndexFromVarI(variable)) <= 0) continue;
      auto const stored_name =
          extension->alias[variable] ? std::string(extension->alias[variable]) : iotools::full_name(variable);
      if (auto const* object = wanted_object(stored.first().objects(), stored_name, wanted > 0 ? wanted - 1 : -1))
        readings.push_back({variable, 0, *object});
    }
    read_all(GH, stored, readings);
    n_read = static_cast<int>(readings.size());
  });
  return status < 0 ? status : n_read;
}

int recover(cGH* GH, char const* base, int called_from) {
  if (called_from == CP_RECOVER_PARAMETERS) return recover_parameters(base);
  if (called_from == CP_RECOVER_DATA) return recover_variables(GH);
  return read_data_files(GH, base);
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
