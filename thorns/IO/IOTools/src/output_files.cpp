#include "output_files.hpp"

#include "communicate.hpp"
#include "text.hpp"

#include <algorithm>
#include <cctk.h>
#include <cctk_Functions.h>
#include <cctk_Parameters.h>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <utility>

namespace iotools {
namespace {

namespace fs = std::filesystem;

struct State {
  std::set<std::string> files; ///< files to which this run has appended
  std::map<std::string, std::uintmax_t>
      sizes; ///< size of each file when the checkpoint was written, until this run appends to the file
  std::map<std::pair<std::string, std::string>, int> written; ///< method and variable -> iteration
  bool is_restored = false;                                   ///< the run continues from a checkpoint
  int n_lost = 0;
  std::string first_lost;
};

State& state() {
  static State only;
  return only;
}

/// Whether this run, or the run that wrote the checkpoint, has written a text file into the folder of `path`.
bool has_written_to_folder_of(std::string const& path) {
  auto const folder = fs::path(path).parent_path();
  for (auto const& [file, size] : state().sizes)
    if (fs::path(file).parent_path() == folder) return true;
  for (auto const& file : state().files)
    if (fs::path(file).parent_path() == folder) return true;
  return false;
}

/// Prepares a text file before this run first appends to it. After a recovery, removes the lines that a run wrote after
/// the checkpoint. Returns true if the file already has a header, and false if it is new to the simulation and needs a
/// header.
bool continue_file(std::string const& path) {
  if (!state().is_restored) return false;
  std::error_code error;
  auto const size = fs::file_size(path, error);
  if (error) return false;
  auto const record = state().sizes.find(path);
  if (record == state().sizes.end()) {
    if (!has_written_to_folder_of(path)) return false;
    fs::remove(path, error); // written only after the checkpoint: this run writes it again
    return false;
  }
  if (size > record->second) fs::resize_file(path, record->second, error);
  if (size < record->second)
    CCTK_VWarn(1, __LINE__, __FILE__, CCTK_THORNSTRING,
               "`%s` has %ju bytes, but had %ju when the checkpoint was written: some of its lines are lost",
               path.c_str(), size, record->second);
  return true;
}

} // namespace

std::string write_file(std::string const& path, std::string const& text, std::ios::openmode mode) {
  errno = 0;
  std::ofstream file(path, mode);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  return file ? "" : errno != 0 ? std::strerror(errno) : "the file cannot be written";
}

std::string write_whole_file(std::string const& path, std::string const& text) {
  std::string const temporary = path + ".tmp";
  std::string reason = write_file(temporary, text);
  std::error_code error;
  if (reason.empty()) fs::rename(temporary, path, error);
  if (error) reason = error.message();
  if (!reason.empty()) fs::remove(temporary, error);
  return reason;
}

std::string parameter_file_path() {
  std::string buffer(4096, '\0');
  CCTK_ParameterFilename(static_cast<int>(buffer.size()), buffer.data());
  return buffer.c_str();
}

void OutputFiles::append(cGH const* cctkGH, std::string const& path, std::string const& header, std::string const& text,
                         FileDescription const& description) {
  if (CCTK_MyProc(cctkGH) != 0) return;
  bool const is_first = is_new(path);
  bool const replaces = is_first && replaces_older_files(cctkGH);
  if (replaces && moved_.insert(path).second) move_to_previous_run(path);
  bool const continues = !is_first || (!replaces && continue_file(path));
  auto const mode = std::ios::binary | (replaces ? std::ios::trunc : std::ios::app);
  if (auto const reason = write_file(path, continues ? text : header + text, mode); !reason.empty()) {
    report_io_error(thorn_, "Cannot write output of `" + description.variable + "` to `" + path + "`: " + reason + ".");
    return;
  }
  if (!is_first) return;
  written_.insert(path);
  state().files.insert(path);
  advertise(cctkGH, path, description);
}

bool OutputFiles::start(cGH const* cctkGH, std::string const& path) {
  bool const is_first = written_.insert(path).second;
  if (is_first && replaces_older_files(cctkGH)) move_to_previous_run(path);
  return is_first;
}

bool replaces_older_files(cGH const* cctkGH) { return IO_TruncateOutputFiles(cctkGH) != 0; }

void move_to_previous_run(std::string const& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return;
  fs::path const folder = fs::path(path).parent_path() / "previous-run";
  fs::create_directory(folder, error);
  fs::rename(path, folder / fs::path(path).filename(), error);
  std::error_code ignored;
  if (error) fs::remove(path, ignored);
  static bool is_first = true;
  if (!std::exchange(is_first, false)) return;
  if (error)
    CCTK_VWarn(1, __LINE__, __FILE__, CCTK_THORNSTRING,
               "Output of an earlier run is overwritten, `%s` first: it cannot be moved to `%s`: %s", path.c_str(),
               folder.c_str(), error.message().c_str());
  else
    CCTK_VWarn(
        1, __LINE__, __FILE__, CCTK_THORNSTRING,
        "There is output of an earlier run. Files that this run replaces, such as `%s`, are moved to `%s`, where "
        "they remain until the next run. IO::truncate_files = \"no\" appends to them instead.",
        path.c_str(), folder.c_str());
}

FileInfo requested_file_info() {
  DECLARE_CCTK_PARAMETERS
  auto const keyword = lower(out_fileinfo);
  bool const all = keyword == "all";
  return {.date = all || keyword == "creation date",
          .parameter_file = all || keyword == "parameter filename",
          .labels = all || keyword == "axis labels"};
}

std::string file_info_lines(std::string const& comment) {
  auto const info = requested_file_info();
  std::string lines;
  if (info.parameter_file) lines += comment + "Parameter file " + parameter_file_path() + "\n";
  if (info.date) {
    char date[64] = "", time[64] = "";
    Util_CurrentDate(sizeof date, date);
    Util_CurrentTime(sizeof time, time);
    lines += comment + "Created " + date + " " + time + "\n";
  }
  return lines;
}

std::string output_directory_name(char const* own) {
  DECLARE_CCTK_PARAMETERS
  std::string directory = *own != '\0' ? own : out_dir;
  while (directory.size() > 1 && directory.back() == '/') directory.pop_back();
  return directory;
}

std::string output_directory(cGH const* cctkGH, char const* own) {
  std::string directory = output_directory_name(own);
  if (CCTK_MyProc(cctkGH) == 0)
    if (auto const reason = make_directory(directory); !reason.empty()) report_io_error(CCTK_THORNSTRING, reason);
  return directory;
}

std::string make_directory(std::string const& directory) {
  errno = 0;
  int const status = CCTK_CreateDirectory(0755, directory.c_str());
  if (status >= 0) return "";
  auto const reason = status == -2 ? "a file that is not a directory has this name"
                      : errno != 0 ? std::strerror(errno)
                                   : "";
  return "Cannot create the output directory `" + directory + "`" + (*reason == '\0' ? "" : ": ") + reason + ".";
}

void report_io_error(std::string const& thorn, std::string const& sentence) {
  DECLARE_CCTK_PARAMETERS
  if (state().n_lost++ == 0) state().first_lost = sentence;
  CCTK_VWarn(abort_on_io_errors ? 0 : 1, __LINE__, __FILE__, thorn.c_str(), "%s", sentence.c_str());
}

void record_written(std::string const& method, std::string const& variable, int iteration) {
  state().written[{method, variable}] = iteration;
}

bool is_written(std::string const& method, std::string const& variable, int iteration) {
  auto const record = state().written.find({method, variable});
  return record != state().written.end() && record->second == iteration;
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
    if (kind == "written" && words >> method >> variable) record_written(method, variable, static_cast<int>(number));
  }
}

} // namespace iotools

/// If output was lost, prints the reason of the lowest rank that reports one, and ends the run with exit code 1.
extern "C" int IOTools_ReportLostOutput(void) {
  using namespace iotools;
  int n_lost = 0;
  MPI_Allreduce(&state().n_lost, &n_lost, 1, MPI_INT, MPI_SUM, communicator());
  auto const reasons = gather_from_all(state().first_lost);
  if (n_lost == 0) return 0;
  auto const first = std::find_if(reasons.begin(), reasons.end(), [](auto const& reason) { return !reason.empty(); });
  if (first - reasons.begin() == my_rank())
    CCTK_VWarn(1, __LINE__, __FILE__, CCTK_THORNSTRING,
               "The run is complete, but output is missing: %d times writing failed, first: %s The exit code is 1.",
               n_lost, first->c_str());
  constexpr int output_is_lost = 1;
  CCTK_Exit(nullptr, output_is_lost);
  return 0;
}
