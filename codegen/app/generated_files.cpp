#include "codegen/app/generated_files.hpp"

#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace chemora::app {

namespace fs = std::filesystem;

std::vector<std::string> files_of(std::string const& thorn_folder, std::string const& folder,
                                  std::string const& ending) {
  std::vector<std::string> files;
  std::string const path = thorn_folder + "/" + folder;
  if (fs::is_directory(path))
    for (auto const& entry : fs::directory_iterator(path))
      if (base::lower_case(entry.path().extension().string()) == ending) files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  if (files.empty()) throw base::UserError("There is no file " + path + "/*" + ending + ".");
  return files;
}

std::string thorn_of(std::string const& thorn_folder) {
  return fs::absolute(thorn_folder + "/.").lexically_normal().parent_path().filename();
}

void write_file(std::string const& folder, std::string const& name, std::string const& contents) {
  fs::path const path = fs::path(folder) / name;
  if (fs::exists(path) && base::read_source(path.string()).contents == contents) return;
  fs::create_directories(path.parent_path());
  if (!(std::ofstream(path) << contents << std::flush))
    throw base::UserError("The file " + path.string() + " cannot be written.");
}

} // namespace chemora::app
