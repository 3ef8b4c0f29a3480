/// Parameters of the run as text: the saved parameter files, and the parameters in checkpoints.
#include "ioutil_CheckpointRecovery.h"
#include "recovery.hpp"

#include "IO/IOTools/src/output_files.hpp"
#include "IO/IOTools/src/parameters_text.hpp"
#include "IO/IOTools/src/text.hpp"

#include <cctk_Arguments.h>
#include <cctk_ParamCheck.h>
#include <cctk_Parameters.h>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <sstream>

namespace ioutil {

using namespace iotools;

namespace {

namespace fs = std::filesystem;

void write(fs::path const& path, std::string const& text, std::ios::openmode mode = std::ios::trunc) {
  if (!write_file(path.string(), text, std::ios::binary | mode).empty())
    report_io_error(CCTK_THORNSTRING, "Cannot write the parameters of the run to `" + path.string() + "`.");
}

/// Returns the parameter values in the saved parameter file, keyed by thorn::name. A parameter that now has a different
/// value was steered.
std::map<std::string, std::string>& saved_values() {
  static std::map<std::string, std::string> values;
  return values;
}

fs::path saved_file() {
  DECLARE_CCTK_PARAMETERS
  auto const name =
      *parfile_name != '\0' ? std::string(parfile_name) : fs::path(parameter_file_path()).filename().string();
  return fs::path(out_dir) / name;
}

/// Whether the path is the parameter file of the user, which is never changed. If it is in out_dir, no copy is needed.
bool is_parameter_file(fs::path const& path) {
  std::error_code error;
  return fs::equivalent(parameter_file_path(), path, error);
}

fs::path file_of_all_values() { return saved_file().replace_extension(".all.par"); }

/// Moves a file of an earlier run to previous-run. A run that continues from a checkpoint overwrites its own files.
void move_older_file(fs::path const& path) {
  if (replaces_older_files(nullptr) && !has_recovered()) move_to_previous_run(path.string());
}

void save_copy(std::vector<ParameterValue> const& parameters, fs::path const& target) {
  DECLARE_CCTK_PARAMETERS
  bool const is_original = is_parameter_file(target);
  if (lower(parfile_write) == "generate") {
    if (is_original)
      CCTK_VERROR("IO::parfile_write = \"generate\" would replace the parameter file `%s` itself. Choose an "
                  "IO::parfile_name, or another IO::out_dir.",
                  target.c_str());
    move_older_file(target);
    write(target, "# Made from the values set in " + fs::path(parameter_file_path()).filename().string() + "\n" +
                      active_thorns_text() + parameters_text(parameters, Selection::only_set));
    return;
  }
  if (is_original) return;
  move_older_file(target);
  std::error_code error;
  fs::copy_file(parameter_file_path(), target, fs::copy_options::overwrite_existing, error);
  if (error)
    report_io_error(CCTK_THORNSTRING,
                    "Cannot copy the parameter file to `" + target.string() + "`: " + error.message() + ".");
}

void save_parameters() {
  auto const parameters = all_parameters();
  for (auto const& parameter : parameters) saved_values()[parameter.thorn + "::" + parameter.name] = parameter.value;
  save_copy(parameters, saved_file());
  move_older_file(file_of_all_values());
  write(file_of_all_values(), "# Every parameter of the active thorns, with the value this run used\n" +
                                  active_thorns_text() + parameters_text(parameters, Selection::all));
}

} // namespace
} // namespace ioutil

extern "C" void IOUtil_SaveParameters(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS
  if (!CCTK_ParamChecking() && CCTK_MyProc(cctkGH) == 0 && !CCTK_Equals(parfile_write, "no")) ioutil::save_parameters();
  CCTK_Barrier(cctkGH);
}

