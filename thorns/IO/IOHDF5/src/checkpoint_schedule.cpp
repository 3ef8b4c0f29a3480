// When checkpoints are written, and how many stay.
#include "recover.hpp"
#include "write_checkpoint.hpp"

#include "IO/IOTools/src/checkpoint/candidates.hpp"
#include "IO/IOTools/src/checkpoint/durable_file.hpp"
#include "IO/IOTools/src/checkpoint/sole_writer.hpp"
#include "IO/IOTools/src/communicate.hpp"
#include "IO/IOTools/src/text_file.hpp"
#include "Numerics/ThornTools/src/signals.hpp"

#include <cctk_Arguments.h>
#include <cctk_ParamCheck.h>
#include <cctk_Parameters.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace iohdf5 {
namespace {

struct State {
  int last_iteration = -1;                               ///< of the newest checkpoint, written or read
  double last_seconds = 0;                               ///< of running, when it was written
  std::vector<std::pair<std::string, std::string>> kept; ///< folder and set, oldest first
};

State& state() {
  static State only;
  return only;
}

void forget_old_ones() {
  DECLARE_CCTK_PARAMETERS
  if (checkpoint_keep <= 0) return;
  while (state().kept.size() > static_cast<std::size_t>(checkpoint_keep)) {
    auto const [folder, set] = state().kept.front();
    if (iotools::my_rank() == 0) remove_checkpoint(folder, set);
    state().kept.erase(state().kept.begin());
  }
}

void keep(std::string const& folder, std::string const& set) {
  auto const entry = std::pair(folder, set);
  std::erase(state().kept, entry);
  state().kept.push_back(entry);
}

bool is_same_folder(std::string const& one, std::string const& other) {
  std::error_code missing;
  return std::filesystem::equivalent(one, other, missing);
}

/// Those that earlier pieces of this simulation have written count as if this one had. The checkpoint of the initial
/// data does not.
void keep_earlier(Recovered const& recovered) try {
  DECLARE_CCTK_PARAMETERS
  auto sets = iotools::candidates(iotools::names_in(recovered.folder), checkpoint_file, ".h5");
  std::reverse(sets.begin(), sets.end());
  for (auto const& set : sets) {
    bool const is_initial = set.iteration == 0 && checkpoint_ID;
    if (set.iteration <= recovered.iteration && !is_initial) keep(checkpoint_dir, set.name);
  }
} catch (iotools::FileError const&) {
  // None can be removed where the folder cannot be read.
}

/// On rank 0. Two runs that write checkpoints of one name spoil each other's files: why this one must not, or empty
/// when it may from now on, until it ends.
std::string objection_to_writing(std::string const& folder, std::string const& base) {
  if (auto const reason = iotools::why_not_a_base(base); !reason.empty())
    return "The name of the checkpoint, `" + base + "`, " + reason + ".";
  static std::map<std::pair<std::string, std::string>, iotools::SoleWriter> claims;
  if (auto const reason = iotools::make_directory(folder); !reason.empty()) return reason;
  auto const [claim, is_new] = claims.try_emplace({folder, base}, folder, base);
  std::string const other = claim->second.other();
  if (other.empty()) return "";
  claims.erase(claim);
  return "Another run, " + other + ", writes checkpoints `" + base + "` into `" + folder +
         "`. Wait for its end, or set another IO::checkpoint_dir or IO::checkpoint_file.";
}

void write(cGH const* cctkGH, char const* what, bool is_initial) {
  DECLARE_CCTK_PARAMETERS
  if (!CCTK_Equals(verbose, "none")) CCTK_VINFO("Writing %s checkpoint at iteration %d", what, cctkGH->cctk_iteration);
  std::string const folder = checkpoint_dir, base = is_initial ? checkpoint_ID_file : checkpoint_file;
  auto reason = iotools::from_root(iotools::my_rank() == 0 ? objection_to_writing(folder, base) : "");
  double const start = MPI_Wtime();
  if (reason.empty()) reason = write_checkpoint(cctkGH, folder, base);
  state().last_seconds = CCTK_RunTime();
  if (!reason.empty()) {
    if (iotools::my_rank() == 0 || abort_on_io_errors)
      iotools::report_io_error(CCTK_THORNSTRING, "No checkpoint at iteration " +
                                                     std::to_string(cctkGH->cctk_iteration) + " in `" + folder +
                                                     "`; older ones stay. " + reason);
    return;
  }
  CCTK_CheckpointWritten(MPI_Wtime() - start);
  state().last_iteration = cctkGH->cctk_iteration;
  if (is_initial) return;
  keep(folder, base + ".it_" + std::to_string(cctkGH->cctk_iteration));
  forget_old_ones();
}

/// Rank 0's clock decides for all.
bool is_due_by_clock() {
  DECLARE_CCTK_PARAMETERS
  constexpr double seconds_per_hour = 3600;
  if (checkpoint_every_walltime_hours <= 0) return false;
  int is_due = CCTK_RunTime() - state().last_seconds >= checkpoint_every_walltime_hours * seconds_per_hour;
  MPI_Bcast(&is_due, 1, MPI_INT, 0, iotools::communicator());
  return is_due != 0;
}

} // namespace

void note_recovered(Recovered const& recovered) {
  DECLARE_CCTK_PARAMETERS
  state().last_iteration = recovered.iteration;
  if (!CCTK_Equals(recover, "manual") && is_same_folder(recovered.folder, checkpoint_dir)) keep_earlier(recovered);
  if (recover_and_remove) keep(recovered.folder, recovered.set);
}

} // namespace iohdf5

using namespace iohdf5;

extern "C" void IOHDF5_ClaimCheckpoints(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS
  if (!checkpoint || CCTK_ParamChecking()) return;
  auto const reason =
      iotools::from_root(iotools::my_rank() == 0 ? objection_to_writing(checkpoint_dir, checkpoint_file) : "");
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
  bool const is_asked_for = checkpoint_next != 0;
  bool const is_due = checkpoint_every > 0 && cctk_iteration % checkpoint_every == 0;
  bool const is_time = is_due_by_clock();
  if (is_asked_for) CCTK_ParameterSet("checkpoint_next", CCTK_THORNSTRING, "no");
  if (is_asked_for || is_due || is_time) write(cctkGH, "a", false);
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
