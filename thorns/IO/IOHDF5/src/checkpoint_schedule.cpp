/// Schedules checkpoints, removes old ones, and locks the checkpoint folder against other runs.
#include "checkpoint.hpp"

#include "IO/IOTools/src/checkpoint/checkpoint_set.hpp"
#include "IO/IOTools/src/checkpoint/disk_files.hpp"
#include "IO/IOTools/src/checkpoint/folder_lock.hpp"
#include "IO/IOTools/src/communicate.hpp"
#include "IO/IOTools/src/output_files.hpp"
#include "Numerics/ThornTools/src/signals.hpp"

#include <cctk_Arguments.h>
#include <cctk_ParamCheck.h>
#include <cctk_Parameters.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace iohdf5 {
namespace {

struct State {
  std::optional<int> recovered_iteration;
  int last_iteration = -1; ///< iteration of the last checkpoint that this run wrote or read
  double last_seconds = 0; ///< running time when this run wrote its last checkpoint
  std::vector<std::pair<std::string, std::string>> retained; ///< folder and set, oldest first
};

State& state() {
  static State the_state;
  return the_state;
}

void remove_old_checkpoints() {
  DECLARE_CCTK_PARAMETERS
  if (checkpoint_keep <= 0) return;
  while (state().retained.size() > static_cast<std::size_t>(checkpoint_keep)) {
    auto const [folder, set] = state().retained.front();
    if (iotools::is_root()) remove_checkpoint(folder, set);
    state().retained.erase(state().retained.begin());
  }
}

/// Adds a checkpoint to the list of retained checkpoints, whose length the parameter checkpoint_keep limits.
void retain(std::string const& folder, std::string const& set) {
  auto const entry = std::pair(folder, set);
  std::erase(state().retained, entry);
  state().retained.push_back(entry);
}

bool is_same_folder(std::string const& folder_1, std::string const& folder_2) {
  std::error_code missing;
  return std::filesystem::equivalent(folder_1, folder_2, missing);
}

/// Adds the checkpoints of earlier runs of this simulation to the retained checkpoints, except the checkpoint of the
/// initial data.
void retain_earlier(Recovered const& recovered) try {
  DECLARE_CCTK_PARAMETERS
  auto sets = iotools::candidates(iotools::names_in(recovered.folder), checkpoint_file, ".h5");
  std::reverse(sets.begin(), sets.end());
  for (auto const& set : sets) {
    bool const is_initial = set.iteration == 0 && checkpoint_ID;
    if (set.iteration <= recovered.iteration && !is_initial) retain(checkpoint_dir, set.name);
  }
} catch (iotools::FileError const&) {
  // If the folder cannot be read, this run removes no older checkpoint in it.
}

/// Locks checkpoints of this name until the end of the run, because two runs would overwrite each other's files.
/// Returns the reason if the lock cannot be obtained, or an empty text. Only for rank 0.
std::string lock_checkpoints(std::string const& folder, std::string const& base) {
  if (auto const reason = iotools::base_name_error(base); !reason.empty())
    return "The name of the checkpoint, `" + base + "`, " + reason + ".";
  static std::map<std::pair<std::string, std::string>, iotools::FolderLock> locks;
  if (auto const reason = iotools::make_directory(folder); !reason.empty()) return reason;
  auto const [entry, is_new] = locks.try_emplace({folder, base}, folder, base);
  std::string const holder = entry->second.holder();
  if (holder.empty()) return "";
  locks.erase(entry);
  return "Another run, " + holder + ", writes checkpoints `" + base + "` into `" + folder +
         "`. Wait for its end, or set another IO::checkpoint_dir or IO::checkpoint_file.";
}

void write(cGH const* cctkGH, char const* kind, bool is_initial) {
  DECLARE_CCTK_PARAMETERS
  if (!CCTK_Equals(verbose, "none")) CCTK_VINFO("Writing %s checkpoint at iteration %d", kind, cctkGH->cctk_iteration);
  std::string const folder = checkpoint_dir, base = is_initial ? checkpoint_ID_file : checkpoint_file;
  auto reason = iotools::broadcast_from_root(iotools::is_root() ? lock_checkpoints(folder, base) : "");
  double const start = MPI_Wtime();
  if (reason.empty()) reason = write_checkpoint(cctkGH, folder, base);
  state().last_seconds = CCTK_RunTime();
  if (!reason.empty()) {
    if (iotools::is_root() || abort_on_io_errors)
      iotools::report_io_error(CCTK_THORNSTRING, "No checkpoint at iteration " +
                                                     std::to_string(cctkGH->cctk_iteration) + " in `" + folder +
                                                     "`; older ones remain. " + reason);
    return;
  }
  CCTK_CheckpointWritten(MPI_Wtime() - start);
  state().last_iteration = cctkGH->cctk_iteration;
  if (is_initial) return;
  retain(folder, base + ".it_" + std::to_string(cctkGH->cctk_iteration));
  remove_old_checkpoints();
}

/// Whether the wall time since the last checkpoint requires a new checkpoint. The clock of rank 0 decides for all
/// ranks.
bool is_due_by_clock() {
  DECLARE_CCTK_PARAMETERS
  constexpr double seconds_per_hour = 3600;
  if (checkpoint_every_walltime_hours <= 0) return false;
  int is_due = CCTK_RunTime() - state().last_seconds >= checkpoint_every_walltime_hours * seconds_per_hour;
  MPI_Bcast(&is_due, 1, MPI_INT, 0, iotools::communicator());
  return is_due != 0;
}

} // namespace

