#include "codegen/thorn_writer/write_thorn.hpp"

#include "codegen/thorn_writer/thorn.hpp"
#include "framework/base/errors.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

namespace chemora::thorn_writer {

namespace {

bool has_contents(std::filesystem::path const& path, std::string const& contents) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return false;
  std::ostringstream present;
  present << stream.rdbuf();
  return present.str() == contents;
}

/// Writes a temporary file and renames it, so that readers never see an incomplete file.
void save_file(std::filesystem::path const& path, std::string const& contents) {
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  std::filesystem::path const temporary = path.string() + ".new";
  std::ofstream stream(temporary, std::ios::binary);
  stream << contents;
  stream.close();
  if (!stream)
    throw base::UserError({path.string(), 0, 0},
                          "Cannot write this file. Check its permissions and the free disk space.");
  std::filesystem::rename(temporary, path, error);
  if (error) throw base::UserError({path.string(), 0, 0}, "Cannot write this file: " + error.message() + ".");
}

} // namespace

std::string built_in_prefix(std::string const& thorn) { return thorn + "_BuiltIn"; }

ThornFiles write_thorn(discretisation::DiscreteSystem const& system, std::string const& source_name,
                       std::vector<std::string> const& built_in) {
  Thorn const thorn = make_thorn(system, source_name);
  ThornFiles files;
  files["interface.ccl"] = write_interface(thorn);
  files["param.ccl"] = write_parameters(thorn);
  files["schedule.ccl"] = write_schedule(thorn);
  files["configuration.ccl"] = write_configuration(thorn);
  std::string sources = thorn.name + ".cpp";
  for (std::size_t n = 0; n < built_in.size(); ++n) {
    std::string const name = "built_in_" + std::to_string(n + 1) + ".cpp";
    files["src/" + name] = first_line(thorn, "//") + built_in[n];
    sources += " " + name;
  }
  files["src/make.code.defn"] = first_line(thorn, "#") + "\nSRCS = " + sources + "\n";
  files["src/" + thorn.name + ".cpp"] = write_source(thorn, static_cast<int>(built_in.size()));
  return files;
}

void save(ThornFiles const& files, std::string const& folder) {
  for (auto const& [name, contents] : files) {
    std::filesystem::path const path = std::filesystem::path(folder) / name;
    if (!has_contents(path, contents)) save_file(path, contents);
  }
}

} // namespace chemora::thorn_writer
