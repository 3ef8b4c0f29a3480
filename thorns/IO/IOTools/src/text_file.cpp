// Opens, writes, closes: every line is on disk when the call returns.
#include "text_file.hpp"

#include "output_state.hpp"
#include "text/names.hpp"

#include <cctk_Functions.h>
#include <cctk_Parameters.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>
#include <vector>

namespace iotools {
namespace {

std::string parameter_file_name() {
  std::vector<char> buffer(4096, '\0');
  CCTK_ParameterFilename(static_cast<int>(buffer.size()), buffer.data());
  return buffer.data();
}

/// The reason why writing failed, or empty.
std::string write(std::string const& path, char const* mode, std::string const& text) {
  std::FILE* const file = std::fopen(path.c_str(), mode);
  if (file == nullptr) return std::strerror(errno);
  errno = 0;
  bool const is_written = std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
  std::string const reason = is_written ? "" : std::strerror(errno);
  if (std::fclose(file) != 0 && reason.empty()) return std::strerror(errno);
  return reason;
}

} // namespace

void TextFiles::append(cGH const* cctkGH, std::string const& path, std::string const& header, std::string const& text,
                       FileDescription const& description) {
  if (CCTK_MyProc(cctkGH) != 0) return;
  bool const first = is_new(path);
  bool const replaces = first && begins_anew(cctkGH);
  if (replaces) set_aside(path);
  bool const continues = !first || (!replaces && continue_file(path));
  if (auto const reason = write(path, replaces ? "w" : "a", continues ? text : header + text); !reason.empty()) {
    report_io_error(thorn_, "Cannot write output of `" + description.variable + "` to `" + path + "`: " + reason + ".");
    return;
  }
  if (!first) return;
  written_.insert(path);
  note_file(path);
  advertise_(cctkGH, path, description);
}

bool begins_anew(cGH const* cctkGH) { return IO_TruncateOutputFiles(cctkGH) != 0; }

void set_aside(std::string const& path) {
  namespace fs = std::filesystem;
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
    CCTK_VWarn(1, __LINE__, __FILE__, CCTK_THORNSTRING,
               "There is output of an earlier run, `%s` first. Files that this run replaces are moved to `%s`, where "
               "they stay until the next run. IO::truncate_files = \"no\" appends to them instead",
               path.c_str(), folder.c_str());
}

FileInfo wanted_file_info() {
  DECLARE_CCTK_PARAMETERS
  auto const wanted = lower(out_fileinfo);
  bool const all = wanted == "all";
  return {.date = all || wanted == "creation date",
          .parameter_file = all || wanted == "parameter filename",
          .labels = all || wanted == "axis labels"};
}

std::string file_info_lines(std::string const& comment) {
  auto const wanted = wanted_file_info();
  std::string lines;
  if (wanted.parameter_file) lines += comment + "Parameter file " + parameter_file_name() + "\n";
  if (wanted.date) {
    char date[64] = "", time[64] = "";
    Util_CurrentDate(sizeof date, date);
    Util_CurrentTime(sizeof time, time);
    lines += comment + "Created " + date + " " + time + "\n";
  }
  return lines;
}

std::string output_directory(cGH const* cctkGH, char const* own) {
  DECLARE_CCTK_PARAMETERS
  std::string directory = *own != '\0' ? own : out_dir;
  while (directory.size() > 1 && directory.back() == '/') directory.pop_back();
  if (CCTK_MyProc(cctkGH) == 0)
    if (auto const reason = make_directory(directory); !reason.empty()) report_io_error(CCTK_THORNSTRING, reason);
  return directory;
}

std::string make_directory(std::string const& directory) {
  errno = 0;
  int const status = CCTK_CreateDirectory(0755, directory.c_str());
  if (status >= 0) return "";
  auto const reason = status == -2 ? "something that is no directory has that name"
                      : errno != 0 ? std::strerror(errno)
                                   : "";
  return "Cannot make the output directory `" + directory + "`" + (*reason == '\0' ? "" : ": ") + reason + ".";
}

void report_io_error(std::string const& thorn, std::string const& sentence) {
  DECLARE_CCTK_PARAMETERS
  note_lost_output(sentence);
  CCTK_VWarn(abort_on_io_errors ? 0 : 1, __LINE__, __FILE__, thorn.c_str(), "%s", sentence.c_str());
}

} // namespace iotools