extern "C" void IOUtil_UpdateParameterFile(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  if (CCTK_MyProc(cctkGH) != 0 || parfile_update_every <= 0 || cctk_iteration % parfile_update_every != 0) return;
  std::ostringstream lines;
  for (auto const& parameter : iotools::all_parameters()) {
    auto& saved = ioutil::saved_values()[parameter.thorn + "::" + parameter.name];
    if (saved != parameter.value)
      lines << "# " << parameter.thorn << "::" << parameter.name << " = " << parameter.value
            << "  (steered at iteration " << cctk_iteration << ", time " << cctk_time << "; before: " << saved << ")\n";
    saved = parameter.value;
  }
  auto const target =
      ioutil::is_parameter_file(ioutil::saved_file()) ? ioutil::file_of_all_values() : ioutil::saved_file();
  if (auto const text = lines.str(); !text.empty()) ioutil::write(target, text, std::ios::app);
}

namespace ioutil {
namespace {

/// Whether the parameter is a request to the previous run. Recovery ignores its value, which would end the continued
/// run at once.
bool is_one_time_request(std::string const& name) { return CCTK_Equals(name.c_str(), "Cactus::terminate_next"); }

/// One line "owner::name = value".
struct Line {
  std::string owner, name, value;
};

std::optional<Line> parse_line(std::string const& text) {
  auto const colons = text.find("::"), equals = text.find(" = ");
  if (colons == std::string::npos || equals == std::string::npos || colons > equals) return std::nullopt;
  auto const value = iotools::decode_value(text.substr(equals + 3));
  if (!value) return std::nullopt;
  return Line{text.substr(0, colons), text.substr(colons + 2, equals - colons - 2), *value};
}

std::string current_value(Line const& line, char const* thorn) {
  return iotools::take_text(CCTK_ParameterValString(line.name.c_str(), thorn));
}

/// Sets a parameter. Returns a sentence if the parameter file contradicts the checkpoint, or an empty text.
std::string set(Line const& line) {
  char const* const implementor = CCTK_ActivatingThorn(line.owner.c_str());
  char const* const thorn = implementor != nullptr ? implementor : line.owner.c_str();
  auto const full_name = line.owner + "::" + line.name;
  if (!CCTK_IsThornActive(thorn) || is_one_time_request(full_name)) return "";
  auto const* const data = CCTK_ParameterData(line.name.c_str(), thorn);
  if (data == nullptr || data->accumulator_expression != nullptr) return "";
  constexpr int set_to_other_value = -10, out_of_range = -1;
  int const result = CCTK_ParameterSet(line.name.c_str(), thorn, line.value.c_str());
  if (result == out_of_range)
    CCTK_VWARN(CCTK_WARN_ALERT, "The checkpoint's value `%s` of %s is no longer allowed; the run uses `%s`",
               line.value.c_str(), full_name.c_str(), current_value(line, thorn).c_str());
  if (result != set_to_other_value) return "";
  return full_name + " is `" + current_value(line, thorn) + "` in the parameter file, but `" + line.value +
         "` in the checkpoint.\n";
}

} // namespace
} // namespace ioutil

extern "C" char* IOUtil_GetAllParameters(cGH const*, int all) {
  std::string text;
  for (auto const& parameter : iotools::all_parameters())
    if (all != 0 || parameter.times_set > 0)
      text += parameter.full_name + " = " + iotools::encode_value(parameter.value) + "\n";
  return strdup(text.c_str());
}

extern "C" void IOUtil_SetAllParameters(char const* parameters) {
  std::istringstream lines(parameters);
  std::string conflicts;
  for (std::string text; std::getline(lines, text);) {
    if (auto const line = ioutil::parse_line(text))
      conflicts += ioutil::set(*line);
    else
      CCTK_VWARN(CCTK_WARN_ALERT, "`%s` among the parameters of the checkpoint is not `owner::name = value`",
                 text.c_str());
  }
  if (!conflicts.empty())
    CCTK_VERROR("%sThese parameters cannot change from a checkpoint to the run that continues it. Use the values of "
                "the checkpoint, or remove the settings.",
                conflicts.c_str());
}