void record_recovered(Recovered const& recovered) {
  DECLARE_CCTK_PARAMETERS
  state().last_iteration = recovered.iteration;
  state().recovered_iteration = recovered.iteration;
  if (!CCTK_Equals(recover, "manual") && is_same_folder(recovered.folder, checkpoint_dir)) retain_earlier(recovered);
  if (recover_and_remove) retain(recovered.folder, recovered.set);
}

std::optional<int> recovered_iteration() { return state().recovered_iteration; }

} // namespace iohdf5

using namespace iohdf5;

extern "C" void IOHDF5_ClaimCheckpoints(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS
  if (!checkpoint || CCTK_ParamChecking()) return;
  auto const reason =
      iotools::broadcast_from_root(iotools::is_root() ? lock_checkpoints(checkpoint_dir, checkpoint_file) : "");
  if (!reason.empty()) CCTK_ERROR(reason.c_str());
  bool const is_open_mpi = std::getenv("OMPI_COMM_WORLD_SIZE") != nullptr;
  if (checkpoint_on_terminate && is_open_mpi && !CCTK_Equals(verbose, "none"))
    CCTK_INFO("SIGUSR2 to mpirun ends this run early, with a checkpoint. After SIGTERM mpirun kills the run");
}

extern "C" void IOHDF5_InitialDataCheckpoint(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  if (checkpoint && checkpoint_ID && state().last_iteration != cctk_iteration) write(cctkGH, "an initial data", true);
}

extern "C" void IOHDF5_EvolutionCheckpoint(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  if (!checkpoint) return;
  bool const is_requested = checkpoint_next != 0;
  bool const is_due = checkpoint_every > 0 && cctk_iteration % checkpoint_every == 0;
  bool const is_overdue = is_due_by_clock();
  if (is_requested) CCTK_ParameterSet("checkpoint_next", CCTK_THORNSTRING, "no");
  if (is_requested || is_due || is_overdue) write(cctkGH, "a", false);
}

extern "C" void IOHDF5_TerminationCheckpoint(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  if (!checkpoint || !checkpoint_on_terminate) return;
  if (state().last_iteration < cctk_iteration)
    write(cctkGH, "a final", false);
  else if (!CCTK_Equals(verbose, "none"))
    CCTK_VINFO("The checkpoint of iteration %d is the final one", state().last_iteration);
}
