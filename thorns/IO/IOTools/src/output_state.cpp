// Sizes of files and iterations of variables, by name.
#include "output_state.hpp"

#include <cctk.h>
#include <mpi.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>

namespace iotools {
namespace {

namespace fs = std::filesystem;

struct State {
  std::set<std::string> files;                                ///< appended to by this run
  std::map<std::string, std::uintmax_t> sizes;                ///< at the checkpoint, of files not yet continued
  std::map<std::pair<std::string, std::string>, int> written; ///< method and variable -> iteration
  bool is_restored = false;                                   ///< the run continues from a checkpoint
  int n_lost = 0;
  std::string first_lost;
};

State& state() {
  static State only;
  return only;
}

bool knows_folder_of(std::string const& path) {
  auto const folder = fs::path(path).parent_path();
  for (auto const& [known, size] : state().sizes)
    if (fs::path(known).parent_path() == folder) return true;
  for (auto const& known : state().files)
    if (fs::path(known).parent_path() == folder) return true;
  return false;
}

} // namespace

void note_file(std::string const& path) { state().files.insert(path); }

void note_written(std::string const& method, std::string const& variable, int iteration) {
  state().written[{method, variable}] = iteration;
}

bool is_written(std::string const& method, std::string const& variable, int iteration) {
  auto const found = state().written.find({method, variable});
  return found != state().written.end() && found->second == iteration;
}

std::string output_state() {
  std::ostringstream text;
  auto sizes = state().sizes;
  for (auto const& path : state().files) {
    std::error_code error;
    if (auto const size = fs::file_size(path, error); !error) sizes[path] = size;
  }
  for (auto const& [path, size] : sizes) text << "file " << size << " " << path << "\n";
  for (auto const& [key, iteration] : state().written)
    text << "written " << iteration << " " << key.first << " " << key.second << "\n";
  return text.str();
}

void restore_output_state(std::string const& text) {
  state().is_restored = true;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string kind, path, method, variable;
    std::uintmax_t number = 0;
    words >> kind >> number >> std::ws;
    if (kind == "file" && std::getline(words, path)) state().sizes[path] = number;
    if (kind == "written" && words >> method >> variable) note_written(method, variable, static_cast<int>(number));
  }
}

bool continue_file(std::string const& path) {
  if (!state().is_restored) return false;
  std::error_code error;
  auto const size = fs::file_size(path, error);
  if (error) return false;
  auto const known = state().sizes.find(path);
  if (known == state().sizes.end()) {
    if (!knows_folder_of(path)) return false;
    fs::remove(path, error); // written for the first time after the checkpoint: this run writes it again
    return false;
  }
  if (size > known->second) fs::resize_file(path, known->second, error);
  if (size < known->second)
    CCTK_VWarn(1, __LINE__, __FILE__, CCTK_THORNSTRING,
               "`%s` has %ju bytes, but had %ju when the checkpoint was written: some of its lines are lost",
               path.c_str(), size, known->second);
  return true;
}

void note_lost_output(std::string const& sentence) {
  if (state().n_lost++ == 0) state().first_lost = sentence;
}

} // namespace iotools

/// A run whose output is lost does not end like one whose output is there.
extern "C" int IOTools_ReportLostOutput(void) {
  using iotools::state;
  int n_lost = 0, rank = 0, first = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Allreduce(&state().n_lost, &n_lost, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  int const me = state().n_lost > 0 ? rank : size;
  MPI_Allreduce(&me, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (n_lost == 0) return 0;
  if (rank == first)
    CCTK_VWarn(1, __LINE__, __FILE__, CCTK_THORNSTRING,
               "The run came to its end, but output is missing: %d times writing failed, first: %s The exit code is 1.",
               n_lost, state().first_lost.c_str());
  constexpr int output_is_lost = 1;
  CCTK_Exit(nullptr, output_is_lost);
  return 0;
}
