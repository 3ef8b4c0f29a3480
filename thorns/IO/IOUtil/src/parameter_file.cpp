// The copy of the parameter file, the file with all values, and the lines about steered parameters.
#include "IO/IOTools/src/parameters_text.hpp"
#include "IO/IOTools/src/text/names.hpp"
#include "IO/IOTools/src/text_file.hpp"
#include "recovery.hpp"
#include "startup.hpp"

#include <cctk_Arguments.h>
#include <cctk_ParamCheck.h>
#include <cctk_Parameters.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

namespace ioutil {

using namespace iotools;

namespace {

namespace fs = std::filesystem;

std::string parameter_file_path() {
  std::string buffer(4096, '\0');
  CCTK_ParameterFilename(static_cast<int>(buffer.size()), buffer.data());
  return buffer.c_str();
}

void write(fs::path const& path, std::string const& text, std::ios::openmode mode = std::ios::out) {
  std::ofstream file(path, mode);
  file << text;
  file.close();
  if (!file) report_io_error(CCTK_THORNSTRING, "Cannot write the parameters of the run to `" + path.string() + "`.");
}

/// The values known to have been saved, by thorn::name; what differs later was steered.
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

/// The user's own file is never changed: where out_dir is its folder, it is its own copy.
bool is_parameter_file(fs::path const& path) {
  std::error_code error;
  return fs::equivalent(parameter_file_path(), path, error);
}

fs::path file_of_all_values() { return saved_file().replace_extension(".all.par"); }

/// A run that continues from a checkpoint replaces its own parameter files.
void set_aside_older(fs::path const& path) {
  if (begins_anew(nullptr) && !has_recovered()) set_aside(path.string());
}

void save_copy(std::vector<ParameterValue> const& parameters, fs::path const& target) {
  DECLARE_CCTK_PARAMETERS
  bool const is_own = is_parameter_file(target);
  if (lower(parfile_write) == "generate") {
    if (is_own)
      CCTK_VERROR("IO::parfile_write = \"generate\" would replace the parameter file `%s` itself. Choose an "
                  "IO::parfile_name, or another IO::out_dir.",
                  target.c_str());
    set_aside_older(target);
    write(target, "# Made from the values set in " + fs::path(parameter_file_path()).filename().string() + "\n" +
                      active_thorns_text() + parameters_text(parameters, Selection::only_set));
    return;
  }
  if (is_own) return;
  set_aside_older(target);
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
  set_aside_older(file_of_all_values());
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
